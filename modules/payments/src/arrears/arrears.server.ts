import { formatYuan } from '@boyun/domain/money';
import { normalizePlate } from '@boyun/domain/plate';
import { type Filters, Refusal } from '@boyun/kernel/contract';
import {
  byPlate,
  handle,
  lotCondition,
  noteReminded,
  notFound,
  type Sql,
  serveReport,
  sql,
  type TenantTx,
} from '@boyun/kernel/server';
import { findOwners } from '@boyun/lists/server';
import { orderRefusal } from '@boyun/orders/contract';
import { type ParkingOrder, requireOrder } from '@boyun/orders/server';
import { takeCash } from '../payment/payment.service.ts';
import {
  type ArrearsAge,
  arrearsByLot,
  arrearsByPlate,
  arrearsList,
  arrearsRefusal,
  collectArrears,
  getDebtor,
  remindArrears,
} from './arrears.contract.ts';
import { arrearsReminder, findMobiles, lastReminder, REMIND_AGAIN_MS, remind } from './reminder.service.ts';

const DAY_MS = 24 * 3_600_000;
/** Days since the car left: more than the first, at most the second. */
export const AGES: Readonly<Record<keyof typeof ArrearsAge, readonly [number, number]>> = {
  week: [-1, 7],
  month: [7, 30],
  quarter: [30, 90],
  older: [90, 100_000],
};

/** The moment some days ago. */
export const ago = (tx: TenantTx, days: number) => new Date(tx.now.getTime() - days * DAY_MS);

/** Debts of one plate in the lots the caller may see. */
const debtsOf = (tx: TenantTx, plate: string) =>
  lotCondition(tx.who, 'stay_fact').add("pay_state = 'arrears' and plate = ?", normalizePlate(plate));

/** What is owed by age, one column a bucket. */
function ageSums(tx: TenantTx): Record<`${keyof typeof AGES}Fen`, Sql> {
  const columns = Object.entries(AGES).map(([age, [over, upTo]]) => [
    `${age}Fen`,
    sql`case when o.left_at < ${ago(tx, over)} and o.left_at >= ${ago(tx, upTo)} then o.due_fen end`,
  ]);
  return Object.fromEntries(columns);
}

/** How what is owed is read: orders in arrears, of the age asked for. */
const owed = ({ tx, filters: { age } }: { tx: TenantTx; filters: Filters<typeof arrearsList> }) => {
  const [over, upTo] = age ? AGES[age] : [null, null];
  return {
    from: 'stay_fact',
    as: 'o',
    lot: 'o.lot_id',
    own: null,
    where: [
      "o.pay_state = 'arrears'",
      ...(over === null ? [] : [sql`o.left_at < ${ago(tx, over)}`, sql`o.left_at >= ${ago(tx, upTo)}`]),
    ],
    filters: { plate: byPlate('o.plate'), age: null, minDueFen: 'o.due_fen >= ?' },
    period: 'o.left_at',
  } as const;
};

/** Orders that owe, plates that owe, lots that are owed. */
export const arrearsReports = [
  serveReport(arrearsList, ({ tx, filters }) => ({
    ...owed({ tx, filters }),
    columns: { ageDays: sql`extract(day from ${tx.now}::timestamptz - o.left_at)::int` },
    order: 'o.left_at, o.id',
    totals: { dueFen: 'o.due_fen', ...ageSums(tx) },
  })),
  serveReport(arrearsByPlate, ({ tx, filters }) => ({
    ...owed({ tx, filters }),
    columns: {
      id: 'o.plate',
      plateColor: '(array_agg(o.plate_color order by o.left_at desc))[1]',
      orderId: 'min(o.id::text)',
      orderCount: 'count(*)::int',
      lotCount: 'count(distinct o.lot_id)::int',
      dueFen: 'sum(o.due_fen)::bigint',
      oldestAt: 'min(o.left_at)',
      latestAt: 'max(o.left_at)',
      remindedAt: sql`(select max(r.at) from arrears_reminder r where r.tenant_id = ${tx.tenantId} and r.plate = o.plate)`,
    },
    groupBy: 'o.plate',
    order: 'sum(o.due_fen) desc, o.plate',
    totals: { dueFen: 'sum(o.due_fen)' },
  })),
  serveReport(arrearsByLot, ({ tx, filters }) => {
    const ages = Object.entries(ageSums(tx)).map(([key, value]) => [key, sql`coalesce(sum(${value}), 0)::bigint`]);
    const sums = Object.fromEntries(ages) as Record<keyof ReturnType<typeof ageSums>, Sql>;
    return {
      ...owed({ tx, filters }),
      columns: {
        id: 'o.lot_id',
        orderCount: 'count(*)::int',
        plateCount: 'count(distinct o.plate)::int',
        dueFen: 'sum(o.due_fen)::bigint',
        ...sums,
        oldestAt: 'min(o.left_at)',
      },
      groupBy: 'o.lot_id',
      order: 'sum(o.due_fen) desc, o.lot_id',
      totals: { dueFen: 'sum(o.due_fen)', ...sums },
    };
  }),
];

