import type { ReportRow } from '@boyun/kernel/contract';
import { slot } from '@boyun/kernel/web';
import type { ComponentType } from 'react';
import type { AlarmDevice, alarmList } from './alarm.contract.ts';

/** An alarm as its dialog and its buttons need it, with the names of its lot and lane. */
export interface AlarmFacts
  extends Pick<
    ReportRow<typeof alarmList>,
    'id' | 'kind' | 'state' | 'description' | 'plate' | 'picture' | 'passingId' | 'orderId' | 'lotId' | 'laneId'
  > {
  readonly deviceKind?: AlarmDevice | null;
  readonly deviceName?: string | null;
  readonly lotName?: string | null;
  readonly laneName?: string | null;
}

/** The props of a button on an alarm. */
export interface AlarmActProps {
  readonly alarm: AlarmFacts;
  /** Call this when the operation has changed the subject of the alarm. */
  readonly onChanged: () => Promise<unknown>;
}

/** Slot for buttons on an alarm that do something about its cause, filled by the modules that raise alarms. */
export const alarmActs = slot<ComponentType<AlarmActProps>>('alarm.acts');
