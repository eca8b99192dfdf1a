import type { PageHelps } from '@boyun/kernel/web';
import { BookingState } from '../booking/shared-booking.contract.ts';
import { OfferState } from '../offer/shared-offer.contract.ts';
import { WithdrawalState } from '../withdrawal/owner-withdrawal.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  sharedSpot: {
    purpose: {
      zh: '业主把空闲时段的车位共享出来，车主按时段预订并预付；收入按共享规则分给业主、车场和平台。',
      en: 'Owners share their spots in weekly hours. Drivers book and pay in advance; owner, lot and platform share the income by the rule.',
    },
    steps: [
      {
        zh: '先在“共享规则”中为车场设置分成、宽限和退款比例。',
        en: 'First set shares, grace and refunds of the lot under "Rules".',
      },
      {
        zh: '在“业主”中登记姓名、手机号和收款账户，再发布车位；发布与变更按审批流程生效。',
        en: 'Add the owner with a bank account under "Owners", then share the spot. Publishing and changes may need an approval.',
      },
      {
        zh: '业主提前回家时用“临时调整”收回时间，只能收回没有预订的部分。',
        en: 'An owner who comes home early takes time back by an adjustment; only time that nobody booked.',
      },
    ],
    states: [
      {
        state: OfferState.asked,
        means: { zh: '业主在手机上申请，等待受理', en: 'The owner asked by phone; decide about it' },
      },
      { state: OfferState.pending, means: { zh: '等待审批', en: 'Waits for an approval' } },
      { state: OfferState.open, means: { zh: '接受预订', en: 'Takes bookings' } },
      {
        state: OfferState.paused,
        means: { zh: '不接新预订，已有预订不变', en: 'No new bookings; those that exist stay' },
      },
      { state: OfferState.ended, means: { zh: '不再共享', en: 'No longer shared' } },
    ],
  },
  sharedOrder: {
    purpose: {
      zh: '共享车位的预订：预付后凭车牌入场，超时按小时在出口补缴，结束后自动分账。',
      en: 'Bookings of shared spots: paid in advance, let in by plate; overstays are paid at the exit. Their money is split when they end.',
    },
    steps: [
      {
        zh: '车主在手机应用“共享车位”或扫码预订；登录应用后直接选自己的车，不必再填车牌和手机号。',
        en: 'Drivers book under "Shared spots" of the app or by a code; in the app they choose one of their cars.',
      },
      { zh: '未支付的预订保留15分钟，之后自动释放。', en: 'A booking that is not paid is released after 15 minutes.' },
      {
        zh: '取消按预订时的约定退款，打开订单可看到现在可退多少。',
        en: 'A cancellation refunds what was agreed; the order shows how much that is now.',
      },
      {
        zh: '车位被他人占用时用“车位被占”：优先调换同车场车位，没有空位则全额退款。',
        en: 'If a stranger has taken the spot, give another one of the lot, or refund everything.',
      },
    ],
    states: [
      { state: BookingState.unpaid, means: { zh: '等待支付，车位已保留', en: 'To be paid; the spot is held' } },
      {
        state: BookingState.booked,
        means: { zh: '已支付，车辆可在预订时间入场', en: 'Paid; the car is let in at its time' },
      },
      { state: BookingState.arrived, means: { zh: '车辆在场', en: 'The car is inside' } },
      { state: BookingState.left, means: { zh: '已离场并分账', en: 'Left, its money is split' } },
      {
        state: BookingState['no-show'],
        means: { zh: '预订结束仍未到场，不退款', en: 'Did not come; nothing is refunded' },
      },
    ],
  },
  sharedIncome: {
    purpose: {
      zh: '业主的收益流水与提现：每笔预订结束后入账，提现经审批后由财务付款。',
      en: 'What owners earned and withdrew. A booking earns when it ends; a withdrawal is approved, then paid.',
    },
    steps: [
      {
        zh: '在“业主”页签中申请提现，金额即时从余额中扣除。',
        en: 'Ask for a withdrawal under "Owners"; it leaves the balance at once.',
      },
      {
        zh: '审批通过后勾选下载付款文件交银行，付款后逐笔确认。',
        en: 'Download the approved ones as a file for the bank, then confirm each payment.',
      },
      {
        zh: '账户有误时“退回”，金额回到余额。',
        en: 'Return one with a wrong account: its amount goes back to the balance.',
      },
    ],
    states: [
      {
        state: WithdrawalState.asked,
        means: { zh: '业主在手机上申请，等待受理', en: 'The owner asked by phone; accept it' },
      },
      { state: WithdrawalState.pending, means: { zh: '等待审批', en: 'Waits for an approval' } },
      { state: WithdrawalState.approved, means: { zh: '等待银行付款', en: 'To be paid by the bank' } },
      { state: WithdrawalState.paid, means: { zh: '银行已付款', en: 'The bank has paid' } },
    ],
  },
};
export default helps;
