import { laneClosedByHand, laneOpenedByHand } from '@boyun/devices/contract';
import { noPlate } from '@boyun/domain/plate';
import { deriveFrom, type EventData, type Label, onEvent } from '@boyun/kernel/contract';
import type { EventRow, Reaction, TenantTx } from '@boyun/kernel/server';
import {
  type Corrected,
  orderClosedByHand,
  orderPictureCorrected,
  orderPlateCorrected,
  orderTimesCorrected,
  orderWaived,
  stayRestored,
  stayVoided,
} from '@boyun/orders/contract';
import { passingSettledByHand, plateMatched } from '@boyun/passings/contract';
import type { AbnormalType } from './sentry-operation.contract.ts';

type Type = keyof typeof AbnormalType;
type Change = EventData<Corrected>['changes'][number];

/** An operation as its event records it. */
interface Operation {
  /** Null where the event is no operation outside the normal course. */
  readonly type: Type | null;
  readonly orderId?: string | null;
  readonly plate?: string | null;
  readonly reason?: string | null;
  readonly laneId?: string | null;
  readonly passingId?: string | null;
  readonly picture?: string | null;
  readonly requestedBy?: string;
  readonly requestedById?: string | null;
  readonly detail?: Label | null;
}

/** A plate correction that keeps the plate and changes its colour only changes the kind of car. */
const isKindAlone = (changes: readonly Change[]) =>
  !changes.some((one) => one.label.en.startsWith('Plate') && one.label.en !== 'Plate colour');

function changesInWords(changes: readonly Change[]): Label | null {
  if (changes.length === 0) return null;
  const words = (language: 'zh' | 'en') =>
    changes.map((one) => `${one.label[language]} ${one.before[language]} → ${one.after[language]}`).join('；');
  return { zh: words('zh'), en: words('en').replaceAll('；', '; ') };
}

const corrected = (type: Type, data: EventData<Corrected>): Operation => ({
  ...data,
  type,
  detail: changesInWords(data.changes ?? []),
});

function plateInWords({ plateBefore, plate }: { readonly plateBefore: string; readonly plate: string }): Label {
  return plateBefore === noPlate
    ? { zh: `无牌 → ${plate}`, en: `No plate → ${plate}` }
    : { zh: `车牌 ${plateBefore} → ${plate}`, en: `Plate ${plateBefore} → ${plate}` };
}

const isExit = ({ direction }: { readonly direction: string | null }) => direction === 'exit';

/** The events that are such operations. */
const OPERATIONS = [
  onEvent(laneOpenedByHand, (data): Operation => ({ ...data, type: 10 })),
  onEvent(laneClosedByHand, (data): Operation => ({ ...data, type: isExit(data) ? 6 : 5 })),
  onEvent(passingSettledByHand, (data): Operation => {
    const admitted = isExit(data) ? 2 : 3;
    return { ...data, type: data.outcome === 'free' ? 11 : data.outcome === 'admit' ? admitted : null };
  }),
  onEvent(plateMatched, (data): Operation => ({ ...data, type: 1, detail: plateInWords(data) })),
  onEvent(orderPlateCorrected, (data) => corrected(isKindAlone(data.changes ?? []) ? 7 : 1, data)),
  onEvent(orderTimesCorrected, (data) => corrected(8, data)),
  onEvent(orderPictureCorrected, (data) => ({ ...corrected(9, data), picture: data.picture })),
  onEvent(orderWaived, (data) => corrected(4, data)),
  onEvent(orderClosedByHand, (data) => corrected(12, data)),
  onEvent(stayVoided, (data) => corrected(4, data)),
  onEvent(stayRestored, (data) => corrected(4, data)),
];

/** What is done at a lane, while a car or a driver waits there; everything else is done at an order. */
const LANE_ACTS: ReadonlySet<string> = new Set(
  [laneOpenedByHand, laneClosedByHand, passingSettledByHand, plateMatched].map(({ kind }) => kind),
);

/**
 * SQL of the source of an operation, by the place where it was done: in a booth by whoever is on duty there, in answer to a driver's call, at
 * a lane from afar, otherwise on a page of the platform. Parameters: the person, the moment, whether it was done at a lane.
 */
const SOURCE = `case
  when not $5 then 3
  when exists (select from shift d where d.tenant_id = $1 and d.account_id = $16 and d.sentry_id = s.sentry_id
    and d.opened_at <= $3 and (d.closed_at is null or d.closed_at > $3)) then 2
  when exists (select from lane_call_fact c where c.tenant_id = $1 and c.lane_id = place.lane_id and c.answered_by = $16
    and c.answered_at <= $3 and (c.ended_at is null or c.ended_at > $3)) then 4
  else 1 end`;

/** Reaction that files manual operations outside the normal course in the sentry operation log. */
export const fileSentryOperations: Reaction = {
  name: 'sentry-operations',
  kinds: OPERATIONS.map(({ type }) => type.kind),
  async react(tx: TenantTx, event: EventRow) {
    const data = deriveFrom(OPERATIONS, event);
    if (!data || data.type === null || !event.lotId) return;
    const { detail } = data;
    // Attributed to the account that requested a correction, not to the one that approved it.
    const [person] = await tx.query<{ id: string; name: string }>(
      `select id, name from account_fact
       where tenant_id = $1 and case when $3::uuid is null then account = $2 else id = $3 end order by id desc limit 1`,
      [tx.tenantId, event.actor, data.requestedById ?? null],
    );
    await tx.query(
      `insert into sentry_operation (tenant_id, id, at, abnormal_type, source, lot_id, lane_id, sentry_id, order_id, plate,
         person_id, person_name, reason, detail_zh, detail_en, picture)
       select $1, $2, $3, $4, ${SOURCE}, $6, place.lane_id, s.sentry_id, $7, coalesce($8, place.plate), $16, $9, $10, $11, $12, coalesce($15, place.picture)
       from (select coalesce($13::uuid, o.exit_lane_id, o.entry_lane_id) as lane_id, coalesce(o.plate, p.plate) as plate,
           coalesce(p.picture, o.exit_picture, o.entry_picture) as picture
         from (select 1) as one
         left join stay_fact o on o.tenant_id = $1 and o.id = $7::uuid
         left join passing_fact p on p.tenant_id = $1 and p.id = $14::uuid) place
       left join sentry_lane s on s.tenant_id = $1 and s.lane_id = place.lane_id
       on conflict do nothing`,
      [
        tx.tenantId,
        event.id,
        event.recordedAt,
        data.type,
        LANE_ACTS.has(event.kind),
        event.lotId,
        data.orderId ?? null,
        data.plate ?? null,
        person?.name ?? data.requestedBy ?? event.actor,
        data.reason ?? null,
        detail?.zh ?? null,
        detail?.en ?? null,
        data.laneId ?? null,
        data.passingId ?? null,
        data.picture ?? null,
        person?.id ?? null,
      ],
    );
  },
};
