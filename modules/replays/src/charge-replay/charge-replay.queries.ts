import type { Covered, Tariff } from '@boyun/domain/fee';
import type { TenantTx } from '@boyun/kernel/server';
import { standingsWhere } from '@boyun/lists/contract';
import type { Settlement } from '@boyun/orders/server';
import type { ReplayResult, ReplayState } from './charge-replay.contract.ts';

/** A replay. */
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
  readonly taskId: string | null;
  /** Until when the file is kept; null where it always is, or there is none. */
  readonly fileUntil: Date | null;
}

/** Columns of a replay except `result`. */
export const REPLAY_COLUMNS = `id, charge_rule_id, number, lot_ids, from_at as "from", to_at as "to",
  state, done_count, total_count, file, error, started_by,
  created_at, started_at, ended_at, task_id, file_until`;

/** A replay; null if it does not exist or covers lots outside the caller's scope. */
export async function findReplay(tx: TenantTx, id: string): Promise<Replay | null> {
  const [row] = await tx.query<Replay>(
    `select ${REPLAY_COLUMNS}, result from charge_replay
     where tenant_id = $1 and id = $2 and ($3::uuid[] is null or (lot_ids <> '{}' and lot_ids <@ $3::uuid[]))`,
    [tx.tenantId, id, tx.who.lotIds],
  );
  return row ?? null;
}

/** Input of a run of a replay. */
export interface ReplayRun {
  readonly id: string;
  readonly chargeRuleId: string;
  readonly number: number;
  readonly tariff: Tariff;
  readonly lotIds: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
  /** Standings whose cars pay nothing; passed in because the thread does not load the modules that declare kinds of lists. */
  readonly freeStandings: readonly string[];
}

/** Starts a run of an open replay; returns it with the name of the rule, or null if the replay is over. */
export async function beginReplay(tx: TenantTx, id: string): Promise<(ReplayRun & { ruleName: string }) | null> {
  const [row] = await tx.query<Omit<ReplayRun, 'freeStandings'> & { ruleName: string }>(
    `update charge_replay set state = 'running', started_at = $3, done_count = 0
     where tenant_id = $1 and id = $2 and state in ('queued', 'running')
     returning id, charge_rule_id, number, tariff, lot_ids, (select r.name from charge_rule_fact r
         where r.tenant_id = charge_replay.tenant_id and r.id = charge_rule_id) as "ruleName",
       extract(epoch from from_at)::float8 * 1000 as "fromMs", extract(epoch from to_at)::float8 * 1000 as "toMs"`,
    [tx.tenantId, id, tx.now],
  );
  return row ? { ...row, freeStandings: standingsWhere((kind) => kind.isFree) } : null;
}

/** Records the progress of a replay. */
export async function noteProgress(tx: TenantTx, id: string, done: number, total: number): Promise<void> {
  await tx.query(
    `update charge_replay set done_count = $3, total_count = $4 where tenant_id = $1 and id = $2 and state = 'running'`,
    [tx.tenantId, id, done, total],
  );
}

/** A past stay, with only the fields a replay of a million stays needs. */
export interface PastStay {
  readonly id: string;
  readonly orderNo: string;
  readonly lotId: string;
  readonly plate: string;
  readonly plateColor: number;
  readonly vehicleKind: string | null;
  readonly spotKind: string | null;
  /** Whether its standing is free of all fees. */
  readonly isFree: boolean;
  /** Microseconds since 1970: exact and fast to parse. */
  readonly enteredMicros: number;
  readonly leftMicros: number;
  /** The moment its fee was computed for: a car that pays at the exit is not charged for the time it waits there. */
  readonly pricedMicros: number;
  readonly feeFen: number;
  readonly reducedFen: number;
  /** Amount covered by lists, in fen; the replayed tariff prices the covered time itself. */
  readonly coveredFen: number;
  readonly settlements: readonly Settlement[] | null;
  /** Time spans covered by lists; null if no list entry was used. */
  readonly covered: readonly Covered[] | null;
}

/** Cursor of the read over past stays. */
export interface StayPlace {
  readonly enteredMicros: number;
  readonly id: string;
}

const WITHIN = `tenant_id = $1 and lot_id = any($2::uuid[]) and entered_at >= to_timestamp($3::float8 / 1000)
  and entered_at < to_timestamp($4::float8 / 1000) and parking_state in ('left', 'no-exit') and left_at is not null`;

/** Number of stays of a run. */
export async function countStays(tx: TenantTx, run: ReplayRun): Promise<number> {
  const [row] = await tx.query<{ count: number }>(`select count(*) as count from stay_fact where ${WITHIN}`, [
    tx.tenantId,
    run.lotIds,
    run.fromMs,
    run.toMs,
  ]);
  return row!.count;
}

/** The next stays of a run after a cursor, ordered by entry. */
export function findStays(tx: TenantTx, run: ReplayRun, after: StayPlace | null, count: number): Promise<PastStay[]> {
  return tx.query<PastStay>(
    `select id, order_no, lot_id, plate, plate_color, vehicle_kind, spot_kind,
       standing = any($8::text[]) as "isFree", (extract(epoch from entered_at) * 1000000)::bigint as "enteredMicros",
       (extract(epoch from left_at) * 1000000)::bigint as "leftMicros",
       -- A stay that ended in debt was priced when it left.
       (extract(epoch from case when due_fen <= 0 and pay_state <> 'settled' then least(quoted_at, left_at) else left_at end)
         * 1000000)::bigint as "pricedMicros", fee_fen, reduced_fen,
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
