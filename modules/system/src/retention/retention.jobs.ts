import { type Kernel, monthsLater, type RetainedKind, systemWho } from '@boyun/kernel/server';
import { TERMS, type TermKey, termKeys } from './retention.contract.ts';

const DAY_MS = 86_400_000;
/** Time a tenant without its own terms has to review the defaults before they apply. */
export const GRACE_MS = 30 * DAY_MS;
/** Minimum interval between two passes over a kind of a tenant. */
const EVERY_MS = 20 * 3_600_000;
/** Interval after which rows that had to be kept are examined again. */
const AGAIN_MS = 30 * DAY_MS;
const STEP_ROWS = 200;
/** Time limit of one sweep; the next one resumes where it ended. */
const SWEEP_MS = 30_000;

/** Whole months are dropped before their rows would be removed one by one. */
const AFTER_DROP_MS = 2 * DAY_MS;

/** Events are evidence for other records: they are dropped only by whole months, after every consumer has processed them. */
export const retainedEvents: RetainedKind = {
  key: 'event',
  table: 'event',
  isMonthly: true,
  isMonthNeeded: (partition, firstEvent) => `exists (select from ${partition} where seq >= ${firstEvent})`,
  step: async () => ({ count: 0, last: null, isDone: true }),
};

const columnOf = (key: string) => `${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_days`;
const TERM_COLUMNS = termKeys.map((key) => `s.${columnOf(key)}`).join(', ');

/** Returns a function that lists, for a kind and the end of a month, the tenants whose term for that month is not over or has not begun. */
export async function findKeepers({
  database,
  clock,
}: Pick<Kernel, 'database' | 'clock'>): Promise<(key: string, end: Date) => number[]> {
  const now = clock.now();
  const tenants = await database.system<{ id: number; beginsAt: Date | null; days: number[] }>(
    `select t.id, s.begins_at, array[${TERM_COLUMNS}] as days
     from tenant t left join retention_setting s on s.tenant_id = t.id`,
  );
  return (key, end) => {
    const place = termKeys.indexOf(key as TermKey);
    return tenants
      .filter(({ beginsAt, days }) => {
        if (!beginsAt || beginsAt > now) return true;
        const term = Math.max(days[place]!, TERMS[key as TermKey].min);
        return now.getTime() - term * DAY_MS < end.getTime();
      })
      .map((one) => one.id);
  };
}

interface State {
  readonly position: string | null;
  readonly restartedAt: Date | null;
  readonly runBeganAt: Date | null;
  readonly finishedAt: Date | null;
}

/** Removes rows beyond the tenants' terms, kind by kind in bounded steps, for half a minute; resumes the previous run. */
export async function removeExpired(kernel: Kernel, sweepMs = SWEEP_MS): Promise<void> {
  const { database, clock } = kernel;
  const end = performance.now() + sweepMs;
  const now = clock.now();
  await database.system(
    `insert into retention_setting (tenant_id, updated_at, begins_at)
     select id, $1::timestamptz, $2::timestamptz from tenant on conflict do nothing`,
    [now, new Date(now.getTime() + GRACE_MS)],
  );
  const tenants = await database.system<{ tenantId: number; days: number[] }>(
    `select s.tenant_id, array[${TERM_COLUMNS}] as days
     from retention_setting s where s.begins_at <= $1 order by random()`,
    [now],
  );
  for (const { tenantId, days: terms } of tenants)
    for (const kind of kernel.retained) {
      const term = terms[termKeys.indexOf(kind.key as TermKey)];
      if (term === undefined) throw new Error(`${kind.key} has no term: add it to TERMS`);
      if (performance.now() > end) return;
      const days = Math.max(term, TERMS[kind.key as TermKey].min);
      await removeKind(kernel, tenantId, kind, days, end).catch((error: Error) =>
        // The state stores the position; other kinds and tenants continue.
        kernel.log.error({ err: error, tenantId, kind: kind.key }, 'retention will try again'),
      );
    }
}

/** Removes rows of one kind of one tenant until none is beyond the term or time is up; the state stores the position. */
async function removeKind(
  kernel: Kernel,
  tenantId: number,
  kind: RetainedKind,
  days: number,
  end: number,
): Promise<void> {
  const { database, clock } = kernel;
  const now = clock.now();
  const name = kind.part ? `${kind.key} ${kind.part}` : kind.key;
  const inTenant = <T extends object>(text: string, values: unknown[]) =>
    database.inTenant(systemWho(tenantId), (tx) => tx.query<T>(text, [tx.tenantId, name, ...values]));
  const [state] = await inTenant<State>(
    `select position, restarted_at, run_began_at, finished_at
     from retention_state where tenant_id = $1 and kind = $2`,
    [],
  );
  const isUnderWay = state?.runBeganAt && (!state.finishedAt || state.finishedAt < state.runBeganAt);
  if (!isUnderWay) {
    if (state?.finishedAt && now.getTime() - state.finishedAt.getTime() < EVERY_MS) return;
    const isFromStart = !state?.restartedAt || now.getTime() - state.restartedAt.getTime() > AGAIN_MS;
    await inTenant(
      `insert into retention_state as s (tenant_id, kind, restarted_at, run_began_at) values ($1, $2, $3, $3)
       on conflict (tenant_id, kind) do update set run_began_at = $3, run_count = 0,
         restarted_at = case when $4 then $3 else s.restarted_at end, position = case when $4 then null else s.position end`,
      [now, isFromStart],
    );
  }
  const over = new Date(now.getTime() - days * DAY_MS);
  const before = kind.isMonthly ? monthsLater(new Date(over.getTime() - AFTER_DROP_MS), 0) : over;
  for (;;) {
    const [row] = await inTenant<{ position: string | null }>(
      'select position from retention_state where tenant_id = $1 and kind = $2',
      [],
    );
    const done = await kind.step(kernel, { tenantId, before, days, after: row!.position, limit: STEP_ROWS });
    await inTenant(
      `update retention_state set position = coalesce($3, position), run_count = run_count + $4,
         total_count = total_count + $4, finished_at = case when $5 then $6 else finished_at end
       where tenant_id = $1 and kind = $2`,
      [done.last, done.count, done.isDone, now],
    );
    if (done.isDone || performance.now() > end) return;
  }
}
