import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROOF_HEADER } from '@boyun/kernel/contract';
import { SetClock } from '@boyun/kernel/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../apps/server/test-server.ts';
import { createTenant } from './tenant.service.ts';

const PASSWORD = 'Boyun#2026';
const clock = new SetClock(new Date('2026-03-02T08:00:00Z'));
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  const admin = { account: 'root', password: PASSWORD, name: '平台甲' };
  await createTenant(server.product.kernel, { code: 'platform', name: '平台', kind: 'platform', admin });
});
afterAll(() => server?.stop());

/** Where the platform's staff fetches everything of a tenant. */
async function addressOf(tenantId: number): Promise<string> {
  const entered = await server.call('/api/tenantUser/login', { Account: 'root', Password: PASSWORD });
  const own = { authorization: `Bearer ${entered.data.AccessToken}` };
  const { data } = await server.call('/api/tenantUser/checkUserPassword', { Password: PASSWORD }, own);
  const proven = { ...own, [PROOF_HEADER]: data.Proof };
  return (await server.call('/api/tenant/export', { TenantId: tenantId }, proven)).data.Url;
}

test('all rows and files of a tenant come in one archive, without what would let somebody in', async () => {
  const tenant = await server.newTenant();
  const other = await server.newTenant();
  await tenant.call('/api/parkLot/create', { Name: '导出车场', Code: 'EXP', Capacity: 1 });
  const { files } = server.product.kernel;
  const picture = Buffer.from([0xff, 0xd8, 0xff, ...Array(700).fill(7)]);
  await files.put(`${tenant.tenantId}/passing/2026-03-02/a.jpg`, picture);
  await files.put(`${tenant.tenantId}/export/2026-03-02/old.xlsx`, picture);
  await files.put(`${other.tenantId}/passing/2026-03-02/b.jpg`, picture);
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
  expect((await fetch(server.url + Url.replace(/\d+\?/, '1?'))).status).toBe(404);
  clock.set(new Date(clock.now().getTime() + 10 * 60_000));
  expect((await fetch(server.url + Url)).status).toBe(404);
});
