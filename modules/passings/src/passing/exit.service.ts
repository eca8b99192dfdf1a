import { formatYuan } from '@boyun/domain/money';
import { noPlate } from '@boyun/domain/plate';
import { type ExitFacts, judgeExit, plateKey, SAME_CAR_MS } from '@boyun/domain/stay';
import type { TenantTx } from '@boyun/kernel/server';
import { Standing } from '@boyun/orders/contract';
import {
  endStay,
  findInside,
  findInsideLike,
  findLeft,
  keepQuote,
  type ParkingOrder,
  priceOrder,
  sumArrears,
} from '@boyun/orders/server';
import type { Passage, Verdict } from './record-passing.service.ts';

interface Match {
  readonly kind: ExitFacts['match'];
  readonly order: ParkingOrder | null;
}

/** Takes a car that goes out. The lot's row is locked. */
export async function takeExit(tx: TenantTx, passage: Passage): Promise<Verdict> {
  const { setting, plate, happenedAt } = passage;
  // What the plate owes is asked beside its stay; a lot that does not collect it asks nothing.
  const isCollecting = setting.hasDebtCollection && !passage.isLate;
  const [match, readDebtFen] = plate
    ? await Promise.all([findStay(tx, passage, plate), isCollecting ? sumArrears(tx, plate) : 0])
    : [{ kind: 'none' as const, order: null }, 0];
  const order = match.order;
  const quote = order ? await priceOrder(tx, order, happenedAt, setting.timeZone) : null;
  const standing = order?.standing ?? 'temporary';
  const isAsked = isCollecting && order !== null && standing !== 'white';
  const debtFen = isAsked ? (order.plate === plate ? readDebtFen : await sumArrears(tx, order.plate)) : 0;
  const dueFen = Math.max(0, quote?.dueFen ?? 0) + debtFen;
  const outcome = judgeExit({
    plate,
    confidence: passage.confidence,
    isLate: passage.isLate,
    match: match.kind,
    orderPlate: order?.plate ?? null,
    hasJustLeft: !order && plate !== null && (await hasJustLeft(tx, passage, plate)),
    unmatched: setting.unmatched,
    mode: setting.mode,
    dueFen,
    dueYuan: formatYuan(dueFen as never),
    debtYuan: debtFen > 0 ? formatYuan(debtFen as never) : null,
    standingWords: Standing[standing],
  });
  if (order && quote && outcome.endsStay)
    await endStay(tx, order, quote, {
      laneId: setting.laneId,
      passingId: passage.passingId,
      picture: passage.pictureKey,
      leftAt: happenedAt,
      passType: outcome.passType,
    });
  if (order && quote && outcome.asksPayment) {
    keepQuote(tx, order, quote);
    tx.emit({
      kind: 'order.quoted',
      lotId: setting.lotId,
      subjectId: order.id,
      data: { orderId: order.id, plate: order.plate, laneId: setting.laneId, feeFen: quote.feeFen, dueFen },
    });
  }
  return {
    plate: order?.plate ?? plate ?? noPlate,
    standing,
    entry: order?.listKind && order.listEntryId ? { kind: order.listKind, id: order.listEntryId } : null,
    decision: outcome.decision,
    passType: outcome.passType,
    words: outcome.words,
    screen: outcome.screen,
    alarms: outcome.alarms,
    orderId: order?.id ?? null,
    dueFen,
    payUrl: order && outcome.asksPayment ? `/pay/${order.payCode}` : null,
  };
}

/** The open order of a plate: by the plate itself, else by the only one inside that a camera may have confused with it. */
async function findStay(tx: TenantTx, passage: Passage, plate: string): Promise<Match> {
  const { setting, happenedAt } = passage;
  // A stay that began after this passing cannot end with it.
  const began = (one: ParkingOrder) => one.enteredAt <= happenedAt;
  const exact = await findInside(tx, setting.lotId, plate);
  if (exact && began(exact)) return { kind: 'exact', order: exact };
  const alike = (await findInsideLike(tx, setting.lotId, plateKey(plate))).filter(began);
  if (alike.length === 1) return { kind: 'alike', order: alike[0]! };
  return { kind: alike.length > 1 ? 'several' : 'none', order: null };
}

async function hasJustLeft(tx: TenantTx, passage: Passage, plate: string): Promise<boolean> {
  const since = new Date(passage.happenedAt.getTime() - SAME_CAR_MS);
  return (await findLeft(tx, passage.setting.lotId, plate, since)) !== null;
}
