import { stayClosed, stayLeft, stayOpened, stayRecounted, stayRestored, stayVoided } from '@boyun/orders/contract';
import { kindsOf, sqlCheck } from './check.service.ts';

/** The change of the number of cars inside by each event of a stay; a correction moves counts to where they belong. */
export const MOVES = `
  select e.id, e.lot_id, e.at, e.kind, e.subject_id, e.data, case
      when e.kind = ${kindsOf(stayOpened)} then 1
      when e.kind = ${kindsOf(stayVoided)} then case when (e.data->>'wasInside')::boolean then -1 else 0 end
      when e.kind = ${kindsOf(stayRestored)} then case when (e.data->>'wasInside')::boolean then 1 else 0 end
      when e.kind = ${kindsOf(stayRecounted)} then (e.data->>'insideChange')::int
      else -1 end as change
  from event e
  where e.tenant_id = $1 and e.kind in (${kindsOf(stayOpened, stayLeft, stayClosed, stayVoided, stayRestored, stayRecounted)})`;

/** Events that move a count to where it belongs. */
export const CORRECTIONS = kindsOf(stayVoided, stayRestored, stayRecounted);

/** The numbers of `MOVES` m by what moved, and their change. */
export const MOVED = `count(*) filter (where m.kind = ${kindsOf(stayOpened)}) as entries,
  count(*) filter (where m.kind = ${kindsOf(stayLeft)}) as exits,
  count(*) filter (where m.kind = ${kindsOf(stayClosed)}) as closed,
  coalesce(sum(m.change) filter (where m.kind in (${CORRECTIONS})), 0) as corrected,
  sum(m.change) as change`;

/** The same from the orders as they stand, and from what people did to cars inside. */
export const STAYS = `
  select o.lot_id, o.entered_at as at, 1 as change, o.id as order_id from stay_fact o where o.tenant_id = $1
  union all
  select o.lot_id, o.left_at, -1, o.id from stay_fact o where o.tenant_id = $1 and o.left_at is not null
  union all
  select c.lot_id, c.at, c.inside_change, c.order_id from order_change_fact c where c.tenant_id = $1 and c.inside_change <> 0`;

/** Moves and stays of the lots' local times from `$2` to before `$3`; the wider bounds of `at` are for the index. */
const within = (moment: string) =>
  `${moment} >= $2::timestamp at time zone l.time_zone and ${moment} < $3::timestamp at time zone l.time_zone
   and ${moment} >= ($2::timestamp at time zone 'UTC') - interval '15 hours'
   and ${moment} < ($3::timestamp at time zone 'UTC') + interval '15 hours'`;

/** Entries, exits and corrections of a lot's day against the changes derived from its orders. */
export const flowByDay = sqlCheck({
  key: 'flow-by-day',
  by: 'time',
  zh: '每个车场每天：入场 − 出场 − 无出场关闭 ± 作废、恢复与更正 = 在场车辆的变化（按订单）',
  en: 'Each lot and day: entries − exits − closed without exit ± voided, restored, corrected = change of the cars inside (by orders)',
  counted: `select count(*) from (select distinct m.lot_id, (m.at at time zone l.time_zone)::date
    from (${MOVES}) m join lot_fact l on l.tenant_id = $1 and l.id = m.lot_id and ${within('m.at')}) d`,
  broken: `
    with moved as (
      select m.lot_id, (m.at at time zone l.time_zone)::date as day,
        ${MOVED}
      from (${MOVES}) m join lot_fact l on l.tenant_id = $1 and l.id = m.lot_id and ${within('m.at')} group by 1, 2
    ), stayed as (
      select s.lot_id, (s.at at time zone l.time_zone)::date as day, sum(s.change) as change
      from (${STAYS}) s join lot_fact l on l.tenant_id = $1 and l.id = s.lot_id and ${within('s.at')} group by 1, 2
    )
    select lot_id, l.name as "lotName", day, coalesce(m.entries, 0) as entries, coalesce(m.exits, 0) as exits,
      coalesce(m.closed, 0) as closed, coalesce(m.corrected, 0) as corrected, coalesce(m.change, 0) as "byEvents",
      coalesce(s.change, 0) as "byOrders"
    from moved m full join stayed s using (lot_id, day) left join lot_fact l on l.tenant_id = $1 and l.id = lot_id
    where coalesce(m.change, 0) <> coalesce(s.change, 0) order by day, lot_id`,
});

/** The counter that decides whether a lot is full, against orders and events. */
export const carsInside = sqlCheck({
  key: 'cars-inside',
  by: 'event-sum',
  zh: '每个车场：在场计数 = 在场订单数 = 过车进出之和',
  en: 'Each lot: counter of cars inside = orders inside = sum of all its entries and exits',
  counted: 'select count(*) from lot_fact where tenant_id = $1',
  figure: `select lot_id as key, sum(change) as value from (${MOVES}) x where x.id >= $2 and x.id < $3 and lot_id is not null group by 1`,
  broken: `
    select l.id as "lotId", l.name as "lotName", coalesce(s.cars_inside, 0) as counter,
      coalesce(o.inside, 0) as "byOrders", coalesce(m.inside, 0) as "byEvents"
    from lot_fact l
    left join lot_state_fact s on s.tenant_id = l.tenant_id and s.lot_id = l.id
    left join (select lot_id, count(*) as inside from stay_fact
      where tenant_id = $1 and parking_state = 'inside' group by 1) o on o.lot_id = l.id
    left join (select lot_id, sum(change) as inside from (
        select lot_id, change from (${MOVES}) x where x.id >= $2
        union all select key::uuid, value::bigint from jsonb_each_text($3::jsonb)) both_parts group by 1) m on m.lot_id = l.id
    where l.tenant_id = $1 and (coalesce(s.cars_inside, 0) <> coalesce(o.inside, 0)
      or coalesce(s.cars_inside, 0) <> coalesce(m.inside, 0)) order by l.name`,
});

/** A plate is inside a lot at most once, and `car_inside` contains exactly the orders that are inside. */
export const plateInsideOnce = sqlCheck({
  key: 'plate-inside-once',
  by: 'now',
  zh: '同一车场内，同一车牌最多只有一个在场订单，且与在场车辆表一致',
  en: 'No plate is inside a lot twice, and the list of cars inside names exactly these orders',
  counted: `select count(*) from stay_fact where tenant_id = $1 and parking_state = 'inside'`,
  broken: `
    select coalesce(o.lot_id, c.lot_id) as "lotId",
      (select name from lot_fact where tenant_id = $1 and id = coalesce(o.lot_id, c.lot_id)) as "lotName",
      coalesce(o.plate, c.plate) as plate, coalesce(o.orders, 0) as orders,
      (c.plate is not null) as "isListed", o.numbers as "orderNo"
    from (select lot_id, plate, count(*) as orders, string_agg(order_no, ' ' order by entered_at) as numbers,
        (array_agg(id))[1] as id
      from stay_fact where tenant_id = $1 and parking_state = 'inside' group by 1, 2) o
    full join (select * from car_inside_fact where tenant_id = $1) c on c.lot_id = o.lot_id and c.plate = o.plate
    where coalesce(o.orders, 0) <> 1 or c.order_id is distinct from o.id`,
});
