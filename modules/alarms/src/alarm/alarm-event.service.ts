import {
  boxClockFine,
  boxClockWrong,
  boxOffline,
  boxQueueCleared,
  boxQueueFull,
  cameraCallFailed,
  cameraCallWorks,
  commandChanged,
  deviceOffline,
  laneFollowed,
  laneOpenedByHand,
  laneOpenedUnasked,
  lcdOffline,
  magneticBatteryFine,
  magneticBatteryLow,
  magneticOffline,
  screenOffline,
} from '@boyun/devices/contract';
import { LaneMode, laneModeChanged } from '@boyun/facilities/contract';
import type { Label } from '@boyun/kernel/contract';
import { type EventOf, type Kernel, reaction, sweepTenants, type TenantTx } from '@boyun/kernel/server';
import { AlarmDevice } from './alarm.contract.ts';
import { type AlarmedDevice, type NewAlarm, raiseAlarm } from './alarm.service.ts';
import { resolveDeviceAlarms } from './alarm-act.service.ts';

/** What devices tell of themselves. */
const DEVICE_SOURCES = [
  deviceOffline,
  boxOffline,
  screenOffline,
  magneticOffline,
  magneticBatteryLow,
  lcdOffline,
  cameraCallFailed,
  boxQueueFull,
  boxClockWrong,
] as const;
/** What happens at lanes. */
const LANE_SOURCES = [laneOpenedUnasked, laneOpenedByHand, laneModeChanged, laneFollowed, commandChanged] as const;
const SOURCES = [...DEVICE_SOURCES, ...LANE_SOURCES] as const;

type Said = Pick<NewAlarm, 'kind' | 'severity' | 'description'> & Partial<NewAlarm>;

const deviceOf = (kind: AlarmedDevice['kind'], id: string, name: string): AlarmedDevice => ({ kind, id, name });

/** The alarm of a device that fell silent. */
function silent(device: AlarmedDevice, severity: Said['severity'], more: Label = { zh: '', en: '' }): Said {
  const { zh, en } = AlarmDevice[device.kind];
  const description = { zh: `${zh}“${device.name}”离线${more.zh}`, en: `${en} "${device.name}" is offline${more.en}` };
  return { kind: 'device-offline', severity, device, description };
}

/** The alarm that follows from an event. */
function alarmOf(event: EventOf<(typeof SOURCES)[number]>): Said {
  switch (event.kind) {
    case 'device.offline':
      return silent(deviceOf('camera', event.data.cameraId, event.data.name), 'medium');
    case 'box.offline':
      return silent(deviceOf('box', event.data.boxId, event.data.name), 'high', {
        zh: '，其车道按断网策略放行',
        en: '; its lanes follow the offline policy',
      });
    case 'screen.offline':
      return silent(deviceOf('screen', event.data.screenId, event.data.name), 'low');
    case 'magnetic.offline':
      return silent(deviceOf('magnetic', event.data.magneticId, event.data.name), 'low');
    case 'magnetic.battery-low':
      return {
        kind: 'battery-low',
        severity: 'low',
        device: deviceOf('magnetic', event.data.magneticId, event.data.name),
        description: {
          zh: `地磁“${event.data.name}”电量${event.data.batteryPercent}%，请安排更换电池`,
          en: `The battery of detector "${event.data.name}" is at ${event.data.batteryPercent} %. Have it changed`,
        },
      };
    case 'lcd.offline':
      return silent(deviceOf('lcd', event.data.lcdId, event.data.name), 'low');
    case 'camera.call-failed':
      return {
        kind: 'camera-fault',
        severity: 'medium',
        device: deviceOf('camera', event.data.cameraId, event.data.name),
        description: {
          zh: `相机“${event.data.name}”控制失败：${event.data.reason}`,
          en: `Camera "${event.data.name}" cannot be controlled: ${event.data.reason}`,
        },
      };
    case 'box.queue-full':
      return {
        kind: 'queue-full',
        severity: 'high',
        device: deviceOf('box', event.data.boxId, event.data.name),
        description: {
          zh: `盒子“${event.data.name}”积压${event.data.queueLength}条记录未上传`,
          en: `Edge box "${event.data.name}" has ${event.data.queueLength} records waiting`,
        },
      };
    case 'box.clock-wrong':
      return {
        kind: 'clock-drift',
        severity: 'medium',
        device: deviceOf('box', event.data.boxId, event.data.name),
        description: {
          zh: `盒子“${event.data.name}”时钟偏差${event.data.offSeconds}秒，请检查其对时`,
          en: `The clock of edge box "${event.data.name}" is off by ${event.data.offSeconds} s. Check how it sets its time`,
        },
      };
    default:
      return laneAlarmOf(event);
  }
}

