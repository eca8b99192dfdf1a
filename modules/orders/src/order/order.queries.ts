import type { FeeLine } from '@boyun/domain/fee';
import type { PlateColor } from '@boyun/domain/plate';
import type { usualSpotKinds } from '@boyun/domain/spot-kind';
import type { TenantTx } from '@boyun/kernel/server';
import type { PayMethod } from '@boyun/money/contract';
import type { ParkingState, PayState } from './order.contract.ts';

/** A settlement: everything due at that moment was paid; `amountFen` includes the reductions honoured then. */
export interface Settlement {
  readonly atMs: number;
  readonly amountFen: number;
}

/** A parking order as business sees it. */
export interface ParkingOrder {
  readonly id: string;
  readonly orderNo: string;
  readonly lotId: string;
  readonly plate: string;
  readonly plateColor: PlateColor;
  readonly vehicleKind: string | null;
  /** The kind of the spot the car was known to occupy when it entered. */
  readonly spotKind: keyof typeof usualSpotKinds | null;
  /** The name of a kind of list, `arrears` or `temporary`. */
  readonly standing: string;
  /** The list entry the car came in by, which covers the stay or parts of it. */
  readonly listKind: string | null;
  readonly listEntryId: string | null;
  readonly enteredAt: Date;
  readonly leftAt: Date | null;
  readonly entryLaneId: string | null;
  readonly entryPassingId: string | null;
  readonly exitLaneId: string | null;
  readonly parkingState: ParkingState;
  readonly payState: PayState;
  readonly feeFen: number;
  readonly reducedFen: number;
  readonly paidFen: number;
  readonly dueFen: number;
  /** The refunded part of what was paid for the stay, in fen. */
  readonly refundedFen: number;
  readonly settlements: readonly Settlement[];
  readonly chargeVersionId: string | null;
  readonly quotedAt: Date | null;
  readonly payCode: string;
  readonly payMethod: keyof typeof PayMethod | null;
  readonly lockedUntil: Date | null;
  readonly graceUntil: Date | null;
}

const COLUMNS = `id, order_no, lot_id, plate, plate_color,
  vehicle_kind, spot_kind, standing, list_kind, list_entry_id, entered_at, left_at,
  entry_lane_id, entry_passing_id, exit_lane_id, parking_state,
  pay_state, fee_fen, reduced_fen, paid_fen, due_fen, refunded_fen,
  settlements, charge_version_id, quoted_at, pay_code,
  pay_method, locked_until, grace_until`;

const INSIDE_COLUMNS = COLUMNS.replaceAll(/[a-z_]+/g, 'o.$&');

/** The order of the car inside a lot under exactly this plate. The lot's row is locked by the caller. */
export async function findInside(tx: TenantTx, lotId: string, plate: string): Promise<ParkingOrder | null> {
  const [row] = await tx.query<ParkingOrder>(
    `select ${INSIDE_COLUMNS} from car_inside c
     join parking_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
     where c.tenant_id = $1 and c.lot_id = $2 and c.plate = $3 for update of o`,
    [tx.tenantId, lotId, plate],
  );
  return row ?? null;
}

/** The orders of all cars inside a lot, to be looked at. */
export function listInside(tx: TenantTx, lotId: string): Promise<ParkingOrder[]> {
  return tx.query<ParkingOrder>(
    `select ${INSIDE_COLUMNS} from car_inside c join parking_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
     where c.tenant_id = $1 and c.lot_id = $2`,
    [tx.tenantId, lotId],
  );
}

/** Orders of cars inside whose plate a camera may have confused with this one. */
export function findInsideLike(tx: TenantTx, lotId: string, plateKey: string): Promise<ParkingOrder[]> {
  return tx.query<ParkingOrder>(
    `select ${INSIDE_COLUMNS} from car_inside c
     join parking_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
     where c.tenant_id = $1 and c.lot_id = $2 and c.plate_key = $3
     order by c.entered_at desc limit 20 for update of o`,
    [tx.tenantId, lotId, plateKey],
  );
}

/** Notes a car as inside; a stay older than the one that is there already is not (it ends where that one began). */
export async function insertInside(
  tx: TenantTx,
  car: {
    lotId: string;
    plate: string;
    plateKey: string;
    orderId: string;
    listEntryId: string | null;
    enteredAt: Date;
  },
): Promise<void> {
  await tx.query(
    `insert into car_inside (tenant_id, lot_id, plate, plate_key, order_id, list_entry_id, entered_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id, lot_id, plate) do nothing`,
    [tx.tenantId, car.lotId, car.plate, car.plateKey, car.orderId, car.listEntryId, car.enteredAt],
  );
}

/** The car of an order is not inside any more. */
export async function deleteInside(tx: TenantTx, orderId: string): Promise<void> {
  await tx.query('delete from car_inside where tenant_id = $1 and order_id = $2', [tx.tenantId, orderId]);
}

