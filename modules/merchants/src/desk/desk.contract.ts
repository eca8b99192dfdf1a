import {
  choice,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  type Output,
  operation,
  optional,
  plate,
  reference,
  rowId,
  text,
} from '@boyun/kernel/contract';
import { DiscountCharging, DiscountEffect } from '../discount/merchant-discount.contract.ts';
import { grantAnswer, mayUseDesk, revokeGrant } from '../grant/grant.contract.ts';
import { CreditKind } from '../merchant/merchant.contract.ts';
import { initialPassword, staffField, staffRows } from '../merchant/merchant-act.contract.ts';

const signedMoney = { min: -100_000_000_00 };
const merchantDiscountId = reference({ zh: '优惠方案', en: 'Discount' }, 'merchant-discount');
const path = text({ zh: '路径', en: 'Path' }, { max: 100 });
const code = text({ zh: '领取码', en: 'Code' }, { max: 64 });

/** Where the operator's site is reached; null while none is configured. */
const site = optional(text({ zh: '公网地址', en: 'Public address' }, { max: 200 }));

/** The desk of the caller's merchant: its credit, and what it may grant. */
export const getDesk = operation('get-merchant-desk', {
  title: { zh: '商家工作台', en: 'Merchant desk' },
  path: '/api/merchantDesk/get',
  access: mayUseDesk,
  input: {},
  output: {
    name: text({ zh: '商家', en: 'Merchant' }),
    creditKind: choice({ zh: '结算方式', en: 'Pays' }, CreditKind),
    balanceFen: money({ zh: '余额', en: 'Balance' }, signedMoney),
    limitFen: optional(money({ zh: '授信额度', en: 'Credit limit' })),
    reservedFen: money({ zh: '已发未用', en: 'Held by grants' }),
    availableFen: money({ zh: '可用额度', en: 'Available' }, signedMoney),
    isLow: flag({ zh: '额度不足', en: 'Low' }),
    problem: optional(text({ zh: '不能发放的原因', en: 'Why nothing can be granted' })),
    isManager: flag({ zh: '负责人', en: 'Manager' }),
    canPayOnline: flag({ zh: '可线上充值', en: 'Can be topped up by phone' }),
    merchantId: text({ zh: '商家编号', en: 'Id of the merchant' }),
    site,
    grantedToday: integer({ zh: '今日发放', en: 'Granted today' }),
    usedToday: integer({ zh: '今日使用', en: 'Used today' }),
    usedTodayFen: money({ zh: '今日减免', en: 'Taken off today' }),
    lotNames: list({ zh: '合作车场', en: 'Parking lots' }, text({ zh: '车场', en: 'Parking lot' })),
    discounts: list(
      { zh: '优惠方案', en: 'Discounts' },
      group(
        { zh: '优惠方案', en: 'Discount' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          name: text({ zh: '名称', en: 'Name' }),
          effect: choice({ zh: '优惠方式', en: 'Discount' }, DiscountEffect),
          amountFen: optional(money({ zh: '优惠金额', en: 'Amount off' })),
          percent: optional(integer({ zh: '优惠比例', en: 'Percent off' })),
          minutes: optional(integer({ zh: '优惠时长', en: 'Free minutes' })),
          priceFen: optional(money({ zh: '一口价', en: 'Fixed price' })),
          charging: choice({ zh: '商家付费', en: 'Paid' }, DiscountCharging),
          stock: integer({ zh: '套餐余量', en: 'Grants left' }),
          packageCount: optional(integer({ zh: '每份张数', en: 'Grants per package' })),
          packagePriceFen: optional(money({ zh: '每份价格', en: 'Price of a package' })),
          validHours: integer({ zh: '有效小时', en: 'Valid for hours' }),
          dailyLimit: optional(integer({ zh: '每天限发', en: 'Grants per day' })),
          grantedToday: integer({ zh: '今日发放', en: 'Granted today' }),
        },
      ),
    ),
  },
  isRead: true,
});

/** What the desk shows of the caller's merchant. */
export type Desk = Output<typeof getDesk>;
/** A discount as the desk shows it. */
export type DeskDiscount = Desk['discounts'][number];

/** Grants a discount of the caller's merchant to a car. */
export const grantAtDesk = operation('grant-at-desk', {
  title: { zh: '发放优惠', en: 'Grant' },
  path: '/api/merchantDesk/grant',
  access: mayUseDesk,
  input: { merchantDiscountId, plate: plate() },
  output: grantAnswer,
  audit: 'merchant-desk.granted',
});

