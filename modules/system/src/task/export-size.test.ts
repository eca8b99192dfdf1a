import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { endured } from '@boyun/test-server/endurance';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

/** Rows of the small and of the large export. */
const [FEW, MANY] = [endured(5000, 20_000), endured(50_000, 200_000)];

let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  user = await server.newTenant();
});
afterAll(() => server?.stop());

const fill = (from: number, to: number) =>
  server.product.kernel.database.system(
    `insert into area (tenant_id, id, version, created_at, updated_at, name, remark)
     select $1, gen_random_uuid(), 1, now(), now(), 'n' || i, md5(i::text) from generate_series($2::int, $3::int) as i`,
    [user.tenantId, from, to],
  );

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Batches of rows between two looks at the memory. */
const BATCHES = 4;

/** Exports everything; returns the peak of the process's memory without garbage, and the file. */
async function exportAll(format: 'csv' | 'xlsx') {
  const { database } = server.product.kernel;
  let highest = 0;
  let looks = 0;
  const look = () => {
    const began = performance.now();
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    highest = Math.max(highest, heapUsed + external);
    looks += 1;
    return performance.now() - began;
  };
  // As often as rows are read, on whatever machine; and beside that now and then, which takes a fifth of the time.
  let fetched = 0;
  database.trace = (text) => {
    if (text.startsWith('fetch forward') && fetched++ % BATCHES === 0) look();
  };
  let timer: NodeJS.Timeout;
  const lookAgain = () => {
    timer = setTimeout(lookAgain, look() * 4);
  };
  lookAgain();
  const { data, message } = await user.call('/api/area/export', { QueryAll: true, Format: format });
  clearTimeout(timer!);
  database.trace = undefined;
  expect(message).toBe('');
  expect(looks).toBeGreaterThan(2);
  return { highest, bytes: Buffer.from(await (await fetch(server.url + data)).arrayBuffer()) };
}

test('ten times the rows are exported once each, in no more memory', async () => {
  await fill(1, FEW);
  await exportAll('xlsx');
  const small = await exportAll('xlsx');
  await fill(FEW + 1, MANY);
  const large = await exportAll('xlsx');
  expect(large.bytes.length).toBeGreaterThan(small.bytes.length * 8);
  expect(large.highest / small.highest).toBeLessThan(1.25);

  const lines = (await exportAll('csv')).bytes.toString('utf8').trim().split('\r\n').slice(1);
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
