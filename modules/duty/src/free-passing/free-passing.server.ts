import { byPlate, containing, serveReport } from '@boyun/kernel/server';
import { freePassing } from './free-passing.contract.ts';

/** How a car that owed drove out although nobody had let it through, by the way its order says it passed. */
const UNDECIDED = `case o.exit_type when 'remote-control' then 'remote' when 'offline-remote' then 'remote' when 'forced-open' then 'unasked'
  when 'suspicious-follow' then 'followed' when 'keep-open' then 'held' when 'peak' then 'held' end`;

/**
 * Why a stay that was not paid cost nothing; the reductions are only looked at where there are some. Not `exists`: the planner would rather
 * read the reductions of all years at once.
 */
const FREE = `case when o.parking_state = 'void' then 'voided'
  when o.reduced_fen > 0
    and (select true from reduction_fact r where r.tenant_id = o.tenant_id and r.order_id = o.id and r.source = 'waiver' limit 1)
    then 'waived'
  when o.standing not in ('temporary', 'arrears') then 'listed' when o.reduced_fen > 0 then 'reduced' else 'charged' end`;

/** A car that a person let out ended its stay without a payment too: it is counted once, as what the person did. */
const STAYS = `select o.tenant_id, o.id, o.left_at as at, o.plate, o.lot_id, o.exit_lane_id as lane_id, o.standing, o.fee_fen, o.reduced_fen,
    o.due_fen, case when o.due_fen > 0 then ${UNDECIDED} else ${FREE} end as kind, g.person_id, g.person_name, g.reason, o.id as order_id
  from stay_fact o left join lateral (select g.person_id, g.person_name, g.reason from sentry_operation g
    where (o.parking_state = 'void' or o.reduced_fen > 0) and g.tenant_id = o.tenant_id and g.order_id = o.id and g.abnormal_type = 4
    order by g.at desc, g.id desc limit 1) g on true
  where o.left_at is not null and o.parking_state in ('left', 'void') and o.paid_fen = 0 and o.refunded_fen = 0
    and (o.due_fen <= 0 or ${UNDECIDED} is not null)
    and not exists (select from sentry_operation d where d.tenant_id = o.tenant_id and d.order_id = o.id and d.abnormal_type in (2, 11))`;

const BY_HAND = `select g.tenant_id, g.id, g.at, g.plate, g.lot_id, g.lane_id, o.standing, o.fee_fen, o.reduced_fen, o.due_fen,
    case g.abnormal_type when 2 then 'exit' when 3 then 'entry' when 10 then 'opened' else 'free' end as kind,
    g.person_id, g.person_name, g.reason, g.order_id
  from sentry_operation g left join stay_fact o on g.abnormal_type <> 3 and o.tenant_id = g.tenant_id and o.id = g.order_id
  where g.abnormal_type in (2, 3, 10, 11)`;

const countOf = (kinds: readonly string[]) => `(f.kind in (${kinds.map((one) => `'${one}'`).join(', ')}))::int`;

export const freePassingServer = serveReport(freePassing, ({ who }) => ({
  from: `(${STAYS} union all ${BY_HAND})`,
  as: 'f',
  lot: 'f.lot_id',
  own: 'f.person_id = ?',
  filters: { plate: byPlate('f.plate'), personName: containing('f.person_name') },
  columns: {
    reason: `coalesce(f.reason, (select string_agg(r.${who.language}, '; ' order by r.step) from reduction_fact r
      where f.reduced_fen > 0 and r.tenant_id = f.tenant_id and r.order_id = f.order_id))`,
  },
  period: 'f.at',
  usualDays: 30,
  order: 'f.at desc, f.id desc',
  totals: {
    freeCount: countOf(['listed', 'reduced', 'charged']),
    byHandCount: countOf(['waived', 'voided', 'free', 'exit', 'entry', 'opened']),
    undecidedCount: countOf(['remote', 'unasked', 'followed', 'held']),
    reducedFen: 'f.reduced_fen',
    dueFen: 'f.due_fen',
  },
}));
