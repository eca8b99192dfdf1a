import { formatYuan } from '@boyun/domain/money';
import { noPlate } from '@boyun/domain/plate';
import type { LaneSetting } from '@boyun/facilities/server';
import type { TenantTx } from '@boyun/kernel/server';
import { findInside } from '@boyun/orders/server';
import { CardRefusal } from '@boyun/payments/contract';
import { type CardPaid, noteUse, readSwipe, type Swipe } from '@boyun/payments/server';
import { findPlateBeside } from './passing.queries.ts';
import type { Passage, PassingMessage, Verdict } from './record-passing.service.ts';

/** A car that was let in by its plate a moment ago still stands there when its driver holds a card to the reader. */
const BESIDE_MS = 10_000;
/** A swipe older than this is told late. */
const NOW_MS = 60_000;

/** A card held to the reader of a lane, with what was read of the car beside it. */
export async function takeSwipe(
  tx: TenantTx,
  setting: LaneSetting,
  message: PassingMessage & { readonly cardUid: string },
): Promise<Swipe & Pick<Passage, 'plateColor' | 'vehicleKind'>> {
  const { lotId, laneId, direction } = setting;
  // What a box tells later is about no car that stands there now.
  const isNow = !message.isOffline && tx.now.getTime() - message.happenedAt.getTime() < NOW_MS;
  const beside =
    message.plate || !isNow
      ? null
      : await findPlateBeside(
          tx,
          laneId,
          direction === 'entry' ? new Date(message.happenedAt.getTime() - BESIDE_MS) : null,
        );
  const read = message.plate || beside?.plate || null;
  // What came in without a plate is known by its card alone, whatever is read of it at the exit.
  const isKnown = read !== null && (direction === 'entry' || (await findInside(tx, lotId, read)) !== null);
  const swipe = await readSwipe(tx, { chipUid: message.cardUid, lotId, direction, plate: isKnown ? read : null });
  const color = beside?.plateColor ?? message.plateColor;
  return {
    ...swipe,
    plateColor: (swipe.plate === read && color >= 0 && color <= 6 ? color : 0) as Passage['plateColor'],
    vehicleKind: beside?.vehicleKind ?? message.vehicleKind,
  };
}

/** A card that is refused: nothing begins or ends, whoever waits there waits on, and the screen says why. */
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

const yuan = (fen: number) => formatYuan(fen as never);

/** Writes down what came of a swipe, and says on the screen what was paid and what is left. */
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
