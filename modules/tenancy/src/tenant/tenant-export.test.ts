import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROOF_HEADER } from '@boyun/kernel/contract';
import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTenant } from './tenant.service.ts';

const PASSWORD = 'Boyun#2026';
const clock = new SetClock(new Date('2026-03-02T08:00:00Z'));
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, isAlone: true });
  const admin = { account: 'root', password: PASSWORD, name: '平台甲' };
  await createTenant(server.product.kernel, { code: 'platform', name: '平台', kind: 'platform', admin });
});
afterAll(() => server?.stop());

/** Calls as platform staff, confirming the password. */
async function asPlatform(path: string, body: object = {}) {
  const entered = await server.call('/api/tenantUser/login', { Account: 'root', Password: PASSWORD });
  const own = { authorization: `Bearer ${entered.data.AccessToken}` };
  const { data } = await server.call('/api/tenantUser/checkUserPassword', { Password: PASSWORD }, own);
  const proven = { ...own, [PROOF_HEADER]: data.Proof };
  return server.call(path, body, proven);
}

/** Returns the export address of a tenant, or the refusal code. */
async function addressOf(tenantId: number): Promise<string> {
  const answer = await asPlatform('/api/tenant/export', { TenantId: tenantId });
  return answer.data?.Url ?? answer.code;
}

/** Audit entries about consents and exports in the log of a tenant, or in the platform's log when omitted; oldest first. */
async function logged(tenant?: TestUser): Promise<[string, string][]> {
  const { data } = tenant
    ? await tenant.call('/api/auditLog/list', { PerPage: 100 })
    : await asPlatform('/api/auditLog/list', { PerPage: 100 });
  return data.Rows.filter((one: { Action: string }) => /^(support\.|tenant\.export)/.test(one.Action))
    .map((one: { Action: string; ActorName: string }) => [one.Action, one.ActorName])
    .reverse();
}

const consent = (tenant: TestUser, IsExportAllowed: boolean, Hours = 1) =>
  tenant.call('/api/support/grant', { Hours, IsReadOnly: true, IsExportAllowed, Reason: '迁移数据' });
const statusOf = async (url: string, method = 'GET') => {
  const response = await fetch(server.url + url, { method });
  await response.arrayBuffer();
  return response.status;
};

test('all rows and files of a tenant are exported in one archive, without credentials', async () => {
  const tenant = await server.newTenant();
  const other = await server.newTenant();
  await tenant.call('/api/parkLot/create', { Name: '导出车场', Code: 'EXP', Capacity: 1 });
  const { files } = server.product.kernel;
  const picture = Buffer.from([0xff, 0xd8, 0xff, ...Array(700).fill(7)]);
  await files.put(`${tenant.tenantId}/passing/2026-03-02/a.jpg`, picture);
  await files.put(`${tenant.tenantId}/export/2026-03-02/old.xlsx`, picture);
  await files.put(`${other.tenantId}/passing/2026-03-02/b.jpg`, picture);
  expect((await consent(tenant, true)).message).toBe('');
  const Url = await addressOf(tenant.tenantId);
  const response = await fetch(server.url + Url);
  expect(response.headers.get('content-disposition')).toContain('.tar.gz');
  const folder = mkdtempSync(join(tmpdir(), 'boyun-export-'));
  execFileSync('tar', ['xzf', '-', '-C', folder], { input: Buffer.from(await response.arrayBuffer()) });
  const tables = readdirSync(join(folder, 'rows'));
  const linesOf = (table: string) =>
    readdirSync(join(folder, 'rows', table)).flatMap((part) =>
      readFileSync(join(folder, 'rows', table, part), 'utf8')
        .trim()
        .split('\n'),
    );
  expect(linesOf('tenant').map((line) => JSON.parse(line).id)).toEqual([tenant.tenantId]);
  expect(linesOf('lot').map((line) => JSON.parse(line).name)).toEqual(['导出车场']);
  const text = tables.flatMap(linesOf).join('\n');
  const rows = text.split('\n').map((line) => JSON.parse(line));
  expect(new Set(rows.map((row) => row.tenant_id ?? row.id))).toEqual(new Set([tenant.tenantId]));
  expect(text).not.toContain('argon2');
  expect(text).not.toMatch(/_hash|_sealed/);
  expect(readdirSync(join(folder, 'files'), { recursive: true }).sort()).toEqual([
    'passing',
    'passing/2026-03-02',
    'passing/2026-03-02/a.jpg',
  ]);
  expect(readFileSync(join(folder, 'files/passing/2026-03-02/a.jpg'))).toEqual(picture);
  rmSync(folder, { recursive: true });
});