function laneAlarmOf(event: EventOf<(typeof LANE_SOURCES)[number]>): Said {
  switch (event.kind) {
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
    const laneId = 'laneId' in event.data ? event.data.laneId : null;
    const barrier = event.kind === commandChanged.kind ? await barrierOf(tx, event.data.laneId) : null;
    const { lotId } = event;
    await raiseAlarm(tx, { lotId, laneId, ...(barrier ? { device: barrier } : {}), ...alarmOf(event) });
    if (barrier && (await failsAgain(tx, barrier.id)))
      await raiseAlarm(tx, {
        kind: 'barrier-fault',
        severity: 'high',
        lotId,
        laneId,
        device: barrier,
        description: {
          zh: `“${barrier.name}”连续${FAILURES}次未确认开闸，请检查道闸与接线`,
          en: `"${barrier.name}" did not confirm ${FAILURES} times in a row. Check the barrier and its wiring`,
        },
      });
  },
});

async function barrierOf(tx: TenantTx, laneId: string): Promise<AlarmedDevice | null> {
  const [lane] = await tx.query<{ name: string }>('select name from lane_fact where tenant_id = $1 and id = $2', [
    tx.tenantId,
    laneId,
  ]);
  return lane ? deviceOf('barrier', laneId, `${lane.name}道闸`) : null;
}

/** Commands in a row that a barrier may leave unconfirmed before it counts as faulty. */
const FAILURES = 3;
const HOUR_MS = 3_600_000;

/** Whether the last commands of an hour to a barrier were all left unconfirmed. */
async function failsAgain(tx: TenantTx, laneId: string): Promise<boolean> {
  const [row] = await tx.query<{ failed: number }>(
    `select count(*) filter (where state = 'uncertain')::int as failed from (select state from gate_command_fact
       where tenant_id = $1 and lane_id = $2 and kind = 'open' and created_at > $3 and id >= first_uuid($3)
       order by created_at desc limit $4) last`,
    [tx.tenantId, laneId, new Date(tx.now.getTime() - HOUR_MS), FAILURES],
  );
  return row!.failed >= FAILURES;
}

/**
 * Closes alarms of devices whose cause has ended. One that was silent stays: somebody looks why, and until then further silences only count.
 */
export const endedByEvents = reaction(
  'alarms-ended-by-events',
  [cameraCallWorks, boxQueueCleared, boxClockFine, magneticBatteryFine],
  {
    async react(tx, event) {
      if (event.kind === cameraCallWorks.kind)
        await resolveDeviceAlarms(tx, event.data.cameraId, 'camera-fault', '相机已可控制');
      else if (event.kind === boxQueueCleared.kind)
        await resolveDeviceAlarms(tx, event.data.boxId, 'queue-full', '积压的记录已上传');
      else if (event.kind === boxClockFine.kind)
        await resolveDeviceAlarms(tx, event.data.boxId, 'clock-drift', '时钟已恢复');
      else await resolveDeviceAlarms(tx, event.data.magneticId, 'battery-low', '已更换电池');
    },
  },
);

/** Closes the faults of barriers that have opened since. */
export async function endBarrierFaults(kernel: Kernel): Promise<void> {
  const sql = `select a.tenant_id, a.lane_id from alarm a
    where a.kind = 'barrier-fault' and a.state in ('new', 'claimed') and exists (select from gate_command_fact g
      where g.tenant_id = a.tenant_id and g.lane_id = a.lane_id and g.state in ('opened', 'passed') and g.created_at > a.last_raised_at
        and g.id >= first_uuid(a.last_raised_at))`;
  await sweepTenants<{ tenantId: number; laneId: string }>(kernel, { sql }, (tx, { laneId }) =>
    resolveDeviceAlarms(tx, laneId, 'barrier-fault', '道闸已恢复开闸'),
  );
}
