import type { WeeklyWindow } from '@boyun/domain/shared-parking';
import { WeekDay } from '@boyun/kernel/contract';
import type { Translate } from '@boyun/kernel/web';

/** Days of the week in the order in which they are shown. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;

function daysText(days: readonly number[], t: Translate): string {
  if (days.length === 7) return t({ zh: '每天', en: 'Daily' });
  const shown = WEEK.filter((day) => days.includes(day));
  if (String(shown) === '1,2,3,4,5') return t({ zh: '工作日', en: 'Mon–Fri' });
  if (String(shown) === '6,0') return t({ zh: '周末', en: 'Sat, Sun' });
  return shown.map((day) => t(WeekDay[day])).join(t({ zh: '、', en: ', ' }));
}

/** Weekly windows as one line of text. */
export function windowsText(windows: readonly WeeklyWindow[], t: Translate): string {
  return windows
    .map(
      ({ days, from, to }) =>
        `${daysText(days, t)} ${from}–${to}${to <= from ? t({ zh: '（次日）', en: ' (next day)' }) : ''}`,
    )
    .join(t({ zh: '；', en: '; ' }));
}
