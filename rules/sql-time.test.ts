import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { filesBelow, placeOf, root, type Source, sources, walk } from './source.ts';

/**
 * The files whose SQL asks PostgreSQL for the time, each with its reason. Everything else gives the time of the clock as a parameter, so that
 * it holds whatever the clock of the product, or of a test, shows.
 */
const DATABASE_TIME: Readonly<Record<string, string>> = {
  'apps/server/database/backup.ts': 'a backup is of the moment at which the database took its snapshot',
  'kernel/server/lease.ts':
    'the clocks of the processes that share leases may differ; the one of their database decides',
  'kernel/server/consumer-position.ts': 'the database notes when an event was claimed, and measures from then',
  'kernel/server/migration.ts': 'notes for people when a migration was applied, before the product has a clock',
  'modules/devices/migrations/0008-magnetic.sql': 'its rows are made by the migration, which is given no time',
  'apps/server/partition.test.ts': 'measures how long a lock was waited for, from when PostgreSQL noted it',
  'apps/server/two-processes.test.ts': 'compares with times that leases and the queue took from the database',
  'rules/sql-time.test.ts': 'tries the finders',
};

const DATABASE_CLOCK =
  /(?<![.\w])(now|(clock|statement|transaction)_timestamp|timeofday)\s*\(\s*\)|\bcurrent_(date|time|timestamp)\b|\blocaltimestamp\b/i;

/** Places where the SQL in strings of a file asks PostgreSQL for the time. */
function databaseTimes(source: Source): string[] {
  if (!DATABASE_CLOCK.test(source.text)) return [];
  const found: string[] = [];
  const look = (text: string, start: number) => {
    for (const { index } of text.matchAll(new RegExp(DATABASE_CLOCK, 'gi'))) found.push(placeOf(source, start + index));
  };
  walk(source, (node) => {
    const isText = node.type === 'TemplateElement' || (node.type === 'Literal' && typeof node.value === 'string');
    if (isText) look(source.text.slice(node.start, node.end as number), node.start);
  });
  return found;
}

/** Returns the migrations that no dump names, as paths: those of dumps are never changed. */
function openMigrations(): string[] {
  const frozen = new Set(
    filesBelow('upgrade/dumps')
      .filter((path) => path.endsWith('.json'))
      .flatMap((path) => JSON.parse(readFileSync(join(root, path), 'utf8')).migrations as { readonly name: string }[])
      .map(({ name }) => name),
  );
  return [...filesBelow('kernel/server/migrations'), ...filesBelow('modules')].filter((path) => {
    const [, owner, file] = /^(?:modules\/)?([^/]+)\/(?:server\/)?migrations\/([^/]+\.sql)$/.exec(path) ?? [];
    return file !== undefined && !frozen.has(`${owner}/${file}`);
  });
}

/** Places where a migration asks PostgreSQL for the time, outside its comments. */
function timesOfMigration(path: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (DATABASE_CLOCK.test(line.replace(/--.*/, '')) ? [`${path}:${index + 1}`] : []));
}

test('SQL takes the time from a parameter', () => {
  const using = [
    ...sources()
      .filter(({ path }) => !path.startsWith('bench/'))
      .map((source) => ({ path: source.path, places: databaseTimes(source) })),
    ...openMigrations().map((path) => ({
      path,
      places: timesOfMigration(path, readFileSync(join(root, path), 'utf8')),
    })),
  ].filter((one) => one.places.length > 0);
  const wrong = using
    .filter((one) => !(one.path in DATABASE_TIME))
    .flatMap((one) => one.places)
    .map(
      (place) =>
        `${place}: give the time as a parameter, from tx.now or the clock (in a test: product.kernel.clock), or add the file with its reason to DATABASE_TIME of this test`,
    );
  const idle = Object.keys(DATABASE_TIME)
    .filter((path) => !using.some((one) => one.path === path))
    .map((path) => `${path} asks PostgreSQL for the time no more: take it off the list`);
  expect([...wrong, ...idle]).toEqual([]);
});

test('the finders work', () => {
  const asking =
    "a('select now()'); b(`x < ${now()} and\n y > clock_timestamp() - z`); now(); c('current_date, LOCALTIMESTAMP');";
  const asked: Source = { path: 'x.ts', text: asking, imports: [], parsed: parseSync('x.ts', asking) };
  expect(databaseTimes(asked)).toEqual(['x.ts:1', 'x.ts:2', 'x.ts:2', 'x.ts:2']);
  const migration = '-- now() in a comment\nselect now ();\nselect known, current_dates;';
  expect(timesOfMigration('m.sql', migration)).toEqual(['m.sql:2']);
});
