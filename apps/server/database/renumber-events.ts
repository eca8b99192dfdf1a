import type { Client } from 'pg';

/**
 * Gives the events of a restored database an order of their own. They carry transaction ids of the cluster they were
 * written in, which mean nothing in another one: a small new cluster would take them for transactions yet to come and
 * hide them. Runs in the caller's transaction. Their order, and how far each consumer had come in it, stays the same.
 */
export async function renumberEvents(client: Client): Promise<void> {
  await client.query(`
      create temp table event_place on commit drop as
      select tenant_id, id, xid, seq, row_number() over (order by xid, seq) as place from event`);
  await client.query(`
      update consumer_position c set xid = '0', seq = (
        select coalesce(max(p.place), 0) from event_place p where (p.xid, p.seq) <= (c.xid, c.seq))`);
  await client.query(`
      update event e set xid = '0', seq = p.place from event_place p where e.tenant_id = p.tenant_id and e.id = p.id`);
  await client.query(`
      select setval(pg_get_serial_sequence('event', 'seq'), greatest((select max(place) from event_place), 1))`);
}
