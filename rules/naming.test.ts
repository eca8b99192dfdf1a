import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, ROOMS, root } from './source.ts';

const SUFFIXES = [
  'contract',
  'server',
  'service',
  'queries',
  'ingress',
  'jobs',
  'page',
  'view',
  'form',
  'test',
  'bench',
];
const BANNED = ['util', 'utils', 'helper', 'helpers', 'common', 'shared', 'manager', 'misc'];
const MAX_LINES = 350;
const files = [...ROOMS, 'decisions'].flatMap((room) => filesBelow(room));

test('the files of a module have a suffix that names their room', () => {
  const suffix = new RegExp(`^[a-z0-9-]+\\.(${SUFFIXES.join('|')})\\.(ts|tsx)$`);
  const wrong = files
    .filter((path) => /^modules\/[^/]+\/src\//.test(path))
    .filter((path) => {
      const [, , , ...below] = path.split('/');
      const name = below.at(-1)!;
      if (below.length === 1) return !/^(contract|server|web|edge)\.ts$/.test(name);
      return !suffix.test(name) && !/^[a-z0-9-]+\.css$/.test(name);
    })
    .map(
      (path) => `${path}: in src/ stand contract.ts, server.ts and web.ts; below it a suffix of ${SUFFIXES.join(', ')}`,
    );
  expect(wrong).toEqual([]);
});

test('a module has its sources and its migrations, nothing else', () => {
  const wrong = files
    .filter((path) => path.startsWith('modules/'))
    .filter((path) => !/^modules\/[a-z-]+\/(package\.json$|src\/|migrations\/\d{4}-[a-z0-9-]+\.sql$)/.test(path))
    .map((path) => `${path}: belongs into src/ or migrations/ (0001-what-it-does.sql)`);
  expect(wrong).toEqual([]);
});

test('no name is meaningless', () => {
  const wrong = files
    .filter((path) => path.split('/').some((part) => BANNED.includes(part.split('.')[0]!)))
    .map((path) => `${path}: name it after what it does, not ${BANNED.join(', ')}`);
  expect(wrong).toEqual([]);
});

test('files and folders are kebab-case', () => {
  const kept = /^(README|ARCHITECTURE|OFL|LICENSE)/;
  const wrong = files
    .filter((path) =>
      path
        .replace(/^modules\/[^/]+\/src\//, '')
        .split('/')
        .some((part) => !kept.test(part) && !/^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(part)),
    )
    .map((path) => `${path}: write it in kebab-case`);
  expect(wrong).toEqual([]);
});

test(`a file has at most ${MAX_LINES} lines`, () => {
  const wrong = files
    .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path) && !/\.(generated|d)\.ts$/.test(path))
    .map((path) => ({ path, lineCount: readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length }))
    .filter(({ lineCount }) => lineCount > MAX_LINES)
    .map(({ path, lineCount }) => `${path} has ${lineCount} lines: split it by what its parts are about`);
  expect(wrong).toEqual([]);
});

test('each decision has a unique number, which its title repeats', () => {
  const folder = join(root, 'decisions');
  const names = readdirSync(folder).filter((name) => /^\d{4}-.*\.md$/.test(name));
  const numbers = names.map((name) => Number(name.slice(0, 4)));
  expect(names.filter((_, index) => numbers.indexOf(numbers[index]!) !== index)).toEqual([]);
  const untitled = names.filter(
    (name, index) => !readFileSync(join(folder, name), 'utf8').startsWith(`# ${numbers[index]}. `),
  );
  expect(untitled).toEqual([]);
});
