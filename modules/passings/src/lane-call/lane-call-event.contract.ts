import { event, optional, plate, reference, text } from '@boyun/kernel/contract';
import { callList } from './lane-call.contract.ts';

const fields = {
  callId: reference({ zh: '呼叫编号', en: 'Call' }, 'lane-call'),
  laneId: reference({ zh: '车道编号', en: 'Lane' }, 'lane'),
  plate: optional(plate()),
  name: text({ zh: '操作人', en: 'Done by' }, { min: 0 }),
  note: optional(text({ zh: '备注', en: 'Note' }, { max: 255 })),
};
const live = { access: [callList.access] };

/** A driver called for help at a lane. */
export const laneCalled = event('lane.called', {
  label: { zh: '车道呼叫', en: 'A driver called for help' },
  fields,
  live,
});

/** A person answered a call. */
export const callAnswered = event('lane.call-answered', {
  label: { zh: '接听车道呼叫', en: 'A call for help was answered' },
  fields,
  live,
});

/** A call ended. */
export const callEnded = event('lane.call-ended', {
  label: { zh: '车道呼叫结束', en: 'A call for help ended' },
  fields,
  live,
});

/** No person answered a call in time. */
export const callMissed = event('lane.call-missed', {
  label: { zh: '车道呼叫未接', en: 'A call for help was missed' },
  fields,
  live,
});
