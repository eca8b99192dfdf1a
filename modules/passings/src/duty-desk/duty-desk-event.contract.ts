import { event, reference, text } from '@boyun/kernel/contract';
import { callList } from '../lane-call/lane-call.contract.ts';

/** A person claimed a waiting car, or released it; the name is empty where it was released. */
export const waitingClaimed = event('passing.claimed', {
  label: { zh: '等待车辆认领', en: 'A waiting car was claimed or released' },
  fields: {
    passingId: reference({ zh: '过车编号', en: 'Passing record' }, 'passing'),
    laneId: reference({ zh: '车道编号', en: 'Lane' }, 'lane'),
    name: text({ zh: '处理人', en: 'Handled by' }, { min: 0 }),
  },
  live: { access: [callList.access] },
});
