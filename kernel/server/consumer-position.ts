import type { Query, TenantTx } from './database.ts';

/** A late claim is refused by the consumer's position; rows below it are needed for this long. */
const KEEP_DONE = '5 minutes';

/** Gives new consumers a position: those of `whole` the beginning of the event log, the others the end of its complete part. */
export async function registerConsumers(
  query: Query,
  consumers: readonly { readonly name: string; readonly isWhole: boolean }[],
): Promise<void> {
  await query(
    `insert into consumer_position (name, seq)
     select name, case when is_whole then 0 else event_bound(0) end
     from unnest($1::text[], $2::boolean[]) as c(name, is_whole)
     where not exists (select from consumer_position p where p.name = c.name) order by name
     on conflict do nothing`,
    [consumers.map((one) => one.name), consumers.map((one) => one.isWhole)],
  );
}

/** Returns the positions of consumers by name; consumers without a position are left out. */
export async function findPositions(query: Query, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await query<{ name: string; seq: number }>(
    'select name, seq from consumer_position where name = any($1::text[])',
    [names],
  );
  return new Map(rows.map(({ name, seq }) => [name, seq]));
}

/** Returns the number from which events are still needed: a consumer has not processed them, or an event from there on was set aside. */
export async function takenEvents(query: Query, names: readonly string[]): Promise<number> {
  const positions = await findPositions(query, names);
  const [row] = await query<{ seq: number | null }>(
    `select min(e.seq) as seq from consumer_failure f join event e on e.tenant_id = f.tenant_id and e.id = f.event_id
     where f.resolved_at is null`,
  );
  if (names.some((name) => !positions.has(name))) return 0;
  return Math.min(...names.map((name) => positions.get(name)! + 1), row?.seq ?? Number.MAX_SAFE_INTEGER);
}

/** Moves positions forward; a position that is already further ahead stays. */
export async function movePositions(query: Query, positions: ReadonlyMap<string, number>): Promise<void> {
  await query(
    `update consumer_position p set seq = v.seq from unnest($1::text[], $2::bigint[]) as v(name, seq)
     where p.name = v.name and p.seq < v.seq`,
    [[...positions.keys()], [...positions.values()]],
  );
}

/** Returns the numbers of the events above its position that a reaction has already processed. */
export async function findDone(query: Query, consumer: string): Promise<Set<number>> {
  const rows = await query<{ seq: number }>(
    `select d.seq from consumer_done d join consumer_position p on p.name = d.consumer and d.seq > p.seq
     where d.consumer = $1`,
    [consumer],
  );
  return new Set(rows.map((one) => one.seq));
}

/**
 * Claims an event for a reaction in the reaction's transaction; returns false when it was claimed before. Waits for another transaction
 * that is claiming it.
 */
export async function claimEvent(tx: TenantTx, consumer: string, seq: number): Promise<boolean> {
  const claimed = await tx.query(
    `insert into consumer_done (consumer, seq)
     select $1, $2 where exists (select from consumer_position where name = $1 and seq < $2)
     on conflict do nothing returning seq`,
    [consumer, seq],
  );
  return claimed.length === 1;
}

/** Deletes claims below the consumers' positions, once no process can try to claim these events again. */
export async function forgetDone(query: Query): Promise<void> {
  await query(
    `delete from consumer_done d using consumer_position p
     where p.name = d.consumer and d.seq <= p.seq and d.done_at < clock_timestamp() - interval '${KEEP_DONE}'`,
  );
}
