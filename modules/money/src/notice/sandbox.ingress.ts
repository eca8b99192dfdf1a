import { type Ingress, type Kernel, systemWho } from '@boyun/kernel/server';
import { z } from 'zod';
import type { Notice } from '../provider/provider.service.ts';
import {
  findTrade,
  isSigned,
  NOTICE_JOB,
  NOTICE_PATH,
  QUERY_PATH,
  readSandboxNotice,
  sandbox,
  signNotice,
} from '../sandbox/sandbox.service.ts';
import { takeNotice } from './notice.service.ts';

/** HTTP statuses of the responses to a notice; `refused`: the tenant is not a trial, so the notice settles no payment. */
const STATUS_OF = { done: 200, repeated: 200, unknown: 404, refused: 403 } as const;

/** Takes the sandbox's notices: signed, and idempotent by payment number. */
export const sandboxNotices: Ingress = {
  name: 'sandbox-notice',
  access: 'public',
  prefix: NOTICE_PATH,
  mount(app, kernel) {
    app.post('/', async (request, reply) => {
      const notice = readSandboxNotice(kernel, request.body);
      if (!notice) return reply.code(401).send({ state: 'fail' });
      const status = STATUS_OF[await takeNotice(kernel, sandbox, notice)];
      return reply.code(status).send({ state: status === 200 ? 'success' : 'fail' });
    });
  },
};

const querySchema = z.object({
  tenantId: z.number().int().positive(),
  paymentNo: z.string().max(64),
  sign: z.string().max(128),
});

/** Returns the outcome of a payment in response to a signed query. */
export const sandboxQueries: Ingress = {
  name: 'sandbox-query',
  access: 'public',
  prefix: QUERY_PATH,
  mount(app, kernel) {
    app.post('/', async (request, reply) => {
      const parsed = querySchema.safeParse(request.body);
      if (!parsed.success || !isSigned(kernel, parsed.data)) return reply.code(401).send({ state: 'fail' });
      const { tenantId, paymentNo } = parsed.data;
      const found = await kernel.database.inTenant(
        systemWho(tenantId, 'sandbox'),
        async (tx) => ((await sandbox.isOpen(tx)) ? { trade: await findTrade(tx, paymentNo) } : null),
        { isRead: true, pool: 'driver' },
      );
      if (!found) return reply.code(403).send({ state: 'fail' });
      return reply.send({ state: 'success', isKnown: found.trade !== null, outcome: found.trade?.outcome ?? null });
    });
  },
};

/** Delivers the sandbox's notices over HTTP, as a provider outside would; a refused one is tried again by the job queue. */
export async function deliverNotices(kernel: Kernel): Promise<void> {
  await kernel.jobs.work(NOTICE_JOB, async (data) => {
    const own = kernel.ownAddress();
    if (!own) throw new Error('the server does not listen yet');
    const answer = await fetch(`${own}${NOTICE_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signNotice(kernel, data as unknown as Notice)),
    });
    // The trial has ended: no later attempt is taken either.
    if (answer.status === STATUS_OF.refused) return;
    if (!answer.ok) throw new Error(`the notice was answered ${answer.status}`);
  });
}
