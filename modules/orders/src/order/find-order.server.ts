import { normalizePlate } from '@boyun/domain/plate';
import { beginning, escapeLike, handle, lotCondition, piece, runSql, sql, type TenantTx } from '@boyun/kernel/server';
import { findOrders } from './find-order.contract.ts';

const MOST = 5;
const LEAST_OF_PART = 2;
/** Shorter beginnings fit too many orders to be of use. */
const LEAST_OF_PLATE = 3;
const LEAST_OF_NUMBER = 6;
/** Index entries read per search; a plate with many stays has an entry for each. */
const SEEN_ENTRIES = 500;

async function beginningWith(tx: TenantTx, column: 'plate' | 'order_no', text: string): Promise<string[]> {
  const { lotIds } = tx.who;
  const ofLots = lotIds === null ? sql`` : sql` and lot_id = any(${lotIds}::uuid[])`;
  const name = piece(column);
  const rows = await runSql<{ value: string }>(
    tx,
    sql`select distinct value from (
        select ${name} as value from parking_order where tenant_id = ${tx.tenantId}${ofLots} and ${beginning(column)(text)}
        order by ${name} limit ${SEEN_ENTRIES}
      ) as seen order by value limit ${MOST}`,
  );
  return rows.map((one) => one.value);
}

/** The few cars and orders a typed part may mean. */
export const findOrdersServer = handle(findOrders, async (tx, { text }) => {
  const part = normalizePlate(text);
  const number = text.toUpperCase();
  const conditions = lotCondition(tx.who, 'car_inside').add('plate like ?', `%${escapeLike(part)}%`);
  return {
    inside:
      part.length >= LEAST_OF_PART
        ? await tx.query<{ plate: string; lotId: string }>(
            `select plate, lot_id from car_inside where ${conditions.sql} order by entered_at desc limit ${MOST}`,
            conditions.values,
          )
        : [],
    plates: part.length >= LEAST_OF_PLATE ? await beginningWith(tx, 'plate', part) : [],
    orderNos: number.length >= LEAST_OF_NUMBER ? await beginningWith(tx, 'order_no', number) : [],
  };
});
