import { statSync } from 'node:fs';
import { endured } from '@boyun/test-server/endurance';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';

/** Rows of the small and of the large export. */
const [FEW, MANY] = [endured(2000, 20_000), endured(20_000, 200_000)];

let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  user = await server.newTenant();
});
afterAll(() => server?.stop());

function fill(from: number, to: number) {
  const { clock, database } = server.product.kernel;
  return database.system(
    `insert into area (tenant_id, id, version, created_at, updated_at, name, remark)
     select $1, gen_random_uuid(), 1, $4, $4, 'n' || i, md5(i::text) from generate_series($2::int, $3::int) as i`,
    [user.tenantId, from, to, clock.now()],
  );
}

/** How an export read its rows and wrote its file. */
interface Exported {
  /** Rows asked for in each batch that was read from a cursor. */
  readonly batches: readonly number[];
  /** Statements that read the rows by other ways than a cursor or counting them. */
  readonly others: readonly string[];
  /** Bytes in the file when the last batch was asked for. */
  readonly writtenBefore: number;
  readonly bytes: Buffer;
}

/** Exports all areas, and watches the statements and the file meanwhile. */
async function exportAll(format: 'csv' | 'xlsx'): Promise<Exported> {
  const { database, files } = server.product.kernel;
  const { newDraft } = files;
  let draft = '';
  let writtenBefore = 0;
  const batches: number[] = [];
  const others: string[] = [];
  files.newDraft = async () => {
    draft = await newDraft.call(files);
    return draft;
  };
  database.trace = (text) => {
    const [, rows] = /^fetch forward (\S+)/.exec(text) ?? [];
    if (rows !== undefined) {
      batches.push(Number(rows));
      writtenBefore = statSync(draft, { throwIfNoEntry: false })?.size ?? 0;
    } else if (/\bfrom area\b/.test(text) && !/^(declare|select count\()/.test(text)) others.push(text);
  };
  onTestFinished(stopWatching);
  function stopWatching() {
    database.trace = undefined;
    files.newDraft = newDraft;
  }
  const { data, message } = await user.call('/api/area/export', { QueryAll: true, Format: format });
  stopWatching();
  expect(message).toBe('');
  return { batches, others, writtenBefore, bytes: Buffer.from(await (await fetch(server.url + data)).arrayBuffer()) };
}

test('ten times the rows are exported once each, in as small batches, each written before the next is read', async () => {
  await fill(1, FEW);
  const small = await exportAll('xlsx');
  await fill(FEW + 1, MANY);
  const [large, text] = [await exportAll('xlsx'), await exportAll('csv')];
  const [batchRows] = small.batches;
  expect(batchRows).toBeLessThanOrEqual(1000);
  for (const [count, { batches, others }] of [[FEW, small] as const, [MANY, large] as const, [MANY, text] as const]) {
    // The last batch is the one that is not full.
    expect(batches).toEqual(Array(Math.floor(count / batchRows!) + 1).fill(batchRows));
    expect(others).toEqual([]);
  }
  expect(large.bytes.length).toBeGreaterThan(small.bytes.length * 8);
  // What waits in buffers is little beside what is in the file.
  for (const { writtenBefore, bytes } of [large, text]) expect(writtenBefore).toBeGreaterThan(bytes.length / 2);

  const lines = text.bytes.toString('utf8').trim().split('\r\n').slice(1);
  expect([lines.length, new Set(lines.map((line) => line.split(',')[0])).size]).toEqual([MANY, MANY]);
});

test('pages in the middle of an export equal those of the list', async () => {
  const body = { Sort: 'name', StartPage: 3, EndPage: 5, PerPage: 20, Format: 'csv' };
  const { data } = await user.call('/api/area/export', body);
  const text = await (await fetch(server.url + data)).text();
  const names = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0]);
  const shown: string[] = [];
  for (const Page of [3, 4, 5]) {
    const answer = await user.call('/api/area/list', { Sort: 'name', Page, PerPage: 20 });
    shown.push(...answer.data.Rows.map((row: { Name: string }) => row.Name));
  }
  expect(names).toEqual(shown);
});
