import {
  choice,
  file,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';
import { BoxItemKind, BoxItemState } from './handover.contract.ts';

const signed = { min: -100_000_000_00 };

/** What boxes handed over, with what became of it. */
export const boxItemList = report('box-item', {
  title: { zh: '盒子移交', en: 'Handed over by boxes' },
  path: '/api/boxItem/list',
  access: permission('box-item.list', { zh: '查看盒子移交', en: 'View: Handed over by boxes' }),
  alwaysSortable: ['receivedAt', 'happenedAt'],
  filters: {
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    boxId: optional(reference({ zh: '盒子', en: 'Edge box' }, 'box')),
    state: optional(choice({ zh: '状态', en: 'State' }, BoxItemState)),
    kind: optional(choice({ zh: '类型', en: 'Kind' }, BoxItemKind)),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    isDifferent: optional(choice({ zh: '收费差异', en: 'Fee' }, { yes: { zh: '与云端不一致', en: 'Differs' } })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    receivedAt: instant({ zh: '移交时间', en: 'Handed over' }),
    happenedAt: instant({ zh: '发生时间', en: 'Happened' }),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    boxName: text({ zh: '盒子', en: 'Edge box' }, { max: 64 }),
    kind: choice({ zh: '类型', en: 'Kind' }, BoxItemKind),
    state: choice({ zh: '状态', en: 'State' }, BoxItemState),
    plate: optional(text({ zh: '车牌', en: 'Plate' })),
    laneName: optional(text({ zh: '车道', en: 'Lane' })),
    amountFen: optional(money({ zh: '实收', en: 'Taken' })),
    dueFen: optional(money({ zh: '云端应收', en: 'Due by the cloud' })),
    differenceFen: optional(money({ zh: '差额', en: 'Difference' }, signed)),
    accountName: optional(text({ zh: '操作人', en: 'Who' })),
    what: text({ zh: '说明', en: 'What' }, { max: 512 }),
    offsetSeconds: integer({ zh: '时钟修正（秒）', en: 'Clock corrected (s)' }, { min: -1e9 }),
    seq: integer({ zh: '序号', en: 'Number' }, { max: Number.MAX_SAFE_INTEGER }),
    paymentNo: optional(text({ zh: '流水号', en: 'Payment number' })),
    orderId: optional(text({ zh: '订单', en: 'Order' })),
    picture: optional(file({ zh: '图片', en: 'Picture' })),
    settledAt: optional(instant({ zh: '处理时间', en: 'Settled' })),
    settledBy: optional(text({ zh: '处理人', en: 'Settled by' })),
    note: optional(text({ zh: '处理说明', en: 'How' }, { max: 512 })),
  },
  totals: {
    amountFen: money({ zh: '实收合计', en: 'Taken' }),
    differenceFen: money({ zh: '差额合计', en: 'Difference' }, signed),
  },
});

const access = permission('box-item.settle', { zh: '处理盒子移交的记录', en: 'Settle what boxes handed over' });
const itemId = reference({ zh: '记录', en: 'Item' }, 'box-item');
const note = text({ zh: '处理说明', en: 'How it was settled' }, { min: 2, max: 255 });

/** Takes refused items again, after their cause was removed. */
export const retakeBoxItems = operation('retake-box-items', {
  title: { zh: '重新入账', en: 'Take again' },
  path: '/api/boxItem/retake',
  access,
  input: { itemIds: list({ zh: '记录', en: 'Items' }, itemId, { min: 1, max: 100 }) },
  output: {
    takenCount: integer({ zh: '已入账', en: 'Taken' }),
    refusedCount: integer({ zh: '仍待处理', en: 'Still refused' }),
  },
  audit: 'box-item.retaken',
});

/** Books the cash of a refused item on a parking order that a person chose, as taken by whom it says or by another account. */
export const bookBoxCash = operation('book-box-cash', {
  title: { zh: '现金记到订单', en: 'Book cash on an order' },
  path: '/api/boxItem/bookCash',
  access,
  input: {
    itemId,
    orderId: reference({ zh: '订单', en: 'Parking order' }, 'parking-order'),
    collectorId: optional(reference({ zh: '收款人', en: 'Collector' }, 'account')),
    note,
  },
  output: { paymentNo: text({ zh: '流水号', en: 'Payment number' }) },
  needsPassword: { zh: '是否把这笔现金记到该订单？', en: 'Book this cash on the order?' },
  isOnce: true,
  audit: 'box-item.cash-booked',
});

/** Notes that refused items were settled by other means; nothing is booked. */
export const settleBoxItems = operation('settle-box-items', {
  title: { zh: '标记已处理', en: 'Mark as settled' },
  path: '/api/boxItem/settle',
  access,
  input: { itemIds: retakeBoxItems.input.itemIds, note },
  output: {},
  needsPassword: {
    zh: '标记后不再入账，其中的现金也不会计入班次。是否标记？',
    en: 'They are never booked then, nor is their cash in any shift. Mark them?',
  },
  audit: 'box-item.settled',
});

export const boxItemRefusal = refusals('box-item', {
  unreadable: { status: 422, zh: '记录无法读取：{reason}', en: 'It cannot be read: {reason}' },
  'too-old': {
    status: 409,
    zh: '超过{days}天，其账期已结',
    en: 'It is older than {days} days, whose books are closed',
  },
  'no-lane': {
    status: 422,
    zh: '盒子没有带相机的车道“{lane}”',
    en: 'The box has no lane "{lane}" with a camera',
  },
  'no-stay': { status: 409, zh: '没有找到对应的停车订单', en: 'No parking order was found for it' },
  'no-collector': { status: 409, zh: '收款人不存在', en: 'The collector does not exist' },
  'not-refused': { status: 409, zh: '该记录无需处理', en: 'There is nothing to settle about it' },
  'not-cash': { status: 409, zh: '该记录不是现金', en: 'It is no cash' },
});
