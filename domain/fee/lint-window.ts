import { dayMs, dayOfKey, keyOfDay, wallTime } from '../period.ts';
import { bitsOfDay, isInSeason, kindOfDay } from './choice.ts';
import type { ReadyPlan, ReadyWindow } from './compile.ts';
import { layoutOf } from './day.ts';
import type { DayKind, Text } from './tariff.ts';
import { calendar, exampleDays, exampleOf, type LintFinding, stayAt, zone } from './trial.ts';
import { windowName } from './window-name.ts';

const kindNames: Record<DayKind, Text> = {
  workday: { zh: '工作日', en: 'working days' },
  weekend: { zh: '周末', en: 'weekends' },
  holiday: { zh: '节假日', en: 'holidays' },
};
const minuteMs = 60_000;

/** The days to check: one of each kind first, because they serve as examples, then the whole year. */
function days(ready: ReadyPlan): number[] {
  const shown = Object.values(exampleDays).map(dayOfKey);
  if (!ready.isDayBound) return shown;
  const first = dayOfKey('2026-01-01');
  return [...shown, ...Array.from({ length: 365 }, (_, i) => first + i)];
}

function clockOf(minute: number): string {
  if (minute === 1440) return '24:00';
  return `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** Reports all parts of the day without an open window as one finding, described by kinds of days. */
function lintGaps(ready: ReadyPlan, path: string): LintFinding[] {
  const gaps = new Map<string, { kinds: Set<DayKind>; entryMs: number; exitMs: number }>();
  for (const day of days(ready)) {
    const layout = layoutOf(ready, day, calendar);
    let start = 0;
    for (const [i, end] of layout.endMinute.entries()) {
      if (layout.window[i] === -1) {
        const span = `${clockOf(start)}–${clockOf(end)}`;
        const at = day * dayMs;
        const gap = gaps.get(span) ?? {
          kinds: new Set(),
          entryMs: at + start * minuteMs,
          exitMs: at + (end - 1) * minuteMs,
        };
        gap.kinds.add(kindOfDay(day, calendar));
        gaps.set(span, gap);
      }
      start = end;
    }
  }
  const [first] = gaps.values();
  if (!first) return [];
  const spansByKinds = new Map<string, string[]>();
  for (const [span, { kinds }] of gaps) {
    const key = [...kinds].join();
    spansByKinds.set(key, [...(spansByKinds.get(key) ?? []), span]);
  }
  const texts = [...spansByKinds].map(([key, spans]): Text => {
    const kinds = key.split(',') as DayKind[];
    const isAll = kinds.length === 3;
    const zh = isAll ? '每天' : kinds.map((kind) => kindNames[kind].zh).join('、');
    const en = isAll ? 'every day' : kinds.map((kind) => kindNames[kind].en).join(', ');
    const isWhole = spans[0] === '00:00–24:00';
    return {
      zh: `${zh}${isWhole ? '全天' : ` ${spans.join('、')}`}`,
      en: isWhole ? `all of ${en}` : `${spans.join(', ')} on ${en}`.replace('on every', 'every'),
    };
  });
  return [
    {
      severity: 'warning',
      code: 'gap',
      path: `${path}.windows`,
      zh: `以下时间没有任何时段，不收费：${texts.map((t) => t.zh).join('；')}`,
      en: `No period is open and nothing is charged: ${texts.map((t) => t.en).join('; ')}`,
      example: exampleOf({ enteredAtMs: first.entryMs, exitAtMs: first.exitMs, zone }),
    },
  ];
}

/** Returns an instant when two windows with times are both open; a window for some days overrides one for all of them on purpose. */
function sharedMs(ready: ReadyPlan, a: ReadyWindow, b: ReadyWindow): number | undefined {
  if (a.fromMinute < 0 || b.fromMinute < 0) return undefined;
  if ((a.days === undefined) !== (b.days === undefined) || (a.season === undefined) !== (b.season === undefined))
    return undefined;
  const isOpen = (w: ReadyWindow, day: number) =>
    isInSeason(day, w.season) &&
    (w.dayBits & bitsOfDay(day, kindOfDay(day, calendar), kindOfDay(day + 1, calendar))) !== 0;
  for (const day of days(ready)) {
    if (!isOpen(b, day)) continue;
    const [from, to] = [b.fromMinute, b.fromMinute + b.lengthMinutes];
    for (const shift of [0, -1440, 1440]) {
      const start = Math.max(from, a.fromMinute + shift);
      if (start < Math.min(to, a.fromMinute + shift + a.lengthMinutes) && isOpen(a, day + shift / 1440))
        return day * dayMs + start * minuteMs;
    }
  }
  return undefined;
}

/** Returns the positions of windows that never apply, whatever kinds the days of a year have. */
function hiddenWindows(ready: ReadyPlan): number[] {
  const seen = new Set<number>();
  const look = (of: typeof calendar, list: number[]) => {
    for (const day of list) for (const w of layoutOf(ready, day, of).window) seen.add(w);
  };
  look(calendar, days(ready));
  // A short season may apply only to holidays: every pair of kinds must occur on every day of the year once.
  const pairs = [0, 0, 1, 0, 2, 1, 1, 2, 2];
  for (let phase = 0; phase < 9 && seen.size < ready.windows.length + 1 && ready.isDayBound; phase++) {
    look((key) => (['workday', 'weekend', 'holiday'] as const)[pairs[(dayOfKey(key) + phase) % 9]!], days(ready));
  }
  return ready.windows.map((_, i) => i).filter((i) => !seen.has(i));
}

function called({ id, name }: ReadyWindow): Text {
  return windowName({ id, ...(name.zh ? { name } : {}) });
}

/** Finds gaps, overlaps and windows that never apply. */
export function lintWindows(ready: ReadyPlan, path: string): LintFinding[] {
  if (ready.windows.length === 0) return [];
  const found = lintGaps(ready, path);
  const hidden = hiddenWindows(ready);
  for (const [i, w] of ready.windows.entries()) {
    const at = `${path}.windows.${i}`;
    if (hidden.includes(i)) {
      const entry = w.fromMinute < 0 ? 540 : w.fromMinute;
      found.push({
        severity: 'error',
        code: 'unreachable-window',
        path: at,
        zh: `时段“${called(w).zh}”总被前面的时段遮住，永远用不到`,
        en: `Period "${called(w).en}" is always hidden by those before it`,
        example: stayAt(exampleDays.workday, entry, 60),
      });
      continue;
    }
    for (const [j, before] of ready.windows.slice(0, i).entries()) {
      const sharedAtMs = hidden.includes(j) ? undefined : sharedMs(ready, before, w);
      if (sharedAtMs === undefined) continue;
      const time = wallTime(sharedAtMs, zone).slice(11, 16);
      const day = keyOfDay(Math.floor(sharedAtMs / dayMs));
      found.push({
        severity: 'warning',
        code: 'overlap',
        path: at,
        zh: `时段“${called(w).zh}”与“${called(before).zh}”在${time}重叠，按后者收费`,
        en: `Period "${called(w).en}" overlaps "${called(before).en}" at ${time}; the latter goes first`,
        example: stayAt(day, Math.round((sharedAtMs % dayMs) / minuteMs), 60),
      });
      break;
    }
  }
  return found;
}
