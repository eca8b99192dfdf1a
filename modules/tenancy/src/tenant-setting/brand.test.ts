import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const NOTHING = { BrandName: null, LogoUrl: null };

let server: TestServer;
let tenant: TestUser;
let code: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  tenant = await server.newTenant();
  const [row] = await server.product.kernel.database.system<{ code: string }>('select code from tenant where id = $1', [
    tenant.tenantId,
  ]);
  code = row!.code;
});
afterAll(() => server?.stop());

async function upload(bytes: Buffer, name = 'logo.png'): Promise<string> {
  const body = new FormData();
  body.append('File', new Blob([new Uint8Array(bytes)]), name);
  const answer = await fetch(`${server.url}/api/upload/uploadToOther`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.token}` },
    body,
  });
  const { items } = (await answer.json()) as { items: { url: string }[] };
  return items[0]!.url;
}

const save = async (values: object, user = tenant) =>
  user.call('/api/tenantSetting/save', { ...(await user.call('/api/tenantSetting/get')).data, ...values });
const brandOf = (body: object) => server.call('/api/tenantUser/getBrand', body);

describe('tenant brand on the login page', () => {
  test('a tenant without a brand gets the same response as an unknown tenant', async () => {
    const [none, unknown] = [await brandOf({ TenantId: code }), await brandOf({ TenantId: 'no-such-tenant' })];
    expect(none).toEqual(unknown);
    expect(none.data).toEqual(NOTHING);
  });

  test('name and logo are found by tenant code or by host', async () => {
    const saved = await save({ BrandName: '南山停车', Logo: await upload(PNG) });
    expect(saved.state).toBe('success');
    const { data } = await brandOf({ TenantId: code });
    expect(data.BrandName).toBe('南山停车');
    const picture = await fetch(server.url + data.LogoUrl);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await brandOf({ Host: `${code}.example.com` })).data).toEqual(data);
    expect((await brandOf({ TenantId: 'no-such-tenant', Host: `${code}.example.com` })).data).toEqual(NOTHING);
    for (const Host of [code, '10.0.0.1', 'localhost', '']) expect((await brandOf({ Host })).data).toEqual(NOTHING);
    // Unchanged when only the name changes: the page returns the address it received.
    await save({ BrandName: '宝安停车' });
    expect((await brandOf({ TenantId: code })).data).toEqual({ BrandName: '宝安停车', LogoUrl: data.LogoUrl });
    await save({ BrandName: null, Logo: null });
    expect((await brandOf({ TenantId: code })).data).toEqual(NOTHING);
  });

  test('a logo must be a small picture uploaded by the tenant itself', async () => {
    const saveLogo = (Logo: string) => save({ Logo });
    const large = await saveLogo(await upload(Buffer.concat([PNG, Buffer.alloc(102_400)])));
    expect([large.code, large.issues]).toEqual([
      'tenant-setting.logo-size',
      [{ path: 'Logo', message: expect.any(String) }],
    ]);
    expect((await saveLogo(await upload(Buffer.from('%PDF-1.7 no picture'), 'logo.pdf'))).code).toBe(
      'tenant-setting.logo-type',
    );
    const stranger = await server.newTenant();
    const address = await upload(PNG);
    expect((await save({ Logo: address }, stranger)).code).toBe('kernel.bad-input');
  });
});
