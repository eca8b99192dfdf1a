import type { PageHelps } from '@boyun/kernel/web';

/** Help of the pages of this module. */
const helps: PageHelps = {
  boxDevice: {
    purpose: {
      zh: '岗亭里的盒子在断网时独自放行、收费；这里看它们的状态、移交的记录、升级计划和值守人员的PIN。',
      en: 'Boxes on site go on alone when the line is down. Here are their state, what they handed over, updates, and who has a PIN.',
    },
    steps: [
      {
        zh: '“盒子”：离线、积压、时钟偏差和版本一目了然；数据位置落后说明盒子还没有取到最新的名单和规则。',
        en: 'Boxes: who is offline, how much waits, how far the clock is off, which version runs, and whether it has the latest lists and rules.',
      },
      {
        zh: '“移交记录”：盒子恢复联网后按顺序移交过车、现金和道闸操作；每条只入账一次，时间为发生时间。',
        en: 'Handed over: once the line is back, a box hands over passings, cash and barrier acts in order. Each is booked once, with its own time.',
      },
      {
        zh: '标红的“待处理”没有入账：排除原因后“重新入账”，现金也可记到选定的订单，或写明处理方式后标记已处理。',
        en: 'Red ones were not booked: take them again once the cause is removed, book cash on an order you choose, or note how you settled it.',
      },
      {
        zh: '“差额”是盒子实收与云端按当时规则计算的应收之差：多收的记为多付待退，少收的成为欠费。',
        en: 'The difference is what the box took against what the cloud computes for that moment: too much is kept to be refunded, too little stays owed.',
      },
    ],
  },
};

export default helps;
