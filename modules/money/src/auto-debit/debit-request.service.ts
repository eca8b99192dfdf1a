import type { PlateColor } from '@boyun/domain/plate';
import { type Kernel, reaction, systemWho, type TenantTx } from '@boyun/kernel/server';
import type { DebitChannel } from '../debit-contract/debit-contract.contract.ts';
import { takeContract } from '../debit-contract/debit-contract.service.ts';
import { takeNotice } from '../notice/notice.service.ts';
import { paymentStarted } from '../payment/payment-event.contract.ts';
import {
  type Desk,
  type Notice,
  type Provider,
  ProviderRefused,
  ProviderUnreachable,
  type Request,
  unlessRefused,
} from '../provider/provider.service.ts';
import { deskFor, providerOf } from '../provider-choice/provider-choice.service.ts';
import { reasonOf } from '../provider-fault/provider-fault.contract.ts';
import { follow, type UnderWay } from '../start/start.service.ts';

const DEBIT_JOB = 'debit-request';
/** How often the provider is asked while no notice has come. */
const ASK_EVERY_SECONDS = 3;

/** Requests debits from their providers right after the commit of the exit. */
export const debitsAsked = reaction('debits-asked', [paymentStarted], {
  isPrompt: true,
  wants: ({ data }) => data.scene === 'auto-debit',
  async react(tx, { data: { paymentId } }, jobs) {
    await jobs.send(tx, DEBIT_JOB, { tenantId: tx.tenantId, paymentId });
  },
});

/** Runs the requests; one that cannot reach its provider is made again with the same number. */
export const workDebits = (kernel: Kernel): Promise<void> =>
  kernel.jobs.work(DEBIT_JOB, (data) => debit(kernel, Number(data.tenantId), String(data.paymentId)), {
    isWaiting: true,
  });

interface Asked extends UnderWay {
  readonly plate: string;
  readonly plateColor: PlateColor;
  readonly lotId: string;
  readonly lotName: string | null;
  readonly enteredAt: Date | null;
  readonly entryNo: string | null;
}

async function findAsked(tx: TenantTx, paymentId: string): Promise<Asked | null> {
  const [row] = await tx.query<Asked>(
    `select p.id, p.payment_no, p.channel, p.scene, p.pay_channel_id, p.amount_fen, p.created_at, p.started, p.plate, p.lot_id,
       b.locked_until as until, e.entered_at, e.lot_name, e.provider_no as "entryNo",
       coalesce(e.plate_color, (select c.plate_color from debit_contract c where c.tenant_id = p.tenant_id and c.plate = p.plate
         and c.channel = p.channel order by c.state limit 1), 0) as "plateColor"
     from payment p join bill b on b.tenant_id = p.tenant_id and b.id = p.bill_id
     left join debit_entry e on e.tenant_id = p.tenant_id and e.subject_id = b.subject_id and e.channel = p.channel
     where p.tenant_id = $1 and p.id = $2 and p.state = 'paying' and p.scene = 'auto-debit'`,
    [tx.tenantId, paymentId],
  );
  return row ?? null;
}

const requestOf = (kernel: Kernel, asked: Asked): Request => ({
  ...asked,
  title: `停车费 ${asked.plate}`,
  payer: null,
  until: asked.until ?? kernel.clock.now(),
  returnUrl: '',
  clientIp: '127.0.0.1',
  debit: {
    plate: asked.plate,
    plateColor: asked.plateColor,
    lotId: asked.lotId,
    lotName: asked.lotName ?? '停车场',
    enteredAt: asked.enteredAt ?? asked.createdAt,
    entryNo: asked.entryNo,
  },
});

/**
 * Requests a committed debit, asks for its outcome and, while there is none, asks again until its time is over; the sweep of unfinished
 * payments ends it then. A refusal ends it at once; a provider that cannot be reached is asked again with the same number.
 */
async function debit(kernel: Kernel, tenantId: number, paymentId: string): Promise<void> {
  const found = await kernel.database.inTenant(systemWho(tenantId), async (tx) => {
    const asked = await findAsked(tx, paymentId);
    return asked && { asked, desk: await deskFor(tx, kernel, asked) };
  });
  if (!found) return;
  const { asked, desk } = found;
  // Given up: another way of paying may be under way.
  if (!asked.until || asked.until <= kernel.clock.now()) return;
  try {
    const isOpen = await pursue(kernel, providerOf(asked.channel)!, desk, asked);
    if (!isOpen) return;
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    const { channel, paymentNo } = asked;
    kernel.log.warn({ tenantId, channel, paymentNo, reason: error.message }, 'a debit is requested again');
  }
  await kernel.database.inTenant(systemWho(tenantId), (tx) =>
    kernel.jobs.send(tx, DEBIT_JOB, { tenantId, paymentId }, { afterSeconds: ASK_EVERY_SECONDS }),
  );
}

/** Requests a debit that was not requested yet, and books its outcome. Returns whether there is none yet. */
async function pursue(kernel: Kernel, provider: Provider, desk: Desk, asked: Asked): Promise<boolean> {
  const { tenantId } = desk;
  if (asked.started) return (await follow(kernel, tenantId, asked.id)) === 'paying';
  try {
    await requireActive(kernel, provider, desk, asked);
    const started = await provider.start(desk, requestOf(kernel, asked));
    await kernel.database.inTenant(systemWho(tenantId), (tx) =>
      tx.query('update payment set started = $3 where tenant_id = $1 and id = $2', [
        tenantId,
        asked.id,
        JSON.stringify(started),
      ]),
    );
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    return refused(kernel, provider, desk, asked, error);
  }
  // Also where the payment was closed meanwhile: the money has moved.
  return book(kernel, provider, await provider.query(desk, asked));
}

/** Books what a provider says of a debit. Returns whether it has no outcome yet. */
async function book(kernel: Kernel, provider: Provider, found: Notice | 'open' | null): Promise<boolean> {
  if (!found || found === 'open') return true;
  await takeNotice(kernel, provider, found);
  return false;
}

/** Asks a provider that reports nothing by itself whether the plate can be debited still, and keeps what it says. */
async function requireActive(kernel: Kernel, provider: Provider, desk: Desk, asked: Asked): Promise<void> {
  const report = await provider.debiting?.check?.(desk, asked.plate);
  if (!report) return;
  const { plate, plateColor, payChannelId } = asked;
  const signed = { channel: asked.channel as DebitChannel, payChannelId: payChannelId!, plate, plateColor };
  await kernel.database.inTenant(systemWho(desk.tenantId), (tx) => takeContract(tx, signed, report));
  if (report.state !== 'active') throw new ProviderRefused('NO_AGREEMENT', 'the plate cannot be debited any more');
}

/**
 * Ends a refused debit, unless an earlier request of the same number was taken whose answer was lost. Returns whether that has no outcome
 * yet.
 */
async function refused(
  kernel: Kernel,
  provider: Provider,
  desk: Desk,
  asked: Asked,
  refusal: ProviderRefused,
): Promise<boolean> {
  const { tenantId } = desk;
  const { paymentNo, amountFen, channel } = asked;
  const reason = reasonOf(refusal);
  kernel.log.warn({ tenantId, channel, paymentNo, reason }, 'a debit was refused');
  const failure: Notice = { tenantId, paymentNo, tradeNo: refusal.code, outcome: 'fail', amountFen, reason };
  return book(kernel, provider, (await unlessRefused(provider.query(desk, asked), null)) ?? failure);
}
