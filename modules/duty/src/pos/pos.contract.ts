import {
  choice,
  flag,
  instant,
  integer,
  money,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  type Transitions,
  text,
} from '@boyun/kernel/contract';

/** Where a terminal is, numbered as in the product spec, §3. */
export const PosStatus = {
  0: { zh: '未领用', en: 'Unclaimed', tone: 'neutral' },
  1: { zh: '已领用', en: 'Claimed', tone: 'good' },
  2: { zh: '损坏', en: 'Damaged', tone: 'warn' },
  3: { zh: '丢失', en: 'Lost', tone: 'bad' },
} as const;
export type PosStatus = keyof typeof PosStatus;

/** Whether a terminal reported itself lately. */
export const PosOnline = {
  online: { zh: '在线', en: 'Online', tone: 'good' },
  offline: { zh: '离线', en: 'Offline', tone: 'neutral' },
} as const;

/** What happens to a terminal. */
export const PosEventKind = {
  added: { zh: '登记', en: 'Added' },
  paired: { zh: '绑定', en: 'Paired' },
  claimed: { zh: '领用', en: 'Claimed' },
  returned: { zh: '归还', en: 'Returned' },
  damaged: { zh: '报损', en: 'Damaged' },
  lost: { zh: '报失', en: 'Lost' },
  restored: { zh: '恢复', en: 'Back in use' },
} as const;
export type PosEventKind = keyof typeof PosEventKind;

/** What is possible with a terminal in each state. */
export const posTransitions = {
  claim: { from: [0], to: 1, otherwise: { zh: '只有未领用的POS机可以领用', en: 'Only an unclaimed POS' } },
  return: { from: [1], to: 0, otherwise: { zh: '该POS机没有领用', en: 'It is not claimed' } },
  damage: { from: [0, 1], to: 2, otherwise: { zh: '已报损或已报失', en: 'Damaged or lost already' } },
  lose: { from: [0, 1, 2], to: 3, otherwise: { zh: '已报失', en: 'Reported lost already' } },
  restore: { from: [2, 3], to: 0, otherwise: { zh: '只有损坏或丢失的POS机需要恢复', en: 'Neither damaged nor lost' } },
  pair: { from: [0, 1], to: null, otherwise: { zh: '损坏或丢失的POS机不能绑定', en: 'It is damaged or lost' } },
} as const satisfies Transitions<PosStatus, string>;

const lotId = reference({ zh: '所属车场', en: 'Parking lot' }, 'lot');
const deviceNo = text({ zh: '设备编号', en: 'Number' }, { max: 32, pattern: /^[A-Za-z0-9-]+$/ });
const model = optional(text({ zh: '型号', en: 'Model' }, { max: 64 }));
const remark = optional(text({ zh: '备注', en: 'Remark' }, { max: 255 }));
const note = optional(text({ zh: '说明', en: 'Note' }, { max: 255, isLong: true }));
const deviceId = reference({ zh: 'POS机', en: 'POS' }, 'pos-device');
const collectorId = reference({ zh: '收费员', en: 'Collector' }, 'employee');
const collector = optional(text({ zh: '收费员', en: 'Collector' }, { max: 64 }));
const status = choice({ zh: '状态', en: 'Status' }, PosStatus);
const seeAccess = permission('pos-device.list', { zh: '查看POS机', en: 'View: POS' });
const manageAccess = permission('pos-device.manage', { zh: '管理POS机', en: 'Manage POS' });
const handAccess = permission('pos-device.hand', { zh: 'POS机领用与归还', en: 'Hand out and take back POS' });

/** The terminals, each with its state, who has it and whether it is online. */
export const posDevicePage = report('pos-device', {
  title: { zh: 'POS机', en: 'POS' },
  path: '/api/posDevice/getPosDevicePage',
  access: seeAccess,
  filters: {
    deviceNo: optional(text(deviceNo.label, { max: 32 })),
    lotId: optional(lotId),
    status: optional(status),
    online: optional(choice({ zh: '在线', en: 'Online' }, PosOnline)),
    isSilent: optional(flag({ zh: '当班失联', en: 'Silent on duty' })),
    collector,
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    deviceNo,
    lotId,
    status,
    online: choice({ zh: '在线', en: 'Online' }, PosOnline),
    collector,
    statusAt: instant({ zh: '状态时间', en: 'Since' }),
    statusBy: text({ zh: '经办人', en: 'By' }, { max: 64 }),
    lastSeenAt: optional(instant({ zh: '最后在线', en: 'Last seen' })),
    queueLength: integer({ zh: '待上传', en: 'To upload' }),
    batteryPercent: optional(integer({ zh: '电量 %', en: 'Battery, %' }, { max: 100 })),
    isPaired: flag({ zh: '已绑定', en: 'Paired' }),
    model,
    remark,
  },
});

