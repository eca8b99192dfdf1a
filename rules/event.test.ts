import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { readContracts } from './module-door.ts';
import { root, sources } from './source.ts';

/** Modules whose emitters still name kinds of events in texts; the list only gets shorter. */
const UNTYPED = ['feedback', 'replays'];

const contracts = await readContracts();
const files = sources().filter(({ path }) => /^modules\/.*(?<!\.test)\.ts$/.test(path));
const declaring = files.filter(({ path }) => /-event\.contract\.ts$/.test(path));

/** Every declaration with the name it is exported by. */
const declared = (
  await Promise.all(
    declaring.map(async ({ path, text }) => {
      const values = (await import(pathToFileURL(join(root, path)).href)) as Record<string, { kind: string }>;
      return [...text.matchAll(/^export const (\w+) = (?:event|actEvent)\(/gm)].map(([, name]) => ({
        path,
        name: name!,
        type: values[name!]!,
      }));
    }),
  )
).flat();

test('every declared event is listed in the contract of its module, each kind once', () => {
  const listed = new Set<unknown>(contracts.flatMap((one) => one.events));
  expect(declared.filter(({ type }) => !listed.has(type)).map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  const kinds = declared.map(({ type }) => type.kind);
  expect(kinds.filter((kind, place) => kinds.indexOf(kind) !== place)).toEqual([]);
  expect(listed.size).toBe(declared.length);
});

test('every declared event is emitted', () => {
  const emitting = files.filter(
    ({ path, text }) => !path.endsWith('.contract.ts') && /\bemit\w*[(<]|record(Change)?\(/.test(text),
  );
  const code = emitting.map(({ text }) => text.replaceAll(/^import [^;]*;/gm, '')).join('\n');
  const unused = declared.filter(({ name, type, path }) => {
    const isNamed = new RegExp(`\\b${name}\\b`).test(code);
    const isUntyped = UNTYPED.some((module) => path.startsWith(`modules/${module}/`));
    return (
      !isNamed && !(isUntyped && (code.includes(`'${type.kind}'`) || code.includes(`\`${type.kind.split('.')[0]}.$`)))
    );
  });
  expect(unused.map(({ path, name }) => `${path}: ${name} is never emitted`)).toEqual([]);
});

test('what is emitted is declared', () => {
  const wrong = files.filter(
    ({ path, text }) =>
      /\.emit\(\{/.test(text.replaceAll(/\s+/g, '')) &&
      !UNTYPED.some((module) => path.startsWith(`modules/${module}/`)),
  );
  expect(wrong.map(({ path }) => `${path}: emit a declared event`)).toEqual([]);
});
