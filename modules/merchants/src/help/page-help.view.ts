import type { PageHelps } from '@boyun/kernel/web';
import { GrantState } from '../grant/grant.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  merchantDesk: {
    purpose: { zh: '商家为顾客发放停车优惠。', en: 'Merchants grant parking discounts to their customers here.' },
    steps: [
      {
        zh: '选择优惠，输入顾客车牌；或让顾客扫描动态码自行领取。',
        en: 'Choose a discount and enter the plate, or let the customer scan the changing code.',
      },
      {
        zh: '固定码放在柜台，须设每天限发；印刷码随小票发放，每码一车。',
        en: 'A static code stands on the counter and needs a daily limit; printed codes serve one car each.',
      },
      { zh: '负责人可在“账号”中为店员开通登录。', en: 'A manager adds accounts for the staff under "Accounts".' },
    ],
  },
  discount: {
    purpose: {
      zh: '与车场合作、为顾客停车付费的商家及其额度。',
      en: 'Merchants that pay for the parking of their customers, with their credit.',
    },
    steps: [
      {
        zh: '新增商家，选择合作车场和结算方式，充值。',
        en: 'Add a merchant with its lots and how it pays, and top it up.',
      },
      { zh: '在“商家优惠方案”中设置它可发放的优惠。', en: 'Set what it may grant on the page of merchant discounts.' },
      {
        zh: '在详情中新增商家账号，由商家自己发放。',
        en: 'Add accounts in its details: the merchant then grants by itself.',
      },
    ],
  },
  merchantDiscount: {
    purpose: { zh: '商家可以发放的优惠。', en: 'What merchants may grant.' },
    steps: [
      {
        zh: '“按实际减免”在车辆离场时扣额度，发放时先预占；“套餐”先买张数，使用时不再扣款。',
        en: 'What a discount takes off is charged when the car leaves, and held until then. Packages are paid in advance.',
      },
    ],
  },
  merchantGrant: {
    purpose: {
      zh: '哪家商家给哪辆车发了什么优惠，用在哪里。',
      en: 'Which merchant gave which car what, and where it was used.',
    },
    steps: [{ zh: '未使用的可以撤销。', en: 'One that was not used can be revoked.' }],
    states: [
      { state: GrantState.granted, means: { zh: '车辆离场时自动抵扣', en: 'Applies when the car leaves' } },
      { state: GrantState.held, means: { zh: '司机正在支付', en: 'The driver is paying with it' } },
      { state: GrantState.used, means: { zh: '已抵扣，商家已付', en: 'It applied, and the merchant has paid' } },
    ],
  },
};

export default helps;
