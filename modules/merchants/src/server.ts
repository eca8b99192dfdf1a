import { fill } from '@boyun/kernel/contract';
import { type Kernel, reminderKinds, retainedPlates, serverModule } from '@boyun/kernel/server';
import { billKinds } from '@boyun/money/server';
import { reductionGivers } from '@boyun/orders/server';
import { applyReviews, reviewedWrites } from '@boyun/reviews/server';
import { claimServers } from './claim/claim.server.ts';
import { merchants } from './contract.ts';
import { deskServers } from './desk/desk.server.ts';
import { deskPayServers } from './desk-pay/desk-pay.server.ts';
import { HAS_DISCOUNTS_KEPT } from './discount/discount.queries.ts';
import { merchantDiscount } from './discount/merchant-discount.contract.ts';
import { merchantDiscountServer, merchantDiscountServers } from './discount/merchant-discount.server.ts';
import { deskGrantListServer, grantListServer, grantServers } from './grant/grant.server.ts';
import { merchantGiver } from './grant/grant-giver.service.ts';
import { merchant } from './merchant/merchant.contract.ts';
import { endedCodes } from './merchant/merchant.jobs.ts';
import { merchantServer, merchantServers } from './merchant/merchant.server.ts';
import { merchantPurchases } from './merchant/merchant-bill.service.ts';
import { askMerchantRefund } from './merchant/merchant-credit.service.ts';
import { lowCreditReminder } from './merchant/merchant-reminder.service.ts';
import { merchantReviews } from './merchant/merchant-review.contract.ts';
import {
  creditDiscountServer,
  deskEntryListServer,
  deskStatementListServer,
  entryListServer,
  statementListServer,
} from './statement/statement.server.ts';

export { lockGiving } from './discount/giving.service.ts';
export { give } from './grant/grant.service.ts';

/** The server side of merchants. */
export const merchantsServer = serverModule(merchants, new URL('../migrations/', import.meta.url), {
  retained: [retainedPlates({ part: 'merchant-grants', table: 'merchant_grant', endColumn: 'valid_until' })],
  resources: [merchantServer, merchantDiscountServer],
  operations: [
    ...merchantServers,
    ...merchantDiscountServers,
    ...grantServers,
    ...deskServers,
    ...deskPayServers,
    ...claimServers,
  ],
  reports: [
    grantListServer,
    deskGrantListServer,
    entryListServer,
    deskEntryListServer,
    statementListServer,
    deskStatementListServer,
    creditDiscountServer,
  ],
  sweeps: [endedCodes],
  slots: [
    fill(billKinds, { merchant: merchantPurchases.bills }),
    fill(reductionGivers, merchantGiver),
    applyReviews(merchant.can.list, reviewedWrites(merchant, merchantReviews.write.name)),
    applyReviews(merchantDiscount.can.list, reviewedWrites(merchantDiscount, merchantReviews.discount.name)),
    applyReviews(merchant.can.list, askMerchantRefund),
    fill(reminderKinds, lowCreditReminder),
  ],
  start: async (kernel: Kernel) => {
    kernel.live.onEvent(({ tenantId, kind }) => {
      if (kind.startsWith('merchant-discount.')) kernel.database.invalidate(tenantId, HAS_DISCOUNTS_KEPT);
    });
  },
});
