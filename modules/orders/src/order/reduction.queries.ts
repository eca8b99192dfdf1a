import type { ReductionLine } from '@boyun/domain/reduction';
import type { TenantTx } from '@boyun/kernel/server';

/** The reductions of orders by order id, in the order in which they were applied; one query. */
export async function findReductions(
  tx: TenantTx,
  orderIds: readonly string[],
): Promise<Map<string, readonly ReductionLine[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await tx.query<ReductionLine & { orderId: string }>(
    `select order_id, source, source_id, payer, kind, value, amount_fen, zh, en
     from order_reduction where tenant_id = $1 and order_id = any($2::uuid[]) order by order_id, step`,
    [tx.tenantId, orderIds],
  );
  const found = new Map<string, ReductionLine[]>();
  for (const { orderId, ...line } of rows) {
    const own = found.get(orderId);
    if (own) own.push(line);
    else found.set(orderId, [line]);
  }
  return found;
}

/** The reductions of one order, as `findReductions` finds those of several. */
export async function reductionsOf(tx: TenantTx, orderId: string): Promise<readonly ReductionLine[]> {
  return (await findReductions(tx, [orderId])).get(orderId) ?? [];
}

/**
 * Replaces the reductions of an order; the caller writes their sum to `parking_order.reduced_fen` in the same transaction.
 * An order without reductions before and after (`reducedFen` 0, no lines) costs no statement.
 */
export function writeReductions(
  tx: TenantTx,
  order: { readonly id: string; readonly reducedFen: number },
  lines: readonly ReductionLine[],
): void {
  if (lines.length > 0)
    tx.deferWrite(
      tx.query(
        `insert into order_reduction (tenant_id, order_id, step, source, source_id, payer, kind, value, amount_fen, zh, en)
         select $1, $2, step, source, source_id, payer, kind, value, amount_fen, zh, en
         from unnest($3::text[], $4::uuid[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::text[], $10::text[])
           with ordinality as line(source, source_id, payer, kind, value, amount_fen, zh, en, step)
         on conflict (tenant_id, order_id, step) do update set source = excluded.source, source_id = excluded.source_id,
           payer = excluded.payer, kind = excluded.kind, value = excluded.value, amount_fen = excluded.amount_fen,
           zh = excluded.zh, en = excluded.en`,
        [
          tx.tenantId,
          order.id,
          lines.map((one) => one.source),
          lines.map((one) => one.sourceId),
          lines.map((one) => one.payer),
          lines.map((one) => one.kind),
          lines.map((one) => one.value),
          lines.map((one) => one.amountFen),
          lines.map((one) => one.zh),
          lines.map((one) => one.en),
        ],
      ),
    );
  if (order.reducedFen > 0)
    tx.deferWrite(
      tx.query('delete from order_reduction where tenant_id = $1 and order_id = $2 and step > $3', [
        tx.tenantId,
        order.id,
        lines.length,
      ]),
    );
}
