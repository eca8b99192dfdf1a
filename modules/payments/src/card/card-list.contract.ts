import { choice, instant, money, optional, reference, report, rowId, text } from '@boyun/kernel/contract';
import { StoredUse, storedEntries } from '../stored-value/stored-value.contract.ts';
import { card } from './card.contract.ts';

/** What moved the money of a card. */
export const CardEntryKind = {
  recharge: { zh: '充值', en: 'Recharge', tone: 'good' },
  ...StoredUse,
  'moved-in': { zh: '换卡转入', en: 'From the old card', tone: 'neutral' },
  'moved-out': { zh: '换卡转出', en: 'To the new card', tone: 'neutral' },
  refund: { zh: '退卡退款', en: 'Given back', tone: 'warn' },
  'refund-failed': { zh: '退款失败退回', en: 'Refund failed', tone: 'bad' },
} as const;

/** The outcome of a card's use. */
export const CardUseResult = {
  entered: { zh: '刷卡入场', en: 'Came in', tone: 'info' },
  paid: { zh: '刷卡付费', en: 'Paid', tone: 'good' },
  free: { zh: '无需付费', en: 'Nothing due', tone: 'good' },
  short: { zh: '余额不足', en: 'Not enough', tone: 'warn' },
  held: { zh: '等待处理', en: 'Held', tone: 'warn' },
  refused: { zh: '被拒绝', en: 'Refused', tone: 'bad' },
} as const;

/** Why a card is refused. */
export const CardRefusal = {
  unknown: { zh: '未登记的卡', en: 'unknown card' },
  lost: { zh: '卡已挂失', en: 'reported lost' },
  returning: { zh: '卡已退', en: 'given back' },
  replaced: { zh: '卡已换', en: 'replaced' },
  returned: { zh: '卡已退', en: 'given back' },
  'not-yet': { zh: '卡未生效', en: 'not valid yet' },
  expired: { zh: '卡已过期', en: 'expired' },
  'wrong-lot': { zh: '此卡不能用于本车场', en: 'not for this lot' },
  'wrong-plate': { zh: '此卡不能用于该车', en: 'not for this car' },
  'inside-already': { zh: '此卡已有车辆在场', en: 'a car is inside with it already' },
} as const;
export type CardRefusal = keyof typeof CardRefusal;

const cardId = optional(reference({ zh: '卡片', en: 'Card' }, 'card'));
const cardNo = optional(text({ zh: '卡号', en: 'Card number' }, { max: 32 }));
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');

/** Every movement of money on cards, with the balance after it. */
export const cardEntryList = storedEntries('card-entry', {
  title: { zh: '卡余额流水', en: 'Money on cards' },
  path: '/api/card/getEntryPage',
  access: card.can.list,
  kinds: CardEntryKind,
  filters: { cardId, cardNo },
  columns: { cardNo: text({ zh: '卡号', en: 'Card number' }), holderName: text({ zh: '持卡人', en: 'Holder' }) },
  totals: { rechargedFen: money({ zh: '充值合计', en: 'Recharged' }) },
});

/** Where and how cards were used, refusals too. */
export const cardUseList = report('card-use', {
  title: { zh: '卡片使用记录', en: 'Use of cards' },
  path: '/api/card/getUsePage',
  access: card.can.list,
  alwaysSortable: ['at'],
  filters: {
    cardId,
    cardNo,
    lotId: optional(lotId),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    result: optional(choice({ zh: '结果', en: 'Result' }, CardUseResult)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    cardNo,
    chipUid: text({ zh: '芯片号', en: 'Chip' }),
    holderName: optional(text({ zh: '持卡人', en: 'Holder' })),
    result: choice({ zh: '结果', en: 'Result' }, CardUseResult),
    reason: optional(choice({ zh: '拒绝原因', en: 'Why refused' }, CardRefusal)),
    plate: text({ zh: '车牌', en: 'Plate' }),
    amountFen: money({ zh: '扣费', en: 'Paid' }),
    balanceFen: optional(money({ zh: '余额', en: 'Balance' })),
    lotId,
    laneId: optional(reference({ zh: '车道', en: 'Lane' }, 'lane')),
    orderId: optional(rowId({ zh: '订单', en: 'Order' })),
    actorName: optional(text({ zh: '经办人', en: 'By' })),
  },
  totals: { paidFen: money({ zh: '扣费合计', en: 'Paid' }) },
});
