import { retainedTable, serverModule } from '@boyun/kernel/server';
import {
  alarmChannelServer,
  alarmListServer,
  alarmResponseServer,
  claimAlarmServer,
  dismissAlarmsServer,
  handleAlarmServer,
  snoozeAlarmsServer,
} from './alarm/alarm.server.ts';
import { alarmsFromEvents, endBarrierFaults, endedByEvents } from './alarm/alarm-event.service.ts';
import { wakeAlarms } from './alarm/snooze.service.ts';
import { alarms } from './contract.ts';

export { type AlarmedDevice, type NewAlarm, raiseAlarm } from './alarm/alarm.service.ts';
export {
  assignAlarm,
  closeAlarm,
  resolveAlarms,
  resolveDeviceAlarms,
  resolveLaneAlarms,
} from './alarm/alarm-act.service.ts';
export { alarmsFromEvents } from './alarm/alarm-event.service.ts';
export { forgetAlarmPictures, maskAlarms } from './alarm/alarm-retention.service.ts';
export { type OpenAlarm, openLaneAlarms } from './alarm/open-alarm.queries.ts';

/** The server side of alarms. */
export const alarmsServer = serverModule(alarms, new URL('../migrations/', import.meta.url), {
  operations: [claimAlarmServer, handleAlarmServer, dismissAlarmsServer, snoozeAlarmsServer],
  reports: [alarmListServer, alarmResponseServer],
  channels: [alarmChannelServer],
  reactions: [alarmsFromEvents, endedByEvents],
  sweeps: [
    { name: 'snoozed-alarms', everySeconds: 15, run: wakeAlarms },
    { name: 'barrier-faults', everySeconds: 15, run: endBarrierFaults },
  ],
  // The pictures of alarms belong to their passings and are removed with them.
  retained: [retainedTable({ key: 'alarm', table: 'alarm', condition: "state in ('handled', 'false-alarm')" })],
});
