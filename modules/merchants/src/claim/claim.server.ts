import { normalizePlate } from '@boyun/domain/plate';
import { type Language, Refusal } from '@boyun/kernel/contract';
import { asHolder, handleFreely, type Kernel, type TenantTx } from '@boyun/kernel/server';
import { findGrantOf, lockCode, type MerchantCode, noteServed } from '../desk/code.queries.ts';
import { type Giving, lockGiving, requireInForce } from '../discount/giving.service.ts';
import { merchantDiscount } from '../discount/merchant-discount.contract.ts';
import { give } from '../grant/grant.service.ts';
import { discountClaimed } from '../grant/grant-event.contract.ts';
import { claimDiscount, claimRefusal, getClaimPage } from './claim.contract.ts';

/** Runs work for somebody who has scanned a code; refuses one that is over. */
const withCode = <T>(
  kernel: Kernel,
  code: string,
  language: Language,
  work: (tx: TenantTx, code: MerchantCode, giving: Giving) => Promise<T>,
): Promise<T> =>
  asHolder(kernel, code, { name: 'driver', unknown: claimRefusal['unknown-code'], language }, async (tx) => {
    const found = await lockCode(tx, code);
    if (!found) throw new Refusal(claimRefusal['unknown-code']);
    return work(tx, found, await lockGiving(tx, found.discountId, null));
  });

const pageServer = handleFreely(getClaimPage, (kernel, { code }, { language }) =>
  withCode(kernel, code, language, async (tx, found, giving) => {
    if (found.grantId) throw new Refusal(claimRefusal['unknown-code']);
    requireInForce(tx, giving);
    return { merchantName: giving.merchant.name, discountName: giving.discount.name };
  }),
);

const claimServer = handleFreely(claimDiscount, (kernel, { code, plate: entered }, { language, address }) =>
  withCode(kernel, code, language, async (tx, found, giving) => {
    const plate = normalizePlate(entered);
    const { discount } = giving;
    if (found.grantId) {
      // A repeated tap, or a lost answer: the same car has the same grant.
      const served = await findGrantOf(tx, found.grantId);
      if (served?.plate !== plate) throw new Refusal(claimRefusal['unknown-code']);
      return { discountName: discount.name, plate, validUntil: served.validUntil, isRepeated: true };
    }
    const given = await give(tx, giving, { plate, way: found.kind, by: tx.who.name });
    if (found.kind !== 'static') await noteServed(tx, found.id, given.id);
    tx.emit(discountClaimed, {
      lotId: null,
      subjectId: discount.id,
      data: { merchantDiscountId: discount.id, plate: given.plate },
    });
    tx.audit({
      action: claimDiscount.audit!,
      subjectKind: merchantDiscount.name,
      subjectId: discount.id,
      subject: `${giving.merchant.name} ${discount.name}`,
      after: { plate: given.plate, way: found.kind, address },
    });
    return { discountName: discount.name, plate: given.plate, validUntil: given.validUntil, isRepeated: false };
  }),
);

/** What customers do with the codes of merchants. */
export const claimServers = [pageServer, claimServer];
