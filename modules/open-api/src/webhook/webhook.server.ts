import { randomBytes } from 'node:crypto';
import { Refusal } from '@boyun/kernel/contract';
import {
  containing,
  handle,
  handleFreely,
  type Kernel,
  makeGuard,
  notFound,
  serveReport,
  type TenantTx,
} from '@boyun/kernel/server';
import { checkLots, lotNames, withinLots } from '../reach/reach.queries.ts';
import { checkAddress } from './address.service.ts';
import { addDelivery, attemptDelivery, queueAttempt } from './delivery.service.ts';
import { writeBody } from './payload.service.ts';
import { sender } from './send.service.ts';
import {
  createWebhook,
  deleteWebhook,
  deliveryList,
  getDelivery,
  renewWebhookSecret,
  resendDelivery,
  switchWebhook,
  testWebhook,
  updateWebhook,
  webhookList,
  webhookRefusal,
} from './webhook.contract.ts';
import {
  deliveryResent,
  webhookCreated,
  webhookDeleted,
  webhookSecretRenewed,
  webhookSwitched,
  webhookTested,
  webhookUpdated,
} from './webhook-event.contract.ts';

interface Kept {
  readonly name: string;
  readonly url: string;
  readonly kinds: string[];
  readonly lotIds: string[];
  readonly state: 'active' | 'paused';
}

/** Returns a webhook the caller may manage, locked; throws `not-found` otherwise. */
async function lockWebhook(tx: TenantTx, id: string): Promise<Kept> {
  const [row] = await tx.query<Kept>(
    `select name, url, kinds, lot_ids, state from webhook
     where tenant_id = $1 and id = $2 and ${withinLots('$3', 'webhook')} for update`,
    [tx.tenantId, id, tx.who.lotIds],
  );
  if (!row) throw notFound(tx.who, webhookList.title);
  return row;
}

/** Returns a delivery of a webhook visible to the caller; throws `not-found` otherwise. */
async function requireDelivery(tx: TenantTx, id: string) {
  const [row] = await tx.query<{ webhookId: string; kind: string; body: string; state: string; name: string }>(
    `select d.webhook_id, d.kind, d.body, w.state, w.name from webhook_delivery d
     join webhook w on w.tenant_id = d.tenant_id and w.id = d.webhook_id
     where d.tenant_id = $1 and d.id = $2 and ${withinLots('$3', 'w')}`,
    [tx.tenantId, id, tx.who.lotIds],
  );
  if (!row) throw notFound(tx.who, deliveryList.title);
  return row;
}

const newSecret = () => `bs-${randomBytes(24).toString('base64url')}`;
const guardOf = (kernel: Kernel) => makeGuard(kernel.configuration.webhookAllow);

function emitChange(tx: TenantTx, type: typeof webhookCreated, id: string): void {
  tx.emit(type, { subjectId: id, data: { webhookId: id } });
}

