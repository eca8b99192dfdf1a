import { formatYuan } from '@boyun/domain/money';
import { normalizePlate } from '@boyun/domain/plate';
import { requireLot } from '@boyun/facilities/server';
import type { Language, Output } from '@boyun/kernel/contract';
import { handle, handleFreely, isAllowed, lotCondition, type TenantTx } from '@boyun/kernel/server';
import { feeLinesOf, type ParkingOrder, priceOrder, requireOrder } from '@boyun/orders/server';
import { readStreet } from '@boyun/passings/server';
import { collectCash } from '@boyun/payments/contract';
import { clockIn, clockOut, findOpen } from '../attendance/attendance.service.ts';
import { findTerminal, movePos, requirePos, requireTerminal } from './pos.service.ts';
import { takeAct } from './pos-act.service.ts';
import { notePosSign } from './pos-health.service.ts';
import { findPosPlate, getPos, getPosStay, signInAtPos, signOutAtPos, submitPosAct } from './pos-work.contract.ts';

/** Cash the caller took since the day began in the caller's zone. */
async function cashToday(tx: TenantTx): Promise<number> {
  const [row] = await tx.query<{ fen: number }>(
    `select coalesce(sum(m.amount_fen), 0)::bigint as fen from money_fact m
     where m.tenant_id = $1 and m.actor_id = $2 and m.channel = 'cash' and m.state = 'succeeded'
       and m.paid_at >= date_trunc('day', $3::timestamptz at time zone $4) at time zone $4`,
    [tx.tenantId, tx.who.userId, tx.now, tx.who.zone],
  );
  return row!.fen;
}

/** The stay priced as of now. */
async function stayNow(tx: TenantTx, order: ParkingOrder, zone: string) {
  const quote = order.parkingState === 'inside' ? await priceOrder(tx, order, tx.now, zone) : null;
  const lines = quote?.lines ?? (await feeLinesOf(tx, order.id));
  return {
    feeFen: quote?.feeFen ?? order.feeFen,
    reducedFen: quote?.reducedFen ?? order.reducedFen,
    dueFen: Math.max(0, quote?.dueFen ?? order.dueFen),
    lines: lines.slice(-100),
  };
}

const WORDS = {
  zh: {
    title: '停车收费小票',
    plate: '车牌',
    since: '停入',
    until: '截至',
    fee: '费用',
    off: '优惠',
    paid: '已付',
    due: '待付',
  },
  en: {
    title: 'PARKING RECEIPT',
    plate: 'Plate',
    since: 'From',
    until: 'To',
    fee: 'Fee',
    off: 'Reduced',
    paid: 'Paid',
    due: 'Due',
  },
} as const;
const COLUMNS = 32;
/** How wide a text is on a printer of 58 mm: a Chinese character takes two columns. */
const widthOf = (text: string) => [...text].reduce((sum, one) => sum + (one.charCodeAt(0) > 0xff ? 2 : 1), 0);

/** The receipt of a stay, as lines of 32 columns. */
function receiptOf(
  {
    lotName,
    order,
    fen,
    zone,
    now,
  }: { lotName: string; order: ParkingOrder; fen: Awaited<ReturnType<typeof stayNow>>; zone: string; now: Date },
  language: Language,
): string {
  const words = WORDS[language];
  const time = (at: Date) => at.toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16);
  const line = (name: string, value: string) =>
    name + ' '.repeat(Math.max(1, COLUMNS - widthOf(name) - widthOf(value))) + value;
  const middle = (text: string) => ' '.repeat(Math.max(0, Math.floor((COLUMNS - widthOf(text)) / 2))) + text;
  const rule = '-'.repeat(COLUMNS);
  return [
    middle(words.title),
    middle(lotName),
    rule,
    order.orderNo,
    line(words.plate, order.plate),
    line(words.since, time(order.enteredAt)),
    line(words.until, time(order.leftAt ?? now)),
    rule,
    line(words.fee, formatYuan(fen.feeFen)),
    ...(fen.reducedFen > 0 ? [line(words.off, `-${formatYuan(fen.reducedFen)}`)] : []),
    line(words.paid, formatYuan(order.paidFen)),
    line(words.due, formatYuan(fen.dueFen)),
    rule,
  ].join('\n');
}

