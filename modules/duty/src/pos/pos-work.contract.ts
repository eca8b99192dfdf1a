import {
  choice,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  plate,
  reference,
  secret,
  text,
} from '@boyun/kernel/contract';
import { getRoadside } from '@boyun/passings/contract';
import { PosActKind } from './pos.contract.ts';

const access = permission('pos.work', { zh: '使用POS收费', en: 'Collect with a POS' });
const terminal = secret({ zh: '终端密钥', en: 'Secret of the terminal' }, { max: 100 });
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const orderId = text({ zh: '订单', en: 'Order' }, { max: 36 });
const place = optional(text({ zh: '地点', en: 'Place' }, { max: 128 }));
const due = { min: -100_000_000_00 };
const wholePlate = text({ zh: '车牌', en: 'Plate' }, { max: 16 });

/**
 * What a terminal shows when it starts and every half minute: who works with it, where he is clocked in, and his street. Each call says that
 * the terminal is online and how much waits in it.
 */
export const getPos = operation('get-pos', {
  title: { zh: 'POS首页', en: 'Start of a POS' },
  path: '/api/pos/get',
  access,
  input: {
    terminal,
    lotId: optional(lotId),
    queueLength: integer({ zh: '待上传', en: 'To upload' }, { min: 0, max: 100_000 }),
    batteryPercent: optional(integer({ zh: '电量 %', en: 'Battery, %' }, { min: 0, max: 100 })),
  },
  output: {
    deviceNo: text({ zh: '设备编号', en: 'Number' }),
    collector: text({ zh: '收费员', en: 'Collector' }),
    isClaimed: flag({ zh: '本人领用', en: 'Claimed by the caller' }),
    signedInAt: optional(instant({ zh: '签到时间', en: 'Clocked in' })),
    signedInLot: optional(text({ zh: '签到车场', en: 'Clocked in at' })),
    cashFen: money({ zh: '今日现金', en: 'Cash today' }, due),
    canCollect: flag({ zh: '可收费', en: 'May collect' }),
    lotId: getRoadside.output.lotId,
    lots: getRoadside.output.lots,
    freeCount: getRoadside.output.freeCount,
    takenCount: getRoadside.output.takenCount,
    spots: getRoadside.output.spots,
  },
  isRead: true,
});

/** Clocks the collector in with place and terminal; a terminal of nobody becomes the collector's. */
export const signInAtPos = operation('sign-in-at-pos', {
  title: { zh: 'POS签到', en: 'Clock in with a POS' },
  path: '/api/pos/signIn',
  access,
  input: { terminal, lotId, place },
  output: {},
  audit: 'pos.signed-in',
});

/** Clocks the collector out. The terminal stays claimed until it is taken back. */
export const signOutAtPos = operation('sign-out-at-pos', {
  title: { zh: 'POS签退', en: 'Clock out with a POS' },
  path: '/api/pos/signOut',
  access,
  input: { terminal, place },
  output: { minutes: integer({ zh: '时长（分钟）', en: 'Minutes' }) },
  audit: 'pos.signed-out',
});

const feeLines = list(
  { zh: '计费明细', en: 'Lines of the fee' },
  group(
    { zh: '明细', en: 'Line' },
    {
      from: instant({ zh: '起', en: 'From' }),
      to: instant({ zh: '止', en: 'To' }),
      amountFen: money({ zh: '金额', en: 'Amount' }),
      words: text({ zh: '说明', en: 'What' }),
    },
  ),
);

