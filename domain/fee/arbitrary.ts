import fc from 'fast-check';
import type { Border, Cap, Clock, Cut, DayChoice, Plan, Scope, Step, Tariff, Window } from './tariff.ts';

/** Random tariffs for property tests: one plan of windows, ladders, caps, free time and clocks, in all combinations. */
const priceFen = fc.integer({ min: 0, max: 2000 });
const unitMinutes = fc.constantFrom(1, 7, 15, 30, 60, 90, 120, 720, 1440);
const time = fc
  .integer({ min: 0, max: 95 })
  .map((q) => `${String(Math.floor(q / 4)).padStart(2, '0')}:${String((q % 4) * 15).padStart(2, '0')}`);
const everyDay: DayChoice[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const scope: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant<Scope>({ per: 'stay' }),
  fc.constantFrom(12, 24, 48).map((hours): Scope => ({ per: 'hours', hours })),
  fc.constant<Scope>({ per: 'day' }),
  fc.record({ per: fc.constant('day' as const), days: fc.integer({ min: 1, max: 3 }), startsAt: time }),
  fc.constant<Scope>({ per: 'window' }),
);

const part = fc.oneof(
  { weight: 4, arbitrary: fc.constant('whole' as const) },
  { weight: 1, arbitrary: fc.constantFrom('none' as const, 'share' as const) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }).map((fromMinutes) => ({ fromMinutes })) },
);

const steps: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.uniqueArray(
      fc.integer({ min: 1, max: 40 }).map((n) => n * 15),
      { maxLength: 3 },
    ),
    fc.array(fc.record({ unitMinutes: fc.option(unitMinutes, { nil: undefined }), priceFen, part }), {
      minLength: 4,
      maxLength: 4,
    }),
    fc.boolean(),
  )
  .map(([ends, units, isEndless]) => {
    const ordered = ends.sort((a, b) => a - b);
    const ladder: Step[] = ordered.map((upToMinutes, i) => ({ ...units[i]!, upToMinutes }));
    if (isEndless) ladder.push(units[3]!);
    // Properties that are undefined are dropped, as in stored data.
    return JSON.parse(JSON.stringify(ladder)) as Step[];
  });

/** Some of the ladders end steps by units, or complete the last unit of a step. */
const optionSteps: fc.Arbitrary<Step[]> = fc
  .tuple(steps, fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 4, maxLength: 4 }))
  .map(([ladder, choices]) => {
    let units = 0;
    return ladder.map((step, i): Step => {
      const choice = choices[i]!;
      if (step.unitMinutes === undefined || step.upToMinutes === undefined || step.part === 'share') return step;
      if (choice === 1) return { ...step, finishesUnit: true };
      if (choice < 2) return step;
      const { upToMinutes: _, ...endless } = step;
      units += choice - 1;
      return { ...endless, upToUnits: units };
    });
  });

const windows: fc.Arbitrary<Window[]> = fc
  .array(
    fc.record(
      {
        times: fc.option(fc.tuple(time, time), { nil: undefined, freq: 4 }),
        days: fc.constantFrom<DayChoice[]>(['workday'], ['weekend', 'holiday'], ['before-weekend'], everyDay),
        steps: fc.oneof({ weight: 2, arbitrary: steps }, { weight: 1, arbitrary: optionSteps }),
      },
      { requiredKeys: ['steps', 'times'] },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((list) =>
    list.map(({ times, days, steps: ladder }, i) => ({
      id: `w${i}`,
      ...(times ? { from: times[0], to: times[1] } : {}),
      ...(days ? { days } : {}),
      steps: ladder,
    })),
  );

const clock: fc.Arbitrary<Clock> = fc.record({ counts: fc.constantFrom('all', 'charged', 'window'), restart: scope });

const nth = fc.option(fc.constantFrom<NonNullable<Cap['nth']>>({ to: 1 }, { from: 2 }, { from: 2, to: 3 }), {
  nil: undefined,
  freq: 1,
});

const plan: fc.Arbitrary<Plan> = fc
  .record(
    {
      windows,
      clock,
      cut: fc.option(fc.constantFrom<Cut>({ per: 'day' }, { per: 'hours', hours: 24 }, { per: 'hours', hours: 5 }), {
        nil: undefined,
        freq: 1,
      }),
      caps: fc.array(fc.record({ amountFen: fc.integer({ min: 0, max: 6000 }), scope, isPartial: fc.boolean(), nth }), {
        maxLength: 3,
      }),
      free: fc.record({
        minutes: fc.integer({ min: 1, max: 120 }),
        deduct: fc.boolean(),
        counts: fc.constantFrom<('all' | 'charged')[]>('all', 'charged'),
      }),
    },
    { requiredKeys: ['windows'] },
  )
  .map(({ windows: list, clock: ticking, cut, caps, free }) => ({
    id: 'car',
    windows: list,
    ...(ticking ? { clock: ticking } : {}),
    ...(cut ? { cut } : {}),
    ...(free ? { free: { ...free, scope: { per: 'stay' as const } } } : {}),
    ...(caps
      ? {
          caps: caps.map(
            ({ amountFen, scope: over, isPartial, nth: some }, i): Cap => ({
              id: `c${i}`,
              amountFen,
              scope: over,
              ...(isPartial ? { windows: ['w0'] } : {}),
              ...(some && (over.per === 'hours' || over.per === 'day') ? { nth: some } : {}),
            }),
          ),
        }
      : {}),
  }));

/** Tariffs the minute-stepping reference can price too. */
export const plainTariff: fc.Arbitrary<Tariff> = plan.map((only) => ({
  id: 'random',
  version: 1,
  name: { zh: '随机', en: 'Random' },
  plans: [only],
}));

/** Gives the steps of each ladder borders of their own. */
function withBorders(list: Window[], borders: readonly (Border | undefined)[]): Window[] {
  return list.map((window) => ({
    ...window,
    steps: window.steps.map((step, i) => (borders[i] ? { ...step, border: borders[i] } : step)),
  }));
}

/** Tariffs of every shape in which a longer stay never costs less. */
export const anyTariff: fc.Arbitrary<Tariff> = fc
  .tuple(
    plainTariff,
    fc.record(
      {
        border: fc.constantFrom('split' as const, 'start' as const, 'carry' as const),
        borders: fc.array(fc.constantFrom<(Border | undefined)[]>('split', 'start', 'carry', undefined), {
          minLength: 4,
          maxLength: 4,
        }),
        freeScope: scope,
        minimumFen: priceFen,
        percent: fc.integer({ min: 0, max: 150 }),
        marks: fc
          .record({
            at: fc.oneof(fc.constant('entry'), time),
            amountFen: priceFen,
            days: fc.constantFrom<DayChoice[]>(['workday'], everyDay),
            includesExit: fc.boolean(),
            nth,
          })
          .map(({ includesExit, nth: some, ...mark }) => [
            { id: 'm', ...mark, ...(mark.at === 'entry' ? {} : { includesExit, ...(some ? { nth: some } : {}) }) },
          ]),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        seconds: fc.constantFrom('count' as const, 'drop' as const),
        rounding: fc.record({
          toFen: fc.constantFrom(1, 10, 50, 100),
          mode: fc.constantFrom('up' as const, 'down' as const, 'nearest' as const),
        }),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([tariff, { borders, freeScope, ...more }, rest]) => {
    const plain = tariff.plans[0]!;
    const only = borders ? { ...plain, windows: withBorders(plain.windows, borders) } : plain;
    const free = only.free && freeScope ? { free: { ...only.free, scope: freeScope } } : {};
    return { ...tariff, ...rest, plans: [{ ...only, ...more, ...free }] };
  });
