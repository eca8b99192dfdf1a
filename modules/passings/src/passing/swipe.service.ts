import { progressOf } from '@boyun/devices/server';
import { formatYuan } from '@boyun/domain/money';
import { noPlate } from '@boyun/domain/plate';
import { type AlarmWord, plateKey } from '@boyun/domain/stay';
import type { LaneSetting } from '@boyun/facilities/server';
import type { TenantTx } from '@boyun/kernel/server';
import { findInside, lockOrder, writeRepriced } from '@boyun/orders/server';
import { CardRefusal } from '@boyun/payments/contract';
import { type CardPaid, noteUse, readSwipe, type Swipe } from '@boyun/payments/server';
import type { Passage, PassingMessage, Verdict } from './passage.service.ts';
import { renamePassings } from './passing.queries.ts';
import { stayPlateRead } from './passing-event.contract.ts';
import { pricedAs } from './price-as.service.ts';
import { findPlateAt, findPlateBeside, type SwipeBeside } from './swipe.queries.ts';

/** A swipe this soon after a car was let in by its plate belongs to that car. */
const BESIDE_MS = 10_000;
/** A swipe older than this is late. */
const NOW_MS = 60_000;

/** Resolves a card swiped at a lane, with the plate read of the car there. */
export async function takeSwipe(
  tx: TenantTx,
  setting: LaneSetting,
  message: PassingMessage & { readonly cardUid: string },
): Promise<Swipe & Pick<Passage, 'plateColor' | 'vehicleKind'>> {
  const { lotId, laneId, direction } = setting;
  // A late report does not concern the car at the lane now.
  const isNow = !message.isOffline && tx.now.getTime() - message.happenedAt.getTime() < NOW_MS;
  const besideNow = () =>
    findPlateBeside(tx, laneId, direction === 'entry' ? new Date(message.happenedAt.getTime() - BESIDE_MS) : null);
  const beside = message.plate
    ? null
    : isNow
      ? await besideNow()
      : await findPlateAt(tx, { lotId, laneId, direction }, message.happenedAt);
  const read = message.plate || beside?.plate || null;
  // A car that entered without a plate is matched by its card, whatever plate the exit reads.
  const isKnown = read !== null && (direction === 'entry' || (await findInside(tx, lotId, read)) !== null);
  const swipe = await readSwipe(tx, { chipUid: message.cardUid, lotId, direction, plate: isKnown ? read : null });
  const color = beside?.plateColor ?? message.plateColor;
  return {
    ...swipe,
    plateColor: (swipe.plate === read && color >= 0 && color <= 6 ? color : 0) as Passage['plateColor'],
    vehicleKind: beside?.vehicleKind ?? message.vehicleKind,
  };
}

/** A plate reading joined to an earlier swipe: the plate its stay continues under, and alarms for conflicts. */
export interface JoinedSwipe {
  readonly plate: string;
  readonly alarms: readonly AlarmWord[];
}

/**
 * Joins a plate reading to the swipe just before it at the lane. At an entry the stay opened by the card continues under
 * the plate, unless the card is bound to other plates or the plate is already inside: then it raises an alarm. At an exit
 * an unknown plate belongs to the stay of the card. Null if the reading is of another car.
 */
export async function joinSwipe(
  tx: TenantTx,
  setting: LaneSetting,
  swiped: SwipeBeside,
  reading: Pick<Passage, 'plateColor' | 'vehicleKind'> & { readonly plate: string },
): Promise<JoinedSwipe | null> {
  const { plate, plateColor } = reading;
  if ((await progressOf(tx, swiped.passingId)) === 'passed') return null;
  const isInside = (await findInside(tx, setting.lotId, plate)) !== null;
  if (setting.direction === 'exit') return isInside ? null : { plate: swiped.plate, alarms: [] };
  const order = await lockOrder(tx, swiped.orderId);
  if (order?.parkingState !== 'inside' || order.entryPassingId !== swiped.passingId) return null;
  const isOther = swiped.cardPlates.length > 0 && !swiped.cardPlates.some((one) => plateKey(one) === plateKey(plate));
  if (isOther) return { plate: order.plate, alarms: [oddPlate(plate)] };
  if (isInside) return { plate: order.plate, alarms: [insideTwice(plate)] };
  await writeRepriced(tx, order, await pricedAs(tx, order, plate, plateColor, reading.vehicleKind));
  await renamePassings(tx, order.id, order.plate, plate);
  tx.emit(stayPlateRead, {
    lotId: order.lotId,
    subjectId: order.id,
    data: { orderId: order.id, plateBefore: order.plate, plate },
  });
  return { plate, alarms: [] };
}

