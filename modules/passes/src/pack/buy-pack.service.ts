import type { PackPeriod } from '@boyun/domain/pack';
import { dayStart, instantOfWall } from '@boyun/domain/period';
import { requireLot } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import { notFound, type TenantTx } from '@boyun/kernel/server';
import { expirePurchase, findOpen, findPaying, findPurchase, lockPurchase, PURCHASE_PATH } from '@boyun/money/server';
import { packRefusal } from './pack.contract.ts';
import { countSold, findRule } from './pack.queries.ts';
import { packPurpose } from './pack-purpose.contract.ts';
import { sell } from './sell-pack.service.ts';

/** A pack that drivers can buy themselves. */
export interface PackOffer {
  readonly id: string;
  readonly name: string;
  readonly lotIds: readonly string[];
  readonly period: PackPeriod;
  readonly days: number | null;
  readonly priceFen: number;
  readonly dailyFrom: string | null;
  readonly dailyTo: string | null;
  readonly platesPerPack: number;
  readonly hasReview: boolean;
}

/** Returns the packs on sale that have a price and are not sold out, the cheapest first. */
export async function findPackOffers(tx: TenantTx): Promise<PackOffer[]> {
  const rows = await tx.query<PackOffer & { quota: number | null }>(
    `select id, name, lot_ids, period, days, price_fen, daily_from, daily_to, plates_per_pack, has_review, quota
     from pack_rule where tenant_id = $1 and is_on_sale and price_fen > 0 order by price_fen, name, id limit 50`,
    [tx.tenantId],
  );
  const offers: PackOffer[] = [];
  for (const { quota, ...one } of rows) if (quota === null || (await countSold(tx, one.id)) < quota) offers.push(one);
  return offers;
}

/** What a driver buys; the days are those of the lot. */
export interface BoughtPack {
  readonly packRuleId: string;
  readonly lotId: string;
  readonly plates: readonly string[];
  readonly count: number;
  readonly ownerName: string;
  readonly ownerPhone: string;
  /** The first day. */
  readonly day: string;
}

/** Returns the page of the same purchase that is still open; one for other values is closed, unless it is being paid. */
async function findSame(tx: TenantTx, given: BoughtPack, from: Date): Promise<string | null> {
  const unpaid = await tx.query<{ id: string; plates: string; validFrom: Date; lotId: string }>(
    `select id, plates, valid_from, lot_id from pack
     where tenant_id = $1 and pack_rule_id = $2 and owner_phone = $3 and state = 'unpaid' order by id for update`,
    [tx.tenantId, given.packRuleId, given.ownerPhone],
  );
  for (const pack of unpaid)
    for (const open of await findOpen(tx, packPurpose.kind, pack.id)) {
      const isSame =
        pack.plates === given.plates.join(' ') &&
        pack.lotId === given.lotId &&
        pack.validFrom.getTime() === from.getTime() &&
        (open.payload as { count?: number }).count === given.count &&
        open.validUntil > tx.now;
      if (isSame || (await findPaying(tx, open))) return open.code;
      const locked = await lockPurchase(tx, open);
      if (locked) await expirePurchase(tx, locked);
    }
  return null;
}

/** Begins the purchase of a pack by a driver at its full price; returns the page it is paid on. Repeated, it returns the same. */
export async function buyPack(tx: TenantTx, given: BoughtPack): Promise<{ packId: string | null; path: string }> {
  const { timeZone } = await requireLot(tx, given.lotId);
  const rule = await findRule(tx, given.packRuleId, true);
  if (!rule) throw notFound(tx.who, { zh: '月卡规则', en: 'Rule' });
  if (!rule.isOnSale || rule.priceFen <= 0) throw new Refusal(packRefusal['not-on-sale'], { rule: rule.name });
  const validFrom = new Date(
    Math.max(instantOfWall(`${given.day}T00:00`, timeZone), dayStart(tx.now.getTime(), timeZone)),
  );
  const same = await findSame(tx, given, validFrom);
  if (same) return { packId: null, path: `${PURCHASE_PATH}/${same}` };
  const { day: _, ...sale } = given;
  const amountFen = rule.priceFen * given.count;
  const { pack, taken } = await sell(tx, {
    ...sale,
    validFrom,
    amountFen,
    method: 'phone',
    remark: null,
  });
  const purchase = (await findPurchase(tx, 'id', taken!.purchaseId!))!;
  return { packId: pack.id, path: `${PURCHASE_PATH}/${purchase.code}` };
}
