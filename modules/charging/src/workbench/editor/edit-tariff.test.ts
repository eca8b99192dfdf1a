import { type Plan, parseTariff, type Tariff, tariffTemplate } from '@boyun/domain/fee';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clockText,
  dayKinds,
  dayRows,
  followDays,
  joinAt,
  minuteOf,
  moveBorder,
  piecesOf,
  splitAt,
  splitDays,
} from './day-row.view.ts';
import {
  addStep,
  at,
  copyPlan,
  emptyTariff,
  ladderFen,
  moved,
  newPlan,
  put,
  removeStep,
  switchEnd,
  withoutWindow,
} from './edit-tariff.view.ts';
import { changed, historyOf, redone, undone } from './history.view.ts';
import { lineOf, readJson } from './json-place.view.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const empty = emptyTariff({ zh: '例', en: 'Example' });
const always = empty.plans[0]!;
const planOf = (id: string): Plan => tariffTemplate.find((one) => one.id === id)!.tariff.plans[0]!;
const band = (plan: Plan) =>
  dayRows(plan).map(
    (row) =>
      `${row.label.en}: ${piecesOf(plan, row)
        .map((piece) => `${clockText(piece.from)} ${plan.windows[piece.window]?.id ?? '-'}`)
        .join(' | ')}`,
  );
const row = (plan: Plan, index = 0) => dayRows(plan)[index]!;

describe('the band of a plan', () => {
  test.each([
    ['guangzhou-day-night', ['Every day: 00:00 night | 08:00 day | 18:00 night']],
    ['shenzhen-class-1-workday', ['Working days: 00:00 - | 07:30 workday | 20:00 -', 'Weekends, holidays: 00:00 -']],
    ['singapore-hdb', ['Every day: 00:00 night | 07:00 day | 22:30 night']],
    ['mall-workday-holiday', ['Working days: 00:00 work', 'Weekends, holidays: 00:00 rest']],
    ['overnight-fee', ['Every day: 00:00 - | 06:00 day | 22:00 -']],
  ])('%s', (id, rows) => expect(band(planOf(id))).toEqual(rows));

  test('weekdays and eves have separate rows where windows name them', () => {
    const steps = always.windows[0]!.steps;
    const windows: Plan['windows'] = [
      { id: 'late', days: ['fri', 'sat'], steps },
      { id: 'rest', steps },
    ];
    expect(band({ ...always, windows })).toEqual(['Mon, tue, wed, thu, sun: 00:00 rest', 'Fri, sat: 00:00 late']);
    expect(band({ ...always, windows: [{ id: 'eve', days: ['before-holiday'], steps }, windows[1]!] })).toEqual([
      'Working days, weekends, holidays: 00:00 rest',
      'Eve of a holiday: 00:00 eve',
    ]);
  });

  test('a season has its own day', () => {
    const season = { from: '06-01', to: '08-31' };
    const plan = { ...always, windows: [{ ...always.windows[0]!, id: 'summer', season }, always.windows[0]!] };
    expect(piecesOf(plan, row(plan), season)).toEqual([{ from: 0, to: 1440, window: 0 }]);
    expect(piecesOf(plan, row(plan))).toEqual([{ from: 0, to: 1440, window: 1 }]);
  });

  test('moving a border changes both adjacent windows and stops before the next border', () => {
    const plan = planOf('guangzhou-day-night');
    expect(band(moveBorder(plan, row(plan), 480, 450))).toEqual(['Every day: 00:00 night | 07:30 day | 18:00 night']);
    expect(band(moveBorder(plan, row(plan), 480, 1300))).toEqual(['Every day: 00:00 night | 17:59 day | 18:00 night']);
    expect(band(moveBorder(plan, row(plan), 480, -5))).toEqual(['Every day: 00:00 night | 00:01 day | 18:00 night']);
    expect(moveBorder(plan, row(plan), 481, 600)).toBe(plan);
  });

  test('splitting makes day and night of a whole day, two periods of one, and leaves free time free', () => {
    const day = splitAt(always, row(always), 480);
    expect(band(day)).toEqual(['Every day: 00:00 night | 08:00 day | 20:00 night']);
    expect(band(splitAt(day, row(day), 720))).toEqual([
      'Every day: 00:00 night | 08:00 day | 12:00 day-2 | 20:00 night',
    ]);
    const shenzhen = planOf('shenzhen-class-1-workday');
    expect(band(splitAt(shenzhen, row(shenzhen), 1260))[0]).toBe(
      'Working days: 00:00 - | 07:30 workday | 20:00 - | 21:00 period',
    );
    const singapore = planOf('singapore-hdb');
    expect(band(splitAt(singapore, row(singapore), 720))).toEqual([
      'Every day: 00:00 night | 07:00 day | 12:00 day-2 | 22:30 night',
    ]);
  });

  test('removing a border extends the period before it', () => {
    const plan = planOf('guangzhou-day-night');
    expect(band(joinAt(plan, row(plan), 480))).toEqual(['Every day: 00:00 night']);
    expect(band(joinAt(plan, row(plan), 1080))).toEqual(['Every day: 00:00 day']);
    const shenzhen = planOf('shenzhen-class-1-workday');
    expect(band(joinAt(shenzhen, row(shenzhen), 450))[0]).toBe('Working days: 00:00 workday | 20:00 -');
    const singapore = planOf('singapore-hdb');
    expect(band(joinAt(singapore, row(singapore), 1350))).toEqual(['Every day: 00:00 day']);
  });

  test('kinds of days are separated with the same prices, and merged again', () => {
    const plan = splitAt(always, row(always), 480);
    const parted = splitDays(plan, ['weekend', 'holiday']);
    expect(band(parted)).toEqual([
      'Working days: 00:00 night | 08:00 day | 20:00 night',
      'Weekends, holidays: 00:00 night-2 | 08:00 day-2 | 20:00 night-2',
    ]);
    expect(followDays(parted, ['weekend', 'holiday'], ['workday'])).toEqual(plan);
    const caps = [{ id: 'night', amountFen: 500, scope: { per: 'window' as const }, windows: ['night'] }];
    expect(splitDays({ ...plan, caps }, ['holiday']).caps![0]!.windows).toEqual(['night', 'night-2']);
    expect(withoutWindow({ ...plan, caps }, 1).caps).toBeUndefined();
  });
});

