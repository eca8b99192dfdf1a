import { ALARM_TIMEOUT_MS, call } from '@boyun/kernel/web';
import { claimAlarm } from './alarm.contract.ts';
import type { AlarmFacts } from './alarm-slot.view.ts';

/** Claims an alarm for the user unless it is claimed; fails with a message where a colleague has it. */
export async function takeAlarm({ id, state }: Pick<AlarmFacts, 'id' | 'state'>): Promise<void> {
  if (state === 'new') await call(claimAlarm, { alarmId: id }, { timeoutMs: ALARM_TIMEOUT_MS });
}
