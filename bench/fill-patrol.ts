import type { Client } from 'pg';
import { withoutTriggers } from './fill.ts';
import type { World } from './world.ts';

/** Fills what patrol cars have read, and where they were; one car, a tour for every day. */
export const fillPatrols = (client: Client, world: World, count: number): Promise<void> =>
  withoutTriggers(client, () => insertPatrols(client, world, count));

async function insertPatrols(client: Client, world: World, count: number): Promise<void> {
  const lots = world.lots.map((one) => one.id);
  await client.query(
    `insert into patrol_car (tenant_id, id, created_at, updated_at, name, serial_no, lot_ids, can_open_orders, is_enabled)
     select $1::int, uuidv7(), now(), now(), 'Car', 'PATROL', $2::uuid[], true, true`,
    [world.tenantId, lots],
  );
  await client.query(
    `insert into patrol_tour (tenant_id, id, car_id, lot_ids, state, started_at, ended_at)
     select $1::int, uuidv7(), c.id, c.lot_ids, 'done', clock_timestamp() - make_interval(days => i), clock_timestamp() - make_interval(days => i - 1)
     from patrol_car c, generate_series(1, 60) as i where c.tenant_id = $1`,
    [world.tenantId],
  );
  const days = `from (select i, uuidv7(make_interval(mins => -(i % 86400))) as id,
      clock_timestamp() - make_interval(mins => i % 86400) as at from generate_series(1, $2::int) as i) as line
    join patrol_tour t on t.tenant_id = $1 and line.at >= t.started_at and line.at < t.ended_at`;
  await client.query(
    `insert into patrol_position (tenant_id, id, car_id, tour_id, device_at, at, longitude, latitude)
     select $1::int, line.id, t.car_id, t.id, at + make_interval(secs => i), at, 114, 22 ${days}`,
    [world.tenantId, count],
  );
  await client.query(
    `insert into patrol_sighting (tenant_id, id, car_id, tour_id, event_key, at, received_at, plate, plate_color, confidence, lot_id,
       kinds, outcome)
     select $1::int, line.id, t.car_id, t.id, i::text, at, at, '粤D' || lpad(upper(to_hex(i)), 5, '0'), 1, 95,
       ($3::uuid[])[1 + i % cardinality($3::uuid[])], case when i % 9 = 0 then '{arrears}'::text[] else '{}' end,
       case when i % 9 = 0 then 'found' else 'fine' end ${days}`,
    [world.tenantId, count, lots],
  );
  await client.query(
    `insert into patrol_finding (tenant_id, id, sighting_id, car_id, tour_id, lot_id, kind, plate, plate_color, detail_zh, detail_en,
       found_at, last_seen_at, state, handled_at)
     select s.tenant_id, s.id, s.id, s.car_id, s.tour_id, s.lot_id, 'arrears', s.plate, 1, '欠费', 'Owes', s.at, s.at, 'confirmed', s.at
     from patrol_sighting s where s.tenant_id = $1 and s.outcome = 'found'`,
    [world.tenantId],
  );
}
