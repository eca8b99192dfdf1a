import type { TidalWindow } from '@boyun/domain/tidal';
import type { TenantTx } from '@boyun/kernel/server';
import type { DuplicateEntryPolicy, LotKind, LotState } from '../lot/lot.contract.ts';
import type {
  FullPolicy,
  LaneDirection,
  LaneMode,
  NoPlatePolicy,
  PassPolicy,
  UnmatchedPolicy,
} from './lane.contract.ts';

/** Everything that decides how cars pass a lane: its policies, its gate, and the rules of its lot. */
export interface LaneSetting {
  readonly laneId: string;
  readonly laneName: string;
  readonly laneCode: string;
  readonly direction: LaneDirection;
  /** Weekly periods in which the lane runs in a direction other than `direction`. */
  readonly tidalPlan: readonly TidalWindow[];
  readonly mode: keyof typeof LaneMode;
  /** How it treats cars by their standing, and `large` vehicles; kinds of lists without an entry follow their default. */
  readonly policies: Readonly<Record<string, keyof typeof PassPolicy>>;
  readonly whenFull: keyof typeof FullPolicy;
  readonly noPlate: keyof typeof NoPlatePolicy;
  readonly unmatched: keyof typeof UnmatchedPolicy;
  readonly gateId: string;
  readonly gateName: string;
  readonly lotId: string;
  readonly lotName: string;
  readonly lotCode: string;
  readonly lotKind: keyof typeof LotKind;
  readonly lotState: keyof typeof LotState;
  readonly outerLotId: string | null;
  /** IANA time zone of every day, month and tariff boundary of the lot. */
  readonly timeZone: string;
  readonly capacity: number;
  readonly duplicateEntry: keyof typeof DuplicateEntryPolicy;
  readonly orderLockSeconds: number;
  /** A car that owes more is stopped at the entry; null means no limit. */
  readonly arrearsLimitFen: number | null;
  /** Whether debts of earlier stays are collected with the fee at the exit. */
  readonly hasDebtCollection: boolean;
}

/** SQL for the policies of a lane as one object by standing; `lane` is the name its row has in the statement. */
export const policiesOf = (lane: string): string =>
  `(select coalesce(jsonb_object_agg(standing, policy), '{}') from lane_policy
    where tenant_id = ${lane}.tenant_id and lane_id = ${lane}.id)`;

/** SQL for the mode of a lane at a moment; `lane` is the name its row has in the statement, `now` a place such as `$3`. */
export const modeOf = (lane: string, now: string): string =>
  `case when ${lane}.mode_until <= ${now} then 'normal' else ${lane}.mode end`;

// Five primary key look-ups; runs at each passing.
const LANE_SETTING = `
  select lane.id as "laneId", lane.name as "laneName", lane.code as "laneCode", lane.direction,
    ${modeOf('lane', '$3')} as mode,
    lane.tidal_plan, ${policiesOf('lane')} as policies,
    lane.when_full, lane.no_plate, lane.unmatched, gate.id as "gateId", gate.name as "gateName",
    lot.id as "lotId", lot.name as "lotName", lot.code as "lotCode", lot.kind as "lotKind", lot.state as "lotState",
    lot.outer_lot_id, lot.time_zone, lot.capacity, lot.duplicate_entry,
    coalesce(lot.order_lock_seconds, ts.order_lock_seconds, 120) as "orderLockSeconds",
    coalesce(lot.arrears_limit_fen, ts.arrears_limit_fen) as "arrearsLimitFen",
    lot.has_debt_collection
  from lane
  join gate on gate.tenant_id = lane.tenant_id and gate.id = lane.gate_id
  join lot on lot.tenant_id = lane.tenant_id and lot.id = lane.lot_id
  left join tenant_setting_fact ts on ts.tenant_id = lane.tenant_id
  where lane.tenant_id = $1 and lane.id = $2`;

/** Returns the setting of a lane in one statement; null when the tenant has no such lane. The caller must check the lot scope. */
export async function findLaneSetting(tx: TenantTx, laneId: string): Promise<LaneSetting | null> {
  const [row] = await tx.query<LaneSetting>(LANE_SETTING, [tx.tenantId, laneId, tx.now]);
  return row ?? null;
}
