-- A UUIDv7 of a moment, for rows that SQL writes.
create function new_uuid(at timestamptz) returns uuid language sql volatile as $$
  select overlay(overlay(gen_random_uuid()::text placing left(first_uuid(at)::text, 13) from 1) placing '7' from 15)::uuid
$$;

-- Books an amount from one account to another; below zero, back again. Nothing is booked for zero.
create function book_transfer(of_tenant int, at timestamptz, from_account text, from_party text, to_account text, to_party text,
  amount bigint, of_lot uuid) returns void language sql as $$
  insert into ledger_entry (tenant_id, id, transaction_id, at, account, party, amount_fen, lot_id)
  select of_tenant, e.id, t.id, at, e.account, e.party, e.fen, of_lot
  from (select new_uuid(at) as id) as t
  cross join lateral (values (new_uuid(at), to_account, to_party, amount), (new_uuid(at), from_account, from_party, -amount))
    as e(id, account, party, fen)
  where amount <> 0
$$;
