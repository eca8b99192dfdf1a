import type { ReportRow } from '@boyun/kernel/contract';
import type { ComponentType } from 'react';
import type { alarmList } from './alarm.contract.ts';

/** What an act offered on an alarm is given. */
export interface AlarmActProps {
  readonly alarm: ReportRow<typeof alarmList>;
  /** To be called when the act changed what the alarm is about. */
  readonly onChanged: () => Promise<unknown>;
}

const offered: ComponentType<AlarmActProps>[] = [];

/**
 * Puts buttons of modules that raise alarms into an alarm's detail. Alarms come before them and may not know them, so the
 * program that puts the modules together says what there is.
 */
export function offerAlarmActs(...acts: readonly ComponentType<AlarmActProps>[]): void {
  offered.push(...acts);
}

/** The acts offered from outside. */
export function offeredAlarmActs(): readonly ComponentType<AlarmActProps>[] {
  return offered;
}
