-- The cash of shifts that have ended: what was handed in is in the safe of the lot, what remained is in the till.
alter table shift no force row level security;
alter table ledger_entry no force row level security;
do $$
declare
  one record;
begin
  for one in select s.*, coalesce((select p.counted_fen - p.handed_in_fen from shift p where p.tenant_id = s.tenant_id
      and p.sentry_id = s.sentry_id and p.state = 'closed' and p.opened_at < s.opened_at order by p.opened_at desc limit 1), 0) as found_fen
    from shift s loop
    perform book_transfer(one.tenant_id, one.opened_at, 'safe', one.lot_id::text, 'float', one.lot_id::text, one.opening_fen - one.found_fen,
      one.lot_id, 'shift', one.id);
    if one.state = 'closed' then
      perform book_transfer(one.tenant_id, one.closed_at, 'cash', one.account_id::text, 'safe', one.lot_id::text, one.handed_in_fen, one.lot_id,
        'shift', one.id);
      perform book_transfer(one.tenant_id, one.closed_at, 'cash', one.account_id::text, 'float', one.lot_id::text,
        one.counted_fen - one.handed_in_fen - one.opening_fen, one.lot_id, 'shift', one.id);
      perform book_transfer(one.tenant_id, one.closed_at, 'cash', one.account_id::text, 'cash-difference', one.account_id::text,
        one.expected_fen - one.counted_fen, one.lot_id, 'shift', one.id);
    end if;
  end loop;
end $$;
alter table shift force row level security;
alter table ledger_entry force row level security;
