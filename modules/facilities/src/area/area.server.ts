import { type Row, singleSlot } from '@boyun/kernel/contract';
import { lotCondition, serveResource, type TenantTx } from '@boyun/kernel/server';
import { area } from './area.contract.ts';

/** A lot with its IANA time zone. */
export interface ZonedLot {
  readonly id: string;
  readonly timeZone: string;
}

/**
 * Returns what each lot has received since the month began in its zone, in fen; null where the account may not see revenue. Filled by the
 * module of figures.
 */
export const monthIncome =
  singleSlot<(tx: TenantTx, lots: readonly ZonedLot[]) => Promise<ReadonlyMap<string, number> | null>>(
    'area.month-income',
  );

/** The lots of the given areas that the account may see. */
function lotsOf(tx: TenantTx, areaIds: readonly string[]) {
  const where = lotCondition(tx.who, 'lot', 'id').add('lot.area_id = any(?::uuid[])', areaIds);
  return tx.query<ZonedLot & { areaId: string; name: string; capacity: number }>(
    `select id, area_id, name, capacity, time_zone from lot where ${where.sql} order by name, id`,
    where.values,
  );
}

/** Areas with the lots in them, and what these have received this month. */
export const areaServer = serveResource(area, {
  async afterRead(tx, rows) {
    const lots = await lotsOf(
      tx,
      rows.map((row) => row.id),
    );
    const income = await tx.slots.one(monthIncome)(tx, lots);
    for (const row of rows as { -readonly [K in keyof Row<typeof area>]: Row<typeof area>[K] }[]) {
      const own = lots.filter((lot) => lot.areaId === row.id);
      row.lotCount = own.length;
      row.lotNames = own.map((lot) => lot.name).join(tx.who.language === 'zh' ? '、' : ', ');
      row.capacity = own.reduce((sum, lot) => sum + lot.capacity, 0);
      row.receivedFen = income && own.reduce((sum, lot) => sum + (income.get(lot.id) ?? 0), 0);
    }
  },
});
