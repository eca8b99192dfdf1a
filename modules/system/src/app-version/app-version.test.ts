import { createTenant } from '@boyun/tenancy/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const APK = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.from('....AndroidManifest.xml')]);
let server: TestServer;
let tenant: TestUser;
let platform: { token: string; call: (path: string, body?: object) => ReturnType<TestServer['call']> };

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true });
  tenant = await server.newTenant();
  const Password = 'Boyun#2026';
  const admin = { account: 'platform', password: Password, name: '平台管理员' };
  await createTenant(server.product.kernel, { code: 'platform', name: '平台', kind: 'platform', admin });
  const { data } = await server.call('/api/tenantUser/login', { Account: 'platform', Password, TenantId: 'platform' });
  const authorization = `Bearer ${data.AccessToken}`;
  platform = { token: data.AccessToken, call: (path, body = {}) => server.call(path, body, { authorization }) };
});
afterAll(() => server?.stop());

const NOTES = { NotesZh: '修复若干问题', NotesEn: 'Mends a few things' };
const publish = (values: object) =>
  platform.call('/api/appVersion/publish', { App: 'collector', IsAnnounced: false, ...NOTES, ...values });
const check = async (number: string, App = 'collector') =>
  (await tenant.call('/api/appVersion/check', { App, Number: number })).data;
const needsReview = async () => (await tenant.call('/api/announcement/checkVersion', { product: 1 })).data.NeedReview;

test('an announced version sets the review dot and appears in the history; withdrawing reverts both', async () => {
  await tenant.call('/api/announcement/see');
  expect(await needsReview()).toBe(false);
  const { Id } = (await publish({ App: 'manager', Number: '3.0', IsAnnounced: true })).data;
  expect(await needsReview()).toBe(true);
  const [told] = (await tenant.call('/api/announcement/list')).data.Rows;
  expect(told).toMatchObject({ Number: '3.0', TitleZh: '管理端 3.0', TitleEn: 'Manager 3.0', BodyZh: '修复若干问题' });
  await tenant.call('/api/announcement/see');
  expect(await needsReview()).toBe(false);
  expect((await platform.call('/api/appVersion/withdraw', { AppVersionId: Id })).state).toBe('success');
  expect((await tenant.call('/api/announcement/list')).data.Rows[0].Number).not.toBe('3.0');
  expect((await check('1.0', 'manager')).HasUpdate).toBe(false);
  expect((await platform.call('/api/appVersion/withdraw', { AppVersionId: Id })).code).toBe('app-version.not-found');
});

test('an app gets the newest version, and must update when any version since is mandatory', async () => {
  expect(await check('1.0')).toMatchObject({ HasUpdate: false, IsForced: false, Number: null, DownloadUrl: null });
  await publish({ Number: '2.9', IsForced: true, PackageUrl: 'https://example.com/pos' });
  await publish({ Number: '2.10' });
  expect(await check('2.8')).toMatchObject({ HasUpdate: true, IsForced: true, Number: '2.10', ...NOTES });
  expect(await check('2.9.1')).toMatchObject({ HasUpdate: true, IsForced: false });
  expect(await check('2.10.0')).toMatchObject({ HasUpdate: false, IsForced: false });
  const older = await publish({ Number: '2.9.9' });
  expect([older.code, older.issues?.[0]?.path]).toEqual(['app-version.not-newer', 'Number']);
  expect((await tenant.call('/api/appVersion/publish', { App: 'driver', Number: '9', ...NOTES })).code).toBe(
    'kernel.no-permission',
  );
});

test('a package is uploaded by the platform and downloaded by tenants under a descriptive name', async () => {
  const body = new FormData();
  body.append('File', new Blob([new Uint8Array(APK)]), 'pos.apk');
  const headers = { authorization: `Bearer ${platform.token}` };
  const uploaded = await fetch(`${server.url}/api/upload/uploadToOther`, { method: 'POST', headers, body });
  const { items } = (await uploaded.json()) as { items: { url: string }[] };
  await publish({ Number: '3.1', Package: items[0]!.url });
  const { DownloadUrl } = await check('3.0');
  const answer = await fetch(server.url + DownloadUrl);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(APK);
  expect(answer.headers.get('content-disposition')).toContain('collector-3.1.apk');
  const { Rows } = (await tenant.call('/api/appVersion/list', { App: 'collector' })).data;
  expect(Rows.map((one: { Number: string }) => one.Number)).toEqual(['3.1', '2.10', '2.9']);
});
