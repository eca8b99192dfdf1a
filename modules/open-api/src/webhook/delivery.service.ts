import { holdersOf } from '@boyun/access/server';
import { type Kernel, type Reaction, systemWho, type TenantTx } from '@boyun/kernel/server';
import { deliver } from '@boyun/system/server';
import { bodyOf, publicNameOf } from './payload.service.ts';
import { publishedTypes } from './public-event.contract.ts';
import type { Send, Sent } from './send.service.ts';
import { webhookGivenUp } from './webhook-event.contract.ts';

/** Name of the job that makes one attempt. */
export const DELIVER_JOB = 'deliver-webhook';

/** Delays in seconds after failed attempts; after the last attempt the delivery has failed. */
const BACK_OFF_SECONDS = [5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600];
/** A webhook is paused after failing for this long and at least this often. */
const GIVE_UP_MS = 24 * 3_600_000;
const GIVE_UP_FAILURES = 10;
/** How long deliveries are kept. */
const KEEP_MS = 30 * 24 * 3_600_000;

type Queue = Pick<Kernel['jobs'], 'send'>;

/** Queues an attempt of a delivery. */
export async function queueAttempt(tx: TenantTx, jobs: Queue, deliveryId: string, afterSeconds = 0): Promise<void> {
  await jobs.send(tx, DELIVER_JOB, { tenantId: tx.tenantId, deliveryId }, { afterSeconds });
}

/** Inserts and queues a delivery of each event for every webhook subscribed to it. */
export const deliveriesFromEvents: Reaction = {
  name: 'webhook-deliveries',
  // Known once the modules of the program are.
  get kinds() {
    return [...publishedTypes.keys()];
  },
  async pick(query, events) {
    const tenants = [...new Set(events.map((one) => one.tenantId))];
    const wanting = await query<{ tenantId: number; kind: string }>(
      `select distinct tenant_id, unnest(kinds) as kind from webhook
       where tenant_id = any($1::int[]) and state = 'active'`,
      [tenants],
    );
    const wanted = new Set(wanting.map((one) => `${one.tenantId} ${one.kind}`));
    return events.filter((one) => wanted.has(`${one.tenantId} ${publicNameOf(one)}`));
  },
  async react(tx, event, jobs) {
    const kind = publicNameOf(event);
    const webhooks = await tx.query<{ id: string }>(
      `select id from webhook where tenant_id = $1 and state = 'active' and $2 = any(kinds)
         and (cardinality(lot_ids) = 0 or $3::uuid = any(lot_ids))`,
      [tx.tenantId, kind, event.lotId],
    );
    if (webhooks.length === 0) return;
    const body = await bodyOf(tx, event);
    for (const { id } of webhooks) {
      const deliveryId = await addDelivery(tx, id, { kind, body, lotId: event.lotId });
      await queueAttempt(tx, jobs, deliveryId);
    }
  },
};

/** Inserts a delivery without queueing it and returns its id. */
export async function addDelivery(
  tx: TenantTx,
  webhookId: string,
  what: { readonly kind: string; readonly body: string; readonly lotId: string | null },
): Promise<string> {
  const id = tx.newId();
  await tx.query(
    `insert into webhook_delivery (tenant_id, id, webhook_id, lot_id, at, kind, body, next_at)
     values ($1, $2, $3, $4, $5, $6, $7, $5)`,
    [tx.tenantId, id, webhookId, what.lotId, tx.now, what.kind, what.body],
  );
  return id;
}

interface Due {
  readonly webhookId: string;
  readonly kind: string;
  readonly body: string;
  readonly url: string;
  readonly sealed: string;
}

type Sending = Pick<Kernel, 'database' | 'clock' | 'secrets' | 'jobs'>;

/** Makes one attempt of a waiting delivery; returns null when it is no longer waiting or its webhook is paused. */
export async function attemptDelivery(
  kernel: Sending,
  tenantId: number,
  deliveryId: string,
  send: Send,
): Promise<Sent | null> {
  const { database, clock, secrets } = kernel;
  const who = systemWho(tenantId);
  const [due] = await database.inTenant(
    who,
    (tx) =>
      tx.query<Due>(
        `select d.webhook_id, d.kind, d.body, w.url, w.secret_sealed as sealed from webhook_delivery d
         join webhook w on w.tenant_id = d.tenant_id and w.id = d.webhook_id
         where d.tenant_id = $1 and d.id = $2 and d.state = 'waiting' and w.state = 'active'`,
        [tenantId, deliveryId],
      ),
    { isRead: true },
  );
  if (!due) return null;
  // No transaction is open during the request: if the process ends, the delivery keeps waiting and its job remains queued.
  const sent = await send({
    id: deliveryId,
    kind: due.kind,
    url: due.url,
    secret: secrets.decrypt(due.sealed),
    body: due.body,
    at: clock.now(),
  });
  await database.inTenant(who, (tx) => record(tx, kernel.jobs, due.webhookId, deliveryId, sent));
  return sent;
}

