import type { ReportRow } from '@boyun/kernel/contract';
import { slot } from '@boyun/kernel/web';
import type { ComponentType } from 'react';
import type { alarmList } from './alarm.contract.ts';

/** The props of a button in an alarm's detail. */
export interface AlarmActProps {
  readonly alarm: ReportRow<typeof alarmList>;
  /** Call this when the operation has changed the subject of the alarm. */
  readonly onChanged: () => Promise<unknown>;
}

/** Slot for buttons in an alarm's detail, filled by the modules that raise alarms. */
export const alarmActs = slot<ComponentType<AlarmActProps>>('alarm.acts');