test('nothing is exported without the consent of an administrator of the tenant', async () => {
  const tenant = await server.newTenant();
  expect(await addressOf(tenant.tenantId)).toBe('tenant.no-export-consent');
  // Consent to support does not include it, and neither does the permission to grant support.
  await consent(tenant, false);
  expect(await addressOf(tenant.tenantId)).toBe('tenant.no-export-consent');
  await tenant.call('/api/support/revoke');
  const deputy = await server.newUser(tenant, ['support.grant']);
  expect((await consent(deputy, true)).code).toBe('support.admin-only-export');
  const allowed = { Hours: 1, IsReadOnly: true, IsExportAllowed: true, Reason: '迁移数据' };
  const own = { authorization: `Bearer ${tenant.token}` };
  expect((await server.call('/api/support/grant', allowed, own)).code).toBe('kernel.password-needed');
  expect(await addressOf(tenant.tenantId)).toBe('tenant.no-export-consent');
  expect((await consent(tenant, true)).message).toBe('');
  expect(await addressOf(tenant.tenantId)).toMatch(/^\/api\/tenantExport\//);
  expect((await asPlatform('/api/tenant/list', { PerPage: 100 })).data.Rows).toContainEqual(
    expect.objectContaining({ Id: `${tenant.tenantId}`, IsExportAllowed: true }),
  );
  // It expires.
  clock.set(new Date(clock.now().getTime() + 3_600_000));
  expect(await addressOf(tenant.tenantId)).toBe('tenant.no-export-consent');
});

test('an address is valid for one download within a minute, for its own tenant, and while the consent is in force', async () => {
  const [tenant, other] = [await server.newTenant(), await server.newTenant()];
  for (const one of [tenant, other]) await consent(one, true);
  const url = await addressOf(tenant.tenantId);
  expect(await statusOf(url.replace(/\d+\?/, `${other.tenantId}?`))).toBe(404);
  expect(await statusOf(url, 'HEAD')).toBe(404);
  const answers = await Promise.all([1, 2, 3].map(() => statusOf(url)));
  expect(answers.sort()).toEqual([200, 404, 404]);
  expect(await statusOf(url)).toBe(404);
  const first = await addressOf(tenant.tenantId);
  const second = await addressOf(tenant.tenantId);
  expect(await statusOf(first)).toBe(404);
  clock.set(new Date(clock.now().getTime() + 60_000));
  expect(await statusOf(second)).toBe(404);
  const revoked = await addressOf(tenant.tenantId);
  await tenant.call('/api/support/revoke');
  expect(await statusOf(revoked)).toBe(404);
  expect(await addressOf(tenant.tenantId)).toBe('tenant.no-export-consent');
});

test('consent, export, download and withdrawal are audited in the logs of the tenant and of the platform', async () => {
  const tenant = await server.newTenant();
  const before = (await logged()).length;
  await consent(tenant, true);
  expect(await statusOf(await addressOf(tenant.tenantId))).toBe(200);
  await tenant.call('/api/support/revoke');
  const acts = ['support.granted', 'tenant.exported', 'tenant.export-downloaded', 'support.revoked'];
  const by = ['Admin', '平台甲', '平台甲', 'Admin'];
  const entries = acts.map((act, index) => [act, by[index]]);
  expect(await logged(tenant)).toEqual(entries);
  expect((await logged()).slice(before)).toEqual(entries);
  const { Rows } = (await tenant.call('/api/auditLog/list', { Action: 'tenant.export-downloaded' })).data;
  expect(Rows[0]).toMatchObject({ ActionName: '下载租户数据', After: { grantedByName: 'Admin' } });
  expect(Rows[0].Address).toMatch(/127\.0\.0\.1/);
});
