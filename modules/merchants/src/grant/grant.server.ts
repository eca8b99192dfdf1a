import { normalizePlate } from '@boyun/domain/plate';
import { Refusal, say } from '@boyun/kernel/contract';
import { coversLots, handle, notFound, type ReportQuery, serveReport, sql, type TenantTx } from '@boyun/kernel/server';
import { grantState } from '@boyun/orders/server';
import { lockGiving, requireInForce } from '../discount/giving.service.ts';
import { merchantDiscount } from '../discount/merchant-discount.contract.ts';
import { ofLots, ofOwnMerchant } from '../merchant/merchant.queries.ts';
import { deskGrantList, grantDiscount, grantList, revokeGrant } from './grant.contract.ts';
import { give, revoke } from './grant.service.ts';
import { discountGranted, grantRevoked } from './grant-event.contract.ts';

/** Grants with their discounts, as both lists read them. */
function grantQuery(tx: TenantTx, state: string | null | undefined) {
  return {
    from: 'merchant_grant',
    as: 'g',
    columnJoins: `join merchant_discount d on d.tenant_id = g.tenant_id and d.id = g.discount_id
      left join lot_fact l on l.tenant_id = g.tenant_id and l.id = g.lot_id
      left join stay_fact o on o.tenant_id = g.tenant_id and o.id = g.order_id`,
    own: null,
    filters: { plate: "g.plate like '%' || ? || '%'", state: null },
    where: state ? [sql`${grantState('g', tx.now)} = ${state}`] : [],
    period: 'g.granted_at',
    order: 'g.granted_at desc, g.id desc',
    totals: { usedFen: 'g.used_fen' },
  } as const satisfies Partial<ReportQuery>;
}

const named = (tx: TenantTx) => ({ state: grantState('g', tx.now), discountName: 'd.name', lotName: 'l.name' });

/** What merchants have granted. */
export const grantListServer = serveReport(grantList, ({ tx, filters }) => ({
  ...grantQuery(tx, filters.state),
  lot: ofLots('g'),
  columns: { ...named(tx), orderNo: 'o.order_no' },
}));

/** What the caller's own merchant has granted. */
export const deskGrantListServer = serveReport(deskGrantList, ({ tx, filters }) => {
  const query = grantQuery(tx, filters.state);
  return { ...query, lot: null, where: [...query.where, ofOwnMerchant(tx, 'g')], columns: named(tx) };
});

const grantServer = handle(grantDiscount, async (tx, { merchantDiscountId, plates: entered }, act) => {
  const giving = await lockGiving(tx, merchantDiscountId, null);
  const { merchant, discount } = giving;
  if (!coversLots(tx.who, merchant.lotIds)) throw notFound(tx.who, merchantDiscount.title);
  requireInForce(tx, giving);
  const failed: { plate: string; reason: string }[] = [];
  const granted: string[] = [];
  const way = tx.who.kind === 'key' ? 'api' : 'staff';
  for (const plate of new Set(entered.map(normalizePlate))) {
    try {
      await give(tx, giving, { plate, way, by: tx.who.name });
      granted.push(plate);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failed.push({ plate, reason: say(error.rule, tx.who.language, error.params) });
    }
  }
  if (granted.length > 0)
    tx.emit(discountGranted, {
      lotId: null,
      subjectId: discount.id,
      data: { merchantId: merchant.id, merchantDiscountId, count: granted.length },
    });
  act.describe({
    subjectKind: merchantDiscount.name,
    subjectId: discount.id,
    subject: `${merchant.name} ${discount.name}`,
    after: { plates: granted },
  });
  return { grantedCount: granted.length, failed };
});

const revokeServer = handle(revokeGrant, async (tx, { id, reason }, act) => {
  const found = await revoke(tx, id, reason, ({ lotIds }) => coversLots(tx.who, lotIds));
  const { discountId: merchantDiscountId, discountName, plate } = found;
  tx.emit(grantRevoked, { lotId: null, subjectId: id, data: { merchantDiscountId } });
  act.describe({ subjectKind: grantList.name, subjectId: id, subject: `${discountName} ${plate}`, after: { reason } });
  return {};
});

/** Grants by the operator. */
export const grantServers = [grantServer, revokeServer];
