import type { DayChoice, Nth, Scope, Season, Text } from './tariff.ts';

/** Choices of days in words. */
export const dayNames: Record<DayChoice, Text> = {
  workday: { zh: '工作日', en: 'working days' },
  weekend: { zh: '周末', en: 'weekends' },
  holiday: { zh: '节假日', en: 'holidays' },
  'before-workday': { zh: '工作日前一天', en: 'days before a working day' },
  'before-weekend': { zh: '周末前一天', en: 'days before a weekend' },
  'before-holiday': { zh: '节假日前一天', en: 'days before a holiday' },
  mon: { zh: '周一', en: 'Mondays' },
  tue: { zh: '周二', en: 'Tuesdays' },
  wed: { zh: '周三', en: 'Wednesdays' },
  thu: { zh: '周四', en: 'Thursdays' },
  fri: { zh: '周五', en: 'Fridays' },
  sat: { zh: '周六', en: 'Saturdays' },
  sun: { zh: '周日', en: 'Sundays' },
};

/** Joins texts in both languages. */
export function join(texts: readonly Text[], zh: string, en: string): Text {
  return { zh: texts.map((t) => t.zh).join(zh), en: texts.map((t) => t.en).join(en) };
}

/** Days of the week or year in words, empty for all days. */
export function daysText(days: DayChoice[] | undefined, season: Season | undefined): Text {
  const named = join(
    (days ?? []).map((d) => dayNames[d]),
    '、',
    ', ',
  );
  if (!season) return named;
  const part = { zh: `${season.from}至${season.to}`, en: `${season.from} to ${season.to}` };
  return named.zh === '' ? part : join([part, named], ' ', ', ');
}

/** The stretch of a scope, in words. */
export function scopeText(scope: Scope): Text {
  switch (scope.per) {
    case 'stay':
      return { zh: '每次停车', en: 'per stay' };
    case 'hours':
      return { zh: `入场起每${scope.hours}小时`, en: `per ${scope.hours} h from entry` };
    case 'window':
      return { zh: '每个时段', en: 'per period' };
    case 'day': {
      const days = scope.days ?? 1;
      const from = scope.startsAt === undefined || scope.startsAt === '00:00' ? '' : scope.startsAt;
      return {
        zh: `${days === 1 ? '每日' : `每${days}日`}${from === '' ? '' : `（${from}起）`}`,
        en: `per ${days === 1 ? 'day' : `${days} days`}${from === '' ? '' : ` from ${from}`}`,
      };
    }
  }
}

/** A number in words as English orders it: '1st', '12th'. */
export function ordinal(n: number): string {
  const isTeen = n % 100 > 10 && n % 100 < 14;
  return `${n}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;
}

/** Some of several stretches or times in words, in brackets; `word` is their Chinese measure word. */
export function nthText(nth: Nth | undefined, word: string): Text {
  if (!nth) return { zh: '', en: '' };
  const { from = 1, to } = nth;
  if (to === undefined) return { zh: `（第${from}${word}起）`, en: ` (from the ${ordinal(from)} on)` };
  if (from === to) return { zh: `（第${from}${word}）`, en: ` (the ${ordinal(from)})` };
  return { zh: `（第${from}至${to}${word}）`, en: ` (the ${ordinal(from)} to ${ordinal(to)})` };
}
