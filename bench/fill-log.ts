import type { Client } from 'pg';
import { placesOf, withoutTriggers } from './fill.ts';
import type { World } from './world.ts';

/**
 * Writes `count` entries of the audit log and lines of the login log over two months: 40 people, a few acts often and others
 * seldom, and one lot with hardly any entry.
 */
export async function fillLogs(client: Client, world: World, count: number): Promise<void> {
  const moments = `from (select i, uuidv7(make_interval(mins => -(i % 86400))) as id, 'person' || i % 40 as account,
      ('00000000-0000-7000-8000-' || lpad((i % 40)::text, 12, '0'))::uuid as person,
      clock_timestamp() - make_interval(mins => i % 86400) as at
    from generate_series(1, $2::int) as i) as line`;
  await client.query(
    `insert into audit_log (tenant_id, id, at, actor_id, account, actor_name, action, subject_kind, subject_id, subject, address, after, lot_id)
     select $1::int, id, at, person, account, upper(account),
       case when i % 1000 = 0 then 'role.deleted' when i % 3 = 0 then 'lot.updated' else 'order.cash-collected' end,
       case when i % 1000 = 0 then 'role' when i % 3 = 0 then 'lot' else 'order' end,
       md5((i % 5000)::text), '粤B' || lpad(upper(to_hex(i % 90000)), 5, '0') || ' 停车场', '10.0.0.1', '{"amountFen": 500}',
       case when i % 1000 = 0 then null when i % 10000 = 1 then ($3::uuid[])[12] else ($3::uuid[])[1 + i % 11] end
     ${moments}`,
    [world.tenantId, count, world.lots.map((one) => one.id)],
  );
  await client.query(
    `insert into login_log (tenant_id, id, at, account_id, account, outcome, address, agent)
     select $1::int, id, at, person, account, case when i % 500 = 0 then 'locked' else 'signed-in' end, '10.0.0.1', 'Chrome'
     ${moments}`,
    [world.tenantId, count],
  );
}

/** Makes `count` camera messages, as many barrier commands and as many sends, spread over two months. */
export const fillMessages = (client: Client, world: World, count: number): Promise<void> =>
  withoutTriggers(client, () => insertMessages(client, world, count));

async function insertMessages(client: Client, world: World, count: number): Promise<void> {
  const moments = `from (select i, uuidv7(make_interval(mins => -(i % 86400))) as id,
      clock_timestamp() - make_interval(mins => i % 86400) as at
    from generate_series(1, $2::int) as i) as line`;
  const [lots, lanes, , cameras] = placesOf(world);
  await client.query(
    `insert into camera_message (tenant_id, id, camera_id, lot_id, kind, received_at, channel, data)
     select $1::int, id, ($3::uuid[])[1 + i % cardinality($3::uuid[])], ($4::uuid[])[1 + i % cardinality($4::uuid[])],
       'serial', at, 1, '63682e636f6d17' ${moments}`,
    [world.tenantId, count, cameras, lots],
  );
  await client.query(
    `insert into magnetic (tenant_id, id, created_at, updated_at, serial_no, lot_id, heartbeat_minutes)
     select $1::int, uuidv7(), now(), now(), 'DC-' || i, ($2::uuid[])[i], 60 from generate_series(1, cardinality($2::uuid[])) as i`,
    [world.tenantId, lots],
  );
  await client.query(
    `insert into magnetic_message (tenant_id, id, magnetic_id, lot_id, received_at, happened_at, kind, sequence, route, outcome)
     select $1::int, line.id, m.id, m.lot_id, at, at, 'heartbeat', i, 'mqtt', 'taken'
     from (select i, uuidv7(make_interval(mins => -(i % 86400))) as id, clock_timestamp() - make_interval(mins => i % 86400) as at
       from generate_series(1, $2::int) as i) as line
     join magnetic m on m.tenant_id = $1 and m.serial_no = 'DC-' || (1 + i % cardinality($3::uuid[]))`,
    [world.tenantId, count, lots],
  );
  await client.query(
    `insert into push_send (tenant_id, id, at, channel, event, recipient, title, body, state, sent_at)
     select $1::int, id, at, 'sms', 'arrears', '138' || lpad((i % 5000)::text, 8, '0'), 'Title', 'Body',
       case when i % 500 = 0 then 'failed' else 'sent' end, at ${moments}`,
    [world.tenantId, count],
  );
  await client.query(
    `insert into gate_command (tenant_id, id, lot_id, lane_id, camera_id, passing_id, kind, state, reason_zh, reason_en, actor_name,
       created_at, sent_at, passed_at)
     select $1::int, id, ($4::uuid[])[1 + i % cardinality($4::uuid[])], ($5::uuid[])[1 + i % cardinality($5::uuid[])],
       ($3::uuid[])[1 + i % cardinality($3::uuid[])], id, 'open', 'passed', '临时车', 'Temporary car', 'system', at, at, at ${moments}`,
    [world.tenantId, count, cameras, lots, lanes],
  );
}
