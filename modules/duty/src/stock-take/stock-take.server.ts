import { plateKey } from '@boyun/domain/stay';
import { requireLot } from '@boyun/facilities/server';
import { handle, serveReport } from '@boyun/kernel/server';
import {
  cancelStockTake,
  countCars,
  finishStockTake,
  getStockTake,
  startStockTake,
  stockTakeList,
  uncountCar,
} from './stock-take.contract.ts';
import { findCounted, findMissing } from './stock-take.queries.ts';
import { beginStockTake, count, finish, lockCounting, requireStockTake } from './stock-take.service.ts';
import { stockTakeCancelled, stockTakeUncounted } from './stock-take-event.contract.ts';

const about = (id: string) => ({ subjectKind: 'stock-take', subjectId: id });

/** Operations of a stock-take. */
export const stockTakeServers = [
  handle(startStockTake, async (tx, { lotId }, act) => {
    const lot = await requireLot(tx, lotId);
    const stockTakeId = await beginStockTake(tx, lot.id);
    act.describe({ ...about(stockTakeId), subject: lot.name });
    return { stockTakeId };
  }),
  handle(countCars, async (tx, { stockTakeId, plates }, act) => {
    const one = await lockCounting(tx, stockTakeId);
    const addedCount = await count(tx, one, plates);
    act.describe({ ...about(one.id), after: { plates, addedCount } });
    return { addedCount, repeatedCount: plates.length - addedCount };
  }),
  handle(uncountCar, async (tx, { stockTakeId, plate }, act) => {
    const one = await lockCounting(tx, stockTakeId);
    const values = [tx.tenantId, one.id, plate];
    await tx.query('delete from stock_take_car where tenant_id = $1 and stock_take_id = $2 and plate = $3', values);
    tx.emit(stockTakeUncounted, { lotId: one.lotId, subjectId: one.id, data: { stockTakeId, plate } });
    act.describe({ ...about(one.id), subject: plate });
    return {};
  }),
  handle(getStockTake, async (tx, { stockTakeId }) => {
    const one = await requireStockTake(tx, stockTakeId);
    const [row] = await tx.query<{ insideCount: number }>(
      'select inside_count from stock_take where tenant_id = $1 and id = $2',
      [tx.tenantId, one.id],
    );
    const counted = await findCounted(tx, one);
    const extra = counted.filter((car) => !car.isKnown).map((car) => car.plate);
    const byKey = new Map(extra.map((plate) => [plateKey(plate), plate]));
    const missing = (await findMissing(tx, one)).map(({ plateKey: key, ...car }) => ({
      ...car,
      alike: byKey.get(key) ?? null,
    }));
    return {
      ...one,
      insideCount: row!.insideCount,
      countedCount: counted.length,
      matchedCount: counted.length - extra.length,
      missing,
      extra,
      latest: counted.slice(0, 20).map((car) => car.plate),
    };
  }),
  handle(finishStockTake, async (tx, { stockTakeId, ...wish }, act) => {
    const one = await lockCounting(tx, stockTakeId);
    const counts = await finish(tx, act, one, wish);
    act.describe({ ...about(one.id), subject: null, after: { ...counts, isFree: wish.isFree, reason: wish.reason } });
    return counts;
  }),
  handle(cancelStockTake, async (tx, { stockTakeId }, act) => {
    const one = await lockCounting(tx, stockTakeId);
    await tx.query(
      `update stock_take set state = 'cancelled', ended_at = $3, ended_by_name = $4 where tenant_id = $1 and id = $2`,
      [tx.tenantId, one.id, tx.now, tx.who.name],
    );
    tx.emit(stockTakeCancelled, { lotId: one.lotId, subjectId: one.id, data: { stockTakeId } });
    act.describe(about(one.id));
    return {};
  }),
];

export const stockTakeListServer = serveReport(stockTakeList, {
  from: 'stock_take',
  as: 's',
  lot: 's.lot_id',
  // Any account may contribute to a count in progress.
  own: "(s.state = 'counting' or s.started_by = ?)",
  period: 's.started_at',
  columns: {
    countedCount:
      '(select count(*) from stock_take_car c where c.tenant_id = s.tenant_id and c.stock_take_id = s.id)::int',
  },
  order: 's.started_at desc, s.id desc',
});
