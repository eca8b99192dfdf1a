import { type Kernel, type Projection, type Query, queryOn } from '@boyun/kernel/server';
import { countedKinds } from '../stat/count-event.service.ts';
import { addFindings, type BrokenRow, type CheckFinding, keyed, MOST_ROWS } from './check.service.ts';

/** Events taken at a time while rebuilding. */
const BATCH = 5000;

/** The column of each table that says when; rows of a moment come from events of that moment alone. */
const MOMENT: Readonly<Record<string, string>> = {
  stat_hour: 'hour',
  stat_third: 'third',
  stat_total: 'day',
  stat_quarter: 'quarter',
  stat_day: 'day',
  stat_lane: 'quarter',
};

/** UTC moments: days, or infinite. */
export interface Span {
  readonly fromTime: string;
  readonly toTime: string;
}

/**
 * Computes a projection's rows of one tenant and span of time again from the events of that span that the live ones have
 * counted, and compares them row by row. The copies are temporary tables of a connection of its own; every step is a
 * short transaction, so that nothing is held up.
 */
export async function compareRebuilt(
  database: Kernel['database'],
  projection: Projection,
  tenantId: number,
  span: Span = { fromTime: '-infinity', toTime: 'infinity' },
): Promise<CheckFinding> {
  const client = await database.connect();
  const query = queryOn(client);
  try {
    const place = await copyLive(query, projection, tenantId, span);
    await rebuild(query, projection, tenantId, place, span);
    const found: CheckFinding[] = [];
    for (const table of projection.tables) found.push(await compare(query, table));
    return addFindings(found);
  } finally {
    await client.end();
  }
}

const liveOf = (table: string) => `live_${table}`;
const copyOf = (table: string) => `rebuilt_${table}`;

async function compare(query: Query, table: string): Promise<CheckFinding> {
  const [count] = await query<{ count: number }>(`select count(*) as count from ${copyOf(table)}`);
  const rows = await query<{ row: BrokenRow; side: string; total: number }>(
    `select to_jsonb(d) as row, d.side, count(*) over () as total from (
       select 'live' as side, l.* from (select * from ${liveOf(table)} except all select * from ${copyOf(table)}) l
       union all
       select 'rebuilt', r.* from (select * from ${copyOf(table)} except all select * from ${liveOf(table)}) r
     ) d order by (to_jsonb(d) - 'side')::text limit ${MOST_ROWS}`,
  );
  return {
    checkedCount: count?.count ?? 0,
    brokenCount: rows[0]?.total ?? 0,
    broken: rows.map((one) => keyed(one.row)),
  };
}

const within = (column: string, cast: string) => `${column} >= $2::${cast} and ${column} < $3::${cast}`;

/** Keeps the live rows of a span as they are at one place of the event log; the answer is that place. */
async function copyLive(query: Query, { name, tables }: Projection, tenantId: number, span: Span): Promise<number> {
  await query('begin isolation level repeatable read');
  const [place] = await query<{ seq: number }>('select seq from consumer_position where name = $1', [name]);
  for (const table of tables) {
    const column = MOMENT[table]!;
    await query(`create temp table ${liveOf(table)} (like ${table})`);
    await query(
      `insert into ${liveOf(table)} select * from ${table}
       where tenant_id = $1 and ${within(column, column === 'day' ? 'date' : 'timestamptz')}`,
      [tenantId, span.fromTime, span.toTime],
    );
    await query(`create temp table ${copyOf(table)} (like ${table} including all)`);
  }
  await query('commit');
  return place?.seq ?? 0;
}

async function rebuild(
  query: Query,
  projection: Projection,
  tenantId: number,
  until: number,
  span: Span,
): Promise<void> {
  // The kinds stand in the text: so the planner knows that the index `event_counted` holds them all.
  const kinds = projection.kinds.filter((kind) => (countedKinds as readonly string[]).includes(kind));
  if (kinds.length < projection.kinds.length) throw new Error(`${projection.name} counts events without an index`);
  let [at, id] = [span.fromTime, '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const events = await query<Parameters<Projection['apply']>[1][number] & { place: string }>(
      `select tenant_id, id, seq, kind, lot_id, subject_id, data,
         actor, request_id, at, recorded_at, at::text as place
       from event
       where tenant_id = $1 and kind in (${kinds.map((kind) => `'${kind}'`)}) and ${within('at', 'timestamptz')}
         and (at, id) > ($4::timestamptz, $5::uuid) and seq <= $6
       order by at, id limit ${BATCH}`,
      [tenantId, span.fromTime, span.toTime, at, id, until],
    );
    if (events.length > 0) await projection.apply(query, events, copyOf);
    const last = events.at(-1);
    if (!last || events.length < BATCH) return;
    [at, id] = [last.place, last.id];
  }
}
