import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { readContracts } from './module-door.ts';
import { root, sources } from './source.ts';

const contracts = await readContracts();
const files = sources().filter(({ path }) => /^(modules|kernel)\/.*(?<!\.test)\.ts$/.test(path));
const declaring = files.filter(({ path }) => /-event\.contract\.ts$|^kernel\/contract\/task\.ts$/.test(path));

/** Every declaration with the name it is exported by; `states` are the two events of a thing with heartbeats. */
const declared = (
  await Promise.all(
    declaring.map(async ({ path, text }) => {
      const values = (await import(pathToFileURL(join(root, path)).href)) as Record<string, { kind: string }>;
      return [...text.matchAll(/^export const (\w+) = (?:event\(|actEvent\(|states\.)/gm)].map(([, name]) => ({
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
  const rows = contracts.flatMap((one) => one.resources).flatMap((one) => Object.values(one.events));
  const kinds = [...declared.map(({ type }) => type.kind), ...rows.map(({ kind }) => kind)];
  expect(kinds.filter((kind, place) => kinds.indexOf(kind) !== place)).toEqual([]);
  expect(listed.size).toBe(declared.length);
});

test('every declared event is emitted', () => {
  const emitting = files.filter(
    ({ path, text }) =>
      !/\.contract\.ts$|^kernel\/contract/.test(path) && /\bemit\w*[(<]|record(Change)?\(|\bretry\(/.test(text),
  );
  const code = emitting.map(({ text }) => text.replaceAll(/^import [^;]*;/gm, '')).join('\n');
  const unused = declared.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(code));
  expect(unused.map(({ path, name }) => `${path}: ${name} is never emitted`)).toEqual([]);
});

test('what is emitted is declared', () => {
  const wrong = sources().filter(
    ({ path, text }) =>
      !path.endsWith('.test.ts') &&
      /\bemit\(\{|\btype: \{ ?kind:/.test(text.replaceAll(/\s+/g, ' ').replaceAll('( {', '({')),
  );
  expect(wrong.map(({ path }) => `${path}: emit a declared event`)).toEqual([]);
});

test('what is published of an event are its fields, or values computed from them', () => {
  const wrong = contracts
    .flatMap((one) => one.events)
    .flatMap((type) =>
      Object.keys(type.publishedAs?.fields ?? {})
        .filter((key) => !(key in type.fields) && !type.publicValues)
        .map((key) => `${type.kind}: ${key}`),
    );
  expect(wrong).toEqual([]);
});

test('each placeholder of a notice is declared', () => {
  const wrong = contracts
    .flatMap((one) => one.events)
    .flatMap(({ kind, push }) =>
      [push?.title, push?.body]
        .flatMap((text) => [...`${text?.zh} ${text?.en}`.matchAll(/\{(\w+)\}/g)].map((one) => one[1]!))
        .filter((name) => !(name in push!.placeholders))
        .map((name) => `${kind}: {${name}}`),
    );
  expect(wrong).toEqual([]);
});

test('no code writes the kinds of events in lists, statements and comparisons of its own: it names their declarations', () => {
  const kinds = new Set(
    contracts
      .flatMap((one) => [...one.events, ...one.resources.flatMap(({ events }) => Object.values(events))])
      .map(({ kind }) => kind),
  );
  const code = sources().filter(({ path }) =>
    /^(modules|kernel|apps)\/.*\.(service|server|queries|jobs|ingress|page|view|form)\.tsx?$|^modules\/\w+\/src\/server\.ts$/.test(
      path,
    ),
  );
  const wrong = code.flatMap(({ path, text }) =>
    [
      ...[...text.matchAll(/\[([^[\]`]*)\]/g)].flatMap((one) => [...one[1]!.matchAll(/'([^']+)'/g)]),
      ...[...text.matchAll(/\bkind (?:=|<>|in) \(?((?:\s*'[^']+',?)+)/g)].flatMap((one) => [
        ...one[1]!.matchAll(/'([^']+)'/g),
      ]),
      ...text.matchAll(/\.kind [!=]== '([^']+)'/g),
    ]
      .filter((one) => kinds.has(one[1]!))
      .map((one) => `${path}: ${one[1]}`),
  );
  expect(wrong).toEqual([]);
});
