import type { Conditions, TenantTx } from '@boyun/kernel/server';
import { UNCOUNTED } from '../shift/shift.queries.ts';

/** Figures of one shift, booth or person. */
export interface DutyFigures {
  readonly shiftCount: number;
  readonly dutySeconds: number;
  readonly entryCount: number;
  readonly exitCount: number;
  readonly cashCount: number;
  readonly cashFen: number;
  readonly differenceFen: number;
  readonly freeCount: number;
  readonly forcedCount: number;
  readonly operationCount: number;
}

/** Grouping of the shifts and the columns that identify a row. */
const GROUPS = {
  shift: {
    named:
      'id, sentry_id as "sentryId", lot_id as "lotId", holder as "holderName", state, opened_at as "openedAt", counted_at as "countedAt"',
    keys: 'id, sentry_id, lot_id, holder, state, opened_at, counted_at',
    order: 'opened_at desc, id',
  },
  sentry: {
    named: 'sentry_id as id, sentry_id as "sentryId", lot_id as "lotId"',
    keys: 'sentry_id, lot_id',
    order: 'count(*) desc, sentry_id',
  },
  person: {
    named: 'account_id as id, holder as "holderName"',
    keys: 'account_id, holder',
    order: 'count(*) desc, account_id',
  },
} as const;
export type DutyGroup = keyof typeof GROUPS;

/**
 * Returns the figures of shifts by group. Cars are stays that began or ended at a lane of the booth during the shift,
 * excluding stays that were void, turned back immediately or ended without an exit. Cash is the sum taken in by the count
 * of the shift; for an unsigned shift, the sum it would take in now.
 */
export function sumDuty<Row>(tx: TenantTx, where: Conditions, by: DutyGroup): Promise<(Row & DutyFigures)[]> {
  const { named, keys, order } = GROUPS[by];
  const end = `coalesce(s.counted_at, ${where.place(tx.now)}::timestamptz)`;
  const cars = (lane: string, at: string, isPassage: string) =>
    `(select count(*) from sentry_lane y join stay_fact o on o.tenant_id = y.tenant_id and o.${lane} = y.lane_id
       and o.${at} >= s.opened_at and o.${at} < ${end} and ${isPassage}
      where y.tenant_id = s.tenant_id and y.sentry_id = s.sentry_id)`;
  return tx.query<Row & DutyFigures>(
    `select ${named}, count(*)::int as "shiftCount", round(sum(seconds))::bigint as "dutySeconds", sum(entries)::int as "entryCount",
       sum(exits)::int as "exitCount", sum(payments)::int as "cashCount", sum(cash_fen)::bigint as "cashFen",
       coalesce(sum(difference_fen - more_fen), 0)::bigint as "differenceFen", sum(free)::int as "freeCount",
       sum(forced)::int as "forcedCount", sum(operations)::int as "operationCount"
     from (
       select s.*, a.name as holder, extract(epoch from ${end} - s.opened_at)::numeric as seconds,
         ${cars('entry_lane_id', 'entered_at', `o.parking_state <> 'void' and o.exit_type is distinct from 'turned-back-entry'`)} as entries,
         ${cars('exit_lane_id', 'left_at', `o.parking_state = 'left'`)} as exits,
         cash.payments, cash.cash_fen, cash.more_fen, done.free, done.forced, done.operations
       from shift s
       join account_fact a on a.tenant_id = s.tenant_id and a.id = s.account_id
       cross join lateral (
         select count(*) as payments, coalesce(sum(amount_fen), 0) as cash_fen,
           coalesce(sum(amount_fen) filter (where is_uncounted), 0) as more_fen from (
           select p.amount_fen, false as is_uncounted from shift_payment x join money_fact p on p.tenant_id = x.tenant_id and p.id = x.move_id
           where x.tenant_id = s.tenant_id and x.shift_id = s.id
           union all select p.amount_fen, true from money_fact p where ${UNCOUNTED}
         ) taken
       ) cash
       cross join lateral (
         select count(*) filter (where abnormal_type = 11) as free, count(*) filter (where abnormal_type in (2, 3, 10)) as forced,
           count(*) as operations
         from sentry_operation g where g.tenant_id = s.tenant_id and g.sentry_id = s.sentry_id
           and g.at >= s.opened_at and g.at < ${end}
       ) done
       where ${where.sql}
     ) duty group by ${keys} order by ${order}`,
    where.values,
  );
}
