import { flag, instant, operation, plate, refusals, text } from '@boyun/kernel/contract';

const code = text({ zh: '领取码', en: 'Code' }, { max: 64 });

/** What the page of a code shows before a plate is entered. */
export const getClaimPage = operation('get-claim-page', {
  title: { zh: '领取页面', en: 'Claim page' },
  path: '/api/merchantClaim/get',
  access: 'public',
  perMinute: 120,
  input: { code },
  output: {
    merchantName: text({ zh: '商家', en: 'Merchant' }),
    discountName: text({ zh: '优惠方案', en: 'Discount' }),
  },
  isRead: true,
});

/** Takes the discount of a code for a car. */
export const claimDiscount = operation('claim-discount', {
  title: { zh: '领取商家优惠', en: 'Claim a merchant discount' },
  path: '/api/merchantClaim/claim',
  access: 'public',
  perMinute: 30,
  input: { code, plate: plate() },
  output: {
    discountName: text({ zh: '优惠方案', en: 'Discount' }),
    plate: text({ zh: '车牌', en: 'Plate' }),
    validUntil: instant({ zh: '失效时间', en: 'Until' }),
    isRepeated: flag({ zh: '已领取', en: 'Taken already' }),
  },
  audit: 'merchant-grant.claimed',
});

export const claimRefusal = refusals('merchant-claim', {
  'unknown-code': {
    status: 404,
    zh: '二维码已失效或已被领取，请向商家索取新的',
    en: 'This code is over or was used, ask the merchant for another one',
  },
});
