import { type AnyEventType, event } from '@boyun/kernel/contract';

/** Returns a type of events of this kind that takes any data: for tests that start from events as the log may contain them. */
export function eventNamed(kind: string): AnyEventType {
  return event(kind, { label: { zh: kind, en: kind }, fields: {} });
}
