import { zoneClock } from '@boyun/domain/period';
import { Refusal, type RefusalRule } from '@boyun/kernel/contract';

/** Throws the given refusal, attached to the time zone field, when the zone does not exist. */
export function refuseUnknownZone(zone: string, rule: RefusalRule): void {
  try {
    zoneClock(zone);
  } catch {
    const fill = (text: string) => text.replace('{zone}', zone);
    throw new Refusal(rule, { zone }, [{ path: 'TimeZone', zh: fill(rule.zh), en: fill(rule.en) }]);
  }
}
