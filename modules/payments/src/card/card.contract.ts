import { pattern } from '@boyun/domain/pattern';
import {
  choice,
  instant,
  list,
  money,
  operation,
  optional,
  permission,
  phone,
  plate,
  readOnly,
  reference,
  refusals,
  remark,
  resource,
  type Transitions,
  text,
} from '@boyun/kernel/contract';
import { RefundWay, takeMethod, takenOutput } from '@boyun/money/contract';
import { reviewAnswer } from '@boyun/reviews/contract';
import { feeInput } from '../payment/payment.contract.ts';

/** What a card carries: a chip that is written, or a number alone. */
export const CardKind = {
  ic: { zh: 'IC卡', en: 'IC card' },
  id: { zh: 'ID卡', en: 'ID card' },
} as const;

/** How far a card has come. */
export const CardState = {
  issued: { zh: '正常', en: 'In use', tone: 'good' },
  lost: { zh: '已挂失', en: 'Lost', tone: 'bad' },
  returning: { zh: '退卡审核中', en: 'Return under review', tone: 'warn' },
  replaced: { zh: '已换卡', en: 'Replaced', tone: 'neutral' },
  returned: { zh: '已退卡', en: 'Returned', tone: 'neutral' },
} as const;
export type CardState = keyof typeof CardState;

const OVER = { zh: '只有正常或挂失的卡可以这样做', en: 'Only for a card in use or lost' };

/** What can be done with a card in each state. */
export const cardTransitions = {
  recharge: {
    from: ['issued'],
    to: null,
    otherwise: { zh: '只有正常的卡可以充值', en: 'Only a card in use takes money' },
  },
  pay: { from: ['issued'], to: null, otherwise: { zh: '只有正常的卡可以付款', en: 'Only a card in use pays' } },
  lose: {
    from: ['issued'],
    to: 'lost',
    otherwise: { zh: '只有正常的卡可以挂失', en: 'Only a card in use is reported lost' },
  },
  find: { from: ['lost'], to: 'issued', otherwise: { zh: '该卡没有挂失', en: 'This card is not reported lost' } },
  replace: { from: ['issued', 'lost'], to: 'replaced', otherwise: OVER },
  // Money of a card that is over comes back to it where its provider could not return it.
  return: { from: ['issued', 'lost', 'replaced', 'returned'], to: 'returned', otherwise: OVER },
  change: { from: ['issued', 'lost'], to: null, otherwise: OVER },
} as const satisfies Transitions<CardState, 'recharge' | 'pay' | 'lose' | 'find' | 'replace' | 'return' | 'change'>;

const cardNo = text({ zh: '卡号', en: 'Card number' }, { max: 32, rule: pattern.code });
const chipUid = text(
  { zh: '芯片号', en: 'Chip' },
  {
    min: 4,
    max: 32,
    pattern: /^[\dA-Fa-f:\- ]+$/,
    hint: { zh: '读卡器读出的号码，如 04A1B2C3', en: 'As the reader reports it, such as 04A1B2C3' },
  },
);

