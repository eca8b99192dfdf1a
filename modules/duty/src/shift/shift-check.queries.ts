import { sqlCheck } from '@boyun/insight/server';

/** The ledger has the cash of each shift where its count says it is. */
export const shiftCash = sqlCheck({
  key: 'shift-cash',
  by: 'now',
  zh: '每个已签收班次：总账中转出的收费员现金 = 班次收款，进保险柜 = 上缴，长短款 = 差额',
  en: 'Each signed shift: in the ledger, cash taken off its holder = cash of the shift, into the safe = handed in, over and short = difference',
  counted: `select count(*) from shift where tenant_id = $1 and state = 'closed'`,
  broken: `
    with booked as (
      select source_id as id, -sum(amount_fen) filter (where account = 'cash') as cash_fen,
        sum(amount_fen) filter (where account = 'cash-difference') as short_fen,
        sum(amount_fen) filter (where account in ('safe', 'float')) as kept_fen
      from ledger_entry_fact where tenant_id = $1 and source = 'shift' group by 1
    )
    select s.id as "shiftId", s.expected_fen - s.opening_fen as "cashFen", coalesce(b.cash_fen, 0) as "bookedFen",
      -s.difference_fen as "shortFen", coalesce(b.short_fen, 0) as "bookedShortFen", coalesce(b.kept_fen, 0) as "keptFen"
    from shift s left join booked b on b.id = s.id
    where s.tenant_id = $1 and s.state = 'closed' and (s.expected_fen - s.opening_fen <> coalesce(b.cash_fen, 0)
      or -s.difference_fen <> coalesce(b.short_fen, 0) or s.counted_fen - s.opening_fen <> coalesce(b.kept_fen, 0))`,
});
