import type { Client } from 'pg';
import type { World } from './world.ts';

/** Stays to be written straight into the tables, as many hours before now as given. */
export interface FillStays {
  readonly count: number;
  readonly fromHoursAgo: number;
  readonly toHoursAgo: number;
  /** Cars that are still inside, and count as such; else cars that left. */
  readonly isInside: boolean;
  /** Plates are this sign, a letter, and five signs counted up. */
  readonly plateStart: string;
  /** Without stays that people voided, whose corrections would have to be there too. */
  readonly isUncorrected?: boolean;
  /** Cars that come again and again, some more often than others; else each stay has a plate of its own. */
  readonly cars?: number;
  /** The share of ended stays whose fee a merchant halves. */
  readonly halvedShare?: number;
}

const CHUNK = 100_000;

/** Rows of one statement: lots with a pair of lanes and cameras each, by place. */
export function placesOf(world: Pick<World, 'tenantId' | 'lots'>) {
  const pairs = world.lots.flatMap((lot) => lot.entries.map((entry, at) => ({ lot, entry, exit: lot.exits[at]! })));
  return [
    pairs.map((one) => one.lot.id),
    pairs.map((one) => one.entry.laneId),
    pairs.map((one) => one.exit.laneId),
    pairs.map((one) => one.entry.cameraId),
    pairs.map((one) => one.exit.cameraId),
  ];
}

const STAYS = `
  insert into parking_order (tenant_id, id, order_no, lot_id, plate, plate_key, plate_color, standing, entered_at, left_at,
    entry_passing_id, exit_passing_id, entry_lane_id, exit_lane_id, parking_state, pay_state, fee_fen, reduced_fen,
    paid_fen, fee_lines, settlements, charge_version_id, quoted_at, pay_code, pay_method, paid_at, created_at, updated_at,
    spot_number)
  select $1::int, uuidv7(at - clock_timestamp()), 'P' || to_char(at, 'YYMMDDHH24MISS') || lpad(upper(to_hex(i)), 6, '0'),
    ($6::uuid[])[place], plate, translate(substr(plate, 2), 'ODQBILT7ZS', '0008111125'),
    case when r3 < 0.6 then 1 when r3 < 0.95 then 6 else 2 end, standing, at, left_at,
    uuidv7(at - clock_timestamp()), case when left_at is not null then uuidv7(left_at - clock_timestamp()) end,
    ($7::uuid[])[place], case when state = 'left' then ($8::uuid[])[place] end, state,
    case when state = 'inside' then 'unpaid' when standing = 'white' or fee = 0 or state = 'void' then 'free'
      when r4 < 0.005 then 'arrears' else 'paid' end,
    case when state in ('inside', 'void') then 0 else fee end,
    case when state in ('inside', 'void') then 0 when standing = 'white' then fee when is_halved then fee / 2 else 0 end,
    case when state in ('inside', 'void') or standing = 'white' or r4 < 0.005 then 0 when is_halved then fee - fee / 2 else fee end,
    case when state = 'inside' then '[]' else jsonb_build_array(jsonb_build_object('fromMs', 0, 'toMs', 3600000,
      'rule', 'first', 'ruleVersion', 1, 'units', 2, 'unitPriceFen', 500, 'amountFen', fee, 'zh', '首小时及以后',
      'en', 'First hour and later')) end,
    '[]', case when state <> 'inside' then $9::uuid end, left_at, ($1::int)::text || '-' || md5(i::text || plate),
    case when state = 'left' and fee > 0 and standing <> 'white' and r4 >= 0.005 then 'sandbox' end,
    case when state = 'left' and fee > 0 and standing <> 'white' and r4 >= 0.005 then left_at end, at,
    coalesce(left_at, at), case when place <= 2 then 'S' || i % 500 end
  from (
    select *, case when state <> 'inside' then at + make_interval(mins => minutes) end as left_at,
      case when minutes <= 30 then 0 else 500 + minutes / 60 * 200 end as fee,
      minutes > 30 and r4 > 1 - $15::float8 as is_halved
    from (
      select i, r3, r4, clock_timestamp() - make_interval(secs => $3::float8 - i * ($3::float8 - $4::float8) / $5::int) as at,
        1 + (hashint4(i) & 65535) % array_length($6::uuid[], 1) as place, (10 + r1 * r1 * 600)::int as minutes,
        case when r2 < 0.005 then 'black' when r2 < 0.03 then 'white' else 'temporary' end as standing,
        case when $10::boolean then 'inside' when r1 < 0.002 and not $13::boolean then 'void' when r1 < 0.012 then 'no-exit' else 'left' end as state,
        $2::text || chr(65 + (car >> 20)) || lpad(upper(to_hex(car & 1048575)), 5, '0') as plate
      from (select i, r1, r2, r3, r4, case when $14::int > 0 then floor(r5 * r5 * $14::int)::int else i end as car
        from (select i, random() as r1, random() as r2, random() as r3, random() as r4, random() as r5
          from generate_series($11::int, $12::int) as i) as chance) as coming
    ) as stay
  ) as priced`;

