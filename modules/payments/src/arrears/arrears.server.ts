import { formatYuan } from '@boyun/domain/money';
import { Refusal } from '@boyun/kernel/contract';
import {
  type Conditions,
  handle,
  handleReport,
  lotCondition,
  notFound,
  orderBy,
  sizeOf,
  type TenantTx,
} from '@boyun/kernel/server';
import { findOwners } from '@boyun/lists/server';
import { orderRefusal } from '@boyun/orders/contract';
import { requireOrder } from '@boyun/orders/server';
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
import { arrearsRuleOf, findMobiles, lastReminder, lockReminders, remind } from './reminder.service.ts';

const DAY_MS = 24 * 3_600_000;
/** Days since the car left: more than the first, at most the second. */
const AGES: Readonly<Record<keyof typeof ArrearsAge, readonly [number, number]>> = {
  week: [-1, 7],
  month: [7, 30],
  quarter: [30, 90],
  older: [90, 100_000],
};

interface ArrearsFilters {
  readonly plate: string | null;
  readonly lotId: string | null;
  readonly age: keyof typeof ArrearsAge | null;
}

const ago = (tx: TenantTx, days: number) => new Date(tx.now.getTime() - days * DAY_MS);

function owing(tx: TenantTx, { plate, lotId, age }: ArrearsFilters): Conditions {
  const conditions = lotCondition(tx.who, 'parking_order')
    .add('parking_order.pay_state = ?', 'arrears')
    .plate('parking_order.plate', plate)
    .add('parking_order.lot_id = ?', lotId);
  if (!age) return conditions;
  const [over, upTo] = AGES[age];
  return conditions.add('left_at < ?', ago(tx, over)).add('left_at >= ?', ago(tx, upTo));
}

/** SQL of what is owed by age, one column a bucket. */
function ageSums(tx: TenantTx): Record<string, string> {
  const before = (days: number) => `timestamptz '${ago(tx, days).toISOString()}'`;
  return Object.fromEntries(
    Object.entries(AGES).map(([age, [over, upTo]]) => [
      `${age}Fen`,
      `case when left_at < ${before(over)} and left_at >= ${before(upTo)} then due_fen end`,
    ]),
  );
}

/** Orders that owe, plates that owe, lots that are owed. */
export const arrearsReports = [
  handleReport(arrearsList, async (tx, filters, paging) => {
    const conditions = owing(tx, filters as ArrearsFilters);
    const where = conditions.sql;
    const size = await sizeOf(tx, 'parking_order', conditions, { dueFen: 'due_fen', ...ageSums(tx) });
    const nowAt = conditions.place(tx.now);
    const order = orderBy(paging, { leftAt: 'left_at', dueFen: 'due_fen not null' }, 'left_at, id');
    const rows = await tx.query<Record<string, never>>(
      `select id, plate, plate_color as "plateColor", standing, lot_id as "lotId", entered_at as "enteredAt",
         left_at as "leftAt", extract(day from ${nowAt}::timestamptz - left_at)::int as "ageDays", fee_fen as "feeFen",
         reduced_fen as "reducedFen", paid_fen as "paidFen", due_fen as "dueFen", parking_state as "parkingState",
         pay_state as "payState", order_no as "orderNo"
       from parking_order where ${where} order by ${order}`,
      conditions.values,
      paging,
    );
    return { rows, ...size };
  }),
  handleReport(arrearsByPlate, async (tx, filters, paging) => {
    const conditions = owing(tx, filters as ArrearsFilters);
    const [all] = await tx.query<{ total: number; dueFen: number }>(
      `select count(distinct plate) as total, coalesce(sum(due_fen), 0)::bigint as "dueFen"
       from parking_order where ${conditions.sql}`,
      conditions.values,
    );
    const rows = await tx.query<Record<string, never>>(
      `select plate as id, plate, (array_agg(plate_color order by left_at desc))[1] as "plateColor", count(*)::int as "orderCount",
         count(distinct lot_id)::int as "lotCount", sum(due_fen)::bigint as "dueFen", min(left_at) as "oldestAt",
         max(left_at) as "latestAt", (select max(r.at) from arrears_reminder r
           where r.tenant_id = $1 and r.plate = parking_order.plate) as "remindedAt"
       from parking_order where ${conditions.sql} group by plate order by sum(due_fen) desc, plate`,
      conditions.values,
      paging,
    );
    return { rows, total: all!.total, totals: { dueFen: all!.dueFen } };
  }),
  handleReport(arrearsByLot, async (tx, filters, paging) => {
    const conditions = owing(tx, filters as ArrearsFilters);
    const where = conditions.sql;
    const sums = Object.entries(ageSums(tx)).map(([key, sql]) => `coalesce(sum(${sql}), 0)::bigint as "${key}"`);
    const grouped = `
      select lot_id as id, lot_id as "lotId", count(*)::int as "orderCount", count(distinct plate)::int as "plateCount",
        sum(due_fen)::bigint as "dueFen", min(left_at) as "oldestAt", ${sums.join(', ')}
      from parking_order where ${where} group by lot_id`;
    const all = await tx.query<Record<string, number>>(`${grouped} order by sum(due_fen) desc`, conditions.values);
    const sumOf = (key: string) => all.reduce((total, row) => total + (row[key] ?? 0), 0);
    const start = (paging.page - 1) * paging.perPage;
    return {
      rows: all.slice(start, start + paging.perPage) as never,
      total: all.length,
      totals: Object.fromEntries(
        ['dueFen', ...Object.keys(AGES).map((age) => `${age}Fen`)].map((key) => [key, sumOf(key)]),
      ),
    };
  }),
];

