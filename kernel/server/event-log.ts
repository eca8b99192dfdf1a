import type { Query } from './database.ts';
import type { EventRow } from './history.ts';

/** Most events that one read returns. */
export const EVENT_BATCH = 500;

const EVENT_COLUMNS = `tenant_id as "tenantId", id, seq, kind, lot_id as "lotId", subject_id as "subjectId", data, actor,
  request_id as "requestId", at, recorded_at as "recordedAt"`;

/**
 * Returns the number up to which the event log is complete: events numbered up to it are visible to every statement that begins
 * afterwards, or will never exist. At least `after` if nothing was numbered behind it. `query` must not run in a snapshot.
 */
export async function completeUpTo(query: Query, after = 0): Promise<number> {
  const [row] = await query<{ bound: number }>('select event_bound($1) as bound', [after]);
  return row!.bound;
}

/** Returns the events numbered above `after` and up to `bound`, in order; at most a batch. */
export function readEvents(query: Query, after: number, bound: number): Promise<EventRow[]> {
  return query<EventRow>(
    `select ${EVENT_COLUMNS} from event where seq > $1 and seq <= $2 order by seq limit ${EVENT_BATCH}`,
    [after, bound],
  );
}
