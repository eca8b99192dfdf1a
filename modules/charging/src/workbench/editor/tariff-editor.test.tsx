import { type Tariff, tariffJsonSchema, tariffTemplate } from '@boyun/domain/fee';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { emptyTariff } from './edit-tariff.view.ts';
import { historyOf } from './history.view.ts';
import { TariffEditor } from './tariff-editor.view.tsx';

/** The paths for which the editor has controls, over all its plans and periods. */
function controlled(tariff: Tariff): Set<string> {
  const paths = new Set<string>();
  for (const wanted of tariff.plans.flatMap((plan, i) =>
    plan.windows.length === 0 ? [`plans.${i}`] : plan.windows.map((_, j) => `plans.${i}.windows.${j}`),
  )) {
    const markup = renderToStaticMarkup(
      createElement(TariffEditor, {
        history: historyOf(tariff),
        onHistory: () => undefined,
        inForce: null,
        examples: [],
        zone: 'Asia/Shanghai',
        shownAtFirst: wanted,
      }),
    );
    for (const [, path] of markup.matchAll(/data-path="([^"]+)"/g)) paths.add(path!);
  }
  return paths;
}

/** Paths of all values of a tariff; a list of words counts as one value. */
function leavesOf(tree: unknown, path = ''): string[] {
  if (typeof tree !== 'object' || tree === null) return [path];
  if (Array.isArray(tree) && tree.every((one) => typeof one !== 'object')) return [path];
  return Object.entries(tree).flatMap(([key, value]) => leavesOf(value, path === '' ? key : `${path}.${key}`));
}

// Generated rather than edited: ids of windows, caps and marks, and the version assigned by the server.
const isMade = (path: string) => /(^|\.)(id|version)$/.test(path);

/** The generic form of a path: 'plans.#.free.minutes'. */
const kindOf = (path: string) => path.replace(/\.\d+(?=\.|$)/g, '.#');

test('a read-only tariff offers no editing controls', () => {
  const markup = renderToStaticMarkup(
    createElement(TariffEditor, {
      history: historyOf(everything),
      onHistory: () => undefined,
      isReadOnly: true,
      inForce: null,
      examples: [],
      zone: 'Asia/Shanghai',
    }),
  );
  const edited = markup.slice(markup.indexOf('class="te-edit"'), markup.indexOf('class="te-live"'));
  const buttons = [...edited.matchAll(/<button[^>]*class="ant-btn[^>]*>/g)].map(([tag]) => tag);
  expect(buttons.length).toBeGreaterThan(5);
  expect(buttons.filter((tag) => !tag.includes(' disabled'))).toEqual([]);
});

describe('every value has a control', () => {
  test.each(tariffTemplate.map((one) => [one.id, one.tariff] as const))('of %s', (_, tariff) => {
    const paths = controlled(tariff);
    expect(leavesOf(tariff).filter((path) => !isMade(path) && !paths.has(path))).toEqual([]);
  });

  test('of everything the schema knows', () => {
    const paths = new Set([...controlled(everything)].map(kindOf));
    const known = fieldsOf(tariffJsonSchema() as Schema);
    expect(known.length).toBeGreaterThan(60);
    // The tariff below has a value for every field of the schema, so a missing field is detected here.
    expect(known.filter((path) => !isMade(path) && leavesOf(everything).every((one) => kindOf(one) !== path))).toEqual(
      [],
    );
    expect(known.filter((path) => !isMade(path) && !paths.has(path))).toEqual([]);
  });
});

interface Schema {
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

function fieldsOf(schema: Schema, path = ''): string[] {
  const join = (key: string) => (path === '' ? key : `${path}.${key}`);
  const choices = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  if (choices.some((one) => one.properties)) {
    const inner = choices.flatMap((one) => (one.properties ? fieldsOf(one, path) : [path]));
    return [...new Set(inner)];
  }
  if (schema.properties) return Object.entries(schema.properties).flatMap(([key, one]) => fieldsOf(one, join(key)));
  if (schema.items?.properties) return fieldsOf(schema.items, join('#'));
  return [path];
}

const name = { zh: '名', en: 'Name' };
const season = { from: '06-01', to: '08-31' };
const perHours = { per: 'hours', hours: 24 } as const;
const perDay = { per: 'day', days: 2, startsAt: '06:00' } as const;

/** A tariff that uses every field, including each kind of scope. */
const everything: Tariff = {
  ...emptyTariff(name),
  currency: 'SGD',
  seconds: 'drop',
  versionBy: 'exit',
  linking: { by: 'gap', minutes: 60 },
  rounding: { toFen: 100, mode: 'up' },
  plans: [perHours, perDay].map((scope, i) => ({
    id: `plan-${i}`,
    name,
    when: {
      vehicleKinds: ['large'],
      plateColors: [5],
      spotKinds: ['ev'],
      entryDays: ['workday'],
      season,
      enteredBetween: { from: '17:00', to: '22:00' },
      atMostMinutes: 120,
      leftBy: { at: '24:00', nth: 2 },
    },
    free: { minutes: 15, deduct: true, scope, counts: 'charged', sharing: 'once' },
    windows: [
      {
        id: 'day',
        name,
        from: '08:00',
        to: '20:00',
        days: ['workday'],
        season,
        steps: [
          { upToMinutes: 60, unitMinutes: 30, priceFen: 100, part: 'share', border: 'start' },
          { upToMinutes: 90, unitMinutes: 30, priceFen: 100, finishesUnit: true },
          { upToUnits: 5, unitMinutes: 30, priceFen: 100 },
          { unitMinutes: 30, priceFen: 200, part: { fromMinutes: 15 } },
        ],
      },
    ],
    clock: { counts: 'window', restart: scope },
    border: 'carry',
    cut: scope,
    caps: [{ id: 'cap', name, amountFen: 3000, scope, windows: ['day'], isShared: true, nth: { from: 1, to: 2 } }],
    whole: { hours: 24, amountFen: 5000, rest: 'continue' },
    marks: [
      {
        id: 'mark',
        name,
        at: '02:00',
        amountFen: 1000,
        days: ['workday'],
        includesExit: true,
        nth: { from: 2, to: 3 },
      },
    ],
    minimumFen: 100,
    percent: 50,
  })),
};
