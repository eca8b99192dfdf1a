import { choice, instant, money, month, optional, permission, reference, report, text } from '@boyun/kernel/contract';
import { PayChannel } from '@boyun/money/contract';
import { grantFigures, grantTotals } from '@boyun/orders/contract';
import { grantList, mayUseDesk } from '../grant/grant.contract.ts';
import { CreditKind } from '../merchant/merchant.contract.ts';

/** What changes the balance of a merchant. */
export const EntryKind = {
  'top-up': { zh: '充值', en: 'Top-up' },
  refund: { zh: '退款', en: 'Refund' },
  'refund-failed': { zh: '退款失败退回', en: 'Refund failed' },
  use: { zh: '优惠使用', en: 'Discount used' },
  'use-back': { zh: '优惠退回', en: 'Discount returned' },
  package: { zh: '购买套餐', en: 'Package bought' },
} as const;

const signed = { min: -100_000_000_00 };
const merchantId = reference({ zh: '商家', en: 'Merchant' }, 'merchant');
const kind = choice({ zh: '类型', en: 'Kind' }, EntryKind);
const balanceFen = money({ zh: '余额', en: 'Balance' }, signed);

const entryFilters = {
  kind: optional(kind),
  from: optional(instant({ zh: '开始时间', en: 'From' })),
  to: optional(instant({ zh: '结束时间', en: 'Until' })),
};
const entryColumns = {
  id: text({ zh: '编号', en: 'Id' }),
  at: instant({ zh: '时间', en: 'Time' }),
  kind,
  amountFen: money({ zh: '金额', en: 'Amount' }, signed),
  balanceFen,
  discountName: optional(text({ zh: '优惠方案', en: 'Discount' })),
  plate: optional(text({ zh: '车牌', en: 'Plate' })),
  lotName: text({ zh: '车场', en: 'Parking lot' }),
  channel: optional(choice({ zh: '支付方式', en: 'Pay method' }, PayChannel)),
  paymentNo: optional(text({ zh: '流水号', en: 'Payment number' })),
  note: optional(text({ zh: '说明', en: 'Note' })),
  actorName: text({ zh: '经办人', en: 'By' }),
};
const entryTotals = {
  inFen: money({ zh: '收入合计', en: 'In' }),
  outFen: money({ zh: '支出合计', en: 'Out' }),
};

const seeEntries = permission('merchant-entry.list', { zh: '查看商家账目', en: 'View: Entries of merchants' });

/** Everything that changed the balances of merchants. */
export const entryList = report('merchant-entry', {
  title: { zh: '商家账目', en: 'Merchant entries' },
  path: '/api/merchantEntry/list',
  access: seeEntries,
  filters: { merchantId: optional(merchantId), ...entryFilters },
  columns: { merchantId, ...entryColumns },
  alwaysSortable: ['at'],
  totals: entryTotals,
});

/** What changed the balance of the caller's own merchant. */
export const deskEntryList = report('merchant-desk-entry', {
  title: { zh: '账目明细', en: 'Entries' },
  path: '/api/merchantDesk/entries',
  access: mayUseDesk,
  filters: entryFilters,
  columns: entryColumns,
  alwaysSortable: ['at'],
  totals: entryTotals,
});

const statementColumns = {
  id: text({ zh: '编号', en: 'Id' }),
  month: text({ zh: '月份', en: 'Month' }),
  openingFen: money({ zh: '期初余额', en: 'Opening balance' }, signed),
  paidInFen: money({ zh: '充值', en: 'Top-ups' }),
  usedFen: money({ zh: '优惠使用', en: 'Discounts used' }, signed),
  packagesFen: money({ zh: '购买套餐', en: 'Packages' }),
  refundedFen: money({ zh: '退款', en: 'Refunds' }),
  closingFen: money({ zh: '期末余额', en: 'Closing balance' }, signed),
  owedFen: money({ zh: '应付', en: 'To pay' }),
};
const monthFilter = { month: optional(month({ zh: '月份', en: 'Month' })) };

/** The months of merchants: what they had, paid, used and owe. */
export const statementList = report('merchant-statement', {
  title: { zh: '商家月对账单', en: 'Merchant statements' },
  path: '/api/merchantStatement/list',
  access: seeEntries,
  filters: { merchantId: optional(merchantId), ...monthFilter },
  columns: { merchantId, creditKind: choice({ zh: '结算方式', en: 'Pays' }, CreditKind), ...statementColumns },
});

/** The months of the caller's own merchant. */
export const deskStatementList = report('merchant-desk-statement', {
  title: { zh: '月对账单', en: 'Statements' },
  path: '/api/merchantDesk/statements',
  access: mayUseDesk,
  filters: monthFilter,
  columns: statementColumns,
});

/** The grants of a discount of a merchant. */
const GRANTS = {
  list: grantList,
  page: '/_cloud_operation/merchantGrant',
  same: ['merchantId'],
  as: { id: 'discountId' },
  period: ['from', 'to'],
} as const;

/** What each merchant granted by each discount, and what that took off, by lot. */
export const creditDiscountReport = report('credit-discount-report', {
  title: { zh: '商家优惠报表', en: 'Credit discounts' },
  path: '/api/creditDiscountReport/getPage',
  access: permission('credit-discount.list', { zh: '查看商家优惠报表', en: 'View: Credit discounts' }),
  filters: {
    merchantId: optional(merchantId),
    from: optional(instant({ zh: '发放起', en: 'Granted from' })),
    to: optional(instant({ zh: '发放止', en: 'Granted until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    merchantId,
    discountName: text({ zh: '优惠方案', en: 'Discount' }),
    ...grantFigures,
  },
  totals: grantTotals,
  compared: { by: ['id'] },
  rowsAt: [
    { ...GRANTS, figures: { grantedCount: null } },
    { ...GRANTS, figures: { usedCount: null, usedFen: 'usedFen' }, fixed: { state: 'used' } },
    { ...GRANTS, figures: { openCount: null }, fixed: { state: 'granted' } },
    { ...GRANTS, figures: { expiredCount: null }, fixed: { state: 'expired' } },
    { ...GRANTS, figures: { revokedCount: null }, fixed: { state: 'revoked' } },
  ],
  chart: { by: 'merchantId', figures: ['usedCount', 'openCount', 'expiredCount', 'revokedCount'], isStacked: true },
});
