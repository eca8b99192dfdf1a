import type { Covered, Tariff } from '@boyun/domain/fee';
import type { TenantTx } from '@boyun/kernel/server';
import { standingsWhere } from '@boyun/lists/contract';
import type { Settlement } from '@boyun/orders/server';
import type { ReplayResult, ReplayState } from './charge-replay.contract.ts';

/** A replay as it is kept. */
export interface Replay {
  readonly id: string;
  readonly chargeRuleId: string;
  readonly number: number;
  readonly lotIds: readonly string[];
  readonly from: Date;
  readonly to: Date;
  readonly state: ReplayState;
  readonly doneCount: number;
  readonly totalCount: number;
  readonly result: ReplayResult | null;
  readonly file: string | null;
  readonly error: string | null;
  readonly startedBy: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

/** Columns of a replay, `result` aside. */
export const REPLAY_COLUMNS = `id, charge_rule_id as "chargeRuleId", number, lot_ids as "lotIds", from_at as "from", to_at as "to",
  state, done_count as "doneCount", total_count as "totalCount", file, error, started_by as "startedBy",
  created_at as "createdAt", started_at as "startedAt", ended_at as "endedAt"`;

/** A replay, locked where it is to be changed; null where there is none that touches only lots the caller sees. */
export async function findReplay(tx: TenantTx, id: string, isLocked: boolean): Promise<Replay | null> {
  const [row] = await tx.query<Replay>(
    `select ${REPLAY_COLUMNS}, result from charge_replay
     where tenant_id = $1 and id = $2 and ($3::uuid[] is null or (lot_ids <> '{}' and lot_ids <@ $3::uuid[]))
     ${isLocked ? 'for update' : ''}`,
    [tx.tenantId, id, tx.who.lotIds],
  );
  return row ?? null;
}

/** What a run has to know of its replay. */
export interface ReplayRun {
  readonly id: string;
  readonly chargeRuleId: string;
  readonly number: number;
  readonly tariff: Tariff;
  readonly lotIds: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
  /** Which run it is; a later one ends those before. */
  readonly run: number;
  /** Standings whose cars pay nothing. The thread of a replay cannot ask for them: it does not load the modules that declare kinds of lists. */
  readonly freeStandings: readonly string[];
}

/** Notes that a run of an open replay begins, which ends those before; null when the replay is over. */
export async function beginReplay(tx: TenantTx, id: string): Promise<ReplayRun | null> {
  const [row] = await tx.query<Omit<ReplayRun, 'freeStandings'>>(
    `update charge_replay set state = 'running', started_at = $3, done_count = 0, run = run + 1
     where tenant_id = $1 and id = $2 and state in ('queued', 'running')
     returning id, charge_rule_id as "chargeRuleId", number, tariff, lot_ids as "lotIds", run,
       extract(epoch from from_at)::float8 * 1000 as "fromMs", extract(epoch from to_at)::float8 * 1000 as "toMs"`,
    [tx.tenantId, id, tx.now],
  );
  return row ? { ...row, freeStandings: standingsWhere((kind) => kind.isFree) } : null;
}

/** Says how far a run has come; false when it is over: cancelled, or a later run has begun. */
export async function noteProgress(tx: TenantTx, run: ReplayRun, done: number, total: number): Promise<boolean> {
  const rows = await tx.query(
    `update charge_replay set done_count = $4, total_count = $5
     where tenant_id = $1 and id = $2 and state = 'running' and run = $3 returning id`,
    [tx.tenantId, run.id, run.run, done, total],
  );
  return rows.length > 0;
}

/** A past stay, as lean as a million of them should be. */
export interface PastStay {
  readonly id: string;
  readonly orderNo: string;
  readonly lotId: string;
  readonly plate: string;
  readonly plateColor: number;
  readonly vehicleKind: string | null;
  /** Its cars pay nothing at all. */
  readonly isFree: boolean;
  /** Microseconds since 1970: exact, and quick to read. */
  readonly enteredMicros: number;
  readonly leftMicros: number;
  readonly feeFen: number;
  readonly reducedFen: number;
  /** What of it lists covered; the tariff that is tried decides what that time costs. */
  readonly coveredFen: number;
  readonly settlements: readonly Settlement[] | null;
  /** What lists covered of it; null where it came in by none. */
  readonly covered: readonly Covered[] | null;
}

/** Where the reading of past stays has come to. */
export interface StayPlace {
  readonly enteredMicros: number;
  readonly id: string;
}

const WITHIN = `tenant_id = $1 and lot_id = any($2::uuid[]) and entered_at >= to_timestamp($3::float8 / 1000)
  and entered_at < to_timestamp($4::float8 / 1000) and parking_state in ('left', 'no-exit') and left_at is not null`;

/** How many stays a run goes over. */
export async function countStays(tx: TenantTx, run: ReplayRun): Promise<number> {
  const [row] = await tx.query<{ count: number }>(`select count(*) as count from stay_fact where ${WITHIN}`, [
    tx.tenantId,
    run.lotIds,
    run.fromMs,
    run.toMs,
  ]);
  return row!.count;
}

/** The next stays of a run after a place, in the order of their entries. */
export function findStays(tx: TenantTx, run: ReplayRun, after: StayPlace | null, count: number): Promise<PastStay[]> {
  return tx.query<PastStay>(
    `select id, order_no as "orderNo", lot_id as "lotId", plate, plate_color as "plateColor", vehicle_kind as "vehicleKind",
       standing = any($8::text[]) as "isFree", (extract(epoch from entered_at) * 1000000)::bigint as "enteredMicros",
       (extract(epoch from left_at) * 1000000)::bigint as "leftMicros", fee_fen as "feeFen", reduced_fen as "reducedFen",
       case when reduced_fen > 0 then (select coalesce(sum(amount_fen), 0)::bigint from reduction_fact r
         where r.tenant_id = $1 and r.order_id = stay_fact.id and r.source = 'list' and r.kind = 'minutes')
         else 0 end as "coveredFen",
       nullif(settlements, '[]') as settlements,
       case when list_entry_id is not null then (
         select jsonb_agg(jsonb_build_object('fromMs', line->'fromMs', 'toMs', line->'toMs'))
         from jsonb_array_elements(fee_lines) as line where line->>'rule' like '%.covered') end as covered
     from stay_fact
     where ${WITHIN} and (entered_at, id) > (timestamptz 'epoch' + $5::bigint * interval '1 microsecond', $6::uuid)
     order by entered_at, id limit $7`,
    [
      tx.tenantId,
      run.lotIds,
      run.fromMs,
      run.toMs,
      after?.enteredMicros ?? 0,
      after?.id ?? '00000000-0000-0000-0000-000000000000',
      count,
      run.freeStandings,
    ],
  );
}
