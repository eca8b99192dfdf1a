import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { placeOf, type Source, sources, walk } from './source.ts';

const CLOCKS = ['kernel/server/clock.ts', 'kernel/web/now.ts'];
const isOutsideProduct = (path: string) =>
  /\.(test|bench)\.tsx?$/.test(path) ||
  path === 'apps/server/test-server.ts' ||
  /^(bench|journeys|rules|apps\/launch)\//.test(path);

/**
 * The files that may see all tenants at once, each with its reason. Everything else works inside `inTenant`, where
 * row-level security stands behind it.
 */
const ACROSS_TENANTS: Readonly<Record<string, string>> = {
  'kernel/server/database.ts': 'makes the roles',
  'kernel/server/consumer.ts': 'projections and reactions read the event log of all tenants',
  'kernel/server/live.ts': 'one feed of events serves the listeners of all tenants',
};

/** Places where a file asks the time by itself. */
function clockReads(source: Source): string[] {
  const found: string[] = [];
  walk(source, (node) => {
    const callee = node.callee as { type?: string; name?: string } | undefined;
    const isDate = callee?.type === 'Identifier' && callee.name === 'Date';
    const isNew = node.type === 'NewExpression' && isDate && (node.arguments as unknown[]).length === 0;
    const isCalled = node.type === 'CallExpression' && isDate;
    if (isNew || isCalled || isMember(node, ['Date'], ['now'])) found.push(placeOf(source, node.start));
  });
  return found;
}

/** Places where a file steps out of the tenant. */
function systemUses(source: Source): string[] {
  const found: string[] = [];
  walk(source, (node) => {
    const isRole = isMember(node, ['database'], ['system', 'connect']) || isMember(node, null, ['inSystem']);
    if (isRole) found.push(placeOf(source, node.start));
    if (node.type === 'Property' && (node.key as { name?: string }).name === 'inSystem')
      found.push(placeOf(source, node.start));
  });
  return found;
}

/** Whether a node reads one of `names` from an object called one of `objects` (`database`, `this.#database`, `kernel.database`). */
function isMember(
  node: { type: string; [key: string]: unknown },
  objects: readonly string[] | null,
  names: readonly string[],
) {
  if (node.type !== 'MemberExpression') return false;
  const property = node.property as { name?: string };
  const object = node.object as { name?: string; property?: { name?: string } };
  const called = object.name ?? object.property?.name ?? '';
  return names.includes(property.name ?? '') && (objects === null || objects.includes(called));
}

test('only the clock knows the time', () => {
  const wrong = sources()
    .filter((source) => !CLOCKS.includes(source.path) && !isOutsideProduct(source.path))
    .flatMap(clockReads)
    .map(
      (place) => `${place}: take the time from tx.now or the clock you are given (on a page: now() of the web kernel)`,
    );
  expect(wrong).toEqual([]);
});

test('only a short list of files sees all tenants', () => {
  const using = sources()
    .filter((source) => !isOutsideProduct(source.path))
    .map((source) => ({ path: source.path, places: systemUses(source) }))
    .filter((one) => one.places.length > 0);
  const wrong = using
    .filter((one) => !(one.path in ACROSS_TENANTS))
    .map((one) => `${one.places[0]}: work in inTenant, or add the file with its reason to ACROSS_TENANTS of this test`);
  const idle = Object.keys(ACROSS_TENANTS)
    .filter((path) => !using.some((one) => one.path === path))
    .map((path) => `${path} needs the system role no more: take it off the list`);
  expect([...wrong, ...idle]).toEqual([]);
});

test('nothing is exported wholesale', () => {
  const wrong = sources().flatMap((source) =>
    source.parsed.module.staticExports
      .filter((one) => one.entries.some((entry) => /^All/.test(String(entry.importName.kind))))
      .map((one) => `${placeOf(source, one.start)}: name what you export instead of export *`),
  );
  expect(wrong).toEqual([]);
});

test('no note says that something is to be done later', () => {
  const wrong = sources()
    .filter((source) => source.path !== 'rules/forbidden.test.ts')
    .flatMap((source) =>
      source.parsed.comments
        .filter((one) => /\b(TODO|FIXME|XXX|HACK)\b/.test(one.value))
        .map((one) => `${placeOf(source, one.start)}: do it now or open an issue`),
    );
  expect(wrong).toEqual([]);
});

test('every file can be parsed', () => {
  const wrong = sources().flatMap((source) => source.parsed.errors.map((error) => `${source.path}: ${error.message}`));
  expect(wrong).toEqual([]);
});

test('the finders find', () => {
  const text = `new Date(); new Date(0); Date.now(); kernel.database.system('x'); this.#database.inSystem(f); database.connect();`;
  const parsed = parseSync('x.ts', text);
  const source: Source = { path: 'x.ts', text, lineCount: 1, imports: [], parsed };
  expect(clockReads(source)).toHaveLength(2);
  expect(systemUses(source)).toHaveLength(3);
});
