import { formatYuan } from '@boyun/domain/money';
import { dayStart } from '@boyun/domain/period';
import { isPlate, normalizePlate } from '@boyun/domain/plate';
import { Refusal } from '@boyun/kernel/contract';
import { notFound, type TenantTx } from '@boyun/kernel/server';
import { reductionOffered } from '@boyun/orders/contract';
import { type Giving, requireInForce } from '../discount/giving.service.ts';
import { merchantRefusal } from '../merchant/merchant.contract.ts';
import { availableOf, reservedOf } from '../merchant/merchant.queries.ts';
import { zoneOf } from '../merchant/merchant.service.ts';
import { type GrantWay, grantRefusal } from './grant.contract.ts';
import { countGrants } from './grant.queries.ts';

const HOUR_MS = 3_600_000;

async function refuseBeyondLimits(tx: TenantTx, { merchant, discount }: Giving, plate: string): Promise<void> {
  const since = new Date(dayStart(tx.now.getTime(), await zoneOf(tx, merchant)));
  const count = await countGrants(tx, discount.id, plate, since);
  if (count.hasOpen) throw new Refusal(grantRefusal.open);
  if (discount.perPlateDay !== null && count.ofPlate >= discount.perPlateDay)
    throw new Refusal(grantRefusal['per-plate'], { count: count.ofPlate });
  if (discount.dailyLimit !== null && count.today >= discount.dailyLimit)
    throw new Refusal(grantRefusal['daily-limit']);
}

/** Takes one grant out of a package, or holds its part of the credit; refuses where neither is left. Returns what it holds, in fen. */
async function takeOne(tx: TenantTx, { merchant, discount }: Giving): Promise<number> {
  if (discount.charging === 'package') {
    const taken = await tx.query(
      'update merchant_discount set stock = stock - 1 where tenant_id = $1 and id = $2 and stock > 0 returning id',
      [tx.tenantId, discount.id],
    );
    if (taken.length === 0) throw new Refusal(grantRefusal['out-of-stock']);
    return 0;
  }
  const needed = discount.reserveFen!;
  const available = availableOf(merchant, (await reservedOf(tx, [merchant.id])).get(merchant.id) ?? 0);
  if (available < needed) {
    const [left, wanted] = [formatYuan(available), formatYuan(needed)];
    throw new Refusal(merchantRefusal.short, { available: left, needed: wanted });
  }
  return needed;
}

/** Grants a locked discount to a car; refuses what its limits, its stock or the credit do not allow. */
export async function give(
  tx: TenantTx,
  giving: Giving,
  { plate: given, way, by }: { readonly plate: string; readonly way: GrantWay; readonly by: string },
): Promise<{ id: string; plate: string; validUntil: Date }> {
  requireInForce(tx, giving);
  const plate = normalizePlate(given);
  if (!isPlate(plate)) throw new Refusal(grantRefusal['bad-plate'], { plate });
  await refuseBeyondLimits(tx, giving, plate);
  const reserveFen = await takeOne(tx, giving);
  const { merchant, discount } = giving;
  const id = tx.newId();
  const validUntil = new Date(tx.now.getTime() + discount.validHours * HOUR_MS);
  await tx.query(
    `insert into merchant_grant (tenant_id, id, merchant_id, discount_id, plate, way, state, reserve_fen, granted_at, granted_by,
       valid_until)
     values ($1, $2, $3, $4, $5, $6, 'granted', $7, $8, $9, $10)`,
    [tx.tenantId, id, merchant.id, discount.id, plate, way, reserveFen, tx.now, by, validUntil],
  );
  tx.emit(reductionOffered, { lotId: null, subjectId: id, data: { plates: [plate] } });
  return { id, plate, validUntil };
}

/** A grant with its discount and merchant. */
export interface FoundGrant {
  readonly id: string;
  readonly merchantId: string;
  readonly discountId: string;
  readonly discountName: string;
  readonly lotIds: readonly string[];
  readonly plate: string;
}

/** Revokes an open grant and gives a package its grant back; `mayTouch` says whether the caller may. Refuses one that is used or held. */
export async function revoke(
  tx: TenantTx,
  id: string,
  reason: string,
  mayTouch: (found: FoundGrant) => boolean,
): Promise<FoundGrant> {
  const [found] = await tx.query<FoundGrant & { state: string; charging: string; validUntil: Date; isHeld: boolean }>(
    `select g.id, g.merchant_id, g.discount_id, d.name as discount_name, m.lot_ids, g.plate, g.state, d.charging, g.valid_until,
       coalesce(g.held_until > $3, false) as is_held
     from merchant_grant g join merchant_discount d on d.tenant_id = g.tenant_id and d.id = g.discount_id
     join merchant m on m.tenant_id = g.tenant_id and m.id = g.merchant_id
     where g.tenant_id = $1 and g.id = $2 for update of g`,
    [tx.tenantId, id, tx.now],
  );
  if (!found || !mayTouch(found)) throw notFound(tx.who, { zh: '发放记录', en: 'Grant' });
  if (found.state === 'used') throw new Refusal(grantRefusal.used);
  if (found.state === 'revoked' || found.validUntil <= tx.now) throw new Refusal(grantRefusal.ended);
  if (found.isHeld) throw new Refusal(grantRefusal.held);
  await tx.query(
    `update merchant_grant set state = 'revoked', revoked_reason = $3, order_id = null, lot_id = null, held_until = null
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, reason],
  );
  if (found.charging === 'package')
    await tx.query('update merchant_discount set stock = stock + 1 where tenant_id = $1 and id = $2', [
      tx.tenantId,
      found.discountId,
    ]);
  return found;
}