/** A stay: its fee with the lines, the page on which its driver pays, and the receipt as text of 32 columns. */
export const getPosStay = operation('get-pos-stay', {
  title: { zh: 'POS停车详情', en: 'A stay on a POS' },
  path: '/api/pos/getStay',
  access,
  input: { terminal, orderId },
  output: {
    orderNo: text({ zh: '订单号', en: 'Order number' }),
    plate: wholePlate,
    enteredAt: instant({ zh: '停入时间', en: 'Since' }),
    leftAt: optional(instant({ zh: '驶离时间', en: 'Left' })),
    feeFen: money({ zh: '费用', en: 'Fee' }),
    reducedFen: money({ zh: '优惠', en: 'Reduced' }),
    paidFen: money({ zh: '已付', en: 'Paid' }, due),
    dueFen: money({ zh: '待收', en: 'Due' }, due),
    feeLines,
    payPath: text({ zh: '支付地址', en: 'Pay address' }),
    receipt: text({ zh: '小票', en: 'Receipt' }, { max: 8000 }),
  },
  isRead: true,
});

/** What is known of a plate: where it is parked in the collector's streets, and what it owes there. */
export const findPosPlate = operation('find-pos-plate', {
  title: { zh: 'POS查询车牌', en: 'Look a plate up on a POS' },
  path: '/api/pos/findPlate',
  access,
  input: { terminal, plate: wholePlate },
  output: {
    orderId: optional(orderId),
    lotName: optional(text({ zh: '车场', en: 'Parking lot' })),
    spotNumber: optional(text({ zh: '车位', en: 'Spot' })),
    enteredAt: optional(instant({ zh: '停入时间', en: 'Since' })),
    arrearsFen: money({ zh: '欠费', en: 'Arrears' }),
    arrears: list(
      { zh: '欠费订单', en: 'Unpaid stays' },
      group(
        { zh: '订单', en: 'Stay' },
        {
          orderId,
          lotName: text({ zh: '车场', en: 'Parking lot' }),
          enteredAt: instant({ zh: '停入时间', en: 'Since' }),
          leftAt: instant({ zh: '驶离时间', en: 'Left' }),
          dueFen: money({ zh: '欠费', en: 'Owed' }),
        },
      ),
    ),
  },
  isRead: true,
});

/**
 * One thing a collector did: a car parked, left, paid in cash, or paid its arrears. `ClientId` is chosen by the terminal, and a repeated call
 * with it changes nothing and gets the first answer. `At` is when it was done and `SentAt` the clock of the terminal now, so that a wrong clock
 * does no harm. What is sent later (`IsLive` false) and cannot be booked is kept for a person to settle, so that no cash is forgotten; a live one
 * is refused. `File` is a picture of the car.
 */
export const submitPosAct = operation('submit-pos-act', {
  title: { zh: '上传POS操作', en: 'Send work with a POS' },
  path: '/api/pos/submit',
  access,
  takesFile: true,
  fileBytes: 5 * 1024 * 1024,
  input: {
    terminal,
    clientId: text({ zh: '终端流水号', en: 'Number of the terminal' }, { min: 8, max: 64, pattern: /^[\w-]+$/ }),
    kind: choice({ zh: '操作', en: 'What' }, PosActKind),
    at: instant({ zh: '操作时间', en: 'Done' }),
    sentAt: instant({ zh: '终端时间', en: 'Clock of the terminal' }),
    isLive: flag({ zh: '实时', en: 'Live' }),
    spotId: optional(reference({ zh: '车位', en: 'Spot' }, 'spot')),
    plate: optional(plate()),
    orderId: optional(orderId),
    entryClientId: optional(
      text({ zh: '停入流水号', en: 'Number of its entry' }, { min: 8, max: 64, pattern: /^[\w-]+$/ }),
    ),
    cashFen: optional(money({ zh: '现金', en: 'Cash' }, { min: 0, max: 1_000_000_00 })),
  },
  output: {
    state: choice(
      { zh: '结果', en: 'Outcome' },
      { done: { zh: '已入账', en: 'Done' }, refused: { zh: '待处理', en: 'To settle' } },
    ),
    orderId: optional(orderId),
    dueFen: optional(money({ zh: '待收', en: 'Due' }, due)),
    reason: optional(text({ zh: '原因', en: 'Reason' })),
  },
  audit: 'pos.act',
});
