import { dayKey, dayOfKey, keyOfDay } from '@boyun/domain/period';
import type { DemoBooth } from './booth.ts';
import { DEMO_SHIFTS } from './place.ts';
import type { Call } from './sign-in.ts';

const WEEK = 7;
/** The two weeks of the past and the one to come. */
const WEEKS = 3;

/** Plans who sits in the booths: each shift of a booth has its person. */
export async function planRoster(call: Call, booths: readonly DemoBooth[], from: Date): Promise<void> {
  // Shifts of the day itself may have ended already, and nobody is planned for those.
  const first = dayOfKey(dayKey(from.getTime(), 'Asia/Shanghai')) + 1;
  for (const { sentryId, people } of booths) {
    const { Rows: plans } = await call('/api/shiftPlan/list', { SentryId: sentryId });
    for (const { Id, Name } of plans as unknown as { Id: string; Name: string }[]) {
      const person = people[DEMO_SHIFTS.findIndex(([name]) => name === Name)];
      for (let day = first; person && day < first + WEEK; day += 1)
        await call('/api/shiftSentry/assign', { PlanId: Id, Day: keyOfDay(day), AccountId: person.id });
    }
  }
  for (let week = 1; week < WEEKS; week += 1)
    await call('/api/shiftSentry/copyRoster', { From: keyOfDay(first), To: keyOfDay(first + week * WEEK) });
}