describe('the ladder', () => {
  test('a step is added after the last and removed again', () => {
    const one = [{ unitMinutes: 30, priceFen: 300 }];
    const two = addStep(one);
    expect(two).toEqual([{ ...one[0]!, upToMinutes: 30 }, one[0]]);
    expect(removeStep(two, 1)).toEqual(one);
    expect(removeStep(two, 0)).toEqual(one);
    expect(removeStep(one, 0)).toEqual([]);
    expect(addStep([])).toHaveLength(1);
  });
  test.each([
    [30, 300],
    [31, 900],
    [180, 3300],
    [240, 5300],
  ])('Shenzhen after %d minutes: %d fen', (minutes, fen) =>
    expect(ladderFen(planOf('shenzhen-class-1-workday').windows[0]!.steps, minutes)).toBe(fen),
  );
  test.each([
    ['none', 59, 0],
    ['share', 45, 450],
    [{ fromMinutes: 20 }, 19, 0],
    [{ fromMinutes: 20 }, 20, 600],
  ] as const)('an unfinished unit, %j after %d minutes: %d fen', (part, minutes, fen) =>
    expect(ladderFen([{ unitMinutes: 60, priceFen: 600, part }], minutes)).toBe(fen),
  );
});

test('a step ends by time or by units, at the same place', () => {
  const steps = [
    { upToMinutes: 60, unitMinutes: 30, priceFen: 300 },
    { upToMinutes: 100, unitMinutes: 30, priceFen: 200, finishesUnit: true },
    { unitMinutes: 60, priceFen: 100 },
  ];
  const first = [switchEnd(steps, 0), ...steps.slice(1)];
  expect(first[0]).toEqual({ upToUnits: 2, unitMinutes: 30, priceFen: 300 });
  const second = [first[0]!, switchEnd(first, 1), steps[2]!];
  expect(second[1]).toEqual({ upToUnits: 4, unitMinutes: 30, priceFen: 200 });
  expect([30, 60, 61, 120, 121].map((minutes) => ladderFen(second, minutes))).toEqual([300, 600, 800, 1000, 1100]);
  expect(switchEnd(second, 1)).toEqual({ upToMinutes: 120, unitMinutes: 30, priceFen: 200 });
  expect(switchEnd(second, 2)).toMatchObject({ upToUnits: 5 });
  expect(addStep(second.slice(0, 2))).toHaveLength(3);
  expect(removeStep(second.slice(0, 2), 1)).toEqual(first.slice(0, 1));
});

