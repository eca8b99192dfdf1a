import { piece, runSql, type Sql, sql, type TenantTx } from '@boyun/kernel/server';
import type { AccountKind } from '@boyun/money/contract';

/** An entry whose balance is asked for. */
export interface Line {
  readonly id: string;
  readonly at: Date;
  readonly account: AccountKind;
  readonly party: string;
}

const isBefore = (one: Line, other: Line) =>
  one.at.getTime() === other.at.getTime() ? one.id < other.id : one.at < other.at;

/** The lots whose entries count; null for all of them. */
export type CountedLots = readonly string[] | null;

const inLots = (lots: CountedLots, column: string): Sql =>
  lots === null ? sql`true` : sql`${piece(column)} = any(${lots}::uuid[])`;

/**
 * Returns the balance of its account after each entry, by its id. The balance before the first comes from the sums of days and the entries
 * of the days around it, so that no more than the page itself is read entry by entry.
 */
export async function balancesAfter(
  tx: TenantTx,
  lines: readonly Line[],
  lots: CountedLots,
): Promise<ReadonlyMap<string, number>> {
  const spans = [...Map.groupBy(lines, (one) => `${one.account} ${one.party}`).values()].map((own) => ({
    first: own.reduce((least, one) => (isBefore(one, least) ? one : least)),
    last: own.reduce((most, one) => (isBefore(most, one) ? one : most)),
  }));
  if (spans.length === 0) return new Map();
  const rows = await runSql<{ id: string; fen: number }>(
    tx,
    sql`
    with span as (
      select * from unnest(${spans.map(({ first }) => first.account)}::text[], ${spans.map(({ first }) => first.party)}::text[],
        ${spans.map(({ first }) => first.at)}::timestamptz[], ${spans.map(({ first }) => first.id)}::uuid[],
        ${spans.map(({ last }) => last.at)}::timestamptz[], ${spans.map(({ last }) => last.id)}::uuid[])
        as s(account, party, first_at, first_id, last_at, last_id)
    ), opening as (
      -- Days before it have ended in every zone when the first entry was made.
      select s.*, (s.first_at at time zone 'UTC' - interval '12 hours')::date as cut from span s
    ), before as (
      select o.account, o.party, coalesce((
          select sum(d.debit_fen - d.credit_fen) from ledger_day_fact d
          where d.tenant_id = ${tx.tenantId} and d.account = o.account and d.party = o.party and d.day < o.cut and ${inLots(lots, 'd.lot_id')}
        ), 0) + coalesce((
          select sum(e.amount_fen) from ledger_entry_fact e
          join tenant t on t.id = e.tenant_id
          left join lot_fact l on l.tenant_id = e.tenant_id and l.id = e.lot_id
          where e.tenant_id = ${tx.tenantId} and e.account = o.account and e.party = o.party
            and e.at >= (o.cut - interval '14 hours') at time zone 'UTC' and (e.at, e.id) < (o.first_at, o.first_id)
            and ledger_day_of(e.at, l.time_zone, t.time_zone) >= o.cut and ${inLots(lots, 'e.lot_id')}
        ), 0) as fen
      from opening o
    )
    select e.id, (b.fen + sum(e.amount_fen) over (partition by e.account, e.party order by e.at, e.id))::bigint as fen
    from span s
    join before b using (account, party)
    join ledger_entry_fact e on e.tenant_id = ${tx.tenantId} and e.account = s.account and e.party = s.party
      and (e.at, e.id) between (s.first_at, s.first_id) and (s.last_at, s.last_id)
    where ${inLots(lots, 'e.lot_id')}`,
  );
  return new Map(rows.map((one) => [one.id, one.fen]));
}