const REDUCTIONS = `
  insert into order_reduction (tenant_id, order_id, step, source, payer, kind, amount_fen, zh, en)
  select tenant_id, id, 1, case when is_listed then 'list' else 'activity' end, 'operator', 'free', reduced_fen,
    case when is_listed then '白名单免费' else '周末活动' end, case when is_listed then 'Free by the white list' else 'Weekend' end
  from (select *, standing = 'white' as is_listed from parking_order
    where tenant_id = $1 and reduced_fen > 0 and id >= first_uuid($2) and id < first_uuid($3)) as reduced on conflict do nothing`;

/** Stays that entered between two moments; all where none are given. */
export type Span = readonly [from: Date, to: Date];
const ALWAYS: Span = [new Date('2000-01-01'), new Date('2200-01-01')];

/** Writes what reduced the fees of stays. */
export const fillReductions = (client: Client, world: World, span = ALWAYS) =>
  withoutTriggers(client, async () => void (await client.query(REDUCTIONS, [world.tenantId, ...span])));

/** Writes the stays numbered from `first` until before `end`, in the order of their entries, and nothing that follows from them. */
export async function insertStays(
  client: Client,
  world: Pick<World, 'tenantId' | 'lots'>,
  stays: FillStays,
  { first = 0, end = stays.count }: { readonly first?: number; readonly end?: number } = {},
): Promise<void> {
  const [lots, entryLanes, exitLanes] = placesOf(world);
  const { rows } = await client.query('select id from charge_rule_version where tenant_id = $1 limit 1', [
    world.tenantId,
  ]);
  await withoutTriggers(client, async () => {
    for (let at = first; at < end; at += CHUNK)
      await client.query(STAYS, [
        world.tenantId,
        stays.plateStart,
        stays.fromHoursAgo * 3600,
        stays.toHoursAgo * 3600,
        stays.count,
        lots,
        entryLanes,
        exitLanes,
        rows[0].id,
        stays.isInside,
        at,
        Math.min(at + CHUNK, end) - 1,
        stays.isUncorrected ?? false,
        stays.cars ?? 0,
        stays.halvedShare ?? 0,
      ]);
  });
}

/** Writes stays in the order of their entries, and what reduced their fees; the counts of cars inside follow. */
export async function fillStays(client: Client, world: World, stays: FillStays): Promise<void> {
  await insertStays(client, world, stays);
  await fillReductions(client, world);
  if (stays.isInside)
    await client.query(
      `insert into car_inside (tenant_id, lot_id, plate, plate_key, order_id, entered_at)
       select tenant_id, lot_id, plate, plate_key, id, entered_at from parking_order where parking_state = 'inside'
       on conflict do nothing`,
    );
  await client.query(
    `update lot_state s set cars_inside = (select count(*) from parking_order o
       where o.tenant_id = s.tenant_id and o.lot_id = s.lot_id and o.parking_state = 'inside')`,
  );
  await client.query(
    `insert into car_inside (tenant_id, lot_id, plate, plate_key, order_id, entered_at)
     select tenant_id, lot_id, plate, plate_key, id, entered_at from parking_order where parking_state = 'inside'
     on conflict do nothing`,
  );
}