describe('history', () => {
  test('changes of one topic are one undo step; redo is possible until the next change', () => {
    const typed = changed(changed(changed(historyOf('a'), 'b', 'name'), 'c', 'name'), 'd');
    expect(undone(typed).now).toBe('c');
    expect(undone(undone(typed)).now).toBe('a');
    expect(redone(undone(typed)).now).toBe('d');
    expect(redone(changed(undone(typed), 'e')).now).toBe('e');
    expect(undone(historyOf('a')).now).toBe('a');
  });
});

describe('JSON by lines', () => {
  test('finds the line of every path, and of the nearest ancestor of an unknown one', () => {
    const found = readJson(
      '{\n "plans": [\n  {"id": "a"},\n  {\n   "id": 1e3, "x": [true, null, "\\"q\\u00e9"]\n  }\n ]\n}',
    );
    if (!('lines' in found)) throw new Error('not read');
    expect(
      ['plans', 'plans.0.id', 'plans.1', 'plans.1.id', 'plans.1.x.2'].map((path) => lineOf(found.lines, path)),
    ).toEqual([2, 3, 4, 5, 5]);
    expect(lineOf(found.lines, 'plans.1.windows.0')).toBe(4);
    expect(lineOf(found.lines, 'name')).toBe(1);
  });
  test.each([
    ['{\n "a": 1,\n}', 3],
    ['{"a": [1, 2}', 1],
    ['', 1],
    ['{}\n\n{}', 3],
    ['{\n"a": nul\n}', 2],
  ])('finds the broken line of %j', (text, brokenLine) => expect(readJson(text)).toEqual({ brokenLine }));
  test('reads everything JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 0, max: 3 }), (text, indent) => {
        const value = JSON.parse(text) as unknown;
        const found = readJson(JSON.stringify(value, null, indent));
        expect('value' in found && JSON.stringify(found.value)).toBe(JSON.stringify(value));
      }),
    );
  });
});

/** One random edit, as the controls make it. */
type Edit = { kind: number; place: number; minute: number };
function edited(tariff: Tariff, { kind, place, minute }: Edit): Tariff {
  const index = place % tariff.plans.length;
  const plan = tariff.plans[index]!;
  const rows = dayRows(plan);
  const where = rows[place % rows.length]!;
  const borders = piecesOf(plan, where).slice(1);
  const border = borders[place % Math.max(1, borders.length)]?.from ?? 0;
  const withPlan = (next: Plan) => put(tariff, `plans.${index}`, next);
  const window = plan.windows.length === 0 ? undefined : place % plan.windows.length;
  const steps = window === undefined ? [] : plan.windows[window]!.steps;
  const withSteps = (next: typeof steps) =>
    window === undefined ? tariff : put(tariff, `plans.${index}.windows.${window}.steps`, next);
  const others = dayKinds.filter((one) => !where.kinds.includes(one));
  const edits: (() => Tariff)[] = [
    () => withPlan(splitAt(plan, where, minute)),
    () => withPlan(moveBorder(plan, where, border, minute)),
    () => withPlan(joinAt(plan, where, border)),
    () => withPlan(splitDays(plan, [dayKinds[place % 3]!])),
    () => (others.length === 0 ? tariff : withPlan(followDays(plan, others, where.kinds))),
    () => (window === undefined ? tariff : withPlan(withoutWindow(plan, window))),
    () => withSteps(addStep(steps)),
    () => withSteps(steps.length === 0 ? steps : removeStep(steps, place % steps.length)),
    () => copyPlan(tariff, index),
    () => ({ ...tariff, plans: [...tariff.plans, newPlan(tariff.plans)] }),
    () => ({ ...tariff, plans: moved(tariff.plans, index, (minute % 3) - 1) }),
    () => put(tariff, `plans.${index}.free.minutes`, minute),
  ];
  return edits[kind % edits.length]!();
}
const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.nat({ max: 11 }),
  place: fc.nat({ max: 20 }),
  minute: fc.integer({ min: 1, max: 1439 }),
});