/** Records an attempt and its consequence: delivered, retried later, failed, or webhook paused. */
async function record(tx: TenantTx, jobs: Queue, webhookId: string, deliveryId: string, sent: Sent): Promise<void> {
  const { status, failure, detail, answer, tookMs } = sent;
  await tx.query(
    `insert into webhook_attempt (tenant_id, id, delivery_id, at, status, failure, detail, answer, took_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tx.tenantId, tx.newId(), deliveryId, tx.now, status, failure, detail, answer, tookMs],
  );
  const [row] = await tx.query<{ count: number }>(
    `update webhook_delivery set attempt_count = attempt_count + 1, last_status = $3, last_failure = $4, last_took_ms = $5
     where tenant_id = $1 and id = $2 returning attempt_count as count`,
    [tx.tenantId, deliveryId, status, failure, tookMs],
  );
  if (!failure) {
    await tx.query(
      `update webhook_delivery set state = 'delivered', delivered_at = $3, next_at = null where tenant_id = $1 and id = $2`,
      [tx.tenantId, deliveryId, tx.now],
    );
    await tx.query(
      `update webhook set failing_since = null, failure_count = 0, last_success_at = $3 where tenant_id = $1 and id = $2`,
      [tx.tenantId, webhookId, tx.now],
    );
    return;
  }
  const seconds = BACK_OFF_SECONDS[row!.count - 1];
  await tx.query('update webhook_delivery set state = $3, next_at = $4 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    deliveryId,
    seconds === undefined ? 'failed' : 'waiting',
    seconds === undefined ? null : new Date(tx.now.getTime() + seconds * 1000),
  ]);
  if (seconds !== undefined) await queueAttempt(tx, jobs, deliveryId, seconds);
  const [webhook] = await tx.query<{ name: string; url: string; failingSince: Date; failureCount: number }>(
    `update webhook set failing_since = coalesce(failing_since, $3), failure_count = failure_count + 1
     where tenant_id = $1 and id = $2 and state = 'active'
     returning name, url, failing_since, failure_count`,
    [tx.tenantId, webhookId, tx.now],
  );
  if (!webhook || webhook.failureCount < GIVE_UP_FAILURES) return;
  if (tx.now.getTime() - webhook.failingSince.getTime() >= GIVE_UP_MS) await giveUp(tx, webhookId, webhook);
}

/** Pauses a webhook that has failed for a day, and notifies its managers. */
async function giveUp(tx: TenantTx, webhookId: string, webhook: { name: string; url: string }): Promise<void> {
  await tx.query(`update webhook set state = 'paused', is_given_up = true where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    webhookId,
  ]);
  const { name, url } = webhook;
  tx.emit(webhookGivenUp, { subjectId: webhookId, data: { webhookId } });
  tx.audit({
    action: 'webhook.given-up',
    subjectKind: 'webhook',
    subjectId: webhookId,
    subject: name,
    before: { state: 'active' },
    after: { state: 'paused' },
  });
  await deliver(tx, {
    kind: 'alarm',
    title: { zh: `事件推送“${name}”已自动暂停`, en: `The webhook "${name}" was paused` },
    body: {
      zh: `${url} 连续失败超过24小时，推送已暂停。修复后请在“开放接口”中恢复，未送达的事件会继续投递。`,
      en: `${url} failed for more than 24 hours and receives no more events. Resume it under Open API once it works again; waiting events are sent then.`,
    },
    path: '/_cloud_system/webhook?tab=webhooks',
    sender: 'system',
    audience: 'webhook.manage',
    accountIds: await holdersOf(tx, 'webhook.manage', null),
  });
}

/** Deletes deliveries older than a month. */
export async function sweepDeliveries(kernel: Pick<Kernel, 'database' | 'clock'>): Promise<void> {
  const before = new Date(kernel.clock.now().getTime() - KEEP_MS);
  await kernel.database.system(
    `delete from webhook_delivery where (tenant_id, id) in (
       select tenant_id, id from webhook_delivery where at < $1 limit 10000)`,
    [before],
  );
}
