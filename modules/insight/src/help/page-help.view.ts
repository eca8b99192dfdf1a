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
      { zh: '每张图都有“表格”，可以导出。', en: 'Each chart has a table behind it that can be exported.' },
      {
        zh: '订单被作废或恢复后，统计会在几秒内更正。',
        en: 'Figures are corrected within seconds when an order is voided or restored.',
      },
    ],
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
