import { hashToken, type Kernel } from '@boyun/kernel/server';

/** Failures within a quarter of an hour that lock. An address may be shared by a whole office, so its limit is higher. */
export const limit = { account: 10, address: 50 } as const;
/** Failures after which a captcha is required. */
export const captchaAfter = { account: 3, address: 15 } as const;

const WINDOW_MS = 15 * 60_000;

/** State of a counter: failures before this attempt, and the minutes it remains locked, if it is. */
export interface Attempt {
  readonly failuresBefore: number;
  readonly lockedMinutes: number | null;
}

type Counting = Pick<Kernel, 'database' | 'clock'>;

/**
 * Counts an attempt as failed before it is tried, so that concurrent attempts cannot exceed the limit; on success it is
 * released. The attempt that reaches the limit starts the lock.
 */
export async function reserveAttempt(kernel: Counting, key: string, most: number): Promise<Attempt> {
  const now = kernel.clock.now();
  const [row] = await kernel.database.systemOf.office<{ failedCount: number; startedAt: Date }>(
    `insert into sign_in_attempt as a (key, failed_count, started_at) values ($1, 1, $2)
     on conflict (key) do update set
       failed_count = case when a.started_at <= $3 then 1 else a.failed_count + 1 end,
       started_at = case when a.started_at <= $3 or a.failed_count + 1 = $4 then $2 else a.started_at end
     returning failed_count, started_at`,
    [hashToken(key), now, new Date(now.getTime() - WINDOW_MS), most],
  );
  const leftMs = row!.startedAt.getTime() + WINDOW_MS - now.getTime();
  return {
    failuresBefore: row!.failedCount - 1,
    lockedMinutes: row!.failedCount > most ? Math.max(1, Math.ceil(leftMs / 60_000)) : null,
  };
}

/** Returns the failures of a counter within its quarter of an hour, and the minutes it remains locked, if it is. */
export async function findAttempts(kernel: Counting, key: string, most: number): Promise<Attempt> {
  const now = kernel.clock.now();
  const [row] = await kernel.database.systemOf.office<{ failedCount: number; startedAt: Date }>(
    'select failed_count, started_at from sign_in_attempt where key = $1 and started_at > $2',
    [hashToken(key), new Date(now.getTime() - WINDOW_MS)],
  );
  if (!row) return { failuresBefore: 0, lockedMinutes: null };
  const leftMs = row.startedAt.getTime() + WINDOW_MS - now.getTime();
  return {
    failuresBefore: row.failedCount,
    lockedMinutes: row.failedCount >= most ? Math.max(1, Math.ceil(leftMs / 60_000)) : null,
  };
}

/** Concurrent sign-ins of one address per process. */
const TURNS = 8;
const turns = new Map<string, { running: number; readonly waiting: (() => void)[] }>();

/**
 * Runs `work` when fewer than eight others of the same address are running, so that concurrent attempts cannot exceed its
 * limit although they are counted only after they have failed.
 */
export async function limitConcurrency<T>(address: string, work: () => Promise<T>): Promise<T> {
  const turn = turns.get(address) ?? { running: 0, waiting: [] };
  turns.set(address, turn);
  if (turn.running >= TURNS) await new Promise<void>((resolve) => turn.waiting.push(resolve));
  else turn.running += 1;
  try {
    return await work();
  } finally {
    const next = turn.waiting.shift();
    if (next) next();
    else turn.running -= 1;
    if (turn.running === 0) turns.delete(address);
  }
}

/** Releases one reserved attempt. */
export async function releaseAttempt(kernel: Counting, key: string): Promise<void> {
  await kernel.database.systemOf.office(
    'update sign_in_attempt set failed_count = failed_count - 1 where key = $1 and failed_count > 0',
    [hashToken(key)],
  );
}

/** Resets a counter. */
export async function resetAttempts(kernel: Counting, key: string): Promise<void> {
  await kernel.database.systemOf.office('delete from sign_in_attempt where key = $1', [hashToken(key)]);
}

/** Removes expired counters and captchas. */
export async function sweepAttempts(kernel: Counting): Promise<void> {
  const now = kernel.clock.now();
  await kernel.database.system('delete from sign_in_attempt where started_at <= $1', [
    new Date(now.getTime() - WINDOW_MS),
  ]);
  await kernel.database.system('delete from used_captcha where expires_at <= $1', [now]);
}
