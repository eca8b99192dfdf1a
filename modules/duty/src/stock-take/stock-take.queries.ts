import type { PlateColor } from '@boyun/domain/plate';
import type { TenantTx } from '@boyun/kernel/server';

/** A stock-take as its operations read it. */
export interface StockTake {
  readonly id: string;
  readonly lotId: string;
  readonly state: 'counting' | 'finished' | 'cancelled';
  readonly startedAt: Date;
}

/** Returns a stock-take by id, locked when `isLocked`; null when it does not exist. */
export async function findStockTake(tx: TenantTx, id: string, isLocked: boolean): Promise<StockTake | null> {
  const [row] = await tx.query<StockTake>(
    `select id, lot_id, state, started_at from stock_take
     where tenant_id = $1 and id = $2${isLocked ? ' for update' : ''}`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Records plates as found and returns how many were new. */
export async function insertCars(tx: TenantTx, stockTakeId: string, plates: readonly string[]): Promise<number> {
  const rows = await tx.query(
    `insert into stock_take_car (tenant_id, stock_take_id, plate, counted_at, counted_by_name)
     select $1, $2, plate, $4, $5 from unnest($3::text[]) as plate on conflict do nothing returning plate`,
    [tx.tenantId, stockTakeId, plates, tx.now, tx.who.name],
  );
  return rows.length;
}

/** A car in the system that was not found. */
export interface MissingCar {
  readonly orderId: string;
  readonly plate: string;
  readonly plateColor: PlateColor;
  readonly plateKey: string;
  readonly enteredAt: Date;
}

/** Returns the cars that entered before the count began and were not found, longest stay first. */
export function findMissing(tx: TenantTx, one: StockTake): Promise<MissingCar[]> {
  return tx.query<MissingCar>(
    `select c.order_id, c.plate, c.plate_key, o.plate_color, c.entered_at
     from car_inside_fact c join stay_fact o on o.tenant_id = c.tenant_id and o.id = c.order_id
     where c.tenant_id = $1 and c.lot_id = $2 and c.entered_at <= $3 and not exists (
       select from stock_take_car s where s.tenant_id = $1 and s.stock_take_id = $4 and s.plate = c.plate)
     order by c.entered_at limit 5000`,
    [tx.tenantId, one.lotId, one.startedAt, one.id],
  );
}

/** Returns the plates found, latest first, and whether the system has had them inside at any time since the count began. */
export function findCounted(tx: TenantTx, one: StockTake): Promise<{ plate: string; isKnown: boolean }[]> {
  return tx.query(
    `select s.plate, exists (select from stay_fact o where o.tenant_id = $1 and o.plate = s.plate and o.lot_id = $3
        and o.parking_state <> 'void' and coalesce(o.left_at, 'infinity') >= $4) as "isKnown"
     from stock_take_car s where s.tenant_id = $1 and s.stock_take_id = $2 order by s.counted_at desc, s.plate`,
    [tx.tenantId, one.id, one.lotId, one.startedAt],
  );
}
