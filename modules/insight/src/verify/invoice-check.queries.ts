import { sqlCheck } from './check.service.ts';

/**
 * No bill is invoiced beyond what was received for it, red letters considered; what was refunded more than an hour ago is taken back, once its
 * invoice is issued. The reaction to a refund needs a moment.
 */
export const invoiceMoney = sqlCheck({
  key: 'invoice-money',
  by: 'bill',
  zh: '每个账单：已开票金额（扣除红字）≤ 实收金额；退款一小时后 ≤ 实收 − 已退款（开票中的除外）；红字 ≤ 蓝字',
  en: 'Each bill: invoiced less red letters ≤ received; an hour after a refund ≤ received − refunded (unless still invoicing); red letters ≤ invoiced',
  counted: `select count(distinct bill_id) from invoice_part_fact where tenant_id = $1 and bill_id >= $2 and bill_id < $3`,
  broken: `
    with invoiced as (
      select p.bill_id, coalesce(sum(p.amount_fen) filter (where i.kind = 'blue'), 0) as blue_fen,
        coalesce(sum(p.amount_fen) filter (where i.kind = 'blue' and i.state = 3), 0) as issued_fen,
        coalesce(-sum(p.amount_fen) filter (where i.kind = 'red'), 0) as red_fen
      from invoice_part_fact p join invoice_fact i on i.tenant_id = $1 and i.id = p.invoice_id and i.state <= 4
      where p.tenant_id = $1 and p.bill_id >= $2 and p.bill_id < $3 group by 1
    )
    select r.bill_id, r.kind, r.received_fen, r.refunded_fen, v.blue_fen, v.issued_fen, v.red_fen
    from invoiced v join receipt_fact r on r.tenant_id = $1 and r.bill_id = v.bill_id
    where v.blue_fen - v.red_fen > r.received_fen or v.red_fen > v.blue_fen
      or (r.refunded_at < $now - interval '1 hour'
        and least(v.issued_fen, v.blue_fen - v.red_fen) > greatest(0, r.received_fen - r.refunded_fen) and v.issued_fen > v.red_fen)`,
});

/** An invoice is the sum of its lines and of its parts, with the tax of their rates; its red letters are what it says they are. */
export const invoiceLines = sqlCheck({
  key: 'invoice-lines',
  by: 'now',
  zh: '每张发票：金额 + 税额 = 价税合计 = 各行之和 = 各账单之和；每行税额与税率相差不超过6分；已冲红 = 红字发票之和',
  en: 'Each invoice: amount + tax = total = sum of its lines = sum of its bills; the tax of a line is that of its rate within 0.06; taken back = its red letters',
  counted: 'select count(*) from invoice_fact where tenant_id = $1',
  broken: `
    with line as (
      select invoice_id, sum(incl_fen) as incl_fen, sum(ex_fen) as ex_fen, sum(tax_fen) as tax_fen,
        max(abs(ex_fen * tax_rate - tax_fen * 100)) as off
      from invoice_line_fact where tenant_id = $1 group by 1
    ), part as (select invoice_id, sum(amount_fen) as fen from invoice_part_fact where tenant_id = $1 group by 1
    ), red as (
      select blue_id, -sum(incl_fen) as fen from invoice_fact where tenant_id = $1 and kind = 'red' and state <= 4 group by 1
    )
    select i.id, i.kind, i.incl_fen, i.ex_fen, i.tax_fen, l.incl_fen as "linesFen", p.fen as "partsFen", i.red_fen,
      coalesce(r.fen, 0) as "redLettersFen", l.off
    from invoice_fact i left join line l on l.invoice_id = i.id left join part p on p.invoice_id = i.id left join red r on r.blue_id = i.id
    where i.tenant_id = $1 and (i.incl_fen <> i.ex_fen + i.tax_fen or i.incl_fen is distinct from l.incl_fen
      or i.ex_fen is distinct from l.ex_fen or i.tax_fen is distinct from l.tax_fen or i.incl_fen is distinct from p.fen
      or l.off > 600 or i.red_fen <> coalesce(r.fen, 0))`,
});