/** Writes the passings of the stays, with their deduplication keys where they are not left out. */
export async function fillPassings(
  client: Client,
  world: World,
  { span = ALWAYS, hasKeys = true }: { readonly span?: Span; readonly hasKeys?: boolean } = {},
): Promise<void> {
  const [, entryLanes, exitLanes, entryCameras, exitCameras] = placesOf(world);
  await withoutTriggers(client, async () => {
    for (const direction of ['entry', 'exit'] as const) {
      const at = direction === 'entry' ? 'entered_at' : 'left_at';
      await client.query(
        `insert into passing (tenant_id, id, lot_id, lane_id, camera_id, event_key, direction, plate, read_plate,
           plate_color, confidence, happened_at, received_at, is_offline, is_late, standing, decision, pass_type,
           reason_zh, reason_en, screen_text, order_id, due_fen, answer)
         select o.tenant_id, o.${direction}_passing_id, o.lot_id, c.lane, c.camera, 'filled ' || o.${direction}_passing_id,
           '${direction}', o.plate, o.plate, o.plate_color, 96, o.${at}, o.${at}, false, o.standing = 'black', o.standing,
           case when o.standing = 'black' then 'refuse' else 'open' end, 'automatic', '临时车', 'Temporary car', o.plate || ' 欢迎光临', o.id, 0,
           jsonb_build_object('passingId', o.${direction}_passing_id, 'decision', 'open', 'lines', '[]'::jsonb)
         from parking_order o
         join unnest($1::uuid[], $2::uuid[]) as c(lane, camera) on c.lane = o.${direction}_lane_id
         where o.id >= first_uuid($3) and o.id < first_uuid($4)
         order by o.${direction}_passing_id`,
        direction === 'entry' ? [entryLanes, entryCameras, ...span] : [exitLanes, exitCameras, ...span],
      );
    }
    if (!hasKeys) return;
    await client.query(
      `insert into passing_key (tenant_id, camera_id, event_key, passing_id, received_at)
       select tenant_id, camera_id, event_key, id, received_at from passing`,
    );
  });
}

/** Writes the bills of the stays. */
export const fillBills = (client: Client, world: World, span = ALWAYS) =>
  withoutTriggers(client, async () => {
    await client.query(
      `insert into bill (tenant_id, id, kind, subject_id, number, lot_id, plate, gross_fen, reduced_fen, paid_fen, created_at, updated_at)
       select tenant_id, uuidv7(left_at - clock_timestamp()), 'stay', id, 1, lot_id, plate, fee_fen, reduced_fen, paid_fen, left_at, left_at
       from parking_order where tenant_id = $1 and fee_fen > 0 and parking_state <> 'inside'
         and id >= first_uuid($2) and id < first_uuid($3) order by left_at`,
      [world.tenantId, ...span],
    );
  });

/** Writes the payments of bills: what was paid in one, a tenth of it in cash to forty people, and a tenth of the arrears tried and failed. */
export const fillPaid = (client: Client, world: World, span = ALWAYS) =>
  withoutTriggers(client, async () => {
    await client.query(
      `insert into payment (tenant_id, id, payment_no, bill_id, lot_id, plate, channel, scene, state, amount_fen, created_at, paid_at,
         actor_id, actor_name)
       select p.tenant_id, uuidv7(p.left_at - clock_timestamp()), 'Z' || order_no, p.bill_id, lot_id, plate, channel,
         case channel when 'cash' then 'cash' else 'browser' end,
         case when pay_state = 'paid' then 'succeeded' else 'failed' end, fee_fen - reduced_fen, left_at, paid_at,
         case channel when 'cash' then ('00000000-0000-7000-8000-' || lpad(person::text, 12, '0'))::uuid end,
         case channel when 'cash' then 'Person ' || person end
       from (select o.*, b.id as bill_id, (hashtext(o.order_no) & 65535) % 40 as person,
           case when o.pay_state = 'paid' and right(o.order_no, 1) = '0' then 'cash' else 'sandbox' end as channel
         from parking_order o join bill b on b.tenant_id = o.tenant_id and b.kind = 'stay' and b.subject_id = o.id
         where o.tenant_id = $1 and o.fee_fen > 0 and o.pay_state in ('paid', 'arrears')
           and o.id >= first_uuid($2) and o.id < first_uuid($3)
           and b.id >= first_uuid($2) and b.id < first_uuid($3::timestamptz + interval '2 days')) p order by left_at`,
      [world.tenantId, ...span],
    );
  });

