import { piece, sql, type TenantTx } from '@boyun/kernel/server';
import { UNCOUNTED } from '../shift/shift.queries.ts';

/** Cash of a shift: payments, their sum, and the part of it that no count has taken in. */
const CASH = `cross join lateral (
  select count(*) as payments, coalesce(sum(amount_fen), 0) as cash_fen,
    coalesce(sum(amount_fen) filter (where is_uncounted), 0) as more_fen from (
    select p.amount_fen, false as is_uncounted from shift_payment x join money_fact p on p.tenant_id = x.tenant_id and p.id = x.move_id
    where x.tenant_id = s.tenant_id and x.shift_id = s.id
    union all select p.amount_fen, true from money_fact p where ${UNCOUNTED}
  ) taken
) cash`;

/**
 * Returns how the figures of shifts are read, without their grouping. Cars are stays that began or ended at a lane of the booth during the
 * shift, excluding stays that were void, turned back immediately or ended without an exit. Cash is the sum taken in by the count of the
 * shift; for an unsigned shift, the sum it would take in now.
 */
export function dutyFigures({ now }: Pick<TenantTx, 'now'>) {
  const end = sql`coalesce(s.counted_at, ${now}::timestamptz)`;
  const joins = sql`join account_fact a on a.tenant_id = s.tenant_id and a.id = s.account_id ${piece(CASH)}
    cross join lateral (
      select count(*) filter (where abnormal_type = 11) as free, count(*) filter (where abnormal_type in (2, 3, 10)) as forced,
        count(*) as operations
      from sentry_operation g where g.tenant_id = s.tenant_id and g.sentry_id = s.sentry_id
        and g.at >= s.opened_at and g.at < ${end}
    ) done
    cross join lateral (
      select count(*) as cars from sentry_lane y join stay_fact o on o.tenant_id = y.tenant_id and o.entry_lane_id = y.lane_id
        and o.entered_at >= s.opened_at and o.entered_at < ${end}
        and o.parking_state <> 'void' and o.exit_type is distinct from 'turned-back-entry'
      where y.tenant_id = s.tenant_id and y.sentry_id = s.sentry_id
    ) entered
    cross join lateral (
      select count(*) as cars from sentry_lane y join stay_fact o on o.tenant_id = y.tenant_id and o.exit_lane_id = y.lane_id
        and o.left_at >= s.opened_at and o.left_at < ${end} and o.parking_state = 'left'
      where y.tenant_id = s.tenant_id and y.sentry_id = s.sentry_id
    ) exited`;
  const figures = {
    shiftCount: 'count(*)::int',
    // To one decimal, rounded from the total: the sum of rounded parts would differ from it.
    dutyHours: sql`coalesce(round(round(sum(extract(epoch from ${end} - s.opened_at)::numeric)) / 360) / 10, 0)`,
    entryCount: 'coalesce(sum(entered.cars), 0)::int',
    exitCount: 'coalesce(sum(exited.cars), 0)::int',
    cashCount: 'coalesce(sum(cash.payments), 0)::int',
    cashFen: 'coalesce(sum(cash.cash_fen), 0)::bigint',
    differenceFen: 'coalesce(sum(s.difference_fen - cash.more_fen), 0)::bigint',
    freeCount: 'coalesce(sum(done.free), 0)::int',
    forcedCount: 'coalesce(sum(done.forced), 0)::int',
    operationCount: 'coalesce(sum(done.operations), 0)::int',
  };
  return {
    from: 'shift',
    as: 's',
    joins,
    lot: 's.lot_id',
    own: null,
    period: 's.opened_at',
    usualDays: 31,
    columns: figures,
    aggregates: { of: figures },
  } as const;
}
