import type { Report } from '@boyun/kernel/contract';
import { type ReportServer, serveReport } from '@boyun/kernel/server';
import type { Store } from './stored-entry.queries.ts';

/**
 * Serves the movements of one kind of store, `s` being the card or wallet. Who sees the store sees all its movements, whatever the lot they
 * happened in.
 */
export function serveStoredEntries(
  list: Report,
  of: {
    readonly kind: Store['kind'];
    readonly filters: Readonly<Record<string, string>>;
    readonly columns: Readonly<Record<string, string>>;
    readonly totals: Readonly<Record<string, string>>;
  },
): ReportServer {
  const { kind, filters, columns, totals } = of;
  return serveReport(list, {
    from: 'stored_entry_fact',
    as: 'e',
    joins: `join ${kind} s on s.tenant_id = e.tenant_id and s.id = e.store_id`,
    columnJoins: `left join money_fact m on m.tenant_id = e.tenant_id and m.id = coalesce(e.refund_id, e.payment_id)
      left join bill_fact b on b.tenant_id = m.tenant_id and b.id = m.bill_id`,
    where: [`e.store_kind = '${kind}'`],
    lot: 's.lot_id',
    own: 'e.actor_id = ?',
    filters: { [`${kind}Id`]: 'e.store_id = ?', ...filters },
    period: 'e.at',
    columns: {
      holderName: 's.holder_name',
      plate: "coalesce(m.plate, '')",
      paymentNo: 'm.number',
      orderId: "case when b.kind = 'stay' then b.subject_id end",
      ...columns,
    },
    order: 'e.at desc, e.store_id, e.number desc',
    totals: {
      paidFen: "case when e.kind in ('payment', 'payment-back') then -e.amount_fen end",
      refundedFen: "case when e.kind in ('refund', 'refund-failed') then -e.amount_fen end",
      ...totals,
    },
  });
}