/** Cash for all debts of a plate, one payment an order. */
export const collectArrearsServer = handle(collectArrears, async (tx, { plate, amountFen }, act) => {
  const conditions = owing(tx, { plate, lotId: null, age: null });
  const found = await tx.query<{ id: string }>(
    `select id from parking_order where ${conditions.sql} order by id`,
    conditions.values,
  );
  if (found.length === 0) throw notFound(tx.who, { zh: '欠费', en: 'A debt' });
  const orders = [];
  for (const { id } of found) orders.push(await requireOrder(tx, id));
  const debts = orders.filter((one) => one.payState === 'arrears');
  const dueFen = debts.reduce((sum, one) => sum + one.dueFen, 0);
  if (dueFen !== amountFen) throw new Refusal(orderRefusal['amount-changed'], { amount: formatYuan(dueFen as never) });
  for (const order of debts) await takeCash(tx, order, order.dueFen);
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
  const conditions = owing(tx, { plate, lotId: null, age: null });
  const [debt] = await tx.query<{ dueFen: number; orderCount: number }>(
    `select coalesce(sum(due_fen), 0)::bigint as "dueFen", count(*)::int as "orderCount"
     from parking_order where ${conditions.sql}`,
    conditions.values,
  );
  if (!debt || debt.orderCount === 0) throw notFound(tx.who, { zh: '欠费', en: 'A debt' });
  return debt;
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
    await lockReminders(tx, plate);
    const { dueFen, orderCount } = await requireDebt(tx, plate);
    const last = await lastReminder(tx, plate);
    if (last && tx.now.getTime() - last.getTime() < DAY_MS) throw new Refusal(arrearsRefusal['reminded-already']);
    const { siteUrl } = await arrearsRuleOf(tx);
    if (!siteUrl) throw new Refusal(arrearsRefusal['no-site-url']);
    const mobile = given ?? (await findMobiles(tx, [plate])).get(plate);
    if (!mobile) throw new Refusal(arrearsRefusal['no-mobile']);
    await remind(tx, kernel.jobs, { plate, mobile, dueFen, orderCount, siteUrl, isAutomatic: false });
    act.describe({ subjectKind: 'plate', subjectId: null, subject: plate, after: { mobile, amountFen: dueFen } });
    return {};
  }),
];
