import type pg from 'pg';

type Row = Record<string, unknown>;

/** Money that came in for a bill from outside, and what invoices hold of it: issued, under way or failed ones, less red letters. */
const INVOICED = `
  with held as (
    select p.bill_id, sum(p.amount_fen) as fen, -sum(least(p.amount_fen, 0)) as red_fen, sum(greatest(p.amount_fen, 0)) as blue_fen
    from invoice_part p join invoice i on i.tenant_id = p.tenant_id and i.id = p.invoice_id and i.state <= 4
    where p.tenant_id = $1 group by 1
  ), come as (
    select a.bill_id, sum(a.applied_fen) as fen from allocation a
    join payment p on p.tenant_id = a.tenant_id and p.id = a.payment_id and p.state = 'succeeded' and p.channel not in ('card', 'balance')
    where a.tenant_id = $1 group by 1
  ), back as (
    select bill_id, sum(amount_fen - excess_fen) as fen from refund where tenant_id = $1 and state = 'succeeded' group by 1
  )
  select h.bill_id, h.fen as held, h.red_fen, h.blue_fen, coalesce(c.fen, 0) as come, coalesce(b.fen, 0) as back
  from held h left join come c using (bill_id) left join back b using (bill_id)`;

/** What is wrong by itself at every moment, whatever happens just then. */
const WRONG: Readonly<Record<string, string>> = {
  'a transaction of the ledger adds up to zero':
    'select transaction_id, sum(amount_fen) from ledger_entry where tenant_id = $1 group by 1 having sum(amount_fen) <> 0',
  'a bill is not invoiced beyond what came in for it, nor twice': `select * from (${INVOICED}) i where held > come or held < 0 or red_fen > blue_fen`,
  'an invoice is the sum of its lines, with their taxes': `
    select i.id, i.incl_fen, l.* from invoice i join lateral (
      select sum(incl_fen) as incl, sum(ex_fen) as ex, sum(tax_fen) as tax from invoice_line l where l.tenant_id = $1 and l.invoice_id = i.id) l on true
    where i.tenant_id = $1 and (i.incl_fen <> l.incl or i.ex_fen <> l.ex or i.tax_fen <> l.tax or i.incl_fen <> i.ex_fen + i.tax_fen)`,
  'shares of days add up to the share of their settlement': `
    select s.settlement_no, s.share_fen, d.fen from settlement s
    left join lateral (select coalesce(sum(share_fen), 0) as fen from lot_day d where d.tenant_id = $1 and d.settlement_id = s.id) d on true
    where s.tenant_id = $1 and (s.share_fen <> d.fen or s.payable_fen <> s.share_fen + s.adjusted_fen + s.carried_fen)`,
  // 65 % of what the month has brought up to a settlement, less what was shared of it before.
  'a share is that of the contract, to the fen': `
    with net as (
      select s.id, s.settlement_no, s.sub_merchant_id, s.from_day, to_char(d.day, 'YYYY-MM') as month, s.share_fen, sum(d.net_fen) as fen
      from settlement s join lot_day d on d.tenant_id = s.tenant_id and d.settlement_id = s.id where s.tenant_id = $1 group by 1, 2, 3, 4, 5, 6
    ), shared as (
      select settlement_no, share_fen, sum(round(upto * 0.65) - round((upto - fen) * 0.65)) as due from (
        select *, sum(fen) over (partition by sub_merchant_id, month order by from_day) as upto from net) n group by 1, 2
    )
    select * from shared where share_fen <> due`,
  'what is owed to a sub-merchant is what its settlements are not paid': `
    select m.name, l.fen as ledger, s.fen as settlements from sub_merchant m
    left join lateral (select coalesce(-sum(amount_fen), 0) as fen from ledger_entry
      where tenant_id = $1 and account = 'payable' and party = m.id::text) l on true
    left join lateral (select coalesce(sum(payable_fen), 0) as fen from settlement
      where tenant_id = $1 and sub_merchant_id = m.id and state in ('settled', 'paying')) s on true
    where m.tenant_id = $1 and l.fen <> s.fen`,
};

/** What is right once everything that was begun has ended. */
const WRONG_AT_REST: Readonly<Record<string, string>> = {
  'what was given back is taken back from invoices': `select * from (${INVOICED}) i where held > greatest(0, come - back)
    and not exists (select from invoice_part p join invoice o on o.tenant_id = $1 and o.id = p.invoice_id
      where p.tenant_id = $1 and p.bill_id = i.bill_id and o.state in (1, 2, 4))`,
};

