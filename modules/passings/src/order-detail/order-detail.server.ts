import { type AnyEventType, readEventData } from '@boyun/kernel/contract';
import { actorName, handle, type Kernel, type TenantTx } from '@boyun/kernel/server';
import { findMoneyOf, takesPhonePayments } from '@boyun/money/server';
import { getOrder } from '@boyun/orders/contract';
import { describeOrder, STAY } from '@boyun/orders/server';
import { passingRecorded } from '../passing/passing-event.contract.ts';

/** Returns an order with its payments and timeline; served by passings, which may read every module the timeline needs. */
export const getOrderServer = handle(getOrder, async (tx, { orderId }, _act, kernel) => {
  const described = await describeOrder(tx, orderId);
  const { order } = described;
  const payPath = order.payPath && (await takesPhonePayments(tx, order.lotId)) ? order.payPath : null;
  return {
    ...described,
    order: { ...order, payPath },
    payments: await findMoneyOf(tx, STAY, orderId),
    timeline: await findTimeline(tx, orderId, kernel),
  };
});

/** The events of the order itself, of its passings, of the commands to barriers for them, and of the alarms they raised. */
const TIMELINE = `
  with passed as (select id from passing where tenant_id = $1 and order_id = $2 and voided_at is null)
  select kind, data, actor, at, recorded_at from event
  where tenant_id = $1 and subject_id in (
    select $2::uuid
    union select id from passed
    union select g.id from passed join gate_command_fact g on g.tenant_id = $1 and g.passing_id = passed.id
      and g.id >= first_uuid(uuid_time(passed.id) - interval '1 hour')
    union select a.id from passed join alarm_fact a on a.tenant_id = $1 and a.passing_id = passed.id
    union select a.id from alarm_fact a where a.tenant_id = $1 and a.order_id = $2)
  -- A passing comes before what was made of it in the same moment.
  order by at, kind <> $3, seq`;

/** A device report that arrives later than this is marked as late. */
const LATE_MS = 60_000;

/** Line of the timeline for an event: the text its declaration defines, else its kind. */
function lineOf(type: AnyEventType | undefined, kind: string, recorded: Readonly<Record<string, unknown>>) {
  const data = type ? readEventData(type, recorded) : {};
  const line = type?.timeline?.(data) ?? { zh: kind, en: kind, tone: 'neutral' as const };
  return { ...line, picture: type?.picture ? ((data[type.picture] as string | null) ?? null) : null };
}

async function findTimeline(tx: TenantTx, orderId: string, { contracts }: Pick<Kernel, 'contracts'>) {
  const types = new Map(contracts.flatMap((one) => one.events).map((one) => [one.kind, one]));
  const events = await tx.query<{
    kind: string;
    data: Record<string, unknown>;
    actor: string;
    at: Date;
    recordedAt: Date;
  }>(TIMELINE, [tx.tenantId, orderId, passingRecorded.kind]);
  return events.map(({ kind, data, actor, at, recordedAt }) => ({
    at,
    kind,
    ...lineOf(types.get(kind), kind, data),
    actorName: actorName(actor, tx.who.language),
    isLate: recordedAt.getTime() - at.getTime() > LATE_MS,
  }));
}
