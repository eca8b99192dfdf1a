import { Refusal } from '@boyun/kernel/contract';
import { handle, handleFreely, type TenantTx } from '@boyun/kernel/server';
import { findPurchase } from '@boyun/money/server';
import { findWalletOf, topUp } from '@boyun/wallets/server';
import { findCarsOf } from '../car/car.queries.ts';
import { hasConsented } from '../consent/consent.service.ts';
import { countUnread } from '../message/message.queries.ts';
import { holderOf } from './holder.service.ts';
import { type MatterKind, ownMatters } from './matter.service.ts';
import { getOwnHome, getOwnMatters, ownRefusal, topUpOwnWallet } from './own.contract.ts';
import { ownPackServers } from './own-pack.server.ts';
import { findOwnArrears, findOwnStays } from './own-stay.service.ts';

const kindsOf = (tx: TenantTx): MatterKind[] => tx.slots.all(ownMatters).toSorted((a, b) => a.place - b.place);

/** What customers see of their own in the app. */
export const ownServers = [
  handle(getOwnHome, async (tx) => {
    const holder = await holderOf(tx);
    const cars = await findCarsOf(tx, holder.customerId);
    return {
      cars: cars.map(({ id, plate, state }) => ({ id, plate, state })),
      stays: await findOwnStays(tx, holder.cars),
      arrears: await findOwnArrears(tx, holder.cars),
      balanceFen: (await findWalletOf(tx, holder.mobile))?.balanceFen ?? null,
      isConsentNeeded: !(await hasConsented(tx, holder.customerId)),
      unreadCount: await countUnread(tx, holder.customerId),
      menu: kindsOf(tx).map(({ kind, title }) => ({ kind, title: title[tx.who.language] })),
    };
  }),
  // Opening messages reads them, so that this is no transaction that only reads.
  handleFreely(getOwnMatters, async (kernel, { kind }, { who }) => {
    const { language } = who!;
    return kernel.database.inTenant(who!, async (tx) => {
      const of = kindsOf(tx).find((one) => one.kind === kind);
      if (!of) throw new Refusal(ownRefusal['unknown-kind']);
      const { rows, headFen = null, acts = [] } = await of.find(tx, await holderOf(tx));
      return {
        title: of.title[language],
        none: of.none[language],
        headFen,
        acts: acts.map(({ label, path }) => ({ label: label[language], path })),
        rows: rows.map((row) => ({
          id: row.id,
          title: row.title[language],
          note: row.note?.[language] || null,
          at: row.at ?? null,
          amountFen: row.amountFen ?? null,
          state: row.state?.[language] ?? null,
          tone: row.state?.tone ?? null,
          path: row.path ?? null,
        })),
      };
    });
  }),
  handle(topUpOwnWallet, async (tx, { amountFen }, act) => {
    const { mobile } = await holderOf(tx);
    const wallet = await findWalletOf(tx, mobile);
    if (!wallet) throw new Refusal(ownRefusal['no-wallet']);
    const { taken } = await topUp(tx, wallet.id, { amountFen, note: null, method: 'phone' });
    act.describe({ subjectKind: 'wallet', subjectId: wallet.id, after: { amountFen } });
    return { path: `/pay/${(await findPurchase(tx, 'id', taken.purchaseId!))!.code}` };
  }),
  ...ownPackServers,
];
