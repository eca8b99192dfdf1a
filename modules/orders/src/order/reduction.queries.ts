import type { ReductionLine } from '@boyun/domain/reduction';
import type { TenantTx } from '@boyun/kernel/server';
import type { ParkingOrder } from './order.queries.ts';
import { noteReductions } from './reduction-giver.service.ts';

/** The reductions of orders by order id, in the order in which they were applied; one query. */
export async function findReductions(
  tx: TenantTx,
  orderIds: readonly string[],
): Promise<Map<string, readonly ReductionLine[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await tx.query<ReductionLine & { orderId: string }>(
    `select order_id, source, source_id, payer, payer_id, kind, value, amount_fen, zh, en, is_promised
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

/** How long the quote shown to a driver is valid; the reductions in it are held for as long. */
export const QUOTE_HOLDS_MS = 10 * 60_000;

/** Returns the end of the hold of a quote given now. */
export const holdOf = (tx: TenantTx): Date => new Date(tx.now.getTime() + QUOTE_HOLDS_MS);

/**
 * Replaces the reductions of an order; the caller writes their sum to `parking_order.reduced_fen` in the same transaction. What they use
 * up is used for good, or held until `heldUntil`. An order without reductions before and after (`reducedFen` 0, no lines) costs no
 * statement.
 */
export function writeReductions(
  tx: TenantTx,
  order: Pick<ParkingOrder, 'id' | 'lotId' | 'plate' | 'reducedFen'>,
  lines: readonly ReductionLine[],
  heldUntil: Date | null,
): void {
  if (lines.length > 0 || order.reducedFen > 0) noteReductions(tx, { ...order, orderId: order.id }, lines, heldUntil);
  if (lines.length > 0)
    tx.deferWrite(
      tx.query(
        `insert into order_reduction (tenant_id, order_id, step, source, source_id, payer, kind, value, amount_fen, zh, en, payer_id, is_promised)
         select $1, $2, step, source, source_id, payer, kind, value, amount_fen, zh, en, payer_id, is_promised
         from unnest($3::text[], $4::uuid[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::text[], $10::text[], $11::uuid[], $12::boolean[])
           with ordinality as line(source, source_id, payer, kind, value, amount_fen, zh, en, payer_id, is_promised, step)
         on conflict (tenant_id, order_id, step) do update set source = excluded.source, source_id = excluded.source_id,
           payer = excluded.payer, kind = excluded.kind, value = excluded.value, amount_fen = excluded.amount_fen,
           zh = excluded.zh, en = excluded.en, payer_id = excluded.payer_id, is_promised = excluded.is_promised`,
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
          lines.map((one) => one.payerId ?? null),
          lines.map((one) => one.isPromised ?? false),
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

/**
 * Keeps the reductions of a quote that was paid: later quotes of the stay include them, whatever has become of their activities, coupons
 * and merchants since.
 */
export async function promiseReductions(tx: TenantTx, order: ParkingOrder): Promise<void> {
  if (order.reducedFen === 0) return;
  await tx.query(
    `update order_reduction set is_promised = true
     where tenant_id = $1 and order_id = $2 and source not in ('list', 'waiver')`,
    [tx.tenantId, order.id],
  );
  noteReductions(tx, { ...order, orderId: order.id }, await reductionsOf(tx, order.id), null);
}

/** Holds the reductions of the current quote of an order at least until its payment ends. */
export async function holdReductions(tx: TenantTx, order: ParkingOrder, until: Date): Promise<void> {
  if (order.reducedFen === 0) return;
  const quoteEndMs = (order.quotedAt?.getTime() ?? 0) + QUOTE_HOLDS_MS;
  const heldUntil = order.parkingState === 'inside' ? new Date(Math.max(until.getTime(), quoteEndMs)) : null;
  noteReductions(tx, { ...order, orderId: order.id }, await reductionsOf(tx, order.id), heldUntil);
}
