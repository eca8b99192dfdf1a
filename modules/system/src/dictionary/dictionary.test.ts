import { WORD_LISTS } from '@boyun/kernel/contract';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { STANDARD_WORDS } from './standard-word.service.ts';

interface Word {
  List: string;
  NameZh: string;
  NameEn: string;
}

let server: TestServer;
let tenant: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  tenant = await server.newTenant();
});
afterAll(() => server?.stop());

const words = async (list: string, user = tenant) =>
  ((await user.call('/api/dictionary/getWords')).data.Words as Word[])
    .filter((one) => one.List === list)
    .map((one) => one.NameZh);
const total = async () => (await tenant.call('/api/dictionary/list')).data.Total as number;

test('every list has standard words with unique codes', () => {
  for (const list of Object.keys(WORD_LISTS) as (keyof typeof WORD_LISTS)[]) {
    const codes = STANDARD_WORDS[list].map(([code]) => code);
    expect(codes.length, list).toBeGreaterThan(0);
    expect(new Set(codes).size, list).toBe(codes.length);
  }
});

test('the standard words are offered until a list has custom words; every account may read them', async () => {
  const reader = await server.newUser(tenant);
  expect(await words('lane-open', reader)).toEqual(STANDARD_WORDS['lane-open'].map(([, nameZh]) => nameZh));
  const word = { List: 'lane-open', Code: 'vip', NameZh: '贵宾车辆', NameEn: 'Guest of honour', Position: 2 };
  expect((await tenant.call('/api/dictionary/create', word)).state).toBe('success');
  const first = { ...word, Code: 'parade', NameZh: '游行车队', NameEn: 'Parade', Position: 1 };
  const { Id } = (await tenant.call('/api/dictionary/create', first)).data;
  expect(await words('lane-open', reader)).toEqual(['游行车队', '贵宾车辆']);
  expect(await words('order-void', reader)).toEqual(STANDARD_WORDS['order-void'].map(([, nameZh]) => nameZh));
  await tenant.call('/api/dictionary/update', { Id, IsActive: false });
  expect(await words('lane-open', reader)).toEqual(['贵宾车辆']);
  expect((await tenant.call('/api/dictionary/create', word)).code).toBe('kernel.duplicate');
  expect((await reader.call('/api/dictionary/list')).code).toBe('kernel.no-permission');
});

test('the standard words are copied once, into lists without words', async () => {
  const before = await total();
  const missing = Object.entries(STANDARD_WORDS)
    .filter(([list]) => list !== 'lane-open')
    .reduce((sum, [, list]) => sum + list.length, 0);
  expect((await tenant.call('/api/dictionary/fill')).data.AddedCount).toBe(missing);
  expect((await tenant.call('/api/dictionary/fill')).data.AddedCount).toBe(0);
  expect(await total()).toBe(before + missing);
  expect((await tenant.call('/api/auditLog/list', { Action: 'dictionary.filled' })).data.Total).toBeGreaterThan(0);
  const other = await server.newTenant();
  expect((await other.call('/api/dictionary/list')).data.Total).toBe(0);
});

test('every enumeration of the product is listed in both languages', async () => {
  const { Rows, Total } = (await tenant.call('/api/dictionary/getEnumerations', { PerPage: 1000 })).data;
  expect(Total).toBeGreaterThan(200);
  const wrong = Rows.filter((row: Word) => !/\S/.test(row.NameZh) || !/\S/.test(row.NameEn));
  expect(wrong).toEqual([]);
  const found = (await tenant.call('/api/dictionary/getEnumerations', { Text: '禁止入场' })).data.Rows;
  expect(found).toMatchObject([
    { Key: 'Action', Value: 'deny', NameZh: '禁止入场', NameEn: 'Deny entry' },
    { Key: 'Situation', Value: 'no-entry', NameZh: '禁止入场', NameEn: 'No entry' },
    { Key: 'OverQuota', Value: 'refuse', NameZh: '禁止入场', NameEn: 'Is refused' },
  ]);
});
