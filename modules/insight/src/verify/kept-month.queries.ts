import { type Kernel, type Query, systemWho } from '@boyun/kernel/server';
import type { CheckFinding, Figures } from './check.service.ts';
import type { Month } from './slice.service.ts';

/** The result of a check on a closed month. */
export interface KeptMonth extends CheckFinding {
  readonly month: Month;
  readonly checkKey: string;
  readonly checkedAt: Date;
  readonly isStale: boolean;
  readonly figures: Figures;
  readonly tookMs: number;
}

/** The closed months of a tenant that were checked, with what was found. */
export function keptMonths(query: Query, tenantId: number): Promise<KeptMonth[]> {
  return query<KeptMonth>(
    `select month, check_key, checked_at, stale_at is not null as "isStale",
       checked_count, broken_count, broken, figures, took_ms
     from verify_month where tenant_id = $1 and checked_at is not null order by month, check_key`,
    [tenantId],
  );
}

/** Records that a check of a month begins: later changes make its result stale. */
export async function beginMonth(query: Query, tenantId: number, month: Month, checkKey: string): Promise<void> {
  await query(
    `insert into verify_month (tenant_id, month, check_key) values ($1, $2, $3)
     on conflict (tenant_id, month, check_key) do update set stale_at = null`,
    [tenantId, month, checkKey],
  );
}

/** Stores the result of a check on a month. */
export async function keepMonth(query: Query, tenantId: number, found: Omit<KeptMonth, 'isStale'>): Promise<void> {
  await query(
    `update verify_month set checked_at = $4, checked_count = $5, broken_count = $6, broken = $7, figures = $8, took_ms = $9
     where tenant_id = $1 and month = $2 and check_key = $3`,
    [
      tenantId,
      found.month,
      found.checkKey,
      found.checkedAt,
      found.checkedCount,
      found.brokenCount,
      JSON.stringify(found.broken),
      JSON.stringify(found.figures),
      found.tookMs,
    ],
  );
}

/** Has months checked again: those given, or all; the answer is how many there are. */
export async function markStale(
  query: Query,
  tenantId: number,
  months: readonly Month[] | null,
  now: Date,
): Promise<number> {
  const rows = await query<{ month: Month }>(
    `update verify_month set stale_at = $3 where tenant_id = $1 and ($2::date[] is null or month = any($2)) and stale_at is null
     returning month`,
    [tenantId, months, now],
  );
  return new Set(rows.map((one) => one.month)).size;
}

/** The verification of a tenant under way, or its last one. */
export interface VerifyRun {
  readonly startedAt: Date;
  readonly seenAt: Date;
  readonly doneSteps: number;
  readonly totalSteps: number;
  readonly finishedAt: Date | null;
  readonly lastFullAt: Date | null;
  readonly results: readonly Record<string, unknown>[] | null;
}

/** The last verification of a tenant, or null. */
export async function findRun(query: Query, tenantId: number): Promise<VerifyRun | null> {
  const [run] = await query<VerifyRun>(
    `select started_at, seen_at, done_steps, total_steps,
       finished_at, last_full_at, results
     from verify_run where tenant_id = $1`,
    [tenantId],
  );
  return run ?? null;
}

/** Stores the progress of a verification; with `results` it is finished. */
export async function noteRun(
  query: Query,
  tenantId: number,
  run: { startedAt: Date; now: Date; done: number; total: number; results?: readonly object[] },
): Promise<void> {
  await query(
    `insert into verify_run (tenant_id, started_at, seen_at, done_steps, total_steps, finished_at, last_full_at, results)
     values ($1, $2, $3, $4, $5, case when $6::jsonb is not null then $3::timestamptz end,
       case when $6::jsonb is not null then $3::timestamptz end, $6)
     on conflict (tenant_id) do update set started_at = excluded.started_at, seen_at = excluded.seen_at,
       done_steps = excluded.done_steps, total_steps = excluded.total_steps, finished_at = excluded.finished_at,
       last_full_at = coalesce(excluded.last_full_at, verify_run.last_full_at),
       results = coalesce(excluded.results, verify_run.results)`,
    [tenantId, run.startedAt, run.now, run.done, run.total, run.results ? JSON.stringify(run.results) : null],
  );
}

/** A closed month with the results of all checks. */
export interface MonthState {
  readonly month: Month;
  readonly checkedAt: Date;
  readonly checkedCount: number;
  readonly brokenCount: number;
  readonly isStale: boolean;
}

/** The findings of each month together, latest month first. */
export function monthStates(kept: readonly KeptMonth[]): MonthState[] {
  return [...Map.groupBy(kept, (one) => one.month)]
    .map(([month, all]) => ({
      month,
      checkedAt: new Date(Math.max(...all.map((one) => one.checkedAt.getTime()))),
      checkedCount: all.reduce((sum, one) => sum + one.checkedCount, 0),
      brokenCount: all.reduce((sum, one) => sum + one.brokenCount, 0),
      isStale: all.some((one) => one.isStale),
    }))
    .reverse();
}

type Reading = Pick<Kernel, 'database'>;

/** The closed months of a tenant that were checked, latest first. */
export function keptMonthsOf({ database }: Reading, tenantId: number): Promise<MonthState[]> {
  const read = { isRead: true };
  return database.inTenant(systemWho(tenantId), async (tx) => monthStates(await keptMonths(tx.query, tenantId)), read);
}

/** Has all closed months of a tenant checked again; the answer is how many there are. */
export function reopenMonths({ database }: Reading, tenantId: number): Promise<number> {
  return database.inTenant(systemWho(tenantId), (tx) => markStale(tx.query, tenantId, null, tx.now));
}
