/** A part of the money in a wallet, in fen: money that was paid in, or a gift. */
export interface MoneyPart {
  readonly id: string;
  /** Counts the parts of a wallet from 1, in the order they came in. */
  readonly number: number;
  readonly kind: 'paid' | 'gift';
  readonly leftFen: number;
  /** The end of a gift in milliseconds; null where it has none. */
  readonly endsAtMs: number | null;
}

/** An amount of one part, in fen; positive. */
export interface Share {
  readonly partId: string;
  readonly amountFen: number;
}

const endOf = ({ endsAtMs }: MoneyPart) => endsAtMs ?? Number.POSITIVE_INFINITY;

/** The order in which parts are used: gifts, those that end first before the others, then paid money; the older of two before the newer. */
export function inOrderOfUse(a: MoneyPart, b: MoneyPart): number {
  if (a.kind !== b.kind) return a.kind === 'gift' ? -1 : 1;
  const [endA, endB] = [endOf(a), endOf(b)];
  return endA === endB ? a.number - b.number : endA - endB;
}

/** Takes an amount out of parts in the order given; null where they are not enough. */
function takeInOrder(parts: readonly MoneyPart[], amountFen: number): Share[] | null {
  const shares: Share[] = [];
  let openFen = amountFen;
  for (const { id, leftFen } of parts) {
    const takenFen = Math.min(openFen, leftFen);
    if (takenFen > 0) shares.push({ partId: id, amountFen: takenFen });
    openFen -= takenFen;
  }
  return openFen > 0 ? null : shares;
}

/** Returns what a use takes from each part at a moment; null where the money is not enough. Gifts that have ended are left out. */
export function takeFrom(parts: readonly MoneyPart[], amountFen: number, atMs: number): Share[] | null {
  const usable = parts.filter((one) => endOf(one) > atMs).sort(inOrderOfUse);
  return takeInOrder(usable, amountFen);
}

/**
 * Returns where money of a use goes back to: the parts it was taken from, the last one first, so that paid money returns before gifts. `taken`
 * is what is still away of each part. Null where less was taken.
 */
export function putBack(parts: readonly MoneyPart[], taken: readonly Share[], amountFen: number): Share[] | null {
  const away = new Map(taken.map((one) => [one.partId, one.amountFen]));
  const last = [...parts].sort(inOrderOfUse).reverse();
  return takeInOrder(
    last.map((one) => ({ ...one, leftFen: away.get(one.id) ?? 0 })),
    amountFen,
  );
}

/** What happens to the gift of a top-up when its paid money is refunded: the whole rest is forfeited, or as much of it as of the money. */
export type OnRefund = 'whole' | 'proportional';

/** A part with the top-up it came with; null for one without. */
export interface ToppedUpPart extends MoneyPart {
  readonly topUpId: string | null;
  readonly onRefund: OnRefund;
}

/** What a refund takes: from paid parts, the newest first, and from the gifts that came with them. */
export interface RefundPlan {
  readonly back: readonly Share[];
  readonly forfeited: readonly Share[];
}

/** Plans the refund of an amount of paid money; null where less of it is left. */
export function planRefund(parts: readonly ToppedUpPart[], amountFen: number): RefundPlan | null {
  const paid = parts.filter((one) => one.kind === 'paid').sort((a, b) => b.number - a.number);
  const back = takeInOrder(paid, amountFen);
  if (!back) return null;
  const forfeited = back.flatMap(({ partId, amountFen: backFen }) => {
    const { topUpId, leftFen } = paid.find((one) => one.id === partId)!;
    const gifts = parts.filter((one) => one.kind === 'gift' && topUpId !== null && one.topUpId === topUpId);
    return gifts.map((gift) => ({ partId: gift.id, amountFen: forfeitOf(gift, backFen, leftFen) }));
  });
  return { back, forfeited: forfeited.filter((one) => one.amountFen > 0) };
}

/** What is forfeited of a gift when `backFen` of the `leftFen` of its paid money go back, in fen; rounded down, in favour of the customer. */
function forfeitOf(gift: ToppedUpPart, backFen: number, leftFen: number): number {
  if (gift.onRefund === 'whole') return gift.leftFen;
  return Math.floor((gift.leftFen * backFen) / leftFen);
}

/** A rule that gives something to who tops up enough. */
export interface GiftRule {
  readonly id: string;
  readonly minimumFen: number;
  readonly giftFen: number;
  /** Empty for all lots. */
  readonly lotIds: readonly string[];
  readonly validFrom: Date | null;
  readonly validUntil: Date | null;
}

/** Returns the rule that gives the most for a top-up of an amount in a lot; null where none applies. Gifts do not add up. */
export function bestGift<R extends GiftRule>(
  rules: readonly R[],
  topUp: { readonly amountFen: number; readonly lotId: string; readonly at: Date },
): R | null {
  const applies = (one: R) =>
    topUp.amountFen >= one.minimumFen &&
    (one.lotIds.length === 0 || one.lotIds.includes(topUp.lotId)) &&
    (!one.validFrom || one.validFrom <= topUp.at) &&
    (!one.validUntil || one.validUntil > topUp.at);
  return rules
    .filter(applies)
    .reduce<R | null>((best, one) => (best && best.giftFen >= one.giftFen ? best : one), null);
}