describe('any sequence of edits', () => {
  test('leaves a valid tariff, or one whose issues name the problem', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...tariffTemplate.map((one) => one.tariff), empty),
        fc.array(edit, { maxLength: 12 }),
        (tariff, edits) => {
          const result = edits.reduce(edited, tariff);
          const parsed = parseTariff(result);
          if (!Array.isArray(parsed)) return;
          for (const issue of parsed) {
            expect(issue.zh).not.toBe('');
            // Possible issues after random edits: incomplete free time, too many plans, windows or steps, steps out of order.
            expect(issue.path).toMatch(/^plans(\.\d+(\.windows(\.\d+\.steps(\.\d+\.upToMinutes)?)?|\.free\.\w+)?)?$/);
          }
        },
      ),
      { numRuns: 400 },
    );
  });
  test('keeps a band that covers the day without gaps', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
        for (const plan of edits.reduce(edited, empty).plans)
          for (const each of dayRows(plan)) {
            const pieces = piecesOf(plan, each);
            expect([pieces[0]!.from, pieces.at(-1)!.to]).toEqual([0, 1440]);
            for (const [i, piece] of pieces.entries()) {
              expect(piece.to).toBeGreaterThan(piece.from);
              if (i > 0) expect(piece.from).toBe(pieces[i - 1]!.to);
            }
          }
      }),
    );
  });
  test('a border moved away and back leaves the tariff unchanged', () => {
    fc.assert(
      fc.property(
        fc.array(edit, { maxLength: 8 }),
        fc.nat({ max: 9 }),
        fc.integer({ min: 1, max: 1439 }),
        (edits, n, to) => {
          const plan = edits.reduce(edited, empty).plans[0]!;
          const each = dayRows(plan)[0]!;
          const pieces = piecesOf(plan, each);
          const piece = pieces[1 + (n % Math.max(1, pieces.length - 1))];
          if (!piece) return;
          const moving = moveBorder(plan, each, piece.from, to);
          const left = pieces[pieces.indexOf(piece) - 1]!;
          const place = Math.min(piece.to - 1, Math.max(left.from + 1, to));
          expect(moveBorder(moving, each, place, piece.from)).toEqual(plan);
        },
      ),
    );
  });
});

test('every template is unchanged when each of its values is set again through the controls', () => {
  const leaves = (tree: unknown, path: string): string[] =>
    typeof tree === 'object' && tree !== null && Object.keys(tree).length > 0
      ? Object.entries(tree).flatMap(([key, value]) => leaves(value, path === '' ? key : `${path}.${key}`))
      : [path];
  for (const { tariff } of tariffTemplate) {
    const kept = leaves(tariff, '').reduce((tree, path) => put(tree, path, at(tariff, path)), tariff);
    expect(kept).toEqual(tariff);
    expect(JSON.stringify(kept)).toBe(JSON.stringify(tariff));
  }
});

test('times of day', () => {
  expect([minuteOf('07:30'), minuteOf('24:00'), clockText(450), clockText(1440)]).toEqual([
    450,
    1440,
    '07:30',
    '24:00',
  ]);
});
