import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Slots } from '@boyun/kernel/contract';
import { listKinds } from '@boyun/lists/contract';
import { listKindSlot } from '@boyun/lists/server';
import { modules } from '@boyun/server/modules';
import { expect, test } from 'vitest';
import { readContracts } from './module-door.ts';
import { root, type Source, sources } from './source.ts';

const product = sources().filter(({ path }) => /^(domain|kernel|modules|apps)\//.test(path));
/** What decides and writes: neither tests, nor pages, which only show a value. */
const code = product.filter(({ path }) => /\.ts$/.test(path) && !/\.(test|bench|view|form|page)\.ts$/.test(path));
const declaring = code.filter(({ path }) => /\.contract\.ts$|^domain\/|^kernel\/contract\//.test(path));

/** Values that people choose and no code compares: they sort, name, or select a rule that somebody wrote. */
const CHOSEN: Readonly<Record<string, string>> = {
  'pattern simplePassword': 'decision 102',
  'pattern strongPassword': 'decision 102',
  'pattern notRepeatedDigit': 'decision 102',
  'pattern landline': 'decision 102',
  'pattern idCard': 'the product takes no identity card',
  'pattern temporaryPlate': 'temporary plates are issued, never typed',
  'usualSpotKinds accessible': 'bindings and plans name kinds of spots',
  'usualSpotKinds rented': 'bindings and plans name kinds of spots',
  'SpotKind accessible': 'bindings and plans name kinds of spots',
  'SpotKind rented': 'bindings and plans name kinds of spots',
  'ScreenLayout v2': 'screens are laid out by it',
  'LcdLook dawn': 'style sheets draw it',
  'ScreenCard forecast': 'screens leave it out by themselves',
  'CustomerChannel chat': 'the address of a shared link names it',
  'JobKind cloud-attendant': 'SQL chooses the landing page',
  'JobKind booth-attendant': 'SQL chooses the landing page',
  'JobKind customer-service': 'SQL chooses the landing page',
  'ShareChannel chat': 'where a poster was shared is counted',
  'FeedbackKind suggestion': 'feedback is sorted by it',
  'PaymentPurpose pack-refund': 'the name is put together',
  'PaymentPurpose card-refund': 'the name is put together',
  'PaymentPurpose unit-refund': 'the name is put together',
  'PaymentPurpose merchant-refund': 'the name is put together',
  'PaymentPurpose shared-stay-refund': 'the name is put together',
  'PaymentPurpose tenant-bill-refund': 'the name is put together',
  'PaymentPurpose unidentified-refund': 'the name is put together',
};

interface Table {
  readonly name: string;
  readonly source: Source;
  readonly keys: readonly string[];
}

/** A table of values with their words: `{ open: { zh, en }, … }`. */
function isTable(value: unknown): value is Readonly<Record<string, object>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.values(value);
  return (
    entries.length > 1 &&
    entries.every(
      (one) => typeof one === 'object' && one && 'zh' in one && 'en' in one && !('kind' in one) && !('code' in one),
    )
  );
}

async function tables(): Promise<Table[]> {
  const found = await Promise.all(
    declaring.map(async (source) => {
      const values = (await import(pathToFileURL(join(root, source.path)).href)) as Record<string, unknown>;
      return Object.entries(values)
        .filter(([name, value]) => isTable(value) && source.text.includes(`export const ${name}`))
        .map(([name, value]) => ({ name, source, keys: Object.keys(value as object) }));
    }),
  );
  return found.flat();
}

/** Whether code names a value, other than where it gets its words. */
function isNamed(key: string, { name, source }: Table): boolean {
  const word = key.replaceAll(/[-/.]/g, '\\$&');
  const use = new RegExp(`['"\`]${word}['"\`]|\\.${word}\\b|\\b${word}:(?! \\{ ?(?:zh|label))`);
  const own = new RegExp(`export const ${name}\\b[\\s\\S]*?\\n}[^\\n]*;`);
  return code.some((one) => use.test(one === source ? one.text.replace(own, '') : one.text));
}

test('code writes or compares every value of a declared choice', async () => {
  const all = await tables();
  expect(all.length).toBeGreaterThan(100);
  const dead = all.flatMap((table) =>
    table.keys.filter((key) => !isNamed(key, table)).map((key) => `${table.name} ${key}`),
  );
  expect(
    dead.filter((one) => !(one in CHOSEN)),
    'make it work or remove it; a value that only people choose is listed in CHOSEN',
  ).toEqual([]);
  expect(Object.keys(CHOSEN).filter((one) => !dead.includes(one))).toEqual([]);
});

test('a gate asks every kind of list that is declared', async () => {
  const contracts = new Slots(await readContracts());
  const servers = new Slots(modules.map(({ contract, slots }) => ({ name: contract.name, slots })));
  const asked = new Set(servers.all(listKindSlot).map(({ kind }) => kind.name));
  const idle = contracts.all(listKinds).filter(({ name }) => !asked.has(name));
  expect(idle.map(({ name }) => `${name}: fill listKindSlot, or remove the kind`)).toEqual([]);
});

test('a permission that guards no call is asked for by code', async () => {
  const contracts = await readContracts();
  const idle = contracts
    .flatMap((one) => one.permissions)
    .filter(({ name }) => {
      const constant = new RegExp(`export const (\\w+) = permission\\(\\s*'${name.replaceAll('.', '\\.')}'`);
      const declared = product.map(({ text }) => constant.exec(text)?.[1]).find(Boolean);
      const use = new RegExp(`'${name}'${declared ? `|\\b${declared}\\b` : ''}`);
      return !product.some(
        ({ path, text }) =>
          !/contract\.ts$|\.test\.tsx?$/.test(path) && use.test(text.replaceAll(/^import [^;]*;/gm, '')),
      );
    });
  expect(idle.map(({ name }) => `${name} is granted and never asked for`)).toEqual([]);
});

test('the product reads every setting of a tenant', async () => {
  const save = (await readContracts())
    .flatMap((one) => one.operations)
    .find((one) => one.name === 'save-tenant-setting');
  const outside = product.filter(({ path }) => !/tenant-setting|\.test\.tsx?$/.test(path));
  const idle = Object.keys(save!.input)
    .filter((key) => key !== 'version')
    .filter((key) => {
      const snake = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return !outside.some(({ text }) => new RegExp(`\\b(${key}|${snake})\\b`).test(text));
    });
  expect(idle).toEqual([]);
});
