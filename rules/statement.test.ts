import { rowKey } from '@boyun/kernel/server';
import { addressOf, BARE_TEMPLATE } from '@boyun/test-server/template';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { placeOf, sources } from './source.ts';
import { type Column, describeStatement } from './statement-column.ts';
import { type Declared, type ShapedStatement, StatementReader } from './statement-shape.ts';

const { builtins } = pg.types;

/** What the driver makes of the types of columns; those of arrays and JSON are not compared. */
const KINDS: ReadonlyMap<number, Declared> = new Map<number, Declared>([
  ...[builtins.INT2, builtins.INT4, builtins.INT8, builtins.FLOAT4, builtins.FLOAT8, builtins.NUMERIC].map(
    (type) => [type, 'number'] as const,
  ),
  ...[builtins.TEXT, builtins.VARCHAR, builtins.UUID, builtins.DATE].map((type) => [type, 'string'] as const),
  [builtins.BOOL, 'boolean'],
  [builtins.TIMESTAMPTZ, 'Date'],
]);

let client: pg.Client;
const statements = new StatementReader(
  sources().filter(({ path }) => /^(kernel|modules)\//.test(path) && !/\.(test|bench)\.tsx?$/.test(path)),
).statements();

beforeAll(async () => {
  client = new pg.Client({ connectionString: addressOf(inject('databaseUrl'), BARE_TEMPLATE) });
  await client.connect();
});
afterAll(() => client?.end());

/** What is wrong with a statement: PostgreSQL refuses it, or a member of the row type is missing or of another type. */
async function faultsOf({ text, members }: ShapedStatement): Promise<string[]> {
  let columns: Column[];
  try {
    columns = await describeStatement(client, text);
  } catch (error) {
    return [(error as Error).message];
  }
  const byName = new Map(columns.map((one) => [rowKey(one.name), one]));
  return [...(members ?? [])].flatMap(([name, declared]) => {
    const column = byName.get(name);
    if (!column) return [`the row type has "${name}", the columns are ${[...byName.keys()].join(', ')}`];
    const kind = KINDS.get(column.dataTypeID);
    const differs = kind !== undefined && declared !== 'other' && declared !== kind;
    return differs ? [`"${name}" is declared as ${declared}, the column gives ${kind}`] : [];
  });
}

test('statements fit the schema, and their columns the row types they are read as', async () => {
  expect(statements.length).toBeGreaterThan(1500);
  expect(statements.filter((one) => one.members).length).toBeGreaterThan(850);
  const wrong: string[] = [];
  for (const one of statements)
    for (const fault of await faultsOf(one)) wrong.push(`${placeOf(one.source, one.start)}: ${fault}`);
  expect(wrong).toEqual([]);
});

test.each([
  ['a column that is not there', 'select no_such_column from tenant', 'number', /no_such_column/],
  ['a member without a column', 'select id as other from tenant', 'number', /the row type has "id"/],
  [
    'a member of another type',
    'select name as id from tenant',
    'number',
    /declared as number, the column gives string/,
  ],
] as const)('the check finds %s', async (_, text, declared, fault) => {
  const faults = await faultsOf({ source: sources()[0]!, start: 0, text, members: new Map([['id', declared]]) });
  expect(faults).toEqual([expect.stringMatching(fault)]);
});

test('no alias repeats the key that the name of the column gives', () => {
  const wrong = sources()
    .filter(({ path }) => /^(kernel|modules|simulator)\//.test(path) && !/\.test\.tsx?$/.test(path))
    // Rows that the queue's own connection reads keep the names of columns.
    .filter(({ path }) => path !== 'kernel/server/job-outbox.ts')
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\b([a-z]\w*_\w+) as "(\w+)"/g)]
        .filter(([, column, alias]) => rowKey(column!) === alias && !new RegExp(`(?<!as )"${alias}"`).test(text))
        .map(([alias]) => `${path}: ${alias}`),
    );
  expect(wrong).toEqual([]);
});
