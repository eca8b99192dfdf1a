import { noPlate } from '@boyun/domain/plate';
import type { Label } from '@boyun/kernel/contract';
import type { EventRow, Reaction, TenantTx } from '@boyun/kernel/server';
import type { AbnormalType, LogSource } from './sentry-operation.contract.ts';

type Type = keyof typeof AbnormalType;
interface Change {
  readonly key?: string;
  readonly label: Label;
  readonly before: Label;
  readonly after: Label;
}
interface Data {
  readonly laneId?: string;
  readonly orderId?: string | null;
  readonly passingId?: string;
  readonly direction?: string;
  readonly outcome?: string;
  readonly plate?: string | null;
  readonly plateBefore?: string;
  readonly reason?: string;
  readonly requestedBy?: string;
  readonly requestedById?: string | null;
  readonly picture?: string;
  readonly changes?: readonly Change[];
}

const isExit = (data: Data) => data.direction === 'exit';
/** A plate correction that keeps the plate and changes its colour only changes the kind of car. */
const isKindAlone = ({ changes = [] }: Data) =>
  !changes.some((one) => one.label.en.startsWith('Plate') && one.label.en !== 'Plate colour');

/** Maps the events that are such operations to their type; null where an event is none. */
const TYPES: Readonly<Record<string, (data: Data) => Type | null>> = {
  'lane.opened-by-hand': () => 10,
  'lane.closed-by-hand': (data) => (isExit(data) ? 6 : 5),
  'passing.settled-by-hand': (data) =>
    data.outcome === 'free' ? 11 : data.outcome === 'admit' ? (isExit(data) ? 2 : 3) : null,
  'passing.plate-matched': () => 1,
  'order.plate-corrected': (data) => (isKindAlone(data) ? 7 : 1),
  'order.times-corrected': () => 8,
  'order.picture-corrected': () => 9,
  'order.waived': () => 4,
  'order.closed-by-hand': () => 12,
  'stay.voided': () => 4,
  'stay.restored': () => 4,
};

function detailOf({ changes, plate, plateBefore }: Data): Label | null {
  if (plateBefore === noPlate) return { zh: `无牌 → ${plate}`, en: `No plate → ${plate}` };
  if (plateBefore) return { zh: `车牌 ${plateBefore} → ${plate}`, en: `Plate ${plateBefore} → ${plate}` };
  if (!changes || changes.length === 0) return null;
  const words = (language: 'zh' | 'en') =>
    changes.map((one) => `${one.label[language]} ${one.before[language]} → ${one.after[language]}`).join('；');
  return { zh: words('zh'), en: words('en').replaceAll('；', '; ') };
}

const SOURCES: Readonly<Record<string, keyof typeof LogSource>> = {
  'cloud-attendant': 1,
  'booth-attendant': 2,
  collector: 2,
  'customer-service': 4,
};

/** Reaction that files manual operations outside the normal course in the sentry operation log. */
export const fileSentryOperations: Reaction = {
  name: 'sentry-operations',
  kinds: Object.keys(TYPES),
  async react(tx: TenantTx, event: EventRow) {
    const data = event.data as Data;
    const type = TYPES[event.kind]!(data);
    if (type === null || !event.lotId) return;
    const orderId = data.orderId ?? (event.kind.startsWith('stay.') ? event.subjectId : null);
    const detail = detailOf(data);
    // Attributed to the account that requested a correction, not to the one that approved it.
    const [person] = await tx.query<{ id: string; name: string; jobKind: string | null }>(
      `select id, name, job_kind from account_fact
       where tenant_id = $1 and case when $3::uuid is null then account = $2 else id = $3 end order by id desc limit 1`,
      [tx.tenantId, event.actor, data.requestedById ?? null],
    );
    await tx.query(
      `insert into sentry_operation (tenant_id, id, at, abnormal_type, source, lot_id, lane_id, sentry_id, order_id, plate,
         person_id, person_name, reason, detail_zh, detail_en, picture)
       select $1, $2, $3, $4, $5, $6, place.lane_id, s.sentry_id, $7, coalesce($8, place.plate), $16, $9, $10, $11, $12, coalesce($15, place.picture)
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
        type,
        SOURCES[person?.jobKind ?? ''] ?? 3,
        event.lotId,
        orderId,
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
