import { dayMs, dayOfKey, keyOfDay, wallTime } from '../period.ts';
import { bitsOfDay, kindOfDay } from './choice.ts';
import type { ReadyPlan, ReadyWindow } from './compile.ts';
import { layoutOf, openMask } from './day.ts';
import { clockOf, type DaySpans, spansText } from './lint-span.ts';
import type { Text } from './tariff.ts';
import { calendar, exampleDays, exampleOf, type LintFinding, stayAt, yearDays, zone } from './trial.ts';
import { windowName } from './window-name.ts';

const minuteMs = 60_000;

/** The days to check: one of each kind first, because they serve as examples, then the whole year. */
function days(ready: ReadyPlan): readonly number[] {
  const shown = Object.values(exampleDays).map(dayOfKey);
  return ready.isDayBound ? [...shown, ...yearDays] : shown;
}

/** Reports all parts of the day without an open window as one finding, described by kinds of days. */
function lintGaps(ready: ReadyPlan, path: string): LintFinding[] {
  const gaps: DaySpans = new Map();
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
  const spans = spansText(gaps);
  return [
    {
      severity: 'warning',
      code: 'gap',
      path: `${path}.windows`,
      zh: `以下时间没有任何时段，不收费：${spans.zh}`,
      en: `No period is open and nothing is charged: ${spans.en}`,
      example: exampleOf({ enteredAtMs: first.entryMs, exitAtMs: first.exitMs, zone }),
    },
  ];
}

/** Returns for each day to check which windows open on it, as bits. */
function openDays(ready: ReadyPlan): Map<number, number> {
  const open = new Map<number, number>();
  for (const day of days(ready)) {
    const bits = bitsOfDay(day, kindOfDay(day, calendar), kindOfDay(day + 1, calendar));
    for (const one of [day - 1, day, day + 1]) {
      if (!open.has(one))
        open.set(one, openMask(ready, one, bitsOfDay(one, kindOfDay(one, calendar), kindOfDay(one + 1, calendar))));
    }
    open.set(day, openMask(ready, day, bits));
  }
  return open;
}

/** Returns an instant when two windows with times are both open; a window for some days overrides one for all of them on purpose. */
function sharedMs(ready: ReadyPlan, open: ReadonlyMap<number, number>, i: number, j: number): number | undefined {
  const [a, b] = [ready.windows[i]!, ready.windows[j]!];
  if (a.fromMinute < 0 || b.fromMinute < 0) return undefined;
  if ((a.days === undefined) !== (b.days === undefined) || (a.season === undefined) !== (b.season === undefined))
    return undefined;
  const [from, to] = [b.fromMinute, b.fromMinute + b.lengthMinutes];
  const shifts = [0, -1440, 1440].filter(
    (shift) => Math.max(from, a.fromMinute + shift) < Math.min(to, a.fromMinute + shift + a.lengthMinutes),
  );
  if (shifts.length === 0) return undefined;
  const isOpen = (window: number, day: number) => ((open.get(day) ?? 0) & (1 << window)) !== 0;
  for (const day of open.keys()) {
    if (!isOpen(j, day)) continue;
    for (const shift of shifts) {
      if (isOpen(i, day + shift / 1440)) return day * dayMs + Math.max(from, a.fromMinute + shift) * minuteMs;
    }
  }
  return undefined;
}

/** Returns the positions of windows that never apply, whatever kinds the days of a year have. */
function hiddenWindows(ready: ReadyPlan): number[] {
  const seen = new Set<number>();
  const look = (of: typeof calendar, list: readonly number[]) => {
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
  const open = openDays(ready);
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
      const sharedAtMs = hidden.includes(j) ? undefined : sharedMs(ready, open, j, i);
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