/** Writes which bill each payment settled. */
const fillAllocations = (client: Client, world: World) =>
  withoutTriggers(client, async () => {
    await client.query(
      `insert into allocation (tenant_id, payment_id, bill_id, number, asked_fen, applied_fen)
       select tenant_id, id, bill_id, 0, amount_fen, case when state = 'succeeded' then amount_fen else 0 end
       from payment where tenant_id = $1`,
      [world.tenantId],
    );
  });

/** Writes the bills of the stays with their payments. */
export async function fillPayments(client: Client, world: World): Promise<void> {
  await fillBills(client, world);
  // Without it each bill would be compared with each stay.
  await client.query('analyze parking_order, bill');
  await fillPaid(client, world);
  await fillAllocations(client, world);
}

/** Adds the given numbers of plates to the black list and the white list. */
export async function fillLists(client: Client, world: World, count: number): Promise<void> {
  const values = `select $1::int, uuidv7(), now(), now(), $2::text || lpad(upper(to_hex(i)), 5, '0'), '{}'::uuid[], now() - interval '30 days', null`;
  const from = 'from generate_series(1, $3::int) as i';
  await client.query(
    `insert into black_list (tenant_id, id, created_at, updated_at, plate, lot_ids, valid_from, valid_until, action, reason)
     ${values}, case when i % 2 = 0 then 'deny' else 'warn' end, '多次逃费' ${from}`,
    [world.tenantId, '粤L', count],
  );
  await client.query(
    `insert into white_list (tenant_id, id, created_at, updated_at, plate, lot_ids, valid_from, valid_until, owner_name)
     ${values}, 'Owner' ${from}`,
    [world.tenantId, '粤W', count],
  );
}

/** Sells the given number of packs of one rule, each for one car and valid in all lots. */
export async function fillPacks(client: Client, world: World, count: number): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `insert into pack_rule (tenant_id, id, created_at, updated_at, name, period, price_fen, cars_per_pack, plates_per_pack,
       renew_before_days, renew_after_days, has_review, is_on_sale)
     values ($1, uuidv7(), now(), now(), 'Bench', 'month', 30000, 1, 1, 30, 7, false, true) returning id`,
    [world.tenantId],
  );
  await client.query(
    `with sold as (
       insert into pack (tenant_id, id, created_at, updated_at, pack_no, pack_rule_id, lot_id, lot_ids, vehicle_kinds,
         cars_per_pack, owner_name, plates, state, valid_from, valid_until, terms, paid_fen)
       select $1::int, uuidv7(), now(), now(), 'M' || i, $2, $3, '{}', '{}', 1, 'Owner',
         '粤M' || lpad(upper(to_hex(i)), 5, '0'), 'active', now() - interval '20 days', now() + interval '10 days',
         jsonb_build_array(jsonb_build_object('fromMs', 0, 'toMs', 4102444800000, 'paidFen', 30000)), 30000
       from generate_series(1, $4::int) as i returning id, plates, valid_from
     )
     insert into pack_plate (tenant_id, id, pack_id, plate, from_at)
     select $1::int, uuidv7(), id, plates, valid_from from sold`,
    [world.tenantId, rows[0]!.id, world.lots[0]!.id, count],
  );
}

/** Files the events of the stays of the last days. */
export async function fillEvents(client: Client, world: World, days: number): Promise<void> {
  const event = (kind: string, at: string, data: string, where: string) => `
    insert into event (tenant_id, id, kind, lot_id, subject_id, data, actor, at, recorded_at)
    select tenant_id, uuidv7(${at} - clock_timestamp()), '${kind}', lot_id, id, jsonb_build_object('orderId', id, 'orderNo',
      order_no, 'plate', plate, ${data}), 'camera', ${at}, ${at}
    from parking_order where tenant_id = $1 and ${at} > now() - make_interval(days => $2::int) and ${where}`;
  const fees = `'feeFen', fee_fen, 'reducedFen', reduced_fen, 'paidFen', paid_fen`;
  await withoutTriggers(client, async () => {
    for (const text of [
      event('stay.opened', 'entered_at', "'plateColor', plate_color", 'true'),
      event('stay.left', 'left_at', fees, "parking_state = 'left'"),
      event('stay.closed', 'left_at', fees, "parking_state = 'no-exit'"),
      event('payment.succeeded', 'paid_at', "'channel', 'sandbox', 'amountFen', paid_fen", 'paid_fen > 0'),
    ])
      await client.query(text, [world.tenantId, days]);
  });
}