/** What happened to the terminals, newest first. */
export const posEventList = report('pos-event', {
  title: { zh: 'POS机履历', en: 'History of POS' },
  path: '/api/posDevice/getHistory',
  access: seeAccess,
  filters: {
    deviceId: optional(text({ zh: 'POS机', en: 'POS' }, { max: 36 })),
    kind: optional(choice({ zh: '事项', en: 'What' }, PosEventKind)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    deviceNo,
    kind: choice({ zh: '事项', en: 'What' }, PosEventKind),
    collector,
    personName: text({ zh: '经办人', en: 'By' }, { max: 64 }),
    lotId,
    note,
  },
});

/** What collectors do with a terminal. */
export const PosActKind = {
  enter: { zh: '停入', en: 'Parked' },
  leave: { zh: '驶离', en: 'Left' },
  cash: { zh: '收现金', en: 'Cash' },
  arrears: { zh: '补缴欠费', en: 'Arrears' },
} as const;

/** What became of it. */
export const PosActState = {
  done: { zh: '已入账', en: 'Done', tone: 'good' },
  refused: { zh: '待处理', en: 'To settle', tone: 'bad' },
  handled: { zh: '已处理', en: 'Settled', tone: 'neutral' },
} as const;

/** What collectors did with terminals: when it was done, when it arrived, and what could not be booked. */
export const posActList = report('pos-act', {
  title: { zh: 'POS操作记录', en: 'Work with POS' },
  path: '/api/posDevice/getActPage',
  access: seeAccess,
  filters: {
    state: optional(choice({ zh: '结果', en: 'Outcome' }, PosActState)),
    kind: optional(choice({ zh: '操作', en: 'What' }, PosActKind)),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    lotId: optional(lotId),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    happenedAt: instant({ zh: '操作时间', en: 'Done' }),
    receivedAt: instant({ zh: '上传时间', en: 'Arrived' }),
    deviceNo,
    accountName: text({ zh: '收费员', en: 'Collector' }, { max: 64 }),
    kind: choice({ zh: '操作', en: 'What' }, PosActKind),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    cashFen: money({ zh: '现金', en: 'Cash' }),
    state: choice({ zh: '结果', en: 'Outcome' }, PosActState),
    reason: optional(text({ zh: '原因', en: 'Reason' }, { max: 512 })),
    note,
    lotId,
    orderId: optional(text({ zh: '订单', en: 'Order' })),
  },
  totals: { cashFen: money({ zh: '现金', en: 'Cash' }) },
});

/** Adds a terminal; it is paired afterwards. */
export const addPos = operation('add-pos', {
  title: { zh: '登记POS机', en: 'Add a POS' },
  path: '/api/posDevice/add',
  access: manageAccess,
  input: { deviceNo, lotId, model, remark },
  output: { id: text({ zh: '编号', en: 'Id' }) },
  audit: 'pos-device.added',
});

/** Makes the secret of a terminal. It is returned once; the former one is over. */
export const pairPos = operation('pair-pos', {
  title: { zh: '绑定手机', en: 'Pair a phone' },
  path: '/api/posDevice/pair',
  access: manageAccess,
  needsPassword: {
    zh: '原来绑定的手机立即失效，是否重新绑定？',
    en: 'The phone paired before stops at once. Pair again?',
  },
  input: { deviceId },
  output: {
    deviceNo,
    terminal: text({ zh: '终端密钥', en: 'Secret of the terminal' }),
    appPath: text({ zh: '应用地址', en: 'Address of the app' }),
  },
  audit: 'pos-device.paired',
});

/** Hands a terminal to a collector. */
export const claimPos = operation('claim-pos', {
  title: { zh: '领用', en: 'Hand out' },
  path: '/api/posDevice/claim',
  access: handAccess,
  input: { deviceId, collectorId, note },
  output: {},
  audit: 'pos-device.claimed',
});

/** Takes a terminal back. */
export const returnPos = operation('return-pos', {
  title: { zh: '归还', en: 'Take back' },
  path: '/api/posDevice/return',
  access: handAccess,
  input: { deviceId, note },
  output: {},
  audit: 'pos-device.returned',
});

/** Reports a terminal damaged; it is nobody's from now on, and refused. */
export const damagePos = operation('damage-pos', {
  title: { zh: '报损', en: 'Report damage' },
  path: '/api/posDevice/damage',
  access: handAccess,
  input: { deviceId, note },
  output: {},
  audit: 'pos-device.damaged',
});

/** Reports a terminal lost; its secret is over. */
export const losePos = operation('lose-pos', {
  title: { zh: '报失', en: 'Report loss' },
  path: '/api/posDevice/lose',
  access: handAccess,
  input: { deviceId, note },
  output: {},
  audit: 'pos-device.lost',
});

/** Brings a damaged or lost terminal back into use. */
export const restorePos = operation('restore-pos', {
  title: { zh: '恢复', en: 'Back in use' },
  path: '/api/posDevice/restore',
  access: handAccess,
  input: { deviceId, note },
  output: {},
  audit: 'pos-device.restored',
});

/** Notes how something that could not be booked was settled. */
export const handlePosAct = operation('handle-pos-act', {
  title: { zh: '标记已处理', en: 'Settled' },
  path: '/api/posDevice/handleAct',
  access: manageAccess,
  input: {
    id: text({ zh: '编号', en: 'Id' }, { max: 36 }),
    note: text({ zh: '处理说明', en: 'How' }, { min: 2, max: 255 }),
  },
  output: {},
  audit: 'pos-act.handled',
});

export const posRefusal = refusals('pos', {
  'number-taken': { status: 409, zh: '设备编号“{number}”已存在', en: 'Number "{number}" is taken' },
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'unknown-terminal': {
    status: 422,
    zh: '此手机未绑定或绑定已失效，请扫描POS机页面的绑定码',
    en: 'This phone is not paired any more: scan the code of the POS page',
  },
  'not-yours': { status: 409, zh: '该POS机由{name}领用', en: 'This POS is with {name}' },
  unclaimed: { status: 409, zh: '请先签到', en: 'Clock in first' },
  'out-of-use': { status: 409, zh: '该POS机已报损', en: 'This POS is reported damaged' },
  'too-old': { status: 422, zh: '超过{hours}小时的操作不能上传', en: 'Older than {hours} hours' },
  incomplete: { status: 422, zh: '缺少车位、车牌或金额', en: 'Spot, plate or amount is missing' },
  'no-entry': { status: 409, zh: '对应的停入记录未能入账', en: 'The entry it belongs to was not booked' },
});
