import { serveReport } from '@boyun/kernel/server';
import { invoiceReport } from './invoice-report.contract.ts';

const sumOf = (column: string, kind: 'blue' | 'red') =>
  `coalesce(sum(n.${column}) filter (where i.kind = '${kind}'), 0)::bigint`;
const countOf = (kind: 'blue' | 'red') => `(count(distinct i.id) filter (where i.kind = '${kind}'))::int`;

/** The lines of issued invoices and red letters, summed. */
export const invoiceReportServer = serveReport(invoiceReport, {
  from: 'invoice_line',
  as: 'n',
  joins: `join invoice i on i.tenant_id = n.tenant_id and i.id = n.invoice_id
    join invoice_set s on s.tenant_id = i.tenant_id and s.id = i.invoice_set_id`,
  where: ['i.state = 3'],
  lot: 'i.lot_id',
  own: 'i.actor_id = ?',
  filters: { lotId: 'i.lot_id = ?', taxRate: 'n.tax_rate = ?', use: 'n.use = ?', invoiceType: 'i.invoice_type = ?' },
  period: 'i.issued_at',
  columns: {
    id: "concat_ws(' ', i.lot_id, s.id, i.invoice_type, n.use, n.tax_rate, n.policy, n.service_name)",
    lotId: 'i.lot_id',
    issuerName: 's.issuer_name',
    invoiceType: 'i.invoice_type',
    blueCount: countOf('blue'),
    blueFen: sumOf('incl_fen', 'blue'),
    redCount: countOf('red'),
    redFen: sumOf('incl_fen', 'red'),
    exFen: 'sum(n.ex_fen)::bigint',
    taxFen: 'sum(n.tax_fen)::bigint',
    netFen: 'sum(n.incl_fen)::bigint',
  },
  groupBy: 'i.lot_id, s.id, s.issuer_name, i.invoice_type, n.use, n.service_name, n.tax_rate, n.policy',
  order: 'i.lot_id nulls last, s.issuer_name, i.invoice_type, n.use, n.service_name, n.tax_rate, n.policy, s.id',
  totals: {
    blueFen: sumOf('incl_fen', 'blue'),
    redFen: sumOf('incl_fen', 'red'),
    exFen: 'sum(n.ex_fen)',
    taxFen: 'sum(n.tax_fen)',
    netFen: 'sum(n.incl_fen)',
  },
});
