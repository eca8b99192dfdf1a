import type { EventRow, Reaction } from '@boyun/kernel/server';
import { type NewAlarm, raiseAlarm } from './alarm.service.ts';

type Data = Readonly<Record<string, string>>;
type Said = Pick<NewAlarm, 'kind' | 'severity' | 'description'> & Partial<NewAlarm>;

/** What devices, staff and the clock tell in the event log, and the alarm that follows. */
const ALARMS: Readonly<Record<string, (data: Data) => Said>> = {
  'device.offline': (data) => ({
    kind: 'device-offline',
    severity: 'medium',
    description: { zh: `相机“${data.name}”离线`, en: `Camera "${data.name}" is offline` },
  }),
  'lane.opened-unasked': () => ({
    kind: 'forced-open',
    severity: 'medium',
    description: { zh: '道闸在没有指令时打开', en: 'The barrier opened without a command' },
  }),
  'lane.opened-by-hand': (data) => ({
    kind: 'forced-open',
    severity: 'low',
    description: {
      zh: `${data.actorName}人工开闸：${data.reason}`,
      en: `Opened by hand by ${data.actorName}: ${data.reason}`,
    },
  }),
  'lane.followed': () => ({
    kind: 'tailgating',
    severity: 'high',
    description: { zh: '道闸未关闭时又有车辆跟随通过', en: 'Another car followed through under the open barrier' },
  }),
  'command.changed': (data) => ({
    kind: 'command-uncertain',
    severity: 'medium',
    passingId: data.passingId ?? null,
    plate: data.plate ?? null,
    description: {
      zh: '道闸未确认开闸，或开闸后未见车辆通过，请人工查看',
      en: 'The barrier did not confirm, or no car was seen passing; please look',
    },
  }),
  'stay.overstayed': (data) => ({
    kind: 'overstay',
    severity: 'low',
    plate: data.plate ?? null,
    picture: data.picture ?? null,
    orderId: data.orderId ?? null,
    description: {
      zh: `${data.plate} 已停放${data.hours}小时，请核实车辆是否仍在场`,
      en: `${data.plate} has been inside for ${data.hours} h; is it still there?`,
    },
  }),
};

/** What devices and staff do raises alarms too: silence, doubtful barriers, opening by hand; and cars that stay too long. */
export const alarmsFromEvents: Reaction = {
  name: 'alarms-from-events',
  kinds: Object.keys(ALARMS),
  wants: ({ kind, data }) => kind !== 'command.changed' || data.state === 'uncertain',
  async react(tx, { kind, lotId, data }: EventRow) {
    const told = data as Data;
    await raiseAlarm(tx, { lotId, laneId: told.laneId ?? null, ...ALARMS[kind]!(told) });
  },
};
