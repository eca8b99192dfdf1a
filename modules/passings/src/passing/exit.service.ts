import { formatYuan } from '@boyun/domain/money';
import { noPlate } from '@boyun/domain/plate';
import { temporaryWords } from '@boyun/domain/standing';
import { LOW_CONFIDENCE, plateKey, SAME_CAR_MS, type Words } from '@boyun/domain/stay';
import { type ExitFacts, judgeExit, offlineType, payByHandWords } from '@boyun/domain/stay-exit';
import type { TenantTx } from '@boyun/kernel/server';
import { isFreeStanding, Standing } from '@boyun/lists/contract';
import { takesPhonePayments } from '@boyun/money/server';
import {
  endStay,
  findInside,
  findInsideLike,
  findLeft,
  keepQuote,
  leaveWhereFound,
  lockOrder,
  type ParkingOrder,
  priceOrder,
  sumArrears,
} from '@boyun/orders/server';
import { beginDebit, type CardPaid, offerDebit, payFromCard } from '@boyun/payments/server';
import { payAtExit, type WalletPaid } from '@boyun/wallets/server';
import type { Passage, Verdict } from './passage.service.ts';
import { orderQuoted } from './passing-event.contract.ts';

interface Match {
  readonly kind: ExitFacts['match'];
  readonly order: ParkingOrder | null;
}

/** Judges an exit and ends its stay if the car is let out. The caller holds the lock on the lot's row. */
export async function takeExit(tx: TenantTx, passage: Passage): Promise<Verdict> {
  const { setting, plate, happenedAt } = passage;
  // Arrears of the plate are due besides its stay, but only in a lot that collects them.
  const found = passage.isLate && plate ? await takeFoundExit(tx, passage, plate) : null;
  if (found) return found;
  const isCollecting = setting.hasDebtCollection && !passage.isLate;
  const [match, readDebtFen] = plate
    ? await Promise.all([findStay(tx, passage, plate), isCollecting ? sumArrears(tx, plate) : 0])
    : [{ kind: 'none' as const, order: null }, 0];
  const { paid, fromWallet } = await payUnasked(tx, passage, match);
  const isPaid = paid?.result === 'paid' || fromWallet !== null;
  const order = isPaid ? await lockOrder(tx, match.order!.id) : match.order;
  // Paid just now: the fee stays the one that was paid.
  const quote = order && !isPaid ? await priceOrder(tx, order, happenedAt, setting.timeZone) : null;
  const standing = order?.standing ?? 'temporary';
  const isAsked = isCollecting && order !== null && !isFreeStanding(standing) && !isPaid;
  const debtFen = isAsked ? (order.plate === plate ? readDebtFen : await sumArrears(tx, order.plate)) : 0;
  const dueFen = Math.max(0, quote?.dueFen ?? 0) + debtFen;
  const offer = debtFen === 0 ? await findOffer(tx, passage, { kind: match.kind, order }, dueFen) : null;
  const outcome = judgeExit({
    plate,
    confidence: passage.confidence,
    isLate: passage.isLate,
    isByRemote: passage.isByRemote,
    match: match.kind,
    orderPlate: order?.plate ?? null,
    hasJustLeft: !order && plate !== null && (await hasJustLeft(tx, passage, plate)),
    unmatched: setting.unmatched,
    mode: setting.mode,
    dueFen,
    dueYuan: formatYuan(dueFen),
    debtYuan: debtFen > 0 ? formatYuan(debtFen) : null,
    standingWords: Standing[standing] ?? temporaryWords,
    debit: offer && (offer.kind === 'debit' ? offer.way.mode : 'after-success'),
  });
  if (order && outcome.endsStay)
    await endStay(tx, order, quote, {
      laneId: setting.laneId,
      passingId: passage.passingId,
      picture: passage.pictureKey,
      leftAt: happenedAt,
      passType: outcome.passType,
    });
  if (order && quote && outcome.asksPayment) {
    keepQuote(tx, order, quote);
    tx.emit(orderQuoted, {
      lotId: setting.lotId,
      subjectId: order.id,
      data: { orderId: order.id, plate: order.plate, laneId: setting.laneId, feeFen: quote.feeFen, dueFen },
    });
  }
  if (order && offer?.kind === 'debit') await beginDebit(tx, order.id, offer.way);
  const canPay = order !== null && outcome.asksPayment && (await takesPhonePayments(tx, setting.lotId));
  return {
    plate: order?.plate ?? plate ?? noPlate,
    standing,
    entry: order?.listKind && order.listEntryId ? { kind: order.listKind, id: order.listEntryId } : null,
    decision: outcome.decision,
    passType: outcome.passType,
    words: fromWallet ? walletWords(fromWallet) : outcome.words,
    screen: outcome.asksPayment && !canPay ? payByHandWords(formatYuan(dueFen)) : onScreen(outcome.screen, fromWallet),
    alarms: outcome.alarms,
    orderId: order?.id ?? null,
    dueFen,
    payUrl: canPay ? `/pay/${order.payCode}` : null,
    paid,
  };
}

