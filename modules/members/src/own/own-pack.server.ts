import { dayKey } from '@boyun/domain/period';
import { Refusal } from '@boyun/kernel/contract';
import { handle, handleFreely, notFound, type TenantTx } from '@boyun/kernel/server';
import { takesPhonePayments } from '@boyun/money/server';
import { PackState } from '@boyun/passes/contract';
import {
  arePlatesAsked,
  askPlatesAsOwner,
  buyPack,
  findPackOffers,
  findPacksOf,
  type HeldPack,
  packPayPath,
  renewalCodeOf,
} from '@boyun/passes/server';
import { findCustomer } from '../customer/customer.queries.ts';
import { customerOf } from '../session/driver-session.service.ts';
import { type Holder, holderOf, platesOf } from './holder.service.ts';
import { buyOwnPack, changeOwnPackPlates, getOwnPack, getPackOffers, ownPackRefusal } from './own-pack.contract.ts';

/** States in which the owner renews a pack, or changes its plates. */
const RENEWED: readonly string[] = ['active', 'expired'];
const CHANGED: readonly string[] = ['active', 'paused'];

/** The lots that are open and take payments by phone. */
async function findLots(tx: TenantTx): Promise<{ id: string; name: string }[]> {
  const lots = await tx.query<{ id: string; name: string }>(
    `select id, name from lot_fact where tenant_id = $1 and state = 'open' order by name limit 200`,
    [tx.tenantId],
  );
  const paid = [];
  for (const lot of lots) if (await takesPhonePayments(tx, lot.id)) paid.push(lot);
  return paid;
}

/** Returns a pack that the holder sees in the app; others are unknown. */
async function requireOwn(tx: TenantTx, holder: Holder, packId: string): Promise<HeldPack> {
  const all = await findPacksOf(tx, { mobile: holder.mobile, plates: platesOf(holder) });
  const found = all.find((one) => one.id === packId);
  if (!found) throw notFound(tx.who, { zh: '月卡', en: 'Pack' });
  return found;
}

/** Refuses plates of cars that are not certified for the holder, except those the pack has. */
function requireCertified(holder: Holder, plates: readonly string[], known: readonly string[] = []): void {
  const plate = plates.find((one) => !platesOf(holder).includes(one) && !known.includes(one));
  if (plate) throw new Refusal(ownPackRefusal['not-certified'], { plate });
}

/** Packs in the app: buying one, and changing its plates. */
export const ownPackServers = [
  handle(getPackOffers, async (tx) => {
    const lots = await findLots(tx);
    const offers = (await findPackOffers(tx)).map(({ lotIds, ...one }) => ({
      ...one,
      lots: lots.filter(({ id }) => lotIds.length === 0 || lotIds.includes(id)),
    }));
    return {
      today: dayKey(tx.now.getTime(), tx.who.zone),
      cars: platesOf(await holderOf(tx)),
      offers: offers.filter((one) => one.lots.length > 0),
    };
  }),
  handle(buyOwnPack, async (tx, given, act) => {
    const holder = await holderOf(tx);
    requireCertified(holder, given.plates);
    if (!(await findLots(tx)).some(({ id }) => id === given.lotId)) throw new Refusal(ownPackRefusal['no-phone']);
    const { name } = (await findCustomer(tx, customerOf(tx)))!;
    const { packId, path } = await buyPack(tx, {
      ...given,
      ownerName: name ?? holder.mobile,
      ownerPhone: holder.mobile,
    });
    const { packRuleId, plates, count, day } = given;
    act.describe({
      subjectKind: packId ? 'pack' : 'pack-rule',
      subjectId: packId ?? packRuleId,
      subject: plates.join(' '),
      after: { count, day },
    });
    return { path };
  }),
  // The code of the renewal is given when it is first shown, so that this is no transaction that only reads.
  handleFreely(getOwnPack, (kernel, { packId }, { who }) =>
    kernel.database.inTenant(who!, async (tx) => {
      const holder = await holderOf(tx);
      const { id, plates, isOwner, state, ...pack } = await requireOwn(tx, holder, packId);
      return {
        ...pack,
        state,
        stateName: PackState[state][who!.language],
        plates: plates.split(' '),
        payPath: isOwner ? await packPayPath(tx, id) : null,
        renewPath: RENEWED.includes(state) ? `/renew/${await renewalCodeOf(tx, id)}` : null,
        canChange: isOwner && CHANGED.includes(state),
        isAsked: await arePlatesAsked(tx, id),
        cars: platesOf(holder),
      };
    }),
  ),
  handle(changeOwnPackPlates, async (tx, { packId, plates }, act) => {
    const holder = await holderOf(tx);
    const pack = await requireOwn(tx, holder, packId);
    if (!pack.isOwner) throw notFound(tx.who, { zh: '月卡', en: 'Pack' });
    requireCertified(holder, plates, pack.plates.split(' '));
    const asked = await askPlatesAsOwner(tx, packId, plates);
    act.describe({
      subjectKind: 'pack',
      subjectId: packId,
      subject: `${pack.packNo} ${pack.plates}`,
      before: { plates: pack.plates },
      after: { plates: plates.join(' '), review: asked.effect },
    });
    return { isPending: asked.isPending };
  }),
];