/** Revokes a grant of the caller's merchant that was not used. */
export const revokeAtDesk = operation('revoke-at-desk', {
  title: { zh: '撤销发放', en: 'Revoke a grant' },
  path: '/api/merchantDesk/revoke',
  access: mayUseDesk,
  input: { id: rowId({ zh: '发放记录', en: 'Grant' }), reason: revokeGrant.input.reason },
  output: {},
  audit: 'merchant-desk.revoked',
});

/** How long a changing code works; the next one is shown in good time. */
export const ROTATING_MS = 90_000;

/** Makes the next changing code of a discount: it serves one car, within 90 seconds. */
export const getRotatingCode = operation('get-rotating-code', {
  title: { zh: '动态领取码', en: 'Changing code' },
  path: '/api/merchantDesk/rotatingCode',
  access: mayUseDesk,
  perMinute: 120,
  input: { merchantDiscountId },
  output: { code, path, site, validUntil: instant({ zh: '失效时间', en: 'Until' }) },
  audit: 'merchant-desk.code-shown',
});

/** Tells whether a changing code was used, so that the page shows the next one. */
export const seeRotatingCode = operation('see-rotating-code', {
  title: { zh: '查看动态码', en: 'See a changing code' },
  path: '/api/merchantDesk/seeCode',
  access: mayUseDesk,
  perMinute: 240,
  input: { code },
  output: { plate: optional(text({ zh: '车牌', en: 'Plate' })) },
  isRead: true,
});

/** Returns the static code of a discount with a daily limit, which is made now if need be; `isNew` replaces it. */
export const getStaticCode = operation('get-static-code', {
  title: { zh: '固定领取码', en: 'Static code' },
  path: '/api/merchantDesk/staticCode',
  access: mayUseDesk,
  input: { merchantDiscountId, isNew: flag({ zh: '更换', en: 'Replace' }, { byDefault: false }) },
  output: { path, site },
  audit: 'merchant-desk.static-code',
});

/** The most printed codes of one sheet. */
export const MOST_PRINTED = 500;

/** Makes codes to be printed; each serves one car. */
export const printCodes = operation('print-merchant-codes', {
  title: { zh: '印刷领取码', en: 'Print codes' },
  path: '/api/merchantDesk/printCodes',
  access: mayUseDesk,
  input: {
    merchantDiscountId,
    count: integer({ zh: '张数', en: 'Number' }, { min: 1, max: MOST_PRINTED }),
    validDays: integer({ zh: '有效天数', en: 'Valid for days' }, { min: 1, max: 366, byDefault: 30 }),
  },
  output: {
    discountName: text({ zh: '优惠方案', en: 'Discount' }),
    merchantName: text({ zh: '商家', en: 'Merchant' }),
    validUntil: instant({ zh: '失效时间', en: 'Until' }),
    site,
    paths: list({ zh: '路径', en: 'Paths' }, path, { max: MOST_PRINTED }),
  },
  audit: 'merchant-desk.codes-printed',
});

/** The accounts of the caller's merchant, for its managers. */
export const getDeskStaff = operation('get-desk-staff', {
  title: { zh: '本商家账号', en: 'Accounts' },
  path: '/api/merchantDesk/getStaff',
  access: mayUseDesk,
  input: {},
  output: { rows: staffRows },
  isRead: true,
});

/** Adds an account to the caller's own merchant. */
export const addDeskStaff = operation('add-desk-staff', {
  title: { zh: '新增账号', en: 'Add an account' },
  path: '/api/merchantDesk/addStaff',
  access: mayUseDesk,
  needsPassword: { zh: '是否新增账号？', en: 'Add this account?' },
  input: staffField,
  output: { id: text({ zh: '编号', en: 'Id' }), initialPassword },
  audit: 'merchant-desk.account-added',
});

/** Freezes an account of the caller's own merchant, or lets it sign in again. */
export const freezeDeskStaff = operation('freeze-desk-staff', {
  title: { zh: '停用账号', en: 'Freeze an account' },
  path: '/api/merchantDesk/freezeStaff',
  access: mayUseDesk,
  needsPassword: { zh: '是否停用或恢复该账号？', en: 'Freeze this account, or let it sign in again?' },
  input: { id: rowId({ zh: '账号', en: 'Account' }), isFrozen: flag({ zh: '停用', en: 'Frozen' }) },
  output: {},
  audit: 'merchant-desk.account-frozen',
});
