import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const clock = new SetClock(new Date('2026-03-15T04:00:00Z'));
let server: TestServer;
let tenant: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  tenant = await server.newTenant();
});
afterAll(() => server?.stop());

interface Shown {
  Name: string;
  Url: string | null;
  PictureUrl: string | null;
}

const add = (values: object) =>
  tenant.call('/api/banner/create', { ValidFrom: '2026-03-01T00:00:00Z', Place: 'console', ...values });
const shown = async (user = tenant) => (await user.call('/api/banner/getBanners')).data.Banners as Shown[];
const names = async (user = tenant) => (await shown(user)).map((one) => one.Name);
const onPayment = async (code: string) =>
  ((await server.call('/api/banner/getPayBanners', { Code: code })).data.Banners as Shown[]).map((one) => one.Name);

async function upload(bytes: Buffer, name: string): Promise<string> {
  const body = new FormData();
  body.append('File', new Blob([new Uint8Array(bytes)]), name);
  const headers = { authorization: `Bearer ${tenant.token}` };
  const answer = await fetch(`${server.url}/api/upload/uploadToOther`, { method: 'POST', headers, body });
  return ((await answer.json()) as { items: { url: string }[] }).items[0]!.url;
}

test('banners are shown in order, in their place and period', async () => {
  await add({ Name: 'second', Position: 2 });
  await add({ Name: 'first', Position: 1, ValidUntil: '2026-03-15T05:00:00Z' });
  await add({ Name: 'off', IsActive: false });
  await add({ Name: 'later', Position: 3, ValidFrom: '2026-03-15T06:00:00Z' });
  await add({ Name: 'drivers', Place: 'payment' });
  const reader = await server.newUser(tenant);
  expect(await names(reader)).toEqual(['first', 'second']);
  expect(await names(await server.newTenant())).toEqual([]);
  expect(await onPayment(`${tenant.tenantId}-abcdefgh`)).toEqual(['drivers']);
  expect(await onPayment('nothing')).toEqual([]);
  clock.set(new Date('2026-03-15T06:00:00Z'));
  expect(await names()).toEqual(['second', 'later']);
});

test('a click is counted and redirected; a forged one is not', async () => {
  const { Id } = (await add({ Name: 'linked', LinkUrl: 'https://example.com/park?a=1', Position: 9 })).data;
  const url = (await shown()).find((one) => one.Name === 'linked')!.Url!;
  const open = (address: string) => fetch(server.url + address, { redirect: 'manual' });
  const answer = await open(url);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://example.com/park?a=1']);
  await open(url);
  expect((await tenant.call('/api/banner/get', { Id })).data.ClickCount).toBe(2);
  expect((await open(url.replace(/s=.*/, 's=made-up'))).status).toBe(404);
  expect((await tenant.call('/api/banner/get', { Id })).data.ClickCount).toBe(2);
});

test('a picture has an address that works without signing in', async () => {
  await add({ Name: 'pictured', Picture: await upload(PNG, 'wide.png'), Position: 10 });
  const { PictureUrl } = (await shown()).find((one) => one.Name === 'pictured')!;
  const picture = await fetch(server.url + PictureUrl);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
});

test.each([
  ['a period that ends before it begins', { ValidUntil: '2026-02-01T00:00:00Z' }, 'banner.wrong-time', 'ValidUntil'],
  ['a link that is no page', { LinkUrl: 'wss://example.com' }, 'banner.no-link', 'LinkUrl'],
  ['a link that is no address', { LinkUrl: 'javascript:alert(1)' }, 'kernel.bad-input', 'LinkUrl'],
])('%s is refused at its field', async (_, values, code, path) => {
  const answer = await add({ Name: 'wrong', ...values });
  expect([answer.code, answer.issues?.[0]?.path]).toEqual([code, path]);
});

test('a picture must be a small jpg or png of the tenant', async () => {
  const save = async (bytes: Buffer, name: string) =>
    (await add({ Name: 'picture', Picture: await upload(bytes, name) })).code;
  expect(await save(Buffer.from('%PDF-1.7 no picture'), 'a.pdf')).toBe('banner.picture-type');
  expect(await save(Buffer.concat([PNG, Buffer.alloc(512_000)]), 'a.png')).toBe('banner.picture-size');
});
