import { LaneMode } from '@boyun/facilities/contract';
import {
  choice,
  instant,
  integer,
  operation,
  optional,
  permission,
  reference,
  report,
  text,
  type WordList,
} from '@boyun/kernel/contract';
import { CameraOrder } from '../camera/camera-order.contract.ts';

/** The commands to a barrier. */
export const BarrierCommand = {
  open: { zh: '开闸', en: 'Open' },
  close: { zh: '关闸', en: 'Close' },
} as const;

/** All commands to a device. */
export const CommandKind = { ...BarrierCommand, ...CameraOrder } as const;

/**
 * The states of a command. One that timed out is uncertain and left to a person; nothing is retried automatically. Cameras that report
 * neither barrier nor loop leave theirs unreported.
 */
export const CommandState = {
  queued: { zh: '待下发', en: 'Waiting to be sent', tone: 'neutral' },
  sent: { zh: '已下发', en: 'Sent', tone: 'info' },
  accepted: { zh: '已接收', en: 'Accepted', tone: 'info' },
  opened: { zh: '已开闸', en: 'Opened', tone: 'good' },
  passed: { zh: '已通过', en: 'Passed', tone: 'good' },
  done: { zh: '已完成', en: 'Done', tone: 'good' },
  failed: { zh: '未执行', en: 'Not done', tone: 'bad' },
  unreported: { zh: '已下发（无反馈）', en: 'Sent, not reported back', tone: 'neutral' },
  uncertain: { zh: '不确定', en: 'Uncertain', tone: 'bad' },
} as const;
export type CommandState = keyof typeof CommandState;

/** Every command sent to a barrier or a camera. */
export const commandList = report('command', {
  title: { zh: '指令记录', en: 'Device commands' },
  path: '/api/deviceCommand/list',
  access: permission('command.list', { zh: '查看指令记录', en: 'View: Device commands' }),
  alwaysSortable: ['createdAt'],
  filters: {
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    laneId: optional(reference({ zh: '车道', en: 'Lane' }, 'lane')),
    cameraId: optional(reference({ zh: '相机', en: 'Camera' }, 'camera')),
    kind: optional(choice({ zh: '指令', en: 'Command' }, CommandKind)),
    state: optional(choice({ zh: '状态', en: 'State' }, CommandState)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    createdAt: instant({ zh: '时间', en: 'Time' }),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    laneId: reference({ zh: '车道', en: 'Lane' }, 'lane'),
    cameraId: optional(reference({ zh: '相机', en: 'Camera' }, 'camera')),
    kind: choice({ zh: '指令', en: 'Command' }, CommandKind),
    state: choice({ zh: '状态', en: 'State' }, CommandState),
    content: optional(text({ zh: '内容', en: 'Content' }, { max: 255 })),
    reason: text({ zh: '原因', en: 'Reason' }),
    actorName: text({ zh: '来源', en: 'By' }),
    sentAt: optional(instant({ zh: '下发', en: 'Sent' })),
    acceptedAt: optional(instant({ zh: '接收', en: 'Accepted' })),
    openedAt: optional(instant({ zh: '开闸', en: 'Opened' })),
    passedAt: optional(instant({ zh: '通过', en: 'Passed' })),
    doneAt: optional(instant({ zh: '完成', en: 'Done' })),
    result: optional(text({ zh: '结果', en: 'Result' }, { max: 1000 })),
  },
});

const laneId = reference({ zh: '车道', en: 'Lane' }, 'lane');
const reason = (words: WordList) =>
  text(
    { zh: '原因', en: 'Reason' },
    { min: 2, max: 255, words, hint: { zh: '必填，记入操作日志', en: 'Needed, kept in the audit log' } },
  );
const commandId = { commandId: text({ zh: '指令编号', en: 'Command id' }) };

/** Opens the barrier of a lane remotely; requires a reason, which is kept in the history. */
export const openLane = operation('open-lane', {
  title: { zh: '远程开闸', en: 'Open barrier' },
  path: '/api/lane/open',
  access: permission('lane.open', { zh: '远程开闸', en: 'Open a barrier' }),
  input: { laneId, reason: reason('lane-open') },
  output: commandId,
  audit: 'lane.opened',
  needsPassword: { zh: '是否打开该车道的道闸？', en: 'Open the barrier of this lane?' },
});

/** Closes the barrier of a lane remotely; requires a reason, which is kept in the history. */
export const closeLane = operation('close-lane', {
  title: { zh: '远程关闸', en: 'Close barrier' },
  path: '/api/lane/close',
  access: openLane.access,
  input: { laneId, reason: reason('lane-close') },
  output: commandId,
  audit: 'lane.closed',
  needsPassword: { zh: '是否关闭该车道的道闸？', en: 'Close the barrier of this lane?' },
});

/** The longest time, in minutes, a mode can be set for: a week. */
const LONGEST_HOLD = 7 * 24 * 60;

/**
 * Sets the mode of a lane, for some minutes or until it is changed: kept open, at a peak, or normal again. Keeping a lane open also opens its
 * barrier at once, where it has a camera. Requires a reason, which is kept in the history.
 */
export const holdLane = operation('hold-lane', {
  title: { zh: '车道运行模式', en: 'Mode of a lane' },
  path: '/api/lane/hold',
  access: permission('lane.hold', { zh: '设置车道运行模式', en: 'Keep a barrier open' }),
  input: {
    laneId,
    mode: choice({ zh: '运行模式', en: 'Mode' }, LaneMode),
    minutes: optional(
      integer(
        { zh: '时长（分钟）', en: 'Minutes' },
        {
          min: 1,
          max: LONGEST_HOLD,
          hint: {
            zh: '到时自动恢复正常；留空则直到再次更改',
            en: 'Then the lane is normal again. Empty: until it is changed',
          },
        },
      ),
    ),
    reason: reason('lane-open'),
  },
  output: { until: optional(instant({ zh: '截止', en: 'Until' })) },
  audit: 'lane.held',
  needsPassword: { zh: '是否更改该车道的运行模式？', en: 'Change the mode of this lane?' },
});