/** A stay with its fee now, the lines of it and the receipt. */
async function readStay(tx: TenantTx, terminal: string, orderId: string): Promise<Output<typeof getPosStay>> {
  await requireTerminal(tx, terminal);
  const order = await requireOrder(tx, orderId);
  const { name: lotName, timeZone: zone } = await requireLot(tx, order.lotId);
  const fen = await stayNow(tx, order, zone);
  const { language } = tx.who;
  return {
    orderNo: order.orderNo,
    plate: order.plate,
    enteredAt: order.enteredAt,
    leftAt: order.leftAt,
    feeFen: fen.feeFen,
    reducedFen: fen.reducedFen,
    paidFen: order.paidFen,
    dueFen: fen.dueFen,
    feeLines: fen.lines.map((one) => ({
      from: new Date(one.fromMs),
      to: new Date(one.toMs),
      amountFen: one.amountFen,
      words: one[language],
    })),
    payPath: `/pay/${order.payCode}`,
    receipt: receiptOf({ lotName, order, fen, zone, now: tx.now }, language),
  };
}

/** What hand-held terminals call. */
export const posWorkServers = [
  handleFreely(getPos, async (kernel, { terminal, lotId, ...sign }, { who }) => {
    await kernel.database.inTenant(who!, async (tx) => {
      if (lotId) await requireLot(tx, lotId);
      await notePosSign(tx, await findTerminal(tx, terminal), sign);
    });
    return kernel.database.inTenant(
      who!,
      async (tx) => {
        const pos = await findTerminal(tx, terminal);
        const open = await findOpen(tx);
        return {
          deviceNo: pos.deviceNo,
          collector: tx.who.name,
          isClaimed: pos.collectorId !== null,
          signedInAt: open?.signedInAt ?? null,
          signedInLot: open?.lotName ?? null,
          cashFen: await cashToday(tx),
          canCollect: isAllowed(collectCash.access, tx.who),
          ...(await readStreet(tx, lotId)),
        };
      },
      { isRead: true },
    );
  }),
  handle(signInAtPos, async (tx, { terminal, lotId, place }, act) => {
    await requireLot(tx, lotId);
    const { id } = await findTerminal(tx, terminal);
    const pos = await requirePos(tx, id);
    if (!pos.collectorId) await movePos(tx, pos, 'claim', { collectorId: tx.who.userId, note: null });
    await clockIn(tx, { lotId, place, device: pos.deviceNo });
    act.describe({ subjectKind: 'pos-device', subjectId: pos.id, subject: pos.deviceNo, after: { place } });
    return {};
  }),
  handle(signOutAtPos, async (tx, { terminal, place }, act) => {
    const pos = await requireTerminal(tx, terminal);
    const { minutes } = await clockOut(tx, place);
    act.describe({ subjectKind: 'pos-device', subjectId: pos.id, subject: pos.deviceNo, after: { place, minutes } });
    return { minutes };
  }),
  // Reading locks the order, whose fee moves while it is read.
  handleFreely(getPosStay, (kernel, { terminal, orderId }, { who }) =>
    kernel.database.inTenant(who!, (tx) => readStay(tx, terminal, orderId)),
  ),
  handle(findPosPlate, async (tx, { terminal, plate: typed }) => {
    await requireTerminal(tx, terminal);
    const plate = normalizePlate(typed);
    const where = lotCondition(tx.who, 'o').add('o.plate = ?', plate);
    const rows = await tx.query<{
      orderId: string;
      lotName: string;
      spotNumber: string | null;
      enteredAt: Date;
      leftAt: Date | null;
      parkingState: string;
      dueFen: number;
    }>(
      `select o.id as "orderId", l.name as "lotName", o.spot_number, o.entered_at, o.left_at, o.parking_state, o.due_fen
       from stay_fact o join lot_fact l on l.tenant_id = o.tenant_id and l.id = o.lot_id
       where ${where.sql} and (o.parking_state = 'inside' or o.pay_state = 'arrears') order by o.entered_at limit 200`,
      where.values,
    );
    const inside = rows.find((one) => one.parkingState === 'inside');
    const arrears = rows.filter((one) => one !== inside && one.leftAt !== null);
    return {
      orderId: inside?.orderId ?? null,
      lotName: inside?.lotName ?? null,
      spotNumber: inside?.spotNumber ?? null,
      enteredAt: inside?.enteredAt ?? null,
      arrearsFen: arrears.reduce((sum, one) => sum + one.dueFen, 0),
      arrears: arrears.map((one) => ({ ...one, leftAt: one.leftAt! })),
    };
  }),
  handleFreely(submitPosAct, (kernel, input, { who, file }) => takeAct(kernel, who!, input, file)),
];
