import {
  choice,
  type DeviceCall,
  decimal,
  flag,
  group,
  instant,
  integer,
  list,
  optional,
  plate,
  reference,
  text,
} from '@boyun/kernel/contract';

/** What a box hands over. */
export const BoxItemKind = {
  passing: { zh: '过车', en: 'Passing' },
  cash: { zh: '现金', en: 'Cash' },
  barrier: { zh: '道闸', en: 'Barrier' },
} as const;
export type BoxItemKind = keyof typeof BoxItemKind;

/** What becomes of an item. */
export const BoxItemState = {
  done: { zh: '已入账', en: 'Taken', tone: 'good' },
  repeated: { zh: '已知', en: 'Known before', tone: 'neutral' },
  refused: { zh: '待处理', en: 'Refused', tone: 'bad' },
  settled: { zh: '已处理', en: 'Settled', tone: 'info' },
} as const;
export type BoxItemState = keyof typeof BoxItemState;

const Amount = { min: 0, max: 100_000_000_00 };
const plateField = optional(plate());
const byId = optional(reference({ zh: '操作人', en: 'Who' }, 'account'));
const laneCode = text({ zh: '车道编码', en: 'Lane code' }, { max: 32 });
const eventId = text({ zh: '事件编号', en: 'Event id' }, { max: 64 });
const cameraSerialNo = optional(text({ zh: '相机序列号', en: 'Serial number of the camera' }, { max: 64 }));

/** What each item says. */
export const itemFields = {
  seq: integer({ zh: '序号', en: 'Number' }, { max: Number.MAX_SAFE_INTEGER }),
  itemId: text({ zh: '编号', en: 'Id' }, { max: 64 }),
  kind: choice({ zh: '类型', en: 'Kind' }, BoxItemKind),
  at: instant({ zh: '时间（盒子时钟）', en: 'When, by its clock' }),
  offsetMs: optional(
    integer({ zh: '时钟修正（毫秒）', en: 'To be added to its clock, in ms' }, { min: -1e14, max: 1e14 }),
  ),
};

/** A car that passed, or was turned back, while the cloud was out of reach. */
export const passingItemFields = {
  ...itemFields,
  eventId,
  laneCode,
  cameraSerialNo,
  plate: plateField,
  plateColor: integer({ zh: '车牌颜色', en: 'Plate colour' }, { max: 6, byDefault: 0 }),
  confidence: decimal({ zh: '置信度', en: 'Confidence' }, { min: 0, max: 100, byDefault: 100 }),
  vehicleKind: optional(text({ zh: '车型', en: 'Vehicle kind' }, { max: 40 })),
  picture: optional(text({ zh: '图片', en: 'Picture (base64)' }, { max: 3_000_000 })),
  decision: choice(
    { zh: '盒子的处理', en: 'What the box did' },
    {
      open: { zh: '放行', en: 'Let through' },
      hold: { zh: '等待', en: 'Held' },
      refuse: { zh: '拒绝', en: 'Refused' },
    },
  ),
  isByRemote: flag({ zh: '遥控开闸', en: 'Opened by remote control' }, { byDefault: false }),
  why: optional(text({ zh: '原因', en: 'Why' }, { max: 255 })),
  byId,
};

/** Cash an attendant took at the box. */
export const cashItemFields = {
  ...itemFields,
  amountFen: integer({ zh: '收款（分）', en: 'Taken, in fen' }, { ...Amount, min: 1 }),
  byId: reference({ zh: '收款人', en: 'Collector' }, 'account'),
  feeFen: integer({ zh: '应收（分）', en: 'Asked, in fen' }, Amount),
  tariffVersionId: optional(reference({ zh: '收费版本', en: 'Tariff version' }, 'charge-rule-version')),
  orderId: optional(reference({ zh: '订单', en: 'Parking order' }, 'parking-order')),
  entryEventId: optional(eventId),
  plate: plateField,
  enteredAt: optional(instant({ zh: '入场时间', en: 'Entered' })),
  laneCode: optional(laneCode),
  receiptNo: optional(text({ zh: '小票号', en: 'Receipt' }, { max: 64 })),
};

/** What was done at a barrier beside letting through a car. */
export const barrierItemFields = {
  ...itemFields,
  laneCode,
  act: choice(
    { zh: '动作', en: 'Act' },
    {
      open: { zh: '开闸', en: 'Open' },
      close: { zh: '关闸', en: 'Close' },
      'hold-open': { zh: '常开', en: 'Keep open' },
      'hold-closed': { zh: '常闭', en: 'Keep closed' },
      normal: { zh: '恢复正常', en: 'Back to normal' },
    },
  ),
  cause: choice(
    { zh: '起因', en: 'Cause' },
    {
      attendant: { zh: '值守人员', en: 'Attendant' },
      remote: { zh: '遥控器', en: 'Remote control' },
      policy: { zh: '断网策略', en: 'Offline policy' },
    },
  ),
  byId,
  why: text({ zh: '原因', en: 'Why' }, { max: 255 }),
  plate: plateField,
  eventId: optional(eventId),
};

/** Items of one call. */
export const MOST_ITEMS = 100;

const sentAt = instant({ zh: '盒子时钟', en: 'What its clock shows' });
const given = group(
  { zh: '记录', en: 'Item' },
  { ...optionalAll({ ...passingItemFields, ...cashItemFields, ...barrierItemFields }), ...itemFields },
);
const fen = (zh: string, en: string) => optional(integer({ zh, en }, { ...Amount, min: -Amount.max }));

/** A box hands over what it did without the cloud, in order; each item is answered, and may be sent again. */
export const boxHandover: DeviceCall = {
  path: '/api/box/handover',
  title: { zh: '移交离线记录', en: 'Hand over what was done offline' },
  input: { sentAt, items: list({ zh: '记录', en: 'Items' }, given, { min: 1, max: MOST_ITEMS }) },
  output: {
    serverTime: instant({ zh: '服务器时间', en: 'Time of the server' }),
    items: list(
      { zh: '结果', en: 'Outcomes' },
      group(
        { zh: '结果', en: 'Outcome' },
        {
          seq: itemFields.seq,
          itemId: itemFields.itemId,
          state: choice(
            { zh: '状态', en: 'State' },
            {
              done: BoxItemState.done,
              repeated: BoxItemState.repeated,
              refused: BoxItemState.refused,
              later: { zh: '稍后再传', en: 'Send it again later' },
            },
          ),
          reason: optional(text({ zh: '原因', en: 'Reason' }, { max: 512 })),
          orderId: optional(reference({ zh: '订单', en: 'Parking order' }, 'parking-order')),
          passingId: optional(reference({ zh: '过车记录', en: 'Passing' }, 'passing')),
          paymentNo: optional(text({ zh: '流水号', en: 'Payment number' })),
          dueFen: fen('云端应收（分）', 'Due by the cloud, in fen'),
          differenceFen: fen('多收（分）', 'Taken too much, in fen'),
        },
      ),
    ),
  },
};

/** The same fields, none of them required. */
function optionalAll<F extends Record<string, Parameters<typeof optional>[0]>>(fields: F) {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, optional(field)]));
}
