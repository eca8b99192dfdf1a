import { plateColorLabel } from '@boyun/domain/plate';
import { usualVehicleKinds } from '@boyun/domain/vehicle-kind';
import { LaneDirection } from '@boyun/facilities/contract';
import {
  choice,
  decimal,
  file,
  flag,
  group,
  instant,
  integer,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';
import { standingField } from '@boyun/lists/contract';
import { PassType } from '@boyun/orders/contract';

/** What the cloud answered. */
export const Decision = {
  open: { zh: '放行', en: 'Let through', tone: 'good' },
  hold: { zh: '等待', en: 'Held', tone: 'warn' },
  refuse: { zh: '拒绝', en: 'Refused', tone: 'bad' },
  record: { zh: '仅记录', en: 'Recorded only', tone: 'neutral' },
} as const;
export type Decision = keyof typeof Decision;

/** Where in the picture of a passing the plate is, in pixels; null where the camera did not say. */
export const plateBox = optional(
  group(
    { zh: '车牌位置', en: 'Place of the plate' },
    {
      left: integer({ zh: '左', en: 'Left' }),
      top: integer({ zh: '上', en: 'Top' }),
      right: integer({ zh: '右', en: 'Right' }),
      bottom: integer({ zh: '下', en: 'Bottom' }),
    },
  ),
);

/** Passing records with their picture, the decision and its reason. */
export const passingList = report('passing', {
  title: { zh: '过车记录', en: 'Passing records' },
  path: '/api/businessManage/findPassRecord',
  access: permission('passing.list', { zh: '查看过车记录', en: 'View: Passing records' }),
  alwaysSortable: ['happenedAt'],
  filters: {
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    laneId: optional(reference({ zh: '车道', en: 'Lane' }, 'lane')),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    direction: optional(choice({ zh: '方向', en: 'Direction' }, LaneDirection)),
    decision: optional(choice({ zh: '处理结果', en: 'Decision' }, Decision)),
    standing: optional(standingField),
    passType: optional(choice({ zh: '通行方式', en: 'Pass type' }, PassType)),
    vehicleKind: optional(choice({ zh: '车型', en: 'Vehicle kind' }, usualVehicleKinds)),
    isLate: optional(flag({ zh: '补传', en: 'Arrived late' })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    happenedAt: instant({ zh: '过车时间', en: 'Passed at' }),
    receivedAt: instant({ zh: '接收时间', en: 'Received' }),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    laneId: reference({ zh: '车道', en: 'Lane' }, 'lane'),
    direction: choice({ zh: '方向', en: 'Direction' }, LaneDirection),
    plate: text({ zh: '车牌', en: 'Plate' }),
    plateColor: choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel),
    vehicleKind: optional(text({ zh: '车型', en: 'Vehicle kind' }, { max: 40, labels: usualVehicleKinds })),
    confidence: decimal({ zh: '置信度', en: 'Confidence' }),
    standing: standingField,
    decision: choice({ zh: '处理结果', en: 'Decision' }, Decision),
    isWaiting: flag({ zh: '正在等待', en: 'Waiting now' }),
    passType: choice({ zh: '通行方式', en: 'Pass type' }, PassType),
    reasonZh: text({ zh: '原因', en: 'Reason (Chinese)' }, { max: 512 }),
    reasonEn: text({ zh: '英文原因', en: 'Reason' }, { max: 512 }),
    screenText: text({ zh: '屏显', en: 'Screen' }, { max: 512 }),
    picture: optional(file({ zh: '图片', en: 'Picture' })),
    pictureLost: optional(text({ zh: '图片丢失原因', en: 'Reason for the lost picture' })),
    pictureRemovedDays: optional(integer({ zh: '图片清理期限（天）', en: 'Picture removed after (days)' })),
    isLate: flag({ zh: '补传', en: 'Arrived late' }),
    orderId: optional(text({ zh: '订单', en: 'Order' })),
    listKind: optional(text({ zh: '名单', en: 'List' })),
    listEntryId: optional(text({ zh: '名单记录', en: 'List entry' })),
  },
});

/** A person lets a waiting car through or turns it back; a reason is required. */
export const settlePassing = operation('settle-passing', {
  title: { zh: '处理等待车辆', en: 'Settle a waiting car' },
  path: '/api/passing/settle',
  access: permission('passing.settle', { zh: '处理等待车辆', en: 'Settle a waiting car' }),
  input: {
    passingId: reference({ zh: '过车记录', en: 'Passing record' }, 'passing'),
    outcome: choice(
      { zh: '结果', en: 'Outcome' },
      { admit: { zh: '放行', en: 'Let through' }, 'turn-back': { zh: '劝返', en: 'Turn back' } },
    ),
    reason: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255 }),
  },
  output: {},
  audit: 'passing.settled',
});

/** A person lets a car out and waives the amount due; a reason and the password are required. */
export const freePassing = operation('free-passing', {
  title: { zh: '免费放行', en: 'Let out free of charge' },
  path: '/api/passing/free',
  access: permission('passing.free', { zh: '免费放行', en: 'Let out free of charge' }),
  input: { passingId: settlePassing.input.passingId, reason: settlePassing.input.reason },
  output: {},
  audit: 'passing.settled',
  needsPassword: { zh: '是否免费放行该车辆？', en: 'Let this car out free of charge?' },
});

export const passingRefusal = refusals('passing', {
  'not-exit': {
    status: 409,
    zh: '只有出口等待的车辆可以免费放行',
    en: 'Only a car waiting at an exit can be let out free of charge',
  },
  entered: { status: 409, zh: '{reason}', en: '{reason}' },
  'not-waiting': { status: 409, zh: '车辆已不在等待', en: 'The car is no longer waiting' },
  claimed: { status: 409, zh: '{name}正在处理这辆车', en: '{name} is dealing with this car' },
});