/** Takes cash for all debts of a plate in the lots the caller sees, one payment an order; refuses another amount than their sum. */
export async function takeArrears(tx: TenantTx, plate: string, amountFen: number): Promise<readonly ParkingOrder[]> {
  const conditions = debtsOf(tx, plate);
  const found = await tx.query<{ id: string }>(
    `select id from stay_fact where ${conditions.sql} order by id`,
    conditions.values,
  );
  if (found.length === 0) throw notFound(tx.who, { zh: '欠费', en: 'A debt' });
  const orders = [];
  for (const { id } of found) orders.push(await requireOrder(tx, id));
  const debts = orders.filter((one) => one.payState === 'arrears');
  const dueFen = debts.reduce((sum, one) => sum + one.dueFen, 0);
  if (dueFen !== amountFen) throw new Refusal(orderRefusal['amount-changed'], { amount: formatYuan(dueFen) });
  for (const order of debts) await takeCash(tx, order, order.dueFen);
  return debts;
}

/** Cash for all debts of a plate. */
export const collectArrearsServer = handle(collectArrears, async (tx, { plate, amountFen }, act) => {
  const debts = await takeArrears(tx, plate, amountFen);
  act.describe({
    subjectKind: 'plate',
    subjectId: null,
    subject: plate,
    after: { amountFen, orders: debts.map((one) => one.orderNo) },
  });
  return { orderCount: debts.length };
});

/** What a plate owes in the lots the caller sees; refuses one that owes nothing there. */
async function requireDebt(tx: TenantTx, plate: string): Promise<{ dueFen: number; orderCount: number }> {
  const conditions = debtsOf(tx, plate);
  const [debt] = await tx.query<{ dueFen: number; orderCount: number }>(
    `select coalesce(sum(due_fen), 0)::bigint as "dueFen", count(*)::int as "orderCount"
     from stay_fact where ${conditions.sql}`,
    conditions.values,
  );
  if (!debt || debt.orderCount === 0) throw notFound(tx.who, { zh: '欠费', en: 'A debt' });
  return debt;
}

/** Sends a reminder of the debts of a plate, to a given mobile or the one known of it; returns what was sent. Refuses a second within a day. */
export async function remindDebtor(
  tx: TenantTx,
  publicUrl: string | null,
  plate: string,
  given: string | null,
): Promise<{ mobile: string; dueFen: number }> {
  await noteReminded(tx, arrearsReminder.name, plate);
  const { dueFen, orderCount } = await requireDebt(tx, plate);
  const last = await lastReminder(tx, plate);
  if (last && tx.now.getTime() - last.getTime() < REMIND_AGAIN_MS)
    throw new Refusal(arrearsRefusal['reminded-already']);
  if (!publicUrl) throw new Refusal(arrearsRefusal['no-public-url']);
  const mobile = given ?? (await findMobiles(tx, [plate])).get(plate);
  if (!mobile) throw new Refusal(arrearsRefusal['no-mobile']);
  await remind(tx, publicUrl, { plate, mobile, dueFen, orderCount, isAutomatic: false });
  return { mobile, dueFen };
}

/** Whom a debt belongs to, and a reminder of it. */
export const reminderServers = [
  handle(getDebtor, async (tx, { plate }) => {
    const debt = await requireDebt(tx, plate);
    const owner = (await findOwners(tx, [plate])).get(plate);
    const mobile = (await findMobiles(tx, [plate])).get(plate) ?? null;
    return { ...debt, ownerName: owner?.name ?? null, mobile, remindedAt: await lastReminder(tx, plate) };
  }),
  handle(remindArrears, async (tx, { plate, mobile: given }, act, kernel) => {
    const { mobile, dueFen } = await remindDebtor(tx, kernel.configuration.publicUrl, plate, given);
    act.describe({ subjectKind: 'plate', subjectId: null, subject: plate, after: { mobile, amountFen: dueFen } });
    return {};
  }),
];
