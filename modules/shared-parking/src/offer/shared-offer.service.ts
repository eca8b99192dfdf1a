import { formatYuan } from '@boyun/domain/money';
import { wallTime } from '@boyun/domain/period';
import { isOffered, type Offered, type WeeklyWindow } from '@boyun/domain/shared-parking';
import { zoneOfLot } from '@boyun/facilities/server';
import { disabledReason, type EventType, type Label, Refusal, WeekDay } from '@boyun/kernel/contract';
import { coversLot, notFound, reaction, serialNumber, type TenantTx } from '@boyun/kernel/server';
import { reviewRejected, reviewWithdrawn } from '@boyun/reviews/contract';
import { type Asked, isUnderReview, reviewedAct } from '@boyun/reviews/server';
import type { OwnerRow } from '../owner/owner-money.queries.ts';
import { findRule } from '../rule/share-rule.queries.ts';
import { type OfferState, offerTransitions, sharedOffer, sharedOfferRefusal } from './shared-offer.contract.ts';
import {
  exceptionOf,
  findExceptions,
  findHeld,
  insertOffer,
  lockOffer,
  type OfferRow,
  type OfferTerms,
  setOfferState,
  setOfferTerms,
} from './shared-offer.queries.ts';
import { offerChanged, offerMade, offerPublished, offerRejected } from './shared-offer-event.contract.ts';
import { shareReviews } from './shared-offer-review.contract.ts';

/** Hours as people read them: `周一至周五 09:00–18:00`. */
export function windowWords(windows: readonly WeeklyWindow[]): Label {
  const of = (language: 'zh' | 'en') =>
    windows
      .map(({ days, from, to }) => {
        const names = ([1, 2, 3, 4, 5, 6, 0] as const)
          .filter((one) => days.includes(one))
          .map((one) => WeekDay[one][language]);
        return `${names.join(language === 'zh' ? '、' : ', ')} ${from}–${to}`;
      })
      .join(language === 'zh' ? '；' : '; ');
  return { zh: of('zh'), en: of('en') };
}

/** Refuses windows without days or length. */
export function checkWindows(windows: readonly WeeklyWindow[]): void {
  for (const { days, from, to } of windows) {
    if (days.length === 0) throw new Refusal(sharedOfferRefusal['days-needed']);
    if (from === to) throw new Refusal(sharedOfferRefusal['same-time']);
  }
}

/** Emits an event of an offer. */
export function emitOffer(
  tx: TenantTx,
  type: EventType<(typeof offerMade)['fields'], string>,
  row: Pick<OfferRow, 'id' | 'offerNo' | 'lotId' | 'state'>,
  note = '',
): void {
  const { id: offerId, offerNo, lotId, state } = row;
  tx.emit(type, { lotId, subjectId: offerId, data: { offerId, offerNo, state, note } });
}

/** An offer of the caller's lots, locked; refuses an act that its state does not allow. */
export async function requireOffer(tx: TenantTx, id: string, act: keyof typeof offerTransitions): Promise<OfferRow> {
  const row = await lockOffer(tx, id, 'update');
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, sharedOffer.title);
  const impossible = disabledReason(offerTransitions, act, row.state);
  if (impossible) throw new Refusal(sharedOfferRefusal['not-possible'], { reason: impossible[tx.who.language] });
  return row;
}

/** Refuses hours in which something is booked that would no longer be offered. */
export async function refuseBooked(tx: TenantTx, row: OfferRow, offered: Offered): Promise<void> {
  const zone = await zoneOfLot(tx, row.lotId);
  for (const { plate, fromAt, untilAt } of await findHeld(tx, row.id, tx.now)) {
    // What is over of a booking needs no hours any more.
    const fromMs = Math.max(fromAt.getTime(), tx.now.getTime());
    if (isOffered(offered, { fromMs, toMs: untilAt.getTime() }, zone)) continue;
    const time = [fromAt, untilAt].map((one) => wallTime(one.getTime(), zone).slice(5, 16).replace('T', ' ')).join('–');
    throw new Refusal(sharedOfferRefusal.booked, { plate, time });
  }
}

/** Windows and exceptions of an offer from now on. */
export async function offeredOf(tx: TenantTx, { id, windows }: Pick<OfferRow, 'id' | 'windows'>): Promise<Offered> {
  return { windows, exceptions: (await findExceptions(tx, [id], tx.now)).map(exceptionOf) };
}

