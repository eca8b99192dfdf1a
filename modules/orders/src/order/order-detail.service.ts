import { findVersion, ruleNameOf } from '@boyun/charging/server';
import type { FeeLine } from '@boyun/domain/fee';
import { coversLot, notFound, type TenantTx } from '@boyun/kernel/server';
import { type Change, shownChanges } from '@boyun/reviews/server';
import { offersInvoice } from './invoice-offer.service.ts';
import type { OrderChangeKind } from './order.contract.ts';
import { type ParkingOrder, sumArrears } from './order.queries.ts';
import { priceOrder } from './price-order.service.ts';
import { reductionsOf } from './reduction.queries.ts';

type DetailRow = Omit<ParkingOrder, 'entryLaneId' | 'exitLaneId' | 'entryPassingId' | 'quotedAt'> & {
  readonly timeZone: string;
  readonly hasDebtCollection: boolean;
  readonly feeLines: FeeLine[];
  readonly entryLaneName: string | null;
  readonly exitLaneName: string | null;
  readonly entryPicture: string | null;
  readonly exitPicture: string | null;
  readonly voidReason: string | null;
  readonly overpaidFen: number;
  readonly paidAt: Date | null;
  readonly spotNumber: string | null;
};

const DETAIL = `
  select o.id, o.order_no, o.plate, o.plate_color, o.vehicle_kind, o.spot_kind,
    o.lot_id, o.standing, o.list_kind, o.list_entry_id,
    o.entry_type, o.exit_type, o.spot_number, o.entered_at, o.left_at,
    o.parking_state, o.pay_state, o.fee_fen, o.reduced_fen,
    o.paid_fen, o.due_fen, o.overpaid_fen, o.refunded_fen, o.pay_method, o.paid_at,
    o.settlements, o.charge_version_id, o.fee_lines, o.pay_code,
    o.locked_until, o.grace_until, o.void_reason,
    o.entry_picture, o.exit_picture, entry.name as "entryLaneName",
    exit.name as "exitLaneName", lot.time_zone, lot.has_debt_collection
  from parking_order o
  join lot_fact lot on lot.tenant_id = o.tenant_id and lot.id = o.lot_id
  left join lane_fact entry on entry.tenant_id = o.tenant_id and entry.id = o.entry_lane_id
  left join lane_fact exit on exit.tenant_id = o.tenant_id and exit.id = o.exit_lane_id
  where o.tenant_id = $1 and o.id = $2`;

/** An order with its lines; payments and what happened to it are added by who keeps them. */
export async function describeOrder(tx: TenantTx, orderId: string) {
  const [row] = await tx.query<DetailRow>(DETAIL, [tx.tenantId, orderId]);
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, { zh: '订单', en: 'Order' });
  // The fee of a car inside is its fee up to now.
  const isOpen = row.parkingState === 'inside';
  const quote = isOpen ? await priceOrder(tx, row, tx.now, row.timeZone) : null;
  const lines = quote?.lines ?? row.feeLines;
  const versionId = quote?.versionId ?? row.chargeVersionId;
  const tariff = versionId ? await findVersion(tx, versionId) : null;
  const end = row.leftAt ?? tx.now;
  const changes = await findChanges(tx, orderId);
  const reductions = quote?.reductions ?? (await reductionsOf(tx, orderId));
  return {
    changes,
    order: {
      ...row,
      parkedMinutes: Math.max(0, Math.floor((end.getTime() - row.enteredAt.getTime()) / 60_000)),
      feeFen: quote?.feeFen ?? row.feeFen,
      reducedFen: quote?.reducedFen ?? row.reducedFen,
      dueFen: Math.max(0, quote?.dueFen ?? row.dueFen),
      debtFen: await otherDebts(tx, row),
      ruleName: tariff ? await ruleNameOf(tx, tariff.ruleId) : null,
      ruleVersion: tariff?.number ?? null,
      payPath: row.parkingState === 'void' ? null : `/pay/${row.payCode}`,
      invoicePath: (await offersInvoice(tx, row.lotId)) ? `/invoice/${row.payCode}` : null,
    },
    feeLines: lines.map((line) => ({
      from: new Date(line.fromMs),
      to: new Date(line.toMs),
      rule: line.rule,
      units: line.units,
      unitPriceFen: line.unitPriceFen,
      amountFen: line.amountFen,
      zh: line.zh,
      en: line.en,
    })),
    reductions: reductions.map(({ sourceId: _, ...line }) => line),
  };
}

/** Manual changes of an order, oldest first. */
async function findChanges(tx: TenantTx, orderId: string) {
  const rows = await tx.query<{
    at: Date;
    kind: keyof typeof OrderChangeKind;
    reason: string;
    requestedByName: string;
    reviewers: string[];
    lines: Change[];
  }>(
    `select at, kind, reason, requested_by_name, reviewers, changes as lines
     from order_change where tenant_id = $1 and order_id = $2 order by id`,
    [tx.tenantId, orderId],
  );
  return rows.map((one) => ({ ...one, lines: shownChanges(one.lines) }));
}

/** What the plate of an order that can still be paid owes besides it, in fen. */
async function otherDebts(
  tx: TenantTx,
  row: Pick<DetailRow, 'plate' | 'parkingState' | 'payState' | 'dueFen'>,
): Promise<number> {
  if (row.parkingState === 'inside') return sumArrears(tx, row.plate);
  return row.payState === 'arrears' ? (await sumArrears(tx, row.plate)) - row.dueFen : 0;
}
