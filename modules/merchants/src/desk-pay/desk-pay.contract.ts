import { integer, money, operation, permission, reference, refusals, text } from '@boyun/kernel/contract';
import { takenOutput } from '@boyun/money/contract';

/** The right of merchants to top up their credit and to buy packages out of it. */
export const mayPayAtDesk = permission('merchant-desk.pay', {
  zh: '商家自助充值与购买套餐',
  en: 'Merchants top up and buy packages',
});

/** The most that a merchant tops up at once, in fen. */
export const MOST_TOP_UP_FEN = 50_000_00;
/** The most packages of one purchase. */
const MOST_PACKAGES = 100;

/** Begins a top-up of the caller's merchant, which a phone pays. */
export const topUpAtDesk = operation('top-up-at-desk', {
  title: { zh: '线上充值', en: 'Top up' },
  path: '/api/merchantDesk/topUp',
  access: mayPayAtDesk,
  input: { amountFen: money({ zh: '充值金额', en: 'Amount' }, { min: 1_00, max: MOST_TOP_UP_FEN }) },
  output: takenOutput,
  audit: 'merchant-desk.topped-up',
});

/** Buys packages of a discount out of the credit of the caller's merchant; refused when the price is no longer the one given. */
export const buyPackage = operation('buy-package', {
  title: { zh: '购买套餐', en: 'Buy packages' },
  path: '/api/merchantDesk/buyPackage',
  access: mayPayAtDesk,
  needsPassword: { zh: '是否从额度扣款购买？', en: 'Buy it out of the credit?' },
  input: {
    merchantDiscountId: reference({ zh: '优惠方案', en: 'Discount' }, 'merchant-discount'),
    packageCount: integer({ zh: '份数', en: 'Packages' }, { min: 1, max: MOST_PACKAGES, byDefault: 1 }),
    priceFen: money({ zh: '应付金额', en: 'To pay' }, { min: 1 }),
  },
  output: {
    stock: integer({ zh: '套餐余量', en: 'Grants left' }),
    balanceFen: money({ zh: '余额', en: 'Balance' }, { min: -100_000_000_00 }),
    name: text({ zh: '优惠方案', en: 'Discount' }),
  },
  audit: 'merchant-desk.package-bought',
});

export const deskPayRefusal = refusals('merchant-desk', {
  'not-for-sale': {
    status: 409,
    zh: '该优惠不在线售卖，请联系车场购买',
    en: 'It is not sold here, ask the operator for it',
  },
  'price-changed': {
    status: 409,
    zh: '价格已变为¥{price}，请确认后重试',
    en: 'The price is now ¥{price}, please check and try again',
  },
});
