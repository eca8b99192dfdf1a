import type { Client } from 'pg';
import { withoutTriggers } from './fill.ts';
import type { World } from './world.ts';

/** Payments, the newest ones, that have entries in the ledger. */
const BOOKED = 20_000;
const REFUNDS = 3000;
/** Three years of days, and of weeks. */
const DAYS = 1095;
const WEEKS = 156;
const BANK_LINES = 2000;
const DIFFERENCES_PER_DAY = 3;

const BOOKS = `
  insert into ledger_entry (tenant_id, id, transaction_id, at, account, party, amount_fen, lot_id, bill_id, payment_id)
  select p.tenant_id, uuidv7(p.paid_at - clock_timestamp()), p.id, p.paid_at, e.account, e.party, e.sign * p.amount_fen, p.lot_id, p.bill_id, p.id
  from (select * from payment where tenant_id = $1 and state = 'succeeded' order by paid_at desc limit ${BOOKED}) p
  cross join lateral (values ('clearing', p.channel, 1), ('receivable', 'driver', -1), ('receivable', 'driver', 1), ('revenue', 'stay', -1))
    as e(account, party, sign)`;

const GIVEN_BACK = `
  insert into refund (tenant_id, id, refund_no, payment_id, bill_id, lot_id, plate, channel, state, amount_fen, created_at, paid_at)
  select tenant_id, uuidv7(paid_at - clock_timestamp()), 'R' || payment_no, id, bill_id, lot_id, plate, channel, 'succeeded', 1, paid_at, paid_at
  from payment where tenant_id = $1 and state = 'succeeded' order by paid_at desc limit ${REFUNDS}`;

/** A sub-merchant of each lot that was settled week by week. */
const SETTLED = `
  with m as (
    insert into sub_merchant (tenant_id, id, created_at, updated_at, name, lot_ids, valid_from, share_kind, share_percent, cycle)
    select tenant_id, uuidv7(), now(), now(), 'Owner of ' || name, array[id], '2020-01-01', 'percent', 65, 'week' from lot where tenant_id = $1
    returning tenant_id, id, lot_ids
  ), s as (
    insert into settlement (tenant_id, id, settlement_no, sub_merchant_id, from_day, to_day, state, lot_ids, terms, share_fen, carried_fen,
      created_at, created_by, settled_at)
    select m.tenant_id, uuidv7(), 'J' || w || '-' || m.id, m.id, current_date - 7 * w, current_date - 7 * w + 6, 'paid', m.lot_ids, '{}', 650, 0,
      now() - w * interval '7 days', 'Admin', now() - w * interval '7 days'
    from m, generate_series(1, ${WEEKS}) as w
    returning tenant_id, id, from_day, lot_ids
  )
  insert into lot_day (tenant_id, lot_id, day, gross_fen, received_fen, settlement_id, share_fen)
  select s.tenant_id, s.lot_ids[1], s.from_day + d, 1000, 1000, s.id, 93 from s, generate_series(0, 6) as d`;

const SOURCES = `
  insert into bill_source (tenant_id, id, created_at, updated_at, kind, name, channel, merchant_no, is_enabled, has_bank_side)
  select $1, uuidv7(), now(), now(), kind, kind, channel, '', true, false
  from (values ('provider', 'sandbox'), ('bank', null)) as s(kind, channel)`;

const DAYS_OF_CHANNEL = `
  with i as (
    insert into bill_import (tenant_id, id, created_at, source_id, way, file_name, file_key, sha256, byte_count, state)
    select $1, uuidv7(d * interval '-1 day'), now() - d * interval '1 day', s.id, 'fetched', 'bill', 'bill', 'sha' || d, 1, 'done'
    from bill_source s, generate_series(1, ${DAYS}) as d where s.tenant_id = $1 and s.kind = 'provider'
    returning tenant_id, id, source_id, created_at::date as day
  ), c as (
    insert into channel_day (tenant_id, id, source_id, day, starts_at, ends_at, state, billed_at, closed_at, closed_by)
    select tenant_id, uuidv7(day - clock_timestamp()), source_id, day, day, day + interval '1 day',
      case when day > current_date - 5 then 'differences' else 'closed' end, day, case when day > current_date - 5 then null else now() end,
      case when day > current_date - 5 then null else 'Admin' end
    from i returning tenant_id, id, source_id, day
  ), b as (
    insert into day_bill (tenant_id, channel_day_id, import_id)
    select c.tenant_id, c.id, i.id from c join i on i.source_id = c.source_id and i.day = c.day
  ), x as (
    insert into day_difference (tenant_id, id, created_at, channel_day_id, side, kind, number, trade_no, is_refund, theirs_fen, state, resolution)
    select tenant_id, uuidv7(), day, id, 'bill', 'theirs-only', 'X' || day || n, 'T' || day || n, false, 100,
      case when day > current_date - 5 then 'open' else 'resolved' end, case when day > current_date - 5 then null else 'post' end
    from c, generate_series(1, ${DIFFERENCES_PER_DAY}) as n
  )
  insert into bill_line (tenant_id, import_id, source_id, day, number, is_refund, row, trade_no, amount_fen, fee_fen, at, is_done)
  select i.tenant_id, i.id, i.source_id, i.day, p.payment_no, false, row_number() over (), 'T' || p.payment_no, p.amount_fen, 0, p.paid_at, true
  from i join payment p on p.tenant_id = i.tenant_id and p.channel = 'sandbox' and p.state = 'succeeded'
    and p.paid_at::date = i.day`;

const BANK = `
  insert into bank_line (tenant_id, id, created_at, import_id, source_id, identity, serial_no, day, amount_fen, counterparty, memo)
  select $1, uuidv7(), now(), i.id, s.id, 'L' || n, 'L' || n, current_date - n % ${DAYS}, 1000, 'Bank', 'Settlement'
  from (select id from bill_import where tenant_id = $1 limit 1) i, bill_source s, generate_series(1, ${BANK_LINES}) as n
  where s.tenant_id = $1 and s.kind = 'bank'`;

/** Books payments, gives some back, settles lots week by week and reconciles three years of days. Returns a day that differs. */
export async function fillMoney(client: Client, world: World): Promise<string> {
  await withoutTriggers(client, async () => {
    for (const text of [BOOKS, GIVEN_BACK, SETTLED, SOURCES, DAYS_OF_CHANNEL, BANK])
      await client.query(text, [world.tenantId]);
  });
  const { rows } = await client.query<{ id: string }>(
    `select id from channel_day where tenant_id = $1 and state = 'differences' order by day limit 1`,
    [world.tenantId],
  );
  return rows[0]!.id;
}
