import { findVersion, ruleNameOf } from '@boyun/charging/server';
import type { FeeLine } from '@boyun/domain/fee';
import { coversLot, notFound, type TenantTx } from '@boyun/kernel/server';
import { type Change, shownChanges } from '@boyun/reviews/server';
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
  select o.id, o.order_no as "orderNo", o.plate, o.plate_color as "plateColor", o.vehicle_kind as "vehicleKind",
    o.lot_id as "lotId", o.standing, o.list_kind as "listKind", o.list_entry_id as "listEntryId",
    o.entry_type as "entryType", o.exit_type as "exitType", o.spot_number as "spotNumber", o.entered_at as "enteredAt", o.left_at as "leftAt",
    o.parking_state as "parkingState", o.pay_state as "payState", o.fee_fen as "feeFen", o.reduced_fen as "reducedFen",
    o.paid_fen as "paidFen", o.due_fen as "dueFen", o.overpaid_fen as "overpaidFen", o.refunded_fen as "refundedFen", o.pay_method as "payMethod", o.paid_at as "paidAt",
    o.settlements, o.charge_version_id as "chargeVersionId", o.fee_lines as "feeLines", o.pay_code as "payCode",
    o.locked_until as "lockedUntil", o.grace_until as "graceUntil", o.void_reason as "voidReason",
    o.entry_picture as "entryPicture", o.exit_picture as "exitPicture", entry.name as "entryLaneName",
    exit.name as "exitLaneName", lot.time_zone as "timeZone", lot.has_debt_collection as "hasDebtCollection"
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
      debtFen: isOpen ? await sumArrears(tx, row.plate) : 0,
      ruleName: tariff ? await ruleNameOf(tx, tariff.ruleId) : null,
      ruleVersion: tariff?.number ?? null,
      payPath: row.parkingState === 'void' ? null : `/pay/${row.payCode}`,
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
    `select at, kind, reason, requested_by_name as "requestedByName", reviewers, changes as lines
     from order_change where tenant_id = $1 and order_id = $2 order by id`,
    [tx.tenantId, orderId],
  );
  return rows.map((one) => ({ ...one, lines: shownChanges(one.lines) }));
}
