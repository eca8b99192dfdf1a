import { actorName, handle, type TenantTx } from '@boyun/kernel/server';
import { getOrder } from '@boyun/orders/contract';
import { describeOrder } from '@boyun/orders/server';
import { findPayments, takesPhonePayments } from '@boyun/payments/server';
import { eventLine } from './timeline-text.service.ts';

/** An order with its payments and all that happened to it: answered here because passings know everything that belongs to one. */
export const getOrderServer = handle(getOrder, async (tx, { orderId }) => {
  const described = await describeOrder(tx, orderId);
  const { order } = described;
  const payPath = order.payPath && (await takesPhonePayments(tx, order.lotId)) ? order.payPath : null;
  return {
    ...described,
    order: { ...order, payPath },
    payments: await findPayments(tx, orderId),
    timeline: await findTimeline(tx, orderId),
  };
});

/** The events of the order itself, of its passings, of the commands to barriers for them, and of the alarms they raised. */
const TIMELINE = `
  with passed as (select id from passing where tenant_id = $1 and order_id = $2)
  select kind, data, actor, at, recorded_at as "recordedAt" from event
  where tenant_id = $1 and subject_id in (
    select $2::uuid
    union select id from passed
    union select g.id from passed join gate_command g on g.tenant_id = $1 and g.passing_id = passed.id
      and g.id >= first_uuid(uuid_time(passed.id) - interval '1 hour')
    union select a.id from passed join alarm a on a.tenant_id = $1 and a.passing_id = passed.id
    union select a.id from alarm a where a.tenant_id = $1 and a.order_id = $2)
  -- A passing comes before what was made of it in the same moment.
  order by at, kind <> 'passing.recorded', seq`;

/** Events that show what was seen. */
const WITH_PICTURE = new Set(['passing.recorded', 'order.picture-corrected']);

/** From here on what a device told is told late. */
const LATE_MS = 60_000;

async function findTimeline(tx: TenantTx, orderId: string) {
  const events = await tx.query<{
    kind: string;
    data: Record<string, unknown>;
    actor: string;
    at: Date;
    recordedAt: Date;
  }>(TIMELINE, [tx.tenantId, orderId]);
  return events.map(({ kind, data, actor, at, recordedAt }) => ({
    at,
    kind,
    ...eventLine(kind, data),
    actorName: actorName(actor, tx.who.language),
    picture: WITH_PICTURE.has(kind) ? ((data.picture as string | null) ?? null) : null,
    isLate: recordedAt.getTime() - at.getTime() > LATE_MS,
  }));
}