/** Cards with money on them that pay parking: given out to holders, for all cars or some, in some lots or all. */
export const card = resource('card', {
  title: { zh: '卡片', en: 'Cards' },
  path: '/api/card',
  fields: {
    cardNo,
    chipUid,
    kind: choice({ zh: '类型', en: 'Kind' }, CardKind, { byDefault: 'ic' }),
    state: readOnly(choice({ zh: '状态', en: 'State' }, CardState, { byDefault: 'issued' })),
    balanceFen: readOnly(money({ zh: '余额', en: 'Balance' }, { byDefault: 0 })),
    holderName: text({ zh: '持卡人', en: 'Holder' }, { max: 32 }),
    holderMobile: optional(phone({ zh: '手机号', en: 'Mobile' }, { max: 11, rule: pattern.mobile })),
    plates: {
      ...list({ zh: '限用车牌', en: 'Cars' }, plate(), { max: 10 }),
      hint: { zh: '不填则任何车辆可用', en: 'Empty: any car' },
    },
    lotId: reference({ zh: '发卡车场', en: 'Issued at' }, 'lot'),
    lotIds: {
      ...list({ zh: '可用车场', en: 'Applies to' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'), { max: 200 }),
      hint: { zh: '不选表示全部车场', en: 'Empty: all lots' },
      whenEmpty: { zh: '全部车场', en: 'All lots' },
    },
    validFrom: instant({ zh: '生效时间', en: 'From' }),
    validUntil: optional(instant({ zh: '失效时间', en: 'Until' })),
    remark,
    tempPlate: readOnly(text({ zh: '无牌车临时车牌', en: 'Plate of a car without one' })),
  },
  columns: [
    'cardNo',
    'state',
    'balanceFen',
    'holderName',
    'holderMobile',
    'plates',
    'lotId',
    'validFrom',
    'validUntil',
    'kind',
    'chipUid',
    'tempPlate',
    'remark',
  ],
  search: {
    cardNo: 'contains',
    chipUid: 'contains',
    holderName: 'contains',
    holderMobile: 'prefix',
    state: 'equals',
    kind: 'equals',
    lotId: 'equals',
    validUntil: 'range',
  },
  verbs: ['list', 'get', 'create', 'update', 'export', 'import'],
  subject: (row) => row.cardNo,
  nameField: 'cardNo',
});

const cardId = reference({ zh: '卡片', en: 'Card' }, 'card');
const note = text({ zh: '说明', en: 'Note' }, { min: 2, max: 255 });
const balanceFen = money({ zh: '余额', en: 'Balance' });
const paymentNo = text({ zh: '流水号', en: 'Payment number' });

/** The right to take money for cards. */
export const mayRecharge = permission('card.recharge', { zh: '卡片充值', en: 'Recharge cards' });

/** Puts money on a card: at once where it was handed over, else when the holder's phone has paid. */
export const rechargeCard = operation('recharge-card', {
  title: { zh: '充值', en: 'Recharge' },
  path: '/api/card/recharge',
  access: mayRecharge,
  needsPassword: { zh: '是否为该卡充值？', en: 'Put the money on this card?' },
  input: {
    cardId,
    amountFen: money({ zh: '充值金额', en: 'Amount' }, { min: 1, max: 10_000_00 }),
    method: takeMethod,
    note: optional(text({ zh: '说明', en: 'Note' }, { max: 255 })),
  },
  output: { ...takenOutput, balanceFen },
  isOnce: true,
  audit: 'card.recharged',
});

const loseAccess = permission('card.lose', { zh: '卡片挂失与解挂', en: 'Report cards lost or found' });

/** Reports a card lost: from now on it opens nothing and pays nothing. */
export const loseCard = operation('lose-card', {
  title: { zh: '挂失', en: 'Report lost' },
  path: '/api/card/lose',
  access: loseAccess,
  input: { cardId, note },
  output: {},
  audit: 'card.lost',
});

/** Reports a lost card found. */
export const findCard = operation('find-card', {
  title: { zh: '解除挂失', en: 'Found again' },
  path: '/api/card/find',
  access: loseAccess,
  input: { cardId, note },
  output: {},
  audit: 'card.found',
});

/** Issues a replacement for a lost or broken card and transfers its balance. */
export const replaceCard = operation('replace-card', {
  title: { zh: '换卡', en: 'Replace' },
  path: '/api/card/replace',
  access: permission('card.replace', { zh: '换卡', en: 'Replace cards' }),
  needsPassword: { zh: '是否换卡？余额将转到新卡，旧卡作废', en: 'Replace it? Its balance moves to the new card' },
  input: { cardId, cardNo, chipUid, note },
  output: { cardId: text({ zh: '新卡', en: 'New card' }), balanceFen },
  audit: 'card.replaced',
});

/** Returns a card and refunds its balance, after approval where the flow requires one. */
export const returnCard = operation('return-card', {
  title: { zh: '退卡', en: 'Give back' },
  path: '/api/card/return',
  access: permission('card.refund', { zh: '退卡退款', en: 'Give cards back' }),
  needsPassword: { zh: '是否退卡并退还余额？', en: 'Return the card and refund its balance?' },
  input: { cardId, method: choice({ zh: '退款方式', en: 'Paid back by' }, RefundWay, { byDefault: 'origin' }), note },
  output: { ...reviewAnswer, amountFen: money({ zh: '退款金额', en: 'Refund' }) },
  audit: 'card.return-requested',
});

/** Pays what an order owes from a card whose number is typed where cash is taken. */
export const payByCard = operation('pay-by-card', {
  title: { zh: '刷卡收费', en: 'Pay by card' },
  path: '/api/order/payByCard',
  access: permission('order.collect', { zh: '收取停车费', en: 'Collect a fee' }),
  input: { ...feeInput, cardNo },
  output: { paymentNo, balanceFen },
  audit: 'order.card-collected',
});

export const cardRefusal = refusals('card', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'unknown-number': { status: 404, zh: '没有卡号为“{cardNo}”的卡', en: 'There is no card {cardNo}' },
  unusable: { status: 409, zh: '卡{cardNo}不能使用：{reason}', en: 'Card {cardNo} cannot be used: {reason}' },
  short: {
    status: 409,
    zh: '卡余额不足：余额{balance}元，应付{due}元，请充值或换一种方式',
    en: 'Not enough on the card: {balance} of {due}. Recharge it or pay otherwise',
  },
  'bad-chip': { status: 422, zh: '芯片号为4-20位十六进制数字', en: 'A chip is 4 to 20 hexadecimal digits' },
  'bad-plate': { status: 422, zh: '{plate}不是有效的车牌', en: '{plate} is not a valid plate' },
  'ends-before-start': { status: 422, zh: '开始时间不能大于结束时间!', en: 'The start may not be later than the end' },
  'lots-needed': {
    status: 422,
    zh: '您的账号只管理部分车场，请选择可用车场',
    en: 'Your account sees some lots only, choose the lots',
  },
});