/** The statements that count stays by lot and hour, in the order of time, as the projection would; the tenant is their parameter. */
export function hourStatements(since = ALWAYS[0]): string[] {
  const mine = `tenant_id = $1 and id >= first_uuid(timestamptz '${since.toISOString()}')`;
  const hour = (metric: string, at: string, dimension: string, amount: string, where: string) => `
    insert into stat_hour (tenant_id, hour, lot_id, metric, dimension, count, amount_fen)
    select tenant_id, date_trunc('hour', ${at}), lot_id, '${metric}', ${dimension}, count(*), sum(${amount})
    from parking_order where ${mine} and ${where} group by 1, 2, 3, 5 order by 2`;
  return [
    hour('entry', 'entered_at', 'plate_color::text', '0', 'true'),
    hour('exit', 'left_at', "''", 'fee_fen', "parking_state = 'left'"),
    hour('close', 'left_at', "''", 'fee_fen', "parking_state = 'no-exit'"),
    hour('reduced', 'left_at', "''", 'reduced_fen', 'reduced_fen > 0'),
    hour('unpaid', 'left_at', "''", 'due_fen', 'due_fen > 0'),
    hour(
      'received',
      'paid_at',
      "case when right(order_no, 1) = '0' then 'cash' else 'sandbox' end",
      'paid_fen',
      'paid_fen > 0 and paid_at is not null',
    ),
    `insert into stat_hour (tenant_id, hour, lot_id, metric, dimension, count, amount_fen, seconds)
       select tenant_id, date_trunc('hour', left_at), lot_id, 'stay', (select max(m) from unnest(array[0, 15, 30, 60, 120, 240, 480, 720, 1440]) as m
           where left_at - entered_at >= make_interval(mins => m) or m = 0)::text, count(*), 0,
         sum(floor(extract(epoch from left_at - entered_at)))::bigint
       from parking_order where ${mine} and parking_state = 'left' group by 1, 2, 3, 5 order by 2`,
    `insert into stat_third (tenant_id, third, lot_id, metric, dimension, count, amount_fen, seconds)
       select tenant_id, date_bin('8 hours', hour, timestamptz '2000-01-01T00:00:00Z'), lot_id, metric, dimension, sum(count),
         sum(amount_fen), sum(seconds)
       from stat_hour where tenant_id = $1 group by 1, 2, 3, 4, 5 order by 2`,
    `insert into stat_total (tenant_id, day, lot_id, metric, dimension, count, amount_fen, seconds)
       select tenant_id, (hour at time zone 'UTC')::date, lot_id, metric, dimension, sum(count), sum(amount_fen), sum(seconds)
       from stat_hour where tenant_id = $1 group by 1, 2, 3, 4, 5 order by 2`,
    `insert into stat_quarter (tenant_id, quarter, lot_id, entries, exits, inside_change, inside_seconds)
       select tenant_id, quarter, lot_id, sum((change = 1)::int), sum(is_exit::int), sum(change),
         sum(change * floor(extract(epoch from quarter + interval '15 minutes' - at)))::bigint
       from (select tenant_id, lot_id, at, change, is_exit, date_bin('15 minutes', at, timestamptz '2000-01-01T00:00:00Z') as quarter from (
         select tenant_id, lot_id, entered_at as at, 1 as change, false as is_exit from parking_order where ${mine}
         union all select tenant_id, lot_id, left_at, -1, parking_state = 'left' from parking_order
           where ${mine} and left_at is not null) m) q group by 1, 2, 3 order by 2`,
    `insert into stat_day (tenant_id, lot_id, day, inside_change)
       select tenant_id, lot_id, (quarter at time zone 'UTC')::date, sum(inside_change) from stat_quarter
       where tenant_id = $1 group by 1, 2, 3`,
  ];
}

/** Counts all stays by lot and hour as the projection would. */
export const fillHours = (client: Client, world: World) =>
  withoutTriggers(client, async () => {
    for (const text of hourStatements()) await client.query(text, [world.tenantId]);
  });

/** References hold by construction; checking them row by row would take most of the time. */
export async function withoutTriggers(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('set session_replication_role = replica');
  await work();
  await client.query('set session_replication_role = origin');
}

/** Leaves the tables as after an hour of ordinary operation: analyzed and vacuumed. */
export async function settle(client: Client): Promise<void> {
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}
