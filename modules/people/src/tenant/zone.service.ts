import { zoneClock } from '@boyun/domain/period';
import { Refusal, type RefusalRule } from '@boyun/kernel/contract';

/** Throws the refusal at the field of the time zone when there is no such zone. */
export function refuseUnknownZone(zone: string, rule: RefusalRule): void {
  try {
    zoneClock(zone);
  } catch {
    const fill = (text: string) => text.replace('{zone}', zone);
    throw new Refusal(rule, { zone }, [{ path: 'TimeZone', zh: fill(rule.zh), en: fill(rule.en) }]);
  }
}
