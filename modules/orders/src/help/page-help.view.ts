import type { PageHelps } from '@boyun/kernel/web';
import { PayState } from '../order/order.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  order: {
    purpose: {
      zh: '每一次停车是一笔订单：何时进出、费用如何得出、谁付了多少、谁改过什么。',
      en: 'Each stay is one order: when the car came and left, how the fee came about, who paid what and who changed what.',
    },
    steps: [
      {
        zh: '默认显示今天在场过的停车：今天入场、离场或付款的，以及仍在场的；用上方标签切换昨天、近7天、本月。',
        en: 'The list opens on the stays of today: those that began, ended or were paid today, and cars still inside. The chips show yesterday, 7 days or the month.',
      },
      {
        zh: '点一行打开详情：进出图片、逐行费用、时间线，以及收款、退款、减免、更正等操作。',
        en: 'Press a row for pictures, fee lines and history, and to collect, refund, waive or correct.',
      },
      {
        zh: '需要审核的操作提交后，订单上方会显示正在审核。',
        en: 'An act that needs approval shows as pending at the top of the order.',
      },
    ],
    states: [
      { state: PayState.unpaid, means: { zh: '还没有付款', en: 'Nothing was paid yet' } },
      {
        state: PayState['part-paid'],
        means: { zh: '付了一部分，或付款后超时又产生费用', en: 'A part was paid, or time ran on after payment' },
      },
      { state: PayState.paid, means: { zh: '已付清', en: 'Paid in full' } },
      { state: PayState.free, means: { zh: '费用为零或全部优惠', en: 'No fee, or reduced to nothing' } },
      { state: PayState.arrears, means: { zh: '未付清就离场', en: 'Left without paying in full' } },
      { state: PayState.settled, means: { zh: '离场后补缴', en: 'Paid after leaving' } },
    ],
  },
  inLot: {
    purpose: {
      zh: '此刻在场的车辆，停了多久、当前应付多少。',
      en: 'The cars inside now, how long they have been there and what they owe so far.',
    },
    steps: [
      {
        zh: '停车时间过长的车请核实是否漏拍离场。',
        en: 'Check cars that stay very long: their exit may have been missed.',
      },
      {
        zh: '多选后可批量关闭已不在场的订单，按权限需要审核。',
        en: 'Choose several rows to close orders of cars that are gone; approval may be needed.',
      },
    ],
  },
  voidData: {
    purpose: {
      zh: '作废的订单和过车记录，以及作废原因；误作废可以恢复。',
      en: 'Voided orders and passing records with the reason; what was voided by mistake can be restored.',
    },
    steps: [{ zh: '作废的订单不计入收入与统计。', en: 'Voided orders count neither as income nor in statistics.' }],
  },
};
export default helps;
