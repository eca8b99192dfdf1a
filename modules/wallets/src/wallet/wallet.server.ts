import { isPlate, normalizePlate } from '@boyun/domain/plate';
import { inOrderOfUse } from '@boyun/domain/wallet';
import { Refusal, type Row } from '@boyun/kernel/contract';
import { coversLot, handle, notFound, serveResource, type TenantTx } from '@boyun/kernel/server';
import { customerRegistered, customerRenumbered } from '@boyun/lists/contract';
import { reductionOffered } from '@boyun/orders/contract';
import { serveStoredEntries } from '@boyun/payments/server';
import { requestAdjustment } from './adjust-wallet.service.ts';
import {
  adjustWallet,
  freezeWallet,
  getWalletParts,
  releaseWallet,
  setAutoPay,
  wallet,
  walletRefusal,
  walletTransitions,
} from './wallet.contract.ts';
import { findParts } from './wallet.queries.ts';
import { factsOf, requireWallet, setFrozen, subjectOf } from './wallet.service.ts';
import { walletAutoPaySet } from './wallet-event.contract.ts';
import { walletEntryList } from './wallet-list.contract.ts';

/** Cars of one wallet at most. */
const MOST_PLATES = 10;

/** Returns the plates of a text, each once; refuses what is no plate. */
function platesOf(text: string): string[] {
  const plates = text
    .split(/[\s,，、;；]+/)
    .filter(Boolean)
    .map(normalizePlate);
  for (const plate of plates) if (!isPlate(plate)) throw new Refusal(walletRefusal['bad-plate'], { plate });
  const all = [...new Set(plates)];
  if (all.length > MOST_PLATES) throw new Refusal(walletRefusal['too-many-plates'], { most: MOST_PLATES });
  return all;
}

/**
 * Binds plates to a wallet and releases the others; refuses a plate of another wallet. What the customer has reduces the fees of cars that
 * are theirs from now on.
 */
async function bindPlates(tx: TenantTx, walletId: string, plates: readonly string[]): Promise<void> {
  const before = await tx.query<{ plate: string }>(
    'select plate from wallet_plate where tenant_id = $1 and wallet_id = $2',
    [tx.tenantId, walletId],
  );
  await tx.query('delete from wallet_plate where tenant_id = $1 and wallet_id = $2 and not plate = any($3::text[])', [
    tx.tenantId,
    walletId,
    plates,
  ]);
  const bound = await tx.query<{ plate: string }>(
    `insert into wallet_plate (tenant_id, plate, wallet_id) select $1, plate, $2 from unnest($3::text[]) as p(plate)
     on conflict (tenant_id, plate) do update set plate = excluded.plate where wallet_plate.wallet_id = excluded.wallet_id
     returning plate`,
    [tx.tenantId, walletId, plates],
  );
  const taken = plates.find((plate) => !bound.some((one) => one.plate === plate));
  if (taken) throw new Refusal(walletRefusal['plate-taken'], { plate: taken });
  const added = plates.filter((plate) => !before.some((one) => one.plate === plate));
  if (added.length > 0) tx.emit(reductionOffered, { lotId: null, subjectId: walletId, data: { plates: added } });
}

/** Wallets: one a mobile, each plate in one wallet at most. */
export const walletServer = serveResource(wallet, {
  async beforeWrite(_tx, values) {
    return values.plates === undefined ? values : { ...values, plates: platesOf(values.plates).join(' ') };
  },
  async afterWrite(tx, row, before) {
    await bindPlates(tx, row.id, row.plates.split(' ').filter(Boolean));
    const { id: subjectId, lotId, mobile } = row;
    if (!before) tx.emit(customerRegistered, { lotId, subjectId, data: { mobile } });
    else if (before.mobile !== mobile)
      tx.emit(customerRenumbered, { lotId, subjectId, data: { mobile: before.mobile, newMobile: mobile } });
  },
  async afterRead(tx, rows) {
    const found = await tx.query<{ walletId: string; giftFen: number; giftEndsAt: Date | null }>(
      `select wallet_id, sum(left_fen)::bigint as "giftFen", min(ends_at) as "giftEndsAt" from wallet_part
       where tenant_id = $1 and wallet_id = any($2::uuid[]) and kind = 'gift' and left_fen > 0 group by wallet_id`,
      [tx.tenantId, rows.map((row) => row.id)],
    );
    const gifts = new Map(found.map((one) => [one.walletId, one]));
    for (const row of rows as Row<typeof wallet>[]) {
      row.giftFen = gifts.get(row.id)?.giftFen ?? 0;
      row.giftEndsAt = gifts.get(row.id)?.giftEndsAt ?? null;
    }
  },
});

