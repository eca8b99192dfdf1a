import { offeredWithin } from '@boyun/domain/shared-parking';
import { zoneOfLot } from '@boyun/facilities/server';
import { type Act, coversLot, handle, notFound, serveResource, type TenantTx } from '@boyun/kernel/server';
import { type OwnerRow, requireOwner } from '../owner/owner-money.queries.ts';
import { addException } from './except-offer.service.ts';
import {
  changeOffer,
  decideOffer,
  endOffer,
  exceptOffer,
  getOfferWeek,
  offerSpot,
  pauseOffer,
  removeException,
  resumeOffer,
  sharedOffer,
} from './shared-offer.contract.ts';
import {
  deleteException,
  findExceptions,
  findHeld,
  findOffer,
  type OfferRow,
  setOfferState,
} from './shared-offer.queries.ts';
import {
  askChange,
  askPublish,
  emitOffer,
  makeOffer,
  offeredOf,
  refuseBooked,
  requireOffer,
  settleOffer,
} from './shared-offer.service.ts';
import { offerEnded, offerExcepted, offerPaused, offerResumed } from './shared-offer-event.contract.ts';

/** Read-only table of offers; operations make and change them. */
export const sharedOfferServer = serveResource(sharedOffer);

const subjectOf = (row: Pick<OfferRow, 'id' | 'offerNo' | 'spot'>) => ({
  subjectKind: sharedOffer.name,
  subjectId: row.id,
  subject: `${row.offerNo} ${row.spot}`,
});

/** A spot of the caller's lots. */
async function requireSpot(tx: TenantTx, id: string) {
  const [spot] = await tx.query<{ id: string; number: string; lotId: string }>(
    'select id, number, lot_id from spot_fact where tenant_id = $1 and id = $2',
    [tx.tenantId, id],
  );
  if (!spot || !coversLot(tx.who, spot.lotId)) throw notFound(tx.who, { zh: '车位', en: 'Spot' });
  return spot;
}

const offerServer = handle(offerSpot, async (tx, { ownerId, spotId, reason, ...given }, act) => {
  const owner = await requireOwner(tx, ownerId);
  const spot = await requireSpot(tx, spotId);
  const row = await makeOffer(tx, owner, { ...given, spot, state: 'pending', offeredBy: tx.who.name });
  const { reviewId, isPending, effect } = await askPublish(tx, row, owner, reason);
  act.describe({
    ...subjectOf(row),
    after: { owner: owner.name, hourFen: row.hourFen, dayCapFen: row.dayCapFen, reason, effect },
  });
  return { offerId: row.id, reviewId, isPending };
});

/** The owner is locked before the offer, as by every act of theirs. */
async function ownerOf(tx: TenantTx, offerId: string): Promise<OwnerRow> {
  const found = await findOffer(tx, offerId);
  if (!found) throw notFound(tx.who, sharedOffer.title);
  return requireOwner(tx, found.ownerId);
}

const decideServer = handle(decideOffer, async (tx, { offerId, isAccepted, note }, act) => {
  const owner = isAccepted ? await ownerOf(tx, offerId) : null;
  const row = await requireOffer(tx, offerId, 'decide');
  if (!owner) {
    await settleOffer(tx, row, false, note);
    act.describe({ ...subjectOf(row), before: { state: row.state }, after: { state: 'rejected', note } });
    return { reviewId: null, isPending: false };
  }
  await setOfferState(tx, offerId, 'pending', note);
  const { reviewId, isPending, effect } = await askPublish(tx, row, owner, note);
  act.describe({ ...subjectOf(row), before: { state: row.state }, after: { isAccepted, note, effect } });
  return { reviewId, isPending };
});

const changeServer = handle(changeOffer, async (tx, { offerId, reason, ...terms }, act) => {
  const row = await requireOffer(tx, offerId, 'change');
  const { reviewId, isPending, effect } = await askChange(tx, row, terms, reason);
  const { hourFen, dayCapFen } = row;
  act.describe({
    ...subjectOf(row),
    before: { hourFen, dayCapFen },
    after: { hourFen: terms.hourFen, dayCapFen: terms.dayCapFen, reason, effect },
  });
  return { reviewId, isPending };
});

async function move(tx: TenantTx, act: Act, row: OfferRow, state: 'open' | 'paused' | 'ended', note: string | null) {
  await setOfferState(tx, row.id, state, note);
  const type = { open: offerResumed, paused: offerPaused, ended: offerEnded }[state];
  emitOffer(tx, type, { ...row, state }, note ?? '');
  act.describe({ ...subjectOf(row), before: { state: row.state }, after: { state, ...(note ? { note } : {}) } });
  return {};
}

const pauseServer = handle(pauseOffer, async (tx, { offerId, note }, act) =>
  move(tx, act, await requireOffer(tx, offerId, 'pause'), 'paused', note),
);
const resumeServer = handle(resumeOffer, async (tx, { offerId }, act) =>
  move(tx, act, await requireOffer(tx, offerId, 'resume'), 'open', null),
);
const endServer = handle(endOffer, async (tx, { offerId, note }, act) => {
  const row = await requireOffer(tx, offerId, 'end');
  await refuseBooked(tx, row, { windows: [], exceptions: [] });
  return move(tx, act, row, 'ended', note);
});

const exceptServer = handle(exceptOffer, async (tx, { offerId, ...given }, act) => {
  const row = await requireOffer(tx, offerId, 'change');
  const exceptionId = await addException(tx, row, given);
  act.describe({
    ...subjectOf(row),
    after: { kind: given.kind, fromAt: given.fromAt, untilAt: given.untilAt, note: given.note },
  });
  return { exceptionId };
});

const removeServer = handle(removeException, async (tx, { offerId, exceptionId }, act) => {
  const row = await requireOffer(tx, offerId, 'change');
  const gone = (await findExceptions(tx, [row.id], new Date(0))).find((one) => one.id === exceptionId);
  if (!gone || !(await deleteException(tx, row.id, exceptionId)))
    throw notFound(tx.who, { zh: '临时调整', en: 'Adjustment' });
  await refuseBooked(tx, row, await offeredOf(tx, row));
  emitOffer(tx, offerExcepted, row);
  act.describe({ ...subjectOf(row), before: { kind: gone.kind, fromAt: gone.fromAt, untilAt: gone.untilAt } });
  return {};
});

const WEEK_MS = 7 * 24 * 3_600_000;

const weekServer = handle(getOfferWeek, async (tx, { offerId }) => {
  const row = await findOffer(tx, offerId);
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, sharedOffer.title);
  const timeZone = await zoneOfLot(tx, row.lotId);
  const fromMs = tx.now.getTime();
  const exceptions = await findExceptions(tx, [row.id], tx.now);
  const open = offeredWithin(await offeredOf(tx, row), { fromMs, toMs: fromMs + WEEK_MS }, timeZone);
  const isOpen = row.state === 'open' || row.state === 'paused';
  return {
    timeZone,
    open: (isOpen ? open : []).map((one) => ({ fromAt: new Date(one.fromMs), untilAt: new Date(one.toMs) })),
    booked: await findHeld(tx, row.id, tx.now),
    exceptions: exceptions.map(({ offerId: _, ...one }) => one),
  };
});

/** Server handlers of offers. */
export const sharedOfferServers = [
  offerServer,
  decideServer,
  changeServer,
  pauseServer,
  resumeServer,
  endServer,
  exceptServer,
  removeServer,
  weekServer,
];
