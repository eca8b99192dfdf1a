import { retainedTable, serverModule } from '@boyun/kernel/server';
import {
  alarmChannelServer,
  alarmListServer,
  alarmResponseServer,
  claimAlarmServer,
  handleAlarmServer,
} from './alarm/alarm.server.ts';
import { alarmsFromEvents } from './alarm/alarm-event.service.ts';
import { alarms } from './contract.ts';

export { type NewAlarm, raiseAlarm } from './alarm/alarm.service.ts';
export { closeAlarm, resolveAlarms, takeAlarm } from './alarm/alarm-act.service.ts';
export { alarmsFromEvents } from './alarm/alarm-event.service.ts';

/** The server door of alarms. */
export const alarmsServer = serverModule(alarms, new URL('../migrations/', import.meta.url), {
  operations: [claimAlarmServer, handleAlarmServer],
  reports: [alarmListServer, alarmResponseServer],
  channels: [alarmChannelServer],
  reactions: [alarmsFromEvents],
  // Pictures of alarms are those of their passings, and go with them.
  retained: [retainedTable({ key: 'alarm', table: 'alarm', condition: "state in ('handled', 'false-alarm')" })],
});
