import {
  choice,
  flag,
  group,
  instant,
  list,
  money,
  operation,
  optional,
  permission,
  reference,
  rowId,
  text,
} from '@boyun/kernel/contract';
import { RefundWay, takeMethod, takenOutput } from '@boyun/money/contract';
import { reviewAnswer } from '@boyun/reviews/contract';

const merchantId = reference({ zh: '商家', en: 'Merchant' }, 'merchant');
const balanceFen = money({ zh: '余额', en: 'Balance' }, { min: -100_000_000_00 });
const amountFen = money({ zh: '金额', en: 'Amount' }, { min: 1, max: 1_000_000_00 });
const note = optional(text({ zh: '说明', en: 'Note' }, { max: 255 }));

/** The right to take money of merchants. */
export const mayTopUp = permission('merchant.top-up', { zh: '商家充值', en: 'Top up merchants' });

/** Takes money of a merchant: in advance, or for what it owes. It counts when it is there. */
export const topUpMerchant = operation('top-up-merchant', {
  title: { zh: '充值', en: 'Top up' },
  path: '/api/merchant/topUp',
  access: mayTopUp,
  needsPassword: { zh: '是否为该商家充值？', en: 'Credit this amount to the merchant?' },
  input: {
    merchantId,
    amountFen,
    method: takeMethod,
    note,
  },
  output: { ...takenOutput, balanceFen },
  isOnce: true,
  audit: 'merchant.topped-up',
});

/** Returns money of a merchant, after approval where the flow requires one. */
export const refundMerchant = operation('refund-merchant', {
  title: { zh: '退款', en: 'Refund' },
  path: '/api/merchant/refund',
  access: permission('merchant.refund', { zh: '商家余额退款', en: 'Refund balances of merchants' }),
  needsPassword: { zh: '是否退还商家余额？', en: 'Refund this amount to the merchant?' },
  input: {
    merchantId,
    amountFen,
    method: choice({ zh: '退款方式', en: 'Paid back by' }, RefundWay, { byDefault: 'origin' }),
    note: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255, isLong: true }),
  },
  output: reviewAnswer,
  isOnce: true,
  audit: 'merchant.refund-requested',
});

const account = text({ zh: '账号', en: 'Account' }, { min: 4, max: 32, pattern: /^[A-Za-z][\w.-]*$/ });
const staffName = text({ zh: '姓名', en: 'Name' }, { max: 32 });
const mayManage = permission('merchant.accounts', { zh: '管理商家账号', en: 'Manage accounts of merchants' });
const isManager = flag(
  { zh: '负责人', en: 'Manager' },
  { byDefault: false, hint: { zh: '可管理本商家的账号', en: 'Manages the accounts of the merchant' } },
);

/** The fields of a merchant's account, shared by the operator and the merchant itself. */
export const staffField = { account, name: staffName, isManager };

/** The accounts of a merchant, as they are listed. */
export const staffRows = list(
  { zh: '账号', en: 'Accounts' },
  group(
    { zh: '账号', en: 'Account' },
    {
      id: text({ zh: '编号', en: 'Id' }),
      account,
      name: staffName,
      isManager,
      isFrozen: flag({ zh: '已停用', en: 'Frozen' }),
      createdAt: instant({ zh: '创建时间', en: 'Created' }),
    },
  ),
  { max: 200 },
);

/** The password that is shown once. */
export const initialPassword = text({ zh: '初始密码', en: 'Initial password' });

/** Lists the accounts of a merchant. */
export const getMerchantStaff = operation('get-merchant-staff', {
  title: { zh: '商家账号', en: 'Accounts' },
  path: '/api/merchant/getStaff',
  access: mayManage,
  input: { merchantId },
  output: { rows: staffRows },
  isRead: true,
});

/** Adds an account that signs in to the pages of a merchant. */
export const addMerchantStaff = operation('add-merchant-staff', {
  title: { zh: '新增商家账号', en: 'Add an account' },
  path: '/api/merchant/addStaff',
  access: mayManage,
  needsPassword: { zh: '是否为商家新增账号？', en: 'Add an account for the merchant?' },
  input: { merchantId, ...staffField },
  output: { id: text({ zh: '编号', en: 'Id' }), initialPassword },
  audit: 'merchant.account-added',
});

/** Freezes an account of a merchant, or lets it sign in again. */
export const freezeMerchantStaff = operation('freeze-merchant-staff', {
  title: { zh: '停用商家账号', en: 'Freeze an account' },
  path: '/api/merchant/freezeStaff',
  access: mayManage,
  needsPassword: { zh: '是否停用或恢复该账号？', en: 'Freeze this account, or let it sign in again?' },
  input: { id: rowId({ zh: '账号', en: 'Account' }), isFrozen: flag({ zh: '停用', en: 'Frozen' }) },
  output: {},
  audit: 'merchant.account-frozen',
});
