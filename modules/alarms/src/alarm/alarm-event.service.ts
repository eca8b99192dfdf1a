import {
  boxOffline,
  commandChanged,
  deviceOffline,
  laneFollowed,
  laneOpenedByHand,
  laneOpenedUnasked,
} from '@boyun/devices/contract';
import { LaneMode, laneModeChanged } from '@boyun/facilities/contract';
import { type EventOf, reaction } from '@boyun/kernel/server';
import { type NewAlarm, raiseAlarm } from './alarm.service.ts';

const SOURCES = [
  deviceOffline,
  boxOffline,
  laneOpenedUnasked,
  laneOpenedByHand,
  laneModeChanged,
  laneFollowed,
  commandChanged,
] as const;

type Said = Pick<NewAlarm, 'kind' | 'severity' | 'description'> & Partial<NewAlarm>;

/** The alarm that follows from an event of a device. */
function alarmOf(event: EventOf<(typeof SOURCES)[number]>): Said {
  switch (event.kind) {
    case 'device.offline':
      return {
        kind: 'device-offline',
        severity: 'medium',
        description: { zh: `相机“${event.data.name}”离线`, en: `Camera "${event.data.name}" is offline` },
      };
    case 'box.offline':
      return {
        kind: 'device-offline',
        severity: 'high',
        description: {
          zh: `盒子“${event.data.name}”离线，其车道按断网策略放行`,
          en: `Edge box "${event.data.name}" is offline; its lanes follow the offline policy`,
        },
      };
    case 'lane.opened-unasked':
      return {
        kind: 'forced-open',
        severity: 'medium',
        description: { zh: '道闸在没有指令时打开', en: 'The barrier opened without a command' },
      };
    case 'lane.opened-by-hand':
      return {
        kind: 'forced-open',
        severity: 'low',
        causedBy: event.actor,
        description: {
          zh: `${event.data.actorName}人工开闸：${event.data.reason}`,
          en: `Opened by hand by ${event.data.actorName}: ${event.data.reason}`,
        },
      };
    case 'lane.mode-changed':
      return {
        kind: 'forced-open',
        severity: 'medium',
        causedBy: event.actor,
        description: {
          zh: `${event.data.actorName}将车道设为${LaneMode[event.data.mode].zh}：${event.data.reason}`,
          en: `The lane is kept open by ${event.data.actorName}: ${event.data.reason}`,
        },
      };
    case 'lane.followed':
      return {
        kind: 'tailgating',
        severity: 'high',
        description: { zh: '道闸未关闭时又有车辆跟随通过', en: 'Another car followed through under the open barrier' },
      };
    case 'command.changed':
      return {
        kind: 'command-uncertain',
        severity: 'medium',
        passingId: event.data.passingId,
        plate: event.data.plate,
        description: {
          zh: '道闸未确认开闸，或开闸后未见车辆通过，请人工查看',
          en: 'The barrier did not confirm, or no car was seen passing. Please check',
        },
      };
  }
}

/** Raises alarms from what devices report and staff do at barriers: silence, doubtful commands, opening by hand. */
export const alarmsFromEvents = reaction('alarms-from-events', SOURCES, {
  wants: (event) =>
    event.kind === commandChanged.kind
      ? event.data.state === 'uncertain'
      : event.kind !== laneModeChanged.kind || event.data.mode === 'keep-open',
  async react(tx, event) {
    await raiseAlarm(tx, {
      lotId: event.lotId,
      laneId: 'laneId' in event.data ? event.data.laneId : null,
      ...alarmOf(event),
    });
  },
});