/** The order of a plate that left this lot last between two moments. */
export async function findLeft(
  tx: TenantTx,
  lotId: string,
  plate: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ParkingOrder | null> {
  const [row] = await tx.query<ParkingOrder>(
    `select ${COLUMNS} from parking_order
     where tenant_id = $1 and plate = $2 and lot_id = $3 and parking_state = 'left' and left_at between $4 and $5
     order by id desc limit 1`,
    [tx.tenantId, plate, lotId, from, to],
  );
  return row ?? null;
}

/** The stay of a plate in a lot that was closed without an exit, though it was under way at a moment. */
export async function findClosedOver(
  tx: TenantTx,
  lotId: string,
  plate: string,
  at: Date,
): Promise<ParkingOrder | null> {
  const [row] = await tx.query<ParkingOrder>(
    `select ${COLUMNS} from parking_order
     where tenant_id = $1 and plate = $2 and lot_id = $3 and parking_state = 'no-exit' and entered_at <= $4 and left_at > $4
       and exit_type is distinct from 'turned-back-entry'
     order by entered_at desc limit 1 for update`,
    [tx.tenantId, plate, lotId, at],
  );
  return row ?? null;
}

/**
 * Another stay of the plate in the same lot that goes on within the times of this one. One that was closed without an exit
 * counts with the times it is charged for; a car that turned back was not in. The lot's row is locked by the caller.
 */
export async function findOverlapping(
  tx: TenantTx,
  { id, lotId, plate, enteredAt, leftAt }: Pick<ParkingOrder, 'id' | 'lotId' | 'plate' | 'enteredAt' | 'leftAt'>,
): Promise<Pick<ParkingOrder, 'orderNo' | 'enteredAt' | 'leftAt'> | null> {
  const [row] = await tx.query<Pick<ParkingOrder, 'orderNo' | 'enteredAt' | 'leftAt'>>(
    `select order_no, entered_at, left_at from parking_order
     where tenant_id = $1 and plate = $2 and lot_id = $3 and id <> $4 and parking_state <> 'void'
       and exit_type is distinct from 'turned-back-entry'
       and entered_at < coalesce($6::timestamptz, 'infinity') and coalesce(left_at, 'infinity') > $5
     order by entered_at limit 1`,
    [tx.tenantId, plate, lotId, id, enteredAt, leftAt],
  );
  return row ?? null;
}

/** An order locked for a change; null when the tenant has none with this id. */
export async function lockOrder(tx: TenantTx, id: string): Promise<ParkingOrder | null> {
  const [row] = await tx.query<ParkingOrder>(
    `select ${COLUMNS} from parking_order where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** An order by the code of its payment QR. */
export async function findByPayCode(tx: TenantTx, code: string, isLocked: boolean): Promise<ParkingOrder | null> {
  const [row] = await tx.query<ParkingOrder>(
    `select ${COLUMNS} from parking_order where tenant_id = $1 and pay_code = $2${isLocked ? ' for update' : ''}`,
    [tx.tenantId, code],
  );
  return row ?? null;
}

/** Returns the lines of the fee of an order, as they were when it was last settled. */
export async function feeLinesOf(tx: TenantTx, orderId: string): Promise<readonly FeeLine[]> {
  const [row] = await tx.query<{ feeLines: FeeLine[] }>(
    'select fee_lines from parking_order where tenant_id = $1 and id = $2',
    [tx.tenantId, orderId],
  );
  return row?.feeLines ?? [];
}

/** Returns the use of list entries: cars of other plates now inside by each, and stays since a moment. */
export function countUses(
  tx: TenantTx,
  plate: string,
  entryIds: readonly string[],
  since: Date,
): Promise<{ id: string; inside: number; stays: number }[]> {
  return tx.query(
    `select id,
       (select count(*) from car_inside c
        where c.tenant_id = $1 and c.list_entry_id = entry.id and c.plate <> $2)::int as inside,
       (select count(*) from parking_order o
        where o.tenant_id = $1 and o.list_entry_id = entry.id and o.entered_at >= $4 and o.parking_state <> 'void'
           and o.exit_type is distinct from 'turned-back-entry')::int as stays
     from unnest($3::uuid[]) as entry(id)`,
    [tx.tenantId, plate, entryIds, since],
  );
}

/** Stays that are over and not paid; in the words of the index `parking_order_owed`, so that it is read. */
const OWED = "pay_state in ('arrears', 'paying') and parking_state <> 'inside'";

/** Returns the debt of a plate for ended stays; an amount whose payment is under way counts until it is settled. */
export async function sumArrears(tx: TenantTx, plate: string): Promise<number> {
  const [row] = await tx.query<{ owedFen: number }>(
    `select coalesce(sum(due_fen), 0)::bigint as "owedFen" from parking_order
     where tenant_id = $1 and plate = $2 and ${OWED}`,
    [tx.tenantId, plate],
  );
  return row!.owedFen;
}

/** Returns the plates that owe more than a sum for ended stays, the largest debts first. */
export function findOwing(
  tx: TenantTx,
  aboveFen: number,
  limit: number,
): Promise<{ readonly plate: string; readonly owedFen: number }[]> {
  return tx.query(
    `select plate, sum(due_fen)::bigint as owed_fen from parking_order where tenant_id = $1 and ${OWED}
     group by plate having sum(due_fen) > $2 order by 2 desc, 1 limit $3`,
    [tx.tenantId, aboveFen, limit],
  );
}

/** Returns the unpaid stays of a plate, locked in a fixed order; those whose payment is under way are left out. */
export function lockDebts(tx: TenantTx, plate: string, exceptId: string): Promise<ParkingOrder[]> {
  return tx.query<ParkingOrder>(
    `select ${COLUMNS} from parking_order
     where tenant_id = $1 and plate = $2 and ${OWED}
       and pay_state = 'arrears' and id <> $3
     order by id for update`,
    [tx.tenantId, plate, exceptId],
  );
}

/** Returns the pay code of the oldest debt of a plate. */
export async function findDebtCode(tx: TenantTx, plate: string): Promise<string | null> {
  const [row] = await tx.query<{ payCode: string }>(
    `select pay_code from parking_order
     where tenant_id = $1 and plate = $2 and ${OWED}
     order by id limit 1`,
    [tx.tenantId, plate],
  );
  return row?.payCode ?? null;
}
