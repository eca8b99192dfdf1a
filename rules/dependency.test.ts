import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, root } from './source.ts';

type Ranges = Readonly<Record<string, string>>;
interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}

const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const locked: Readonly<Record<string, Locked>> = read('package-lock.json').packages;
const wanted = filesBelow('')
  .filter((path) => /(^|\/)package\.json$/.test(path))
  .flatMap((path) => {
    const { dependencies, devDependencies } = read(path) as { dependencies?: Ranges; devDependencies?: Ranges };
    return Object.entries({ ...dependencies, ...devDependencies }).map(([name, range]) => ({ path, name, range }));
  })
  .filter(({ name }) => !name.startsWith('@boyun/'));

test('the lock names one version of each dependency, with its checksum', () => {
  const wrong = Object.entries(locked)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([, { version, integrity }]) => !version || !integrity?.startsWith('sha512-'))
    .map(([path]) => path);
  expect(wrong).toEqual([]);
  expect(wanted.filter(({ name }) => !locked[`node_modules/${name}`]).map(({ name }) => name)).toEqual([]);
});

test('a version before its release is named exactly: a range would let the next one in unseen', () => {
  const wrong = wanted.filter(({ range }) => range.includes('-') && !/^\d+\.\d+\.\d+-[\w.]+$/.test(range));
  expect(wrong.map(({ path, name, range }) => `${path}: ${name} ${range}`)).toEqual([]);
  const early = wanted.filter(
    ({ name, range }) => locked[`node_modules/${name}`]?.version?.includes('-') && !range.includes('-'),
  );
  expect(early.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});

test('packages ask for a dependency by one range', () => {
  const ranges = Map.groupBy(wanted, ({ name }) => name);
  const wrong = [...ranges].filter(([, all]) => new Set(all.map(({ range }) => range)).size > 1);
  expect(wrong.map(([name, all]) => `${name}: ${[...new Set(all.map(({ range }) => range))].join(', ')}`)).toEqual([]);
});
