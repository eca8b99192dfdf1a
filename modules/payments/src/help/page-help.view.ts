import type { PageHelps } from '@boyun/kernel/web';
import { CardState } from '../card/card.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  payment: {
    purpose: { zh: '每一笔收款与退款的流水。', en: 'Every payment and refund.' },
    steps: [
      { zh: '点一行查看它结清了哪些订单。', en: 'Press a row to see which orders it settled.' },
      { zh: '从这里发起的退款原路退回。', en: 'A refund begun here goes back the way the money came.' },
    ],
  },
  arrears: {
    purpose: {
      zh: '未付清的离场订单，可按车场或车牌汇总。',
      en: 'Orders of cars that left owing money, also summed up by lot or plate.',
    },
    steps: [
      { zh: '车主到场后点“现金补缴”。', en: 'Press "Collect" when the owner pays.' },
      {
        zh: '欠费达到系统设置的上限后，车辆再次入场会报警或被拦。',
        en: 'A car that owes more than the limit in the settings is stopped or reported at the next entry.',
      },
    ],
  },
  arrearsByLot: {
    purpose: { zh: '各车场的欠费，按欠费天数分段。', en: 'What is owed in each lot, by age.' },
    steps: [{ zh: '逐单查看和补缴请到“欠费管理”。', en: 'Single orders are under "Arrears".' }],
  },
  arrearsByPlate: {
    purpose: { zh: '各车牌的欠费合计。', en: 'What each plate owes.' },
    steps: [{ zh: '逐单查看和补缴请到“欠费管理”。', en: 'Single orders are under "Arrears".' }],
  },
  cardUsage: {
    purpose: { zh: '储值卡的每次使用。', en: 'Every use of a card.' },
    steps: [{ zh: '点车牌可查看该车辆。', en: 'A plate shows its car.' }],
  },
  card: {
    purpose: {
      zh: '储值卡与卡片：发卡、充值、挂失、换卡、退卡。',
      en: 'Cards: issuing, topping up, reporting loss, replacing and returning.',
    },
    steps: [{ zh: '充值后余额立即可用。', en: 'A top-up can be used at once.' }],
    states: [
      { state: CardState.issued, means: { zh: '可正常使用', en: 'Can be used' } },
      { state: CardState.lost, means: { zh: '挂失，不能付款', en: 'Reported lost; cannot pay' } },
      { state: CardState.returning, means: { zh: '退卡等待审核', en: 'Its return waits for approval' } },
      { state: CardState.replaced, means: { zh: '余额已转到新卡', en: 'Its balance moved to a new card' } },
      { state: CardState.returned, means: { zh: '已退还余额', en: 'Its balance was paid out' } },
    ],
  },
};
export default helps;