/** Operations that create, change, test and delete webhooks. */
export const webhookOperations = [
  handle(createWebhook, async (tx, input, act, kernel) => {
    await checkLots(tx, input.lotIds);
    await checkAddress(guardOf(kernel), input.url);
    const id = tx.newId();
    const secret = newSecret();
    await tx.query(
      `insert into webhook (tenant_id, id, created_at, updated_at, name, url, kinds, lot_ids, secret_sealed)
       values ($1, $2, $3, $3, $4, $5, $6, $7, $8)`,
      [tx.tenantId, id, tx.now, input.name, input.url, input.kinds, input.lotIds, kernel.secrets.encrypt(secret)],
    );
    emitChange(tx, webhookCreated, id);
    act.describe({ subjectKind: 'webhook', subjectId: id, subject: input.name });
    return { id, secret };
  }),
  handle(updateWebhook, async (tx, { webhookId, ...input }, act, kernel) => {
    const before = await lockWebhook(tx, webhookId);
    await checkLots(tx, input.lotIds);
    await checkAddress(guardOf(kernel), input.url);
    await tx.query(
      `update webhook set name = $3, url = $4, kinds = $5, lot_ids = $6, updated_at = $7, version = version + 1
       where tenant_id = $1 and id = $2`,
      [tx.tenantId, webhookId, input.name, input.url, input.kinds, input.lotIds, tx.now],
    );
    emitChange(tx, webhookUpdated, webhookId);
    act.describe({ subjectKind: 'webhook', subjectId: webhookId, subject: input.name, before, after: input });
    return {};
  }),
  handle(renewWebhookSecret, async (tx, { webhookId }, act, kernel) => {
    const { name } = await lockWebhook(tx, webhookId);
    const secret = newSecret();
    await tx.query(
      'update webhook set secret_sealed = $3, updated_at = $4, version = version + 1 where tenant_id = $1 and id = $2',
      [tx.tenantId, webhookId, kernel.secrets.encrypt(secret), tx.now],
    );
    emitChange(tx, webhookSecretRenewed, webhookId);
    act.describe({ subjectKind: 'webhook', subjectId: webhookId, subject: name });
    return { secret };
  }),
  handle(switchWebhook, async (tx, { webhookId, state }, act, kernel) => {
    const before = await lockWebhook(tx, webhookId);
    await tx.query(
      `update webhook set state = $3, is_given_up = false, failing_since = null, failure_count = 0, updated_at = $4,
         version = version + 1
       where tenant_id = $1 and id = $2`,
      [tx.tenantId, webhookId, state, tx.now],
    );
    const waiting =
      state === 'active' && before.state === 'paused'
        ? await tx.query<{ id: string }>(
            `update webhook_delivery set next_at = $3 where tenant_id = $1 and webhook_id = $2 and state = 'waiting' returning id`,
            [tx.tenantId, webhookId, tx.now],
          )
        : [];
    for (const { id } of waiting) await queueAttempt(tx, kernel.jobs, id);
    emitChange(tx, webhookSwitched, webhookId);
    const { name, state: was } = before;
    act.describe({
      subjectKind: 'webhook',
      subjectId: webhookId,
      subject: name,
      before: { state: was },
      after: { state },
    });
    return { waitingCount: waiting.length };
  }),
  handle(deleteWebhook, async (tx, { webhookId }, act) => {
    const before = await lockWebhook(tx, webhookId);
    await tx.query('delete from webhook where tenant_id = $1 and id = $2', [tx.tenantId, webhookId]);
    emitChange(tx, webhookDeleted, webhookId);
    act.describe({ subjectKind: 'webhook', subjectId: webhookId, subject: before.name, before, after: undefined });
    return {};
  }),
  handleFreely(testWebhook, async (kernel, { webhookId }, { who }) => {
    const deliveryId = await kernel.database.inTenant(who!, async (tx) => {
      const { name, state } = await lockWebhook(tx, webhookId);
      if (state !== 'active') throw new Refusal(webhookRefusal['not-active']);
      const kind = 'webhook.test';
      const head = { id: tx.newId(), kind, at: tx.now, lotId: null, lotName: null };
      emitChange(tx, webhookTested, webhookId);
      tx.audit({ action: testWebhook.audit!, subjectKind: 'webhook', subjectId: webhookId, subject: name });
      return addDelivery(tx, webhookId, { kind, body: writeBody(head, {}, {}), lotId: null });
    });
    const sent = await attemptDelivery(kernel, who!.tenantId, deliveryId, sender(guardOf(kernel)));
    return sent!;
  }),
  handle(resendDelivery, async (tx, { deliveryId }, act, kernel) => {
    const { state, kind, name, webhookId } = await requireDelivery(tx, deliveryId);
    if (state !== 'active') throw new Refusal(webhookRefusal['not-active']);
    await tx.query(
      `update webhook_delivery set state = 'waiting', next_at = $3, attempt_count = 0 where tenant_id = $1 and id = $2`,
      [tx.tenantId, deliveryId, tx.now],
    );
    await queueAttempt(tx, kernel.jobs, deliveryId);
    tx.emit(deliveryResent, { subjectId: webhookId, data: { deliveryId } });
    act.describe({ subjectKind: 'webhook-delivery', subjectId: deliveryId, subject: `${name} ${kind}` });
    return {};
  }),
  handle(getDelivery, async (tx, { deliveryId }) => {
    const { body } = await requireDelivery(tx, deliveryId);
    const attempts = await tx.query<never>(
      `select at, status, failure, detail, answer, took_ms from webhook_attempt
       where tenant_id = $1 and delivery_id = $2 order by id desc limit 50`,
      [tx.tenantId, deliveryId],
    );
    return { body, attempts };
  }),
];

const SHOWN = `case when w.state = 'paused' then case when w.is_given_up then 'given-up' else 'paused' end
  when w.failing_since is not null then 'failing' else 'active' end`;

/** The webhooks visible to the caller. */
export const webhookReport = serveReport(webhookList, {
  from: 'webhook',
  as: 'w',
  lot: withinLots('?', 'w'),
  own: null,
  filters: { text: containing('w.name', 'w.url'), state: `${SHOWN} = ?` },
  columns: {
    lotNames: lotNames('w'),
    state: SHOWN,
    waitingCount: `(select count(*) from webhook_delivery d
      where d.tenant_id = w.tenant_id and d.webhook_id = w.id and d.state = 'waiting')`,
  },
  order: 'w.id desc',
});

/** The deliveries of those webhooks. */
export const deliveryReport = serveReport(deliveryList, {
  from: 'webhook_delivery',
  as: 'd',
  joins: 'join webhook w on w.tenant_id = d.tenant_id and w.id = d.webhook_id',
  lot: withinLots('?', 'w'),
  own: null,
  period: 'd.at',
  columns: { webhookName: 'w.name' },
  sorts: { at: 'd.id' },
  order: 'd.id desc',
});