const oddPlate = (plate: string): AlarmWord => ({
  kind: 'plate-mismatch',
  severity: 'medium',
  words: {
    zh: `刷卡入场的车辆识别为${plate}，与卡绑定车牌不符`,
    en: `Came in by card; plate read as ${plate}, which is not bound to the card`,
  },
});

const insideTwice = (plate: string): AlarmWord => ({
  kind: 'duplicate-entry',
  severity: 'medium',
  words: {
    zh: `刷卡入场的车辆识别为${plate}，该车牌已在场内`,
    en: `Came in by card; plate read as ${plate}, which is already inside`,
  },
});

/** Verdict for a refused card: no stay begins or ends, a waiting car keeps waiting, and the screen shows the reason. */
export function refuseSwipe({ reason, plate }: Swipe): Verdict {
  const why = CardRefusal[reason!];
  return {
    plate: plate ?? noPlate,
    standing: 'temporary',
    entry: null,
    decision: 'refuse',
    passType: 'unconfirmed',
    words: { zh: `刷卡被拒：${why.zh}`, en: `Card refused: ${why.en}` },
    screen: { zh: `${why.zh}，请联系管理员`, en: `${why.en}, please call staff` },
    alarms: [],
    orderId: null,
    dueFen: 0,
    payUrl: null,
    keepsWaiting: true,
  };
}

const yuan = (fen: number) => formatYuan(fen);

/** Records the result of a swipe and adds the amount paid and the balance to the screen text. */
export async function noteSwipe(tx: TenantTx, passage: Passage, swipe: Swipe, verdict: Verdict): Promise<Verdict> {
  const { setting, passingId } = passage;
  const { lotId, laneId, direction } = setting;
  const { card, reason, chipUid } = swipe;
  const isThrough = verdict.decision === 'open' || verdict.decision === 'record';
  const paid: CardPaid | null = verdict.paid ?? null;
  const came = direction === 'entry' ? 'entered' : 'free';
  const result = reason
    ? 'refused'
    : paid?.result === 'paid' || paid?.result === 'short'
      ? paid.result
      : isThrough
        ? came
        : 'held';
  const balanceFen = paid?.balanceFen ?? card?.balanceFen ?? null;
  await noteUse(tx, {
    card,
    chipUid,
    lotId,
    laneId,
    passingId,
    orderId: verdict.orderId,
    plate: verdict.plate,
    direction,
    result,
    reason,
    amountFen: result === 'paid' ? paid!.amountFen : 0,
    balanceFen,
  });
  if (balanceFen === null || reason) return verdict;
  const left = yuan(balanceFen);
  const add = (zh: string, en: string) => (verdict.screen.zh ? { zh, en } : verdict.screen);
  if (result === 'paid') {
    const amount = yuan(paid!.amountFen);
    return {
      ...verdict,
      words: { zh: `刷卡付费${amount}元，余额${left}元`, en: `Paid ${amount} by card, ${left} left on it` },
      screen: add(`扣费${amount}元，余额${left}元，一路平安`, `${amount} paid, ${left} left. Goodbye`),
    };
  }
  if (result === 'short')
    return {
      ...verdict,
      words: { zh: `卡余额${left}元不足，${verdict.words.zh}`, en: `Only ${left} on the card, ${verdict.words.en}` },
      screen: add(`卡余额${left}元不足，${verdict.screen.zh}`, `Only ${left} on the card. ${verdict.screen.en}`),
    };
  return isThrough
    ? { ...verdict, screen: add(`${verdict.screen.zh}，卡余额${left}元`, `${verdict.screen.en}, ${left} on the card`) }
    : verdict;
}
