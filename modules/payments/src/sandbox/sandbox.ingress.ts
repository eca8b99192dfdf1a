import { type Ingress, type Kernel, type Sweep, systemWho } from '@boyun/kernel/server';
import { z } from 'zod';
import { isTrial } from '../pay-channel/pay-channel.service.ts';
import { closePayment, settlePayment } from '../payment/payment.service.ts';
import { settleRefund } from '../refund/refund.service.ts';
import { isAsked, isGenuine, NOTICE_JOB, NOTICE_PATH, QUERY_PATH, signNotice, type Told } from './sandbox.service.ts';

const noticeSchema = z.object({
  tenantId: z.number().int().positive(),
  paymentNo: z.string().max(64),
  tradeNo: z.string().max(64),
  outcome: z.enum(['success', 'fail']),
  amountFen: z.number().int(),
  sign: z.string().max(128),
});

/** What a notice is answered; `refused` is one for a tenant that is no trial, which never settles a payment. */
const STATUS_OF = { done: 200, repeated: 200, unknown: 404, refused: 403 } as const;

/** Takes the sandbox's notices: signed, and idempotent by payment number. */
export const sandboxNotices: Ingress = {
  name: 'sandbox-notice',
  access: 'public',
  prefix: NOTICE_PATH,
  mount(app, kernel) {
    app.post('/', async (request, reply) => {
      const parsed = noticeSchema.safeParse(request.body);
      if (!parsed.success || !isGenuine(kernel, parsed.data)) return reply.code(401).send({ state: 'fail' });
      const result = await takeNotice(kernel, parsed.data);
      const status = STATUS_OF[result];
      return reply.code(status).send({ state: status === 200 ? 'success' : 'fail' });
    });
  },
};

const querySchema = z.object({
  tenantId: z.number().int().positive(),
  paymentNo: z.string().max(64),
  sign: z.string().max(128),
});

/** Answers what became of a payment, to whoever signs the question. */
export const sandboxQueries: Ingress = {
  name: 'sandbox-query',
  access: 'public',
  prefix: QUERY_PATH,
  mount(app, kernel) {
    app.post('/', async (request, reply) => {
      const parsed = querySchema.safeParse(request.body);
      if (!parsed.success || !isAsked(kernel, parsed.data)) return reply.code(401).send({ state: 'fail' });
      const { tenantId, paymentNo } = parsed.data;
      const found = await kernel.database.inTenant(
        systemWho(tenantId, 'sandbox'),
        async (tx) =>
          (await isTrial(tx))
            ? tx.query<{ outcome: string }>(
                'select outcome from sandbox_trade where tenant_id = $1 and payment_no = $2',
                [tx.tenantId, paymentNo],
              )
            : null,
        { isRead: true, pool: 'driver' },
      );
      if (!found) return reply.code(403).send({ state: 'fail' });
      const [trade] = found;
      return reply.send({ state: 'success', isKnown: trade !== undefined, outcome: trade?.outcome ?? null });
    });
  },
};

function takeNotice(kernel: Kernel, told: Told): Promise<keyof typeof STATUS_OF> {
  const { tenantId, paymentNo, outcome, tradeNo, amountFen } = told;
  const settle = amountFen < 0 ? settleRefund : settlePayment;
  // A genuine notice opens a barrier: it waits for nothing but the gate.
  return kernel.database.inTenant(
    systemWho(tenantId, 'sandbox'),
    async (tx) => ((await isTrial(tx)) ? settle(tx, paymentNo, outcome, tradeNo, amountFen) : 'refused'),
    { pool: 'gate' },
  );
}

/** Delivers the sandbox's notices over HTTP, as a provider outside would; a refused one is tried again by the job queue. */
export async function deliverNotices(kernel: Kernel): Promise<void> {
  await kernel.jobs.work(NOTICE_JOB, async (data) => {
    const own = kernel.ownAddress();
    if (!own) throw new Error('the server does not listen yet');
    const answer = await fetch(`${own}${NOTICE_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signNotice(kernel, data as unknown as Told)),
    });
    // The trial has ended: no later attempt is taken either.
    if (answer.status === STATUS_OF.refused) return;
    if (!answer.ok) throw new Error(`the notice was answered ${answer.status}`);
  });
}

/** So long a notice of money given back is waited for. */
const REFUND_PATIENCE_MS = 60_000;

/**
 * Payments whose lock has run out or is gone: the provider is asked what became of them (a notice may be lost), and those
 * it knows nothing of are closed. Refunds it is asked about after a while; one it knows nothing of yet goes on.
 */
export const unfinishedPayments: Sweep = {
  name: 'unfinished-payments',
  everySeconds: 3,
  async run(kernel) {
    const due = await kernel.database.system<{
      tenantId: number;
      id: string;
      paymentNo: string;
      tradeNo: string | null;
      outcome: 'success' | 'fail' | null;
      amountFen: number;
    }>(
      `select p.tenant_id as "tenantId", p.id, p.payment_no as "paymentNo", t.trade_no as "tradeNo", t.outcome,
         p.amount_fen as "amountFen"
       from payment p
       join parking_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
       left join sandbox_trade t on t.tenant_id = p.tenant_id and t.payment_no = p.payment_no
       where p.state = 'paying' and case when p.purpose = 'order' then o.locked_until is null or o.locked_until < $1
         else p.created_at < $2 and t.id is not null end limit 100`,
      [kernel.clock.now(), new Date(kernel.clock.now().getTime() - REFUND_PATIENCE_MS)],
    );
    for (const one of due) {
      const { tenantId, paymentNo, tradeNo, outcome, amountFen } = one;
      const result =
        tradeNo && outcome ? await takeNotice(kernel, { tenantId, paymentNo, tradeNo, outcome, amountFen }) : 'unknown';
      if (result === 'done' || result === 'repeated') continue;
      // Simulated money that a trial left on its way back does not arrive any more.
      if (amountFen < 0)
        await kernel.database.inTenant(systemWho(tenantId), (tx) =>
          settleRefund(tx, paymentNo, 'fail', tradeNo ?? '', amountFen),
        );
      else await kernel.database.inTenant(systemWho(one.tenantId), (tx) => closePayment(tx, one.id));
    }
  },
};
