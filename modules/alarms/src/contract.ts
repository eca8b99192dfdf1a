import { moduleContract, page } from '@boyun/kernel/contract';
import {
  AlarmKind,
  AlarmSeverity,
  AlarmState,
  alarmChannel,
  alarmList,
  alarmRefusal,
  alarmTransitions,
  claimAlarm,
  handleAlarm,
} from './alarm/alarm.contract.ts';

export {
  AlarmKind,
  AlarmSeverity,
  AlarmState,
  alarmChannel,
  alarmList,
  alarmRefusal,
  alarmTransitions,
  claimAlarm,
  handleAlarm,
};

/** Alarms of vehicles and devices. */
export const alarms = moduleContract('alarms', {
  operations: [claimAlarm, handleAlarm],
  reports: [alarmList],
  channels: [alarmChannel],
  refusals: [alarmRefusal],
  pages: [
    page('alarmDispose', {
      path: '/_cloud_operation/Alarm_Dispose',
      title: alarmList.title,
      icon: 'alarm',
      area: 'operation',
      access: alarmList.access,
    }),
  ],
});
