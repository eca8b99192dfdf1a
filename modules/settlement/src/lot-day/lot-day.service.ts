import type { TenantTx } from '@boyun/kernel/server';
import { billKinds, sumDaysIn } from '@boyun/money/server';

/** Days one statement sums up at most. */
const STEP_DAYS = 31;

/** The kinds of bills that are revenue: what they bring is shared. */
function revenueKinds(tx: TenantTx): string[] {
  return [...tx.slots.byKey(billKinds)]
    .filter(([, kind]) => kind.credit('').account === 'revenue')
    .map(([name]) => name);
}

/**
 * What lots bring on days, by the ledger: fees billed, what of them the operator and merchants bear, what payments settled, and what went
 * back; and what channels keep of the payments. Wallets and cards are paid from, so their top-ups are not among it.
 */
const LOT_DAYS = `
  insert into lot_day (tenant_id, lot_id, day, gross_fen, operator_fen, merchant_fen, received_fen, refunded_fen, fee_fen)
  select $1, lot_id, day, sum(gross), sum(operator), sum(merchant), sum(received), sum(refunded), sum(fee)
  from (
    select e.lot_id, ledger_day_of(e.at, l.time_zone, l.time_zone) as day,
      case when e.account = 'revenue' and e.refund_id is null then -e.amount_fen else 0 end as gross,
      case when e.account = 'promotion' then e.amount_fen else 0 end as operator,
      case when e.account = 'promotion' and e.bill_id is null then -e.amount_fen else 0 end as merchant,
      case when e.account = 'receivable' then -e.amount_fen else 0 end as received,
      case when e.account = 'revenue' and e.refund_id is not null then e.amount_fen else 0 end as refunded, 0 as fee
    from ledger_entry_fact e
    join lot_fact l on l.tenant_id = e.tenant_id and l.id = e.lot_id
    left join bill_fact b on e.account = 'receivable' and b.tenant_id = e.tenant_id and b.id = e.bill_id
    where e.tenant_id = $1 and e.at >= ($2::date - interval '14 hours') at time zone 'UTC'
      and e.at < ($3::date + interval '14 hours') at time zone 'UTC'
      and (e.account = 'revenue' and e.party = any($4::text[]) or e.account = 'promotion' and e.party = 'operator'
        or e.account = 'receivable' and e.payment_id is not null and b.kind = any($4::text[]))
    union all
    select p.lot_id, ledger_day_of(p.paid_at, l.time_zone, l.time_zone), 0, 0, 0, 0, 0, p.channel_fee_fen
    from payment_fact p
    join lot_fact l on l.tenant_id = p.tenant_id and l.id = p.lot_id
    join bill_fact b on b.tenant_id = p.tenant_id and b.id = p.bill_id and b.kind = any($4::text[])
    where p.tenant_id = $1 and p.state = 'succeeded' and p.channel_fee_fen > 0
      and p.paid_at >= ($2::date - interval '14 hours') at time zone 'UTC'
      and p.paid_at < ($3::date + interval '14 hours') at time zone 'UTC'
  ) m where day >= $2 and day < $3 group by lot_id, day`;

/** Writes what lots brought on the days that have ended; returns the first day that has not. Null where nothing was ever booked. */
export async function sumLotDays(tx: TenantTx): Promise<string | null> {
  await sumDaysIn(tx);
  await tx.lock('lot-days');
  const [state] = await tx.query<{ next: string | null; until: string | null }>(
    `select coalesce((select next_day from lot_day_state where tenant_id = $1),
       (select min(day) from ledger_day_fact where tenant_id = $1)) as next,
       (select next_day from ledger_state_fact where tenant_id = $1) as until`,
    [tx.tenantId],
  );
  const { next, until } = state!;
  if (!next || !until) return until;
  const kinds = revenueKinds(tx);
  for (let from = next; from < until; ) {
    const [step] = await tx.query<{ to: string }>('select least($1::date + $3::int, $2::date) as to', [
      from,
      until,
      STEP_DAYS,
    ]);
    await tx.query(LOT_DAYS, [tx.tenantId, from, step!.to, kinds]);
    from = step!.to;
  }
  await tx.query(
    `insert into lot_day_state (tenant_id, next_day, kinds) values ($1, $2, $3)
     on conflict (tenant_id) do update set next_day = excluded.next_day, kinds = excluded.kinds
       where lot_day_state.next_day < excluded.next_day`,
    [tx.tenantId, until, kinds],
  );
  return until;
}