/** How a fee can be debited: only of a car whose plate was read without doubt, and whose earlier debts are not due with it. */
async function findOffer(tx: TenantTx, passage: Passage, { kind, order }: Match, dueFen: number) {
  if (!order || !isCertain(passage, kind) || dueFen <= 0) return null;
  return offerDebit(tx, order, { plateColor: order.plateColor, zone: passage.setting.timeZone, dueFen });
}

/** Whether a plate was read without doubt at a lane that asks for fees: one that was perhaps misread takes nobody's money. */
const isCertain = ({ confidence, isLate, setting }: Passage, kind: Match['kind']) =>
  kind === 'exact' && confidence >= LOW_CONFIDENCE && !isLate && setting.mode !== 'keep-open';

const walletWords = ({ amountFen, balanceFen }: WalletPaid): Words => ({
  zh: `钱包自动付费${formatYuan(amountFen)}元，余额${formatYuan(balanceFen)}元`,
  en: `Paid ${formatYuan(amountFen)} from the wallet, ${formatYuan(balanceFen)} left in it`,
});

/** What the screen shows of a car whose wallet paid. */
function onScreen(screen: Words, paid: WalletPaid | null): Words {
  if (!paid || !screen.zh) return screen;
  const [amount, left] = [formatYuan(paid.amountFen), formatYuan(paid.balanceFen)];
  return { zh: `扣费${amount}元，余额${left}元，一路平安`, en: `${amount} paid, ${left} left. Goodbye` };
}

/** Pays from the card that was held to the reader, or else from the wallet of the plate where its customer allows it. */
async function payUnasked(
  tx: TenantTx,
  passage: Passage,
  { kind, order }: Match,
): Promise<{ paid: CardPaid | null; fromWallet: WalletPaid | null }> {
  if (!order) return { paid: null, fromWallet: null };
  if (passage.card) return { paid: await payFromCard(tx, passage.card, order.id), fromWallet: null };
  return { paid: null, fromWallet: isCertain(passage, kind) ? await payAtExit(tx, order.id, order.plate) : null };
}

/** The open order of a plate: exact match, else the only similar plate inside that a camera may have misread. */
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

/** Whether the plate left within `SAME_CAR_MS` of this reading; a late message may be the earlier of two readings. */
async function hasJustLeft(tx: TenantTx, { happenedAt, setting }: Passage, plate: string): Promise<boolean> {
  const away = (ms: number) => new Date(happenedAt.getTime() + ms);
  return (await findLeft(tx, setting.lotId, plate, { from: away(-SAME_CAR_MS), to: away(SAME_CAR_MS) })) !== null;
}

/** Applies a late exit to a stay closed without one: corrects the end of the stay. Null if there is no such stay. */
async function takeFoundExit(tx: TenantTx, passage: Passage, plate: string): Promise<Verdict | null> {
  const { setting, happenedAt, passingId, pictureKey } = passage;
  const passType = offlineType(passage.isByRemote);
  const found = await leaveWhereFound(tx, setting.lotId, plate, {
    laneId: setting.laneId,
    passingId,
    picture: pictureKey,
    leftAt: happenedAt,
    passType,
  });
  if (!found) return null;
  const { order, excessFen } = found;
  const { id: orderId, standing, listKind, listEntryId } = order;
  const excess = formatYuan(excessFen);
  return {
    plate,
    standing,
    entry: listKind && listEntryId ? { kind: listKind, id: listEntryId } : null,
    decision: 'record',
    passType,
    words:
      excessFen > 0
        ? { zh: `补传的出场记录，订单多收${excess}元`, en: `Arrived late: ${excess} too much was paid for this stay` }
        : { zh: '补传的出场记录，未见离场的订单已更正', en: 'Arrived late: the stay that had been closed ended here' },
    screen: { zh: '', en: '' },
    alarms:
      excessFen > 0
        ? [
            {
              kind: 'overpaid',
              severity: 'medium',
              words: {
                zh: `补传的出场记录表明车辆更早离场，多收${excess}元，请核实退款`,
                en: `It had left earlier than it paid for: ${excess} too much, please refund`,
              },
            },
          ]
        : [],
    orderId,
    dueFen: 0,
    payUrl: null,
  };
}
