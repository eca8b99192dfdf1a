import type { PageHelps } from '@boyun/kernel/web';

/** Help of the pages of this module. */
const helps: PageHelps = {
  console: {
    purpose: {
      zh: '今天的经营情况一眼看完：收入、车流、在场、待办和设备。每个数字都能点开它统计的列表。',
      en: 'Today at a glance: income, traffic, cars inside, work to do and devices. Every figure opens the list it counts.',
    },
    steps: [
      { zh: '上方选择车场，只看一个车场的数字。', en: 'Select a lot at the top to see its figures alone.' },
      {
        zh: '“待办”里的数字是需要人处理的事，点击直接进入处理页。',
        en: 'The figures under "To do" wait for somebody; press one to open the page where it is done.',
      },
      {
        zh: '右上角的设置可选择显示哪些卡片、拖动排序、加宽，只对自己生效，换电脑也保留；首页是哪个页面由员工或角色的“首页”决定。',
        en: 'The settings at the top choose the cards, their order and which are wide, for you alone and on every computer. Which page you start on is set with the employee or the role.',
      },
      {
        zh: '片区设了月收入目标时，显示本月完成多少、时间过了多少。',
        en: 'Areas with a monthly target show how much of it has come in, and how much of the month has passed.',
      },
      {
        zh: '虚线是还没过完的一小时，不能与整点比较。',
        en: 'A dashed line is the running hour, which cannot be compared with full hours yet.',
      },
    ],
  },
  statistics: {
    purpose: {
      zh: '按时间、车场、支付方式分析收入、车流与停车时长，可与上一周期比较。',
      en: 'Income, traffic and length of stay by time, lot and pay method, compared with the period before.',
    },
    steps: [
      {
        zh: '先选时间段和车场，再点图上的点查看它包含的订单。',
        en: 'Choose period and lots, then press a point of a chart to see the orders behind it.',
      },
      {
        zh: '“回头车辆”看每周或每月的车牌之后还来多少，“停车时长 × 离场时段”看几点离场的车停了多久。',
        en: '"Returning plates" shows how many plates of a week or month come back later; "Length of stay × hour of leaving" how long cars had stayed by when they leave.',
      },
      { zh: '每张图都有“表格”，可以导出。', en: 'Each chart has a table behind it that can be exported.' },
      {
        zh: '订单被作废或恢复后，统计会在几秒内更正。',
        en: 'Figures are corrected within seconds when an order is voided or restored.',
      },
    ],
  },
  operationStatement: {
    purpose: {
      zh: '各车场每日、每月、每年的应收、优惠、实收、退款和离场欠费。',
      en: 'What each lot charged, reduced, received, refunded and was left owed, by day, month or year.',
    },
    steps: [
      {
        zh: '实收已扣除退款；日期按各车场所在时区划分。',
        en: 'Received is net of refunds; days begin in the zone of each lot.',
      },
      { zh: '选择日期范围后，首尾周期按完整周期统计。', en: 'Periods that the chosen days touch count as a whole.' },
    ],
  },
  tradeStat: {
    purpose: {
      zh: '每日、每月、每年的实收，与上一周期和去年同期比较。',
      en: 'What was received by day, month or year, beside the period before and a year before.',
    },
    steps: [
      { zh: '去年同期没有实收时不显示同比。', en: 'Growth is not shown where nothing was received a year before.' },
    ],
  },
  billingStat: {
    purpose: {
      zh: '已结束停车的应收、优惠和已付，按收费规则、车型或停车时长汇总。',
      en: 'Fees, reductions and payments of ended stays by tariff, vehicle kind or length.',
    },
    steps: [
      {
        zh: '“未计价”是没有收费规则的停车，例如免费车场。',
        en: '"Not priced" are stays without a tariff, as in free lots.',
      },
    ],
  },
  spotTurnover: {
    purpose: {
      zh: '车位的周转率、占用率和平均停车时长，按车场或车位汇总。',
      en: 'How often and how long spots were taken, by lot or by spot.',
    },
    steps: [
      { zh: '周转率是每个车位平均每天停放的次数。', en: 'Turnover is the number of cars per spot and day.' },
      { zh: '按车位统计只包含记录了车位号的停车。', en: 'By spot, only stays that name their spot count.' },
    ],
  },
  posStatement: {
    purpose: {
      zh: '每个收费员在各车场收取和退还的金额。',
      en: 'What each collector took and gave back at each lot.',
    },
    steps: [
      { zh: '司机自助支付不计入。', en: 'What drivers pay by themselves does not count.' },
      { zh: '车辆离场之后补缴的停车费计为追缴欠费。', en: 'Fees paid after the car had left count as arrears.' },
    ],
  },
  payMethod: {
    purpose: {
      zh: '各支付方式在各车场的收款、退款和净额。',
      en: 'Money received and refunded by channel and lot.',
    },
    steps: [{ zh: '按到账时间统计，金额包含多付部分。', en: 'Counted by when money moved, excesses included.' }],
  },
  operationCarFlow: {
    purpose: {
      zh: '每个车场、每条车道在一段时间内进出的车辆数。',
      en: 'How many cars entered and left, by lot and lane, over a period.',
    },
    steps: [
      { zh: '选择日期范围与汇总方式，再查询。', en: 'Choose the days and how they are summed up.' },
      { zh: '点列头排序，合计行随筛选变化。', en: 'Press a heading to sort; the totals follow the filters.' },
    ],
  },
};
export default helps;