/** Writes an offer of a locked owner: to be reviewed, or asked by the owner's phone. */
export async function makeOffer(
  tx: TenantTx,
  owner: OwnerRow,
  given: OfferTerms & {
    readonly spot: { readonly id: string; readonly number: string; readonly lotId: string };
    readonly state: 'asked' | 'pending';
    readonly offeredBy: string;
    readonly remark: string | null;
  },
): Promise<OfferRow> {
  const { spot, state, windows, hourFen, dayCapFen } = given;
  checkWindows(windows);
  if (!(await findRule(tx, spot.lotId))) throw new Refusal(sharedOfferRefusal['no-rule']);
  const zone = await zoneOfLot(tx, spot.lotId);
  const row = {
    id: tx.newId(),
    offerNo: serialNumber('E', tx.now, zone, { digits: 8 }),
    lotId: spot.lotId,
    spotId: spot.id,
    ownerId: owner.id,
    state,
    windows,
    hourFen,
    dayCapFen,
  };
  const isNew = await insertOffer(tx, { ...row, offeredBy: given.offeredBy, remark: given.remark });
  if (!isNew) throw new Refusal(sharedOfferRefusal['offered-already'], { spot: spot.number });
  emitOffer(tx, offerMade, row);
  return { ...row, spot: spot.number, placeNo: 0 };
}

/** Publishes an offer, or refuses it, and records why. */
export async function settleOffer(tx: TenantTx, row: OfferRow, isAccepted: boolean, note: string): Promise<void> {
  const state: OfferState = isAccepted ? 'open' : 'rejected';
  await setOfferState(tx, row.id, state, note);
  emitOffer(tx, isAccepted ? offerPublished : offerRejected, { ...row, state }, note);
}

/** Publishes an offer when it is agreed. */
export const publishOffer = reviewedAct<{ readonly offerId: string }>(
  shareReviews.offer.name,
  async (tx, { offerId }, { reason }) => {
    const row = await lockOffer(tx, offerId, 'update');
    if (row?.state === 'pending') await settleOffer(tx, row, true, reason);
  },
);

/** An offer whose review was rejected or withdrawn is over. */
export const offersRefused = reaction('shared-offers-refused', [reviewRejected, reviewWithdrawn], {
  wants: ({ data }) => data.kind === shareReviews.offer.name,
  async react(tx, { subjectId, data }) {
    const row = subjectId && (await lockOffer(tx, subjectId, 'update'));
    if (row && row.state === 'pending') await settleOffer(tx, row, false, data.note ?? '');
  },
});

/** Changes hours and prices when it is agreed, if nothing was booked in the meantime that would be left out. */
export const applyChange = reviewedAct<OfferTerms & { readonly offerId: string }>(
  shareReviews.change.name,
  async (tx, { offerId, ...terms }, { reason }) => {
    const row = await lockOffer(tx, offerId, 'update');
    if (!row || disabledReason(offerTransitions, 'change', row.state)) return;
    await refuseBooked(tx, row, { ...(await offeredOf(tx, row)), windows: terms.windows });
    await setOfferTerms(tx, offerId, terms);
    emitOffer(tx, offerChanged, row, reason);
  },
);

const yuan = (fen: number | null): Label =>
  fen === null ? { zh: '不封顶', en: 'No limit' } : { zh: `¥${formatYuan(fen)}`, en: `¥${formatYuan(fen)}` };
const NONE: Label = { zh: '—', en: '—' };

const changesOf = (before: OfferTerms | null, after: OfferTerms) => [
  {
    label: { zh: '共享时段', en: 'Hours' },
    before: before ? windowWords(before.windows) : NONE,
    after: windowWords(after.windows),
  },
  {
    label: { zh: '小时单价', en: 'An hour' },
    before: before ? yuan(before.hourFen) : NONE,
    after: yuan(after.hourFen),
  },
  {
    label: { zh: '24小时封顶', en: 'At most in 24 h' },
    before: before ? yuan(before.dayCapFen) : NONE,
    after: yuan(after.dayCapFen),
  },
];

const aboutOffer = (row: OfferRow) => ({
  lotIds: [row.lotId],
  subjectKind: sharedOffer.name,
  subjectId: row.id,
  subject: `${row.offerNo} ${row.spot}`,
  amountFen: null,
  counting: 'alone' as const,
});

/** Requests that an offer is published. */
export function askPublish(tx: TenantTx, row: OfferRow, owner: OwnerRow, reason: string): Promise<Asked> {
  return publishOffer(tx, {
    ...aboutOffer(row),
    summary: { zh: `共享车位 ${row.spot} ${owner.name}`, en: `Share spot ${row.spot} of ${owner.name}` },
    changes: changesOf(null, row),
    reason,
    payload: { offerId: row.id },
  });
}

/** Requests a change of hours and prices. */
export async function askChange(tx: TenantTx, row: OfferRow, terms: OfferTerms, reason: string): Promise<Asked> {
  checkWindows(terms.windows);
  if (await isUnderReview(tx, row.id, [shareReviews.change.name]))
    throw new Refusal(sharedOfferRefusal['under-review']);
  await refuseBooked(tx, row, { ...(await offeredOf(tx, row)), windows: terms.windows });
  return applyChange(tx, {
    ...aboutOffer(row),
    summary: { zh: `变更共享车位 ${row.spot}`, en: `Change the shared spot ${row.spot}` },
    changes: changesOf(row, terms),
    reason,
    payload: { offerId: row.id, ...terms },
  });
}
