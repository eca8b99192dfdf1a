import type { PageHelps } from '@boyun/kernel/web';
import { PackState } from '../pack/pack.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  packManage: {
    purpose: {
      zh: '在用的月卡：办理、续费、暂停、换车、退款、注销。',
      en: 'Monthly packs in use: sell, renew, pause, change cars, refund and cancel.',
    },
    steps: [
      {
        zh: '办理时选择月卡规则和车场，填写车牌与起始日。',
        en: 'To sell one, choose rule and lot and enter plates and the first day.',
      },
      { zh: '到期前点“续费”，从原到期日接续。', en: 'Renew before the end; the new time follows the old one.' },
    ],
    states: [
      {
        state: PackState.pending,
        means: { zh: '优惠或规则要求审核，尚未生效', en: 'Waits for approval and is not valid yet' },
      },
      { state: PackState.active, means: { zh: '有效', en: 'Valid' } },
      { state: PackState.paused, means: { zh: '暂停期间不计天数', en: 'Its days do not run' } },
      { state: PackState.expired, means: { zh: '已过期，按临时车收费', en: 'Over; the car is charged as any other' } },
      { state: PackState.cancelled, means: { zh: '已注销，不退款', en: 'Ended without money back' } },
      { state: PackState.refunded, means: { zh: '已按剩余天数退款', en: 'Ended with money back for the days left' } },
    ],
  },
  packRule: {
    purpose: {
      zh: '月卡的种类：价格、周期、可用车场与时段。',
      en: 'Kinds of packs with price, period, lots and hours.',
    },
    steps: [{ zh: '改价只影响之后办理和续费的月卡。', en: 'A new price applies to sales and renewals from then on.' }],
  },
  packRefund: {
    purpose: {
      zh: '月卡退款申请与结果，金额按剩余天数折算。',
      en: 'Refunds of packs; the amount follows from the days left.',
    },
    steps: [
      {
        zh: '提交后按审批流程审核，通过后退款。',
        en: 'A request goes through the approval flow and is paid out once approved.',
      },
    ],
  },
  packStatement: {
    purpose: {
      zh: '各车场、各月卡规则的新办、续费、到期、退款数量和金额。',
      en: 'What was sold, renewed, ended, paid and refunded by lot and pack rule.',
    },
    steps: [
      {
        zh: '“当前有效”是此刻有效或暂停的月卡，与所选时间无关。',
        en: '"In force now" does not depend on the chosen time.',
      },
      {
        zh: '点数字打开“办理记录”里的对应记录，再点一行打开月卡。',
        en: 'Press a figure for the acts it counts, and one of them for its pack.',
      },
    ],
  },
};
export default helps;
