import { moduleContract, page } from '@boyun/kernel/contract';
import {
  AlarmDevice,
  AlarmKind,
  AlarmSeverity,
  AlarmState,
  alarmChannel,
  alarmList,
  alarmPath,
  alarmRefusal,
  alarmResponse,
  alarmTransitions,
  claimAlarm,
  DEVICE_KINDS,
  dismissAlarms,
  handleAlarm,
  snoozeAlarms,
} from './alarm/alarm.contract.ts';
import { alarmClaimed, alarmClosed, alarmRaised } from './alarm/alarm-event.contract.ts';

export { alarmClaimed, alarmClosed, alarmRaised } from './alarm/alarm-event.contract.ts';

export {
  AlarmDevice,
  AlarmKind,
  AlarmSeverity,
  AlarmState,
  alarmChannel,
  alarmList,
  alarmPath,
  alarmRefusal,
  alarmTransitions,
  claimAlarm,
  DEVICE_KINDS,
  handleAlarm,
};

/** Alarms of vehicles and devices. */
export const alarms = moduleContract('alarms', {
  events: [alarmRaised, alarmClaimed, alarmClosed],
  operations: [claimAlarm, handleAlarm, dismissAlarms, snoozeAlarms],
  reports: [alarmList, alarmResponse],
  channels: [alarmChannel],
  refusals: [alarmRefusal],
  pages: [
    page('alarmDispose', {
      path: '/_cloud_operation/Alarm_Dispose',
      title: alarmList.title,
      icon: 'alarm',
      area: 'duty',
      access: alarmList.access,
    }),
    page('deviceNotice', {
      path: '/_cloud_device/Device_Notice',
      title: { zh: '设备报警通知', en: 'Device alarm notices' },
      icon: 'alarm',
      area: 'basic',
      group: 'device',
      access: alarmList.access,
    }),
  ],
});
