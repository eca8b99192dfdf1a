import { lotCondition, type TenantTx } from '@boyun/kernel/server';
import { type AlarmKind, type AlarmSeverity, type AlarmState, DEVICE_KINDS } from './alarm.contract.ts';

/** An open alarm about a car at a lane. */
export interface OpenAlarm {
  readonly id: string;
  readonly raisedAt: Date;
  readonly kind: AlarmKind;
  readonly severity: keyof typeof AlarmSeverity;
  readonly state: AlarmState;
  readonly lotId: string;
  readonly laneId: string;
  readonly plate: string | null;
  readonly description: string;
  readonly picture: string | null;
  readonly passingId: string | null;
  readonly orderId: string | null;
  readonly claimedById: string | null;
  readonly claimedByName: string | null;
  /** The number of all that match, also beyond the limit. */
  readonly totalCount: number;
}

/** Not for the attendant: a car that overstays is at no lane, and barriers opened by hand are for the manager to look at. */
const NOT_AT_LANES: readonly string[] = [
  ...DEVICE_KINDS,
  ...(['forced-open', 'overstay', 'patrol'] satisfies AlarmKind[]),
];

/** The oldest open alarms about cars at lanes since a time, within the caller's lots and own records. */
export function openLaneAlarms(
  tx: TenantTx,
  of: { readonly lotId: string | null; readonly since: Date; readonly limit: number },
): Promise<OpenAlarm[]> {
  const conditions = lotCondition(tx.who, 'a')
    .add('a.lot_id = ?', of.lotId)
    .add('a.id >= first_uuid(?)', of.since)
    .add('a.kind <> all(?::text[])', NOT_AT_LANES)
    .add('(a.claimed_by is null or a.claimed_by = ?)', tx.who.isOwnOnly ? tx.who.userId : null);
  return tx.query<OpenAlarm>(
    `select a.id, a.raised_at, a.kind, a.severity, a.state, a.lot_id, a.lane_id, a.plate,
       a.description_${tx.who.language} as description, a.picture, a.passing_id, a.order_id,
       a.claimed_by as "claimedById", a.claimed_by_name, (count(*) over ())::int as "totalCount"
     from alarm a where ${conditions.sql} and a.state in ('new', 'claimed') and a.lane_id is not null
     order by a.id limit ${conditions.place(of.limit)}`,
    conditions.values,
  );
}
