import { requireLot } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import { handleFreely, type TenantTx } from '@boyun/kernel/server';
import { addException } from '../offer/except-offer.service.ts';
import { sharedOfferRefusal } from '../offer/shared-offer.contract.ts';
import {
  deleteException,
  findExceptions,
  findHeld,
  findOffersOf,
  type OfferRow,
} from '../offer/shared-offer.queries.ts';
import { emitOffer, makeOffer, offeredOf, refuseBooked, requireOffer } from '../offer/shared-offer.service.ts';
import { offerExcepted } from '../offer/shared-offer-event.contract.ts';
import { findOwnerByCode, lockOwner, type OwnerRow } from '../owner/owner-money.queries.ts';
import { spotOwnerRefusal } from '../owner/spot-owner.contract.ts';
import { startWithdrawal } from '../withdrawal/owner-withdrawal.service.ts';
import {
  exceptByOwner,
  getOwnerPage,
  offerByOwner,
  removeByOwner,
  shareDoorRefusal,
  withdrawByOwner,
} from './share-door.contract.ts';
import { holding } from './share-door.server.ts';

async function requireOwnerOf(tx: TenantTx, code: string, isActing = true): Promise<OwnerRow> {
  const found = await findOwnerByCode(tx, code);
  const owner = found && isActing ? await lockOwner(tx, found.id) : found;
  if (!owner) throw new Refusal(shareDoorRefusal['unknown-code']);
  if (isActing && owner.state === 'frozen') throw new Refusal(spotOwnerRefusal.frozen, { name: owner.name });
  return owner;
}

/** An offer of this owner, locked; those of others are unknown. */
async function requireOwn(tx: TenantTx, owner: OwnerRow, offerId: string): Promise<OfferRow> {
  const row = await requireOffer(tx, offerId, 'change');
  if (row.ownerId !== owner.id) throw new Refusal(shareDoorRefusal['unknown-code']);
  return row;
}

const aboutOffer = (row: OfferRow) => ({
  subjectKind: 'shared-offer',
  subjectId: row.id,
  subject: `${row.offerNo} ${row.spot}`,
});

async function offersOf(tx: TenantTx, ownerId: string) {
  const rows = await findOffersOf(tx, ownerId);
  const all = await findExceptions(
    tx,
    rows.map((one) => one.id),
    tx.now,
  );
  return Promise.all(
    rows.map(async ({ id, spot, state, windows, hourFen, dayCapFen }) => ({
      id,
      spot,
      state,
      windows: [...windows],
      hourFen,
      dayCapFen,
      booked: (await findHeld(tx, id, tx.now)).map(({ fromAt, untilAt }) => ({ fromAt, untilAt })),
      exceptions: all
        .filter((one) => one.offerId === id)
        .map((one) => ({ id: one.id, kind: one.kind, fromAt: one.fromAt, untilAt: one.untilAt })),
    })),
  );
}

const pageServer = handleFreely(getOwnerPage, (kernel, { code }, { language }) =>
  holding(kernel, code, language, 'owner', async (tx) => {
    const owner = await requireOwnerOf(tx, code, false);
    const { name: lotName, timeZone } = await requireLot(tx, owner.lotId);
    const values = [tx.tenantId, owner.id];
    const [sum] = await tx.query<{ earnedFen: number }>(
      `select coalesce(sum(amount_fen), 0)::bigint as "earnedFen" from owner_entry
       where tenant_id = $1 and owner_id = $2 and kind not like 'withdrawal%'`,
      values,
    );
    return {
      name: owner.name,
      lotName,
      timeZone,
      balanceFen: owner.balanceFen,
      earnedFen: sum!.earnedFen,
      hasAccount: Boolean(owner.accountNo && owner.bankName && owner.accountName),
      offers: await offersOf(tx, owner.id),
      entries: await tx.query<{ at: Date; kind: 'booking'; amountFen: number }>(
        'select at, kind, amount_fen from owner_entry where tenant_id = $1 and owner_id = $2 order by id desc limit 20',
        values,
      ),
      withdrawals: await tx.query<{ askedAt: Date; state: 'asked'; amountFen: number }>(
        'select asked_at, state, amount_fen from owner_withdrawal where tenant_id = $1 and owner_id = $2 order by id desc limit 10',
        values,
      ),
    };
  }),
);

const offerServer = handleFreely(offerByOwner, (kernel, { code, spot: number, ...terms }, { language }) =>
  holding(kernel, code, language, 'owner', async (tx) => {
    const owner = await requireOwnerOf(tx, code);
    const [spot] = await tx.query<{ id: string; number: string; lotId: string }>(
      'select id, number, lot_id from spot_fact where tenant_id = $1 and lot_id = $2 and number = $3',
      [tx.tenantId, owner.lotId, number],
    );
    if (!spot) throw new Refusal(sharedOfferRefusal['no-such-spot'], { spot: number });
    const row = await makeOffer(tx, owner, { ...terms, spot, state: 'asked', offeredBy: owner.name, remark: null });
    tx.audit({ action: offerByOwner.audit!, ...aboutOffer(row), after: { hourFen: row.hourFen } });
    return {};
  }),
);

const exceptServer = handleFreely(exceptByOwner, (kernel, { code, offerId, ...given }, { language }) =>
  holding(kernel, code, language, 'owner', async (tx) => {
    const row = await requireOwn(tx, await requireOwnerOf(tx, code), offerId);
    await addException(tx, row, { ...given, note: null });
    tx.audit({ action: exceptByOwner.audit!, ...aboutOffer(row), after: given });
    return {};
  }),
);

const removeServer = handleFreely(removeByOwner, (kernel, { code, offerId, exceptionId }, { language }) =>
  holding(kernel, code, language, 'owner', async (tx) => {
    const row = await requireOwn(tx, await requireOwnerOf(tx, code), offerId);
    if (!(await deleteException(tx, row.id, exceptionId))) throw new Refusal(shareDoorRefusal['unknown-code']);
    await refuseBooked(tx, row, await offeredOf(tx, row));
    emitOffer(tx, offerExcepted, row);
    tx.audit({ action: removeByOwner.audit!, ...aboutOffer(row), before: { exceptionId } });
    return {};
  }),
);

const withdrawServer = handleFreely(withdrawByOwner, (kernel, { code, amountFen }, { language }) =>
  holding(kernel, code, language, 'owner', async (tx) => {
    const owner = await requireOwnerOf(tx, code);
    const row = await startWithdrawal(tx, owner, amountFen, 'asked');
    tx.audit({
      action: withdrawByOwner.audit!,
      subjectKind: 'owner-withdrawal',
      subjectId: row.id,
      subject: row.withdrawalNo,
      after: { amountFen },
    });
    return {};
  }),
);

/** Server handlers of the page of an owner; callers are not signed in. */
export const ownerDoorServers = [pageServer, offerServer, exceptServer, removeServer, withdrawServer];
