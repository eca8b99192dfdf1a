import { type Field, Refusal, type Row } from '@boyun/kernel/contract';
import { coversLots, handle, notFound, serveResource, type TenantTx } from '@boyun/kernel/server';
import { checkHours } from '@boyun/lists/server';
import { reviewedTable } from '@boyun/reviews/server';
import { lockMerchant } from '../merchant/merchant.queries.ts';
import { merchantReviews } from '../merchant/merchant-review.contract.ts';
import { HAS_DISCOUNTS_KEPT } from './discount.queries.ts';
import { lockGiving } from './giving.service.ts';
import { discountRefusal, merchantDiscount, sellPackage } from './merchant-discount.contract.ts';
import { sellGrants } from './package.service.ts';

type DiscountRow = Row<typeof merchantDiscount>;

const { percent, amountFen, minutes, priceFen, reserveFen, packageCount, packagePriceFen } = merchantDiscount.fields;
/** The fields that say what a grant is worth: they stay while one is open. */
const WORTH = ['merchantId', 'effect', 'amountFen', 'percent', 'minutes', 'priceFen', 'charging', 'lotIds'] as const;

/** Refuses a half of the offer of packages, and an offer where there are none. */
function checkOffer(tx: TenantTx, row: DiscountRow): void {
  const given = [row.packageCount ?? null, row.packagePriceFen ?? null];
  const isOffered = given.some((one) => one !== null);
  const field = row.packageCount ? packagePriceFen : packageCount;
  if (isOffered && row.charging !== 'package')
    throw new Refusal(discountRefusal['value-unused'], { field: packageCount.label[tx.who.language] });
  if (isOffered && given.includes(null))
    throw new Refusal(discountRefusal['value-needed'], { field: field.label[tx.who.language] });
}

/** Refuses a choice without its value, and values of other choices. */
function checkValues(tx: TenantTx, row: DiscountRow): void {
  const values: readonly (readonly [isNeeded: boolean, field: Field, value: number | null | undefined])[] = [
    [row.effect === 'percent', percent, row.percent],
    [row.effect === 'amount', amountFen, row.amountFen],
    [row.effect === 'minutes', minutes, row.minutes],
    [row.effect === 'fixed-price', priceFen, row.priceFen],
    [row.charging === 'actual', reserveFen, row.reserveFen],
  ];
  for (const [isNeeded, field, value] of values) {
    const isGiven = value !== null && value !== undefined;
    if (isNeeded === isGiven) continue;
    const rule = discountRefusal[isNeeded ? 'value-needed' : 'value-unused'];
    throw new Refusal(rule, { field: field.label[tx.who.language] });
  }
}

async function checkLots(tx: TenantTx, row: DiscountRow): Promise<void> {
  const merchant = await lockMerchant(tx, row.merchantId);
  if (!merchant || !coversLots(tx.who, merchant.lotIds)) throw notFound(tx.who, { zh: '商家', en: 'Merchant' });
  if (!row.lotIds.every((one) => merchant.lotIds.includes(one))) throw new Refusal(discountRefusal['other-lots']);
}

async function refuseWithOpen(tx: TenantTx, before: DiscountRow, row: DiscountRow): Promise<void> {
  if (WORTH.every((key) => JSON.stringify(before[key] ?? null) === JSON.stringify(row[key] ?? null))) return;
  const [open] = await tx.query<{ count: number }>(
    `select count(*)::int as count from merchant_grant
     where tenant_id = $1 and discount_id = $2 and merchant_id = $4 and state = 'granted' and valid_until > $3`,
    [tx.tenantId, before.id, tx.now, before.merchantId],
  );
  if (open!.count > 0) throw new Refusal(discountRefusal['has-open'], { count: open!.count });
}

/** What merchants may grant. */
export const merchantDiscountServer = serveResource(merchantDiscount, {
  ...reviewedTable(merchantDiscount, merchantReviews.discount.name, (row) => row.remark),
  async beforeWrite(tx, values, before) {
    const given = { ...before, ...values } as DiscountRow;
    // An amount off holds that amount unless said otherwise.
    const isPlain = given.charging === 'actual' && given.effect === 'amount';
    const row = isPlain ? { ...given, reserveFen: given.reserveFen ?? given.amountFen } : given;
    checkValues(tx, row);
    checkHours(row);
    await checkLots(tx, row);
    checkOffer(tx, row);
    if (before) await refuseWithOpen(tx, before, row);
    tx.invalidate(HAS_DISCOUNTS_KEPT);
    return { ...values, reserveFen: row.reserveFen ?? null };
  },
  async beforeDelete(tx, { id }) {
    const [row] = await tx.query<{ isGranted: boolean }>(
      `select exists (select from merchant_grant where tenant_id = $1 and discount_id = $2)
         or exists (select from merchant_code where tenant_id = $1 and discount_id = $2) as "isGranted"`,
      [tx.tenantId, id],
    );
    if (row!.isGranted) throw new Refusal(discountRefusal.granted);
    tx.invalidate(HAS_DISCOUNTS_KEPT);
  },
});

const sellServer = handle(sellPackage, async (tx, { merchantDiscountId, count, priceFen: fen, note }, act) => {
  const giving = await lockGiving(tx, merchantDiscountId, null);
  const { merchant, discount } = giving;
  if (!coversLots(tx.who, merchant.lotIds)) throw notFound(tx.who, merchantDiscount.title);
  const { stock, balanceFen } = await sellGrants(tx, giving, { count, priceFen: fen, note });
  act.describe({
    subjectKind: merchantDiscount.name,
    subjectId: discount.id,
    subject: `${merchant.name} ${discount.name}`,
    before: { stock: discount.stock },
    after: { stock, count, priceFen: fen, note },
  });
  return { stock, balanceFen };
});

/** Operations on discounts of merchants. */
export const merchantDiscountServers = [sellServer];
