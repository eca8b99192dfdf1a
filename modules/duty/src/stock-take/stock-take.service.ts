import { normalizePlate, plateColor, plateColorOf } from '@boyun/domain/plate';
import { vehicleKindOfPlate } from '@boyun/domain/vehicle-kind';
import { lockCarsInside, requireLot } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import { type Act, coversLot, notFound, type TenantTx } from '@boyun/kernel/server';
import { standingOf } from '@boyun/lists/server';
import { countUses, findInside, openStay, requestClose } from '@boyun/orders/server';
import { stockTakeRefusal } from './stock-take.contract.ts';
import { findCounted, findMissing, findStockTake, insertCars, type StockTake } from './stock-take.queries.ts';
import { stockTakeCounted, stockTakeFinished, stockTakeStarted } from './stock-take-event.contract.ts';

/** Returns a stock-take the caller may see; throws `not-found`. */
export async function requireStockTake(tx: TenantTx, id: string): Promise<StockTake> {
  const one = await findStockTake(tx, id, false);
  if (!one || !coversLot(tx.who, one.lotId)) throw notFound(tx.who, { zh: '盘点', en: 'Stock-take' });
  return one;
}

/** Returns a stock-take in progress, locked; throws `over` when it has ended. */
export async function lockCounting(tx: TenantTx, id: string): Promise<StockTake> {
  await requireStockTake(tx, id);
  const one = (await findStockTake(tx, id, true))!;
  if (one.state !== 'counting') throw new Refusal(stockTakeRefusal.over);
  return one;
}

/** Starts a stock-take of a lot and returns its id. */
export async function beginStockTake(tx: TenantTx, lotId: string): Promise<string> {
  const insideCount = await lockCarsInside(tx, lotId);
  const id = tx.newId();
  const rows = await tx.query(
    `insert into stock_take (tenant_id, id, lot_id, started_at, started_by, started_by_name, inside_count) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id, lot_id) where state = 'counting' do nothing returning id`,
    [tx.tenantId, id, lotId, tx.now, tx.who.userId, tx.who.name, Math.max(0, insideCount ?? 0)],
  );
  if (rows.length === 0) throw new Refusal(stockTakeRefusal.running);
  tx.emit(stockTakeStarted, { lotId, subjectId: id, data: { stockTakeId: id, insideCount } });
  return id;
}

/** Records cars as found and returns how many were new. */
export async function count(tx: TenantTx, one: StockTake, plates: readonly string[]): Promise<number> {
  const unique = [...new Set(plates.map(normalizePlate))];
  const addedCount = await insertCars(tx, one.id, unique);
  if (addedCount > 0)
    tx.emit(stockTakeCounted, {
      lotId: one.lotId,
      subjectId: one.id,
      data: { stockTakeId: one.id, addedCount },
    });
  return addedCount;
}

/**
 * Finishes a stock-take. Orders of missing cars are closed like any manual closing, with the pass type of a stock-take
 * and the approval its flow requires; a found car gets an order starting now. Refuses plates that are no longer a
 * difference.
 */
export async function finish(
  tx: TenantTx,
  act: Act,
  one: StockTake,
  wish: { goneOrderIds: readonly string[]; isFree: boolean; addedPlates: readonly string[]; reason: string },
): Promise<{ closedCount: number; pendingCount: number; addedCount: number }> {
  await lockCarsInside(tx, one.lotId);
  const missing = new Set((await findMissing(tx, one)).map((car) => car.orderId));
  const counted = new Map((await findCounted(tx, one)).map((car) => [car.plate, car.isKnown]));
  let pendingCount = 0;
  const gone = [...new Set(wish.goneOrderIds)].sort();
  for (const orderId of gone) {
    if (!missing.has(orderId)) throw new Refusal(stockTakeRefusal['was-seen'], { plate: orderId });
    if (await requestClose(tx, act, { orderId, isFree: wish.isFree, reason: wish.reason })) pendingCount += 1;
  }
  const added = [...new Set(wish.addedPlates)];
  for (const plate of added) {
    if (counted.get(plate) !== false || (await findInside(tx, one.lotId, plate)))
      throw new Refusal(stockTakeRefusal['was-seen'], { plate });
    await admit(tx, one.lotId, plate);
  }
  const closedCount = gone.length - pendingCount;
  const counts = { closedCount, pendingCount, addedCount: added.length };
  await tx.query(
    `update stock_take set state = 'finished', ended_at = $3, ended_by_name = $4, reason = $5, closed_count = $6,
       pending_count = $7, added_count = $8 where tenant_id = $1 and id = $2`,
    [tx.tenantId, one.id, tx.now, tx.who.name, wish.reason, closedCount, pendingCount, added.length],
  );
  tx.emit(stockTakeFinished, { lotId: one.lotId, subjectId: one.id, data: { stockTakeId: one.id, ...counts } });
  return counts;
}

/** Opens the order of a car that was found inside; it is charged from now on. */
async function admit(tx: TenantTx, lotId: string, plate: string): Promise<void> {
  const lot = await requireLot(tx, lotId);
  const color = plateColor[plateColorOf(plate)].code;
  const vehicleKind = vehicleKindOfPlate(plate, color);
  const { standing, entry } = await standingOf(
    tx,
    { plate, lotId, at: tx.now, zone: lot.timeZone, vehicleKind, arrears: null },
    (entryIds, since) => countUses(tx, plate, entryIds, since),
  );
  await openStay(tx, {
    lotId,
    zone: lot.timeZone,
    laneId: null,
    passingId: null,
    picture: null,
    plate,
    plateColor: color,
    vehicleKind,
    standing,
    entry,
    passType: 'stock-take-entry',
    enteredAt: tx.now,
  });
}
