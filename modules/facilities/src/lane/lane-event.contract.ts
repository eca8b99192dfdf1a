import { choice, event, instant, optional, reference, text } from '@boyun/kernel/contract';
import { LaneMode, lane } from './lane.contract.ts';

/** The mode of a lane changed, by a person or because its time ended. */
export const laneModeChanged = event('lane.mode-changed', {
  label: { zh: '车道运行模式变更', en: 'The mode of a lane changed' },
  fields: {
    laneId: reference({ zh: '车道编号', en: 'Lane' }, 'lane'),
    mode: choice({ zh: '运行模式', en: 'Mode' }, LaneMode),
    until: optional(instant({ zh: '截止', en: 'Until' })),
    reason: optional(text({ zh: '原因', en: 'Reason' }, { max: 255 })),
    actorName: text({ zh: '操作人', en: 'Done by' }),
  },
  live: { access: [lane.can.list] },
});