/** Acts upon wallets, and what their money consists of. */
export const walletServers = [
  ...([freezeWallet, releaseWallet] as const).map((operation) =>
    handle(operation, async (tx, { walletId, note }, act) => {
      const name = operation === freezeWallet ? 'freeze' : 'release';
      const row = await setFrozen(tx, walletId, name, note);
      const after = { state: walletTransitions[name].to, note };
      act.describe({ ...subjectOf(row), before: { state: row.state }, after });
      return {};
    }),
  ),
  handle(adjustWallet, async (tx, given, act) => {
    const { wallet: row, asked } = await requestAdjustment(tx, given);
    const { reviewId, isPending, effect } = asked;
    const balanceFen = row.balanceFen + (isPending ? 0 : given.amountFen);
    const { amountFen, validDays, reason } = given;
    act.describe({
      ...subjectOf(row),
      before: { balanceFen: row.balanceFen },
      after: { amountFen, validDays, note: reason, effect },
    });
    return { reviewId, isPending, balanceFen };
  }),
  handle(setAutoPay, async (tx, { walletId, plate, isAutomatic, limitFen }, act) => {
    const row = await requireWallet(tx, walletId, null);
    if (isAutomatic && limitFen === null) throw new Refusal(walletRefusal['limit-needed']);
    const limit = isAutomatic ? limitFen : null;
    const done = await tx.query(
      `update wallet_plate set is_automatic = $4, limit_fen = $5 where tenant_id = $1 and wallet_id = $2 and plate = $3 returning plate`,
      [tx.tenantId, walletId, normalizePlate(plate), isAutomatic, limit],
    );
    if (done.length === 0) throw notFound(tx.who, { zh: '车牌', en: 'Plate' });
    tx.emit(walletAutoPaySet, factsOf(row, { plate, limitFen: limit }));
    act.describe({ ...subjectOf(row), after: { plate, isAutomatic, limitFen: limit } });
    return {};
  }),
  handle(getWalletParts, async (tx, { walletId }) => {
    const [row] = await tx.query<{ lotId: string; balanceFen: number }>(
      'select lot_id, balance_fen from wallet where tenant_id = $1 and id = $2',
      [tx.tenantId, walletId],
    );
    if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, { zh: '钱包', en: 'Wallet' });
    const parts = await findParts(tx, walletId);
    const plates = await tx.query<{ plate: string; isAutomatic: boolean; limitFen: number | null }>(
      'select plate, is_automatic, limit_fen from wallet_plate where tenant_id = $1 and wallet_id = $2 order by plate',
      [tx.tenantId, walletId],
    );
    return {
      balanceFen: row.balanceFen,
      parts: parts.toSorted(inOrderOfUse).map(({ id, kind, amountFen, leftFen, createdAt, endsAt }) => ({
        id,
        kind,
        amountFen,
        leftFen,
        createdAt,
        endsAt,
      })),
      plates,
    };
  }),
];

/** The movements of wallets. */
export const walletEntryListServer = serveStoredEntries(walletEntryList, {
  kind: 'wallet',
  filters: { mobile: "s.mobile like '%' || ? || '%'" },
  columns: {
    mobile: 's.mobile',
    giftFen: `(select coalesce(sum(d.amount_fen), 0)::bigint from wallet_entry_part d
      join wallet_part p on p.tenant_id = d.tenant_id and p.id = d.part_id and p.kind = 'gift'
      where d.tenant_id = e.tenant_id and d.entry_id = e.id)`,
  },
  totals: {
    toppedUpFen: "case when e.kind = 'top-up' then e.amount_fen end",
    givenFen: "case when e.kind = 'gift' then e.amount_fen end",
  },
});
