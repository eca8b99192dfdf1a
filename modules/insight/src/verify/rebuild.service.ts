import type { Kernel, Projection, Query } from '@boyun/kernel/server';
import { type BrokenRow, type CheckFinding, MOST_ROWS } from './check.service.ts';

/** Events taken at a time while rebuilding. */
const BATCH = 5000;

/**
 * Computes a projection's tables for one tenant again, from the first event up to the place the live ones have come to,
 * and compares them row by row. The copies are temporary tables of a connection of its own; every step is a short
 * transaction, so that readers of the event log need not wait.
 */
export async function compareRebuilt(
  database: Kernel['database'],
  projection: Projection,
  tenantId: number,
): Promise<CheckFinding> {
  const client = await database.connect();
  const query: Query = async (text, values = []) => (await client.query(text, values as unknown[])).rows;
  try {
    const place = await copyLive(query, projection, tenantId);
    await rebuild(query, projection, tenantId, place);
    let checkedCount = 0;
    let brokenCount = 0;
    const broken: BrokenRow[] = [];
    for (const table of projection.tables) {
      const [count] = await query<{ count: number }>(`select count(*) as count from ${copyOf(table)}`);
      checkedCount += count?.count ?? 0;
      const rows = await query<{ row: BrokenRow; side: string; total: number }>(
        `select to_jsonb(d) as row, d.side, count(*) over () as total from (
           select 'live' as side, l.* from (select * from ${liveOf(table)} except all select * from ${copyOf(table)}) l
           union all
           select 'rebuilt', r.* from (select * from ${copyOf(table)} except all select * from ${liveOf(table)}) r
         ) d order by (to_jsonb(d) - 'side')::text limit ${MOST_ROWS}`,
      );
      brokenCount += rows[0]?.total ?? 0;
      broken.push(...rows.map((one) => one.row));
    }
    return { checkedCount, brokenCount, broken: broken.slice(0, MOST_ROWS) };
  } finally {
    await client.end();
  }
}

const liveOf = (table: string) => `live_${table}`;
const copyOf = (table: string) => `rebuilt_${table}`;

/** Keeps the live rows as they are at one place of the event log; the answer is that place. */
async function copyLive(query: Query, { name, tables }: Projection, tenantId: number): Promise<number> {
  await query('begin isolation level repeatable read');
  const [place] = await query<{ seq: number }>('select seq from consumer_position where name = $1', [name]);
  for (const table of tables) {
    await query(`create temp table ${liveOf(table)} as select * from ${table} where tenant_id = ${Number(tenantId)}`);
    await query(`create temp table ${copyOf(table)} (like ${table} including all)`);
  }
  await query('commit');
  return place?.seq ?? 0;
}

async function rebuild(query: Query, projection: Projection, tenantId: number, until: number): Promise<void> {
  let from = 0;
  for (;;) {
    const events = await query<Parameters<Projection['apply']>[1][number]>(
      `select tenant_id as "tenantId", id, seq, kind, lot_id as "lotId", subject_id as "subjectId", data,
         actor, request_id as "requestId", at, recorded_at as "recordedAt"
       from event
       where tenant_id = $1 and kind = any($2) and seq > $3 and seq <= $4
       order by seq limit ${BATCH}`,
      [tenantId, projection.kinds, from, until],
    );
    if (events.length > 0) await projection.apply(query, events, copyOf);
    const last = events.at(-1);
    if (!last || events.length < BATCH) return;
    from = last.seq;
  }
}
