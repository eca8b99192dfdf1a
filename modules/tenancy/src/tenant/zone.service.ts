import { zoneClock } from '@boyun/domain/period';
import { fillLabel, Refusal, type RefusalRule } from '@boyun/kernel/contract';

/** Throws the given refusal, attached to the time zone field, when the zone does not exist. */
export function refuseUnknownZone(zone: string, rule: RefusalRule): void {
  try {
    zoneClock(zone);
  } catch {
    throw new Refusal(rule, { zone }, [{ path: 'TimeZone', ...fillLabel(rule, { zone }) }]);
  }
}
