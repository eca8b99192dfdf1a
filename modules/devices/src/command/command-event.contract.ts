import { choice, event, optional, plate, reference, type Tone, text } from '@boyun/kernel/contract';
import { CameraOrder } from '../camera/camera-order.contract.ts';
import { BarrierCommand, CommandState, commandList } from './command.contract.ts';

const laneId = reference({ zh: '车道编号', en: 'Lane' }, 'lane');
const commandId = reference({ zh: '指令编号', en: 'Command' }, 'command');

const TONES: Readonly<Partial<Record<CommandState, Tone>>> = { uncertain: 'bad', opened: 'good', passed: 'good' };

/** A command to a barrier changed its state. */
export const commandChanged = event('command.changed', {
  label: { zh: '道闸指令状态变化', en: 'A command to a barrier changed its state' },
  fields: {
    commandId,
    laneId,
    cameraId: optional(reference({ zh: '相机编号', en: 'Camera' }, 'camera')),
    passingId: optional(reference({ zh: '过车编号', en: 'Passing record' }, 'passing')),
    plate: optional(plate()),
    state: choice({ zh: '状态', en: 'State' }, CommandState),
    kind: choice({ zh: '指令', en: 'Command' }, BarrierCommand),
  },
  live: { access: [commandList.access] },
  timeline: (data) => {
    const kind = BarrierCommand[data.kind];
    const state = CommandState[data.state];
    return {
      zh: `${kind.zh}指令：${state.zh}`,
      en: `Barrier (${kind.en.toLowerCase()}): ${state.en}`,
      tone: TONES[data.state] ?? 'neutral',
    };
  },
});

/** A command to a camera, beside those to its barrier, changed its state. */
export const cameraOrderChanged = event('camera-order.changed', {
  label: { zh: '相机指令状态变化', en: 'A command to a camera changed its state' },
  fields: {
    commandId,
    laneId,
    cameraId: reference({ zh: '相机编号', en: 'Camera' }, 'camera'),
    state: choice({ zh: '状态', en: 'State' }, CommandState),
    kind: choice({ zh: '指令', en: 'Command' }, CameraOrder),
  },
  live: { access: [commandList.access] },
});

const byHand = {
  laneId,
  direction: text({ zh: '方向', en: 'Direction' }, { max: 16 }),
  reason: text({ zh: '原因', en: 'Reason' }, { max: 255 }),
  commandId,
  actorName: text({ zh: '操作人', en: 'Done by' }),
};

/** A person opened a barrier remotely. */
export const laneOpenedByHand = event('lane.opened-by-hand', {
  label: { zh: '人工开闸', en: 'A barrier was opened by hand' },
  fields: byHand,
});

/** A person closed a barrier remotely. */
export const laneClosedByHand = event('lane.closed-by-hand', {
  label: { zh: '人工关闸', en: 'A barrier was closed by hand' },
  fields: byHand,
});

/** A car followed another one under its barrier. */
export const laneFollowed = event('lane.followed', {
  label: { zh: '跟车通过', en: 'A car followed another one under its barrier' },
  fields: { laneId },
});

/** A car passed a barrier that no command had opened. */
export const lanePassedUnasked = event('lane.passed-unasked', {
  label: { zh: '无指令通过道闸', en: 'A car passed a barrier that no command had opened' },
  fields: { laneId },
});

/** A barrier opened without a command. */
export const laneOpenedUnasked = event('lane.opened-unasked', {
  label: { zh: '道闸无指令打开', en: 'A barrier opened without a command' },
  fields: { laneId },
});
