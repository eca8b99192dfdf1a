import { normalizePlate } from '@boyun/domain/plate';
import {
  beginning,
  escapeLike,
  handle,
  lotCondition,
  platesWith,
  runSql,
  SHORTEST_TAIL,
  sql,
  type TenantTx,
} from '@boyun/kernel/server';
import { findOrders } from './find-order.contract.ts';

const MOST = 5;
const LEAST_OF_PART = 2;
const LEAST_OF_NUMBER = 6;
/** Index entries read per search. */
const SEEN_ENTRIES = 500;

/** The condition of the lots the caller may see. */
const ofLots = ({ who: { lotIds } }: TenantTx) =>
  lotIds === null ? sql`` : sql` and o.lot_id = any(${lotIds}::uuid[])`;

async function platesOfOrders(tx: TenantTx, part: string): Promise<string[]> {
  const rows = await runSql<{ plate: string }>(
    tx,
    sql`select distinct p.plate from (${platesWith(part)} limit ${SEEN_ENTRIES}) p
      where exists (select from parking_order o where o.tenant_id = ${tx.tenantId} and o.plate = p.plate${ofLots(tx)})
      order by p.plate limit ${MOST}`,
  );
  return rows.map((one) => one.plate);
}

async function numbersBeginning(tx: TenantTx, text: string): Promise<string[]> {
  const rows = await runSql<{ orderNo: string }>(
    tx,
    sql`select distinct order_no from (
        select o.order_no from parking_order o where o.tenant_id = ${tx.tenantId}${ofLots(tx)} and ${beginning('o.order_no')(text)}
        order by o.order_no limit ${SEEN_ENTRIES}
      ) as seen order by order_no limit ${MOST}`,
  );
  return rows.map((one) => one.orderNo);
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
    plates: part.length >= SHORTEST_TAIL ? await platesOfOrders(tx, part) : [],
    orderNos: number.length >= LEAST_OF_NUMBER ? await numbersBeginning(tx, number) : [],
  };
});
