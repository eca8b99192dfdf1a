import type { Database } from '@boyun/kernel/server';

const MINUTE_MS = 60_000;
/** Minimum interval in milliseconds between updates of a key's row: an update per call would serialize its calls. */
const WRITE_EVERY_MS = 5000;

interface KeyUse {
  readonly minuteMs: number;
  /** Calls handled by this process in the current minute. */
  own: number;
  /** How many of them are already added to the row. */
  written: number;
  writtenAtMs: number;
  /** Calls of other processes, as of the last write. */
  others: number;
}

interface KeyCall {
  readonly tenantId: number;
  readonly id: string;
  readonly now: Date;
  readonly address: string | null;
}

const uses = new WeakMap<Database, Map<string, KeyUse>>();

/** Counts a call of a key, writes its last use from time to time, and returns the number of calls in the current minute. */
export async function countCall(database: Database, call: KeyCall): Promise<number> {
  const keys = uses.get(database) ?? new Map<string, KeyUse>();
  uses.set(database, keys);
  const nowMs = call.now.getTime();
  const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  let use = keys.get(call.id);
  if (use?.minuteMs !== minuteMs) {
    use = { minuteMs, own: 0, written: 0, writtenAtMs: Number.NEGATIVE_INFINITY, others: 0 };
    keys.set(call.id, use);
  }
  use.own += 1;
  if (nowMs - use.writtenAtMs >= WRITE_EVERY_MS) await write(database, call, use);
  return use.own + use.others;
}

/** Adds the calls since the last write to the key's row, and reads the calls of other processes. */
async function write(database: Database, { tenantId, id, now, address }: KeyCall, use: KeyUse): Promise<void> {
  const added = use.own - use.written;
  use.writtenAtMs = now.getTime();
  use.written += added;
  const [row] = await database.systemOf.office<{ calls: number }>(
    `update api_key set last_used_at = $3, last_address = $4, minute = $5,
       minute_count = case when minute = $5 then minute_count + $6 else $6 end
     where tenant_id = $1 and id = $2 returning minute_count as calls`,
    [tenantId, id, now, address, new Date(use.minuteMs), added],
  );
  if (row) use.others = Math.max(0, row.calls - use.written);
}