/** All that a closed day is made of: what was compared, what was resolved, what was booked for it, and the records that count for it. */
const CLOSED_DAYS = `
  select d.id, d.day, d.closed_at, jsonb_build_array(to_jsonb(d),
    (select jsonb_agg(to_jsonb(x) order by x.id) from day_difference x where x.tenant_id = $1 and x.channel_day_id = d.id),
    (select jsonb_agg(to_jsonb(x) order by x.id) from day_settlement x where x.tenant_id = $1 and x.channel_day_id = d.id),
    (select jsonb_agg(to_jsonb(l) order by l.import_id, l.number, l.row) from day_bill b
      join bill_line l on l.tenant_id = $1 and l.import_id = b.import_id and l.day = d.day where b.tenant_id = $1 and b.channel_day_id = d.id),
    (select jsonb_agg(jsonb_build_array(e.id, e.account, e.amount_fen) order by e.id) from ledger_entry e
      where e.tenant_id = $1 and e.source = 'channel-day' and e.source_id = d.id),
    (select jsonb_agg(jsonb_build_array(m.number, m.amount_fen) order by m.number, m.amount_fen) from channel_money_fact m
      left join record_day r on r.tenant_id = $1 and r.record_id = m.id
      where m.tenant_id = $1 and m.channel = 'sandbox' and m.state = 'succeeded'
        and (r.record_id is null and m.paid_at >= d.starts_at and m.paid_at < d.ends_at or r.day = d.day and r.source_id = d.source_id))
    )::text as content
  from channel_day d where d.tenant_id = $1 and d.state = 'closed'`;

interface ClosedDay {
  readonly id: string;
  readonly day: string;
  readonly closed_at: Date;
  readonly content: string;
}

/** Errors that a look into the books must find, by name. */
const ERRORS: Readonly<Record<string, string>> = {
  'an entry of the ledger with another amount': `update ledger_entry set amount_fen = amount_fen + 1
    where (tenant_id, id) = (select tenant_id, id from ledger_entry where tenant_id = $1 limit 1)`,
  'more invoiced than came in': `update invoice_part p set amount_fen = p.amount_fen + 1e8 from invoice i
    where p.tenant_id = $1 and i.tenant_id = $1 and i.id = p.invoice_id and i.kind = 'blue' and i.state <= 4`,
  'a share that is a fen too large': `update lot_day set share_fen = share_fen + 1
    where (tenant_id, lot_id, day) = (select tenant_id, lot_id, day from lot_day where tenant_id = $1 and settlement_id is not null limit 1)`,
  'a closed day with another amount': `update channel_day set theirs_fen = theirs_fen + 1 where tenant_id = $1 and state = 'closed'`,
  'a record that moves out of a closed day': `update payment set paid_at = paid_at + interval '1 day'
    where tenant_id = $1 and channel = 'sandbox' and state = 'succeeded'`,
};

/** Looks into the database after every step for what must never be; throws when it is. */
export class Books {
  readonly #client: pg.Client;
  readonly #tenantId: number;
  #closed = new Map<string, ClosedDay>();
  /** Days that somebody asked to open again since they were closed. */
  readonly #reopened = new Set<string>();
  readonly counts = { checks: 0, closed: 0 };

  constructor(client: pg.Client, tenantId: number, before?: Books) {
    this.#client = client;
    this.#tenantId = tenantId;
    if (!before) return;
    this.#closed = before.#closed;
    this.#reopened = before.#reopened;
    this.counts = before.counts;
  }

  /** From now on a day may be open again. */
  reopens(dayId: string): void {
    this.#reopened.add(dayId);
  }

  async check(step: string): Promise<void> {
    await this.#find(WRONG, step);
    await this.#compareClosed(step);
    this.counts.checks += 1;
  }

  async checkAtRest(step: string): Promise<void> {
    await this.#find({ ...WRONG, ...WRONG_AT_REST }, step);
  }

  /** Makes errors, each in a transaction that is rolled back, and returns those that are not found. */
  async unseen(): Promise<string[]> {
    const unseen: string[] = [];
    for (const [what, sql] of Object.entries(ERRORS)) {
      await this.#client.query('begin; set local session_replication_role = replica');
      const { rowCount } = await this.#client.query(sql, [this.#tenantId]);
      const isSeen = await this.check(what).then(
        () => false,
        () => true,
      );
      await this.#client.query('rollback');
      if (!rowCount || !isSeen) unseen.push(what);
    }
    return unseen;
  }

  async #find(wrong: Readonly<Record<string, string>>, step: string): Promise<void> {
    for (const [what, sql] of Object.entries(wrong)) {
      const { rows } = await this.#client.query<Row>(`${sql} limit 3`, [this.#tenantId]);
      if (rows.length > 0) throw new Error(`after ${step}, not so: ${what}\n${JSON.stringify(rows)}`);
    }
  }

  async #compareClosed(step: string): Promise<void> {
    const { rows } = await this.#client.query<ClosedDay>(CLOSED_DAYS, [this.#tenantId]);
    const now = new Map(rows.map((one) => [one.id, one]));
    for (const [id, before] of this.#closed) {
      const day = now.get(id);
      const isSame = day?.closed_at.getTime() === before.closed_at.getTime();
      if (isSame && day.content === before.content) continue;
      if (!isSame && this.#reopened.delete(id)) continue;
      throw new Error(`after ${step} the closed day changed\n${before.content}\n${day?.content}`);
    }
    this.counts.closed += [...now.keys()].filter((id) => !this.#closed.has(id)).length;
    this.#closed = now;
  }
}
