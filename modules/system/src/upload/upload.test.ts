import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { nowMs } from '@boyun/test-server/time';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const UPLOAD = '/api/upload/uploadToOther';
const PORTRAIT = '/cloud/profile/portrait';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let server: TestServer;
let tenant: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  tenant = await server.newTenant();
});
afterAll(() => server?.stop());

type Body = Answer & { items?: { url: string; key: string; name: string; size: number }[] };

async function upload(user: TestUser | null, name: string, bytes: Uint8Array, field = 'file'): Promise<Body> {
  const form = new FormData();
  form.append('Remark', 'beside the file');
  form.append(field, new File([bytes as BlobPart], name));
  const headers: Record<string, string> = user ? { authorization: `Bearer ${user.token}` } : {};
  const response = await fetch(server.url + UPLOAD, { method: 'POST', body: form, headers, credentials: 'include' });
  return { status: response.status, ...((await response.json()) as object) } as Body;
}

/** Renews addresses as an account. */
const renew = async (user: TestUser, addresses: readonly string[]): Promise<string[]> =>
  (await user.call('/api/upload/renew', { Addresses: addresses })).data.Addresses;

test('a file address is valid for minutes and can be renewed by its recipient', async () => {
  const { url } = (await upload(tenant, 'minutes.png', PNG)).items![0]!;
  const { searchParams } = new URL(url, server.url);
  expect(Number(searchParams.get('e')) - nowMs()).toBeLessThanOrEqual(20 * 60_000);
  const old = url.replace(/e=\d+/, 'e=1773619200000');
  expect((await fetch(server.url + old)).status).toBe(404);
  const [fresh] = await renew(tenant, [old]);
  expect((await fetch(server.url + fresh)).headers.get('cache-control')).toMatch(
    /^private, max-age=\d{1,4}, immutable$/,
  );
  const colleague = await server.newUser(tenant);
  const others = [old, url, 'nonsense', url.replace(/\/\d+\//, '/999/')];
  expect(await renew(colleague, others)).toEqual(['', '', '', '']);
  expect(await renew(await server.newTenant(), others)).toEqual(['', '', '', '']);
});

const padded = (size: number) => Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]);

describe('Upload to {host}/api/upload/uploadToOther with credentials, file', () => {
  test('reads items[0].url', async () => {
    const answer = await upload(tenant, '合影.png', PNG);
    expect(answer).toMatchObject({ status: 200, state: 'success', data: { items: [{ name: '合影.png' }] } });
    const { url, key, size } = answer.items![0]!;
    expect([key.startsWith(`${tenant.tenantId}/upload/`), size]).toEqual([true, PNG.length]);
    const stored = await fetch(server.url + url);
    expect(stored.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await stored.arrayBuffer()).equals(PNG)).toBe(true);
    const { Rows: rows } = (await tenant.call('/api/auditLog/list', { Action: 'file.uploaded' })).data;
    expect(rows[0]).toMatchObject({ Subject: '合影.png' });
  });

  const refused: { name: string; bytes: Buffer; code: string }[] = [
    { name: 'page.png', bytes: Buffer.from('<html><script>alert(1)</script>'), code: 'upload.wrong-type' },
    { name: 'picture.svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), code: 'upload.wrong-type' },
    { name: 'program.exe', bytes: Buffer.from('4d5a9000', 'hex'), code: 'upload.wrong-type' },
    { name: 'archive.xlsx', bytes: Buffer.from('504b030400000000', 'hex'), code: 'upload.wrong-type' },
    { name: 'empty.png', bytes: Buffer.alloc(0), code: 'upload.no-file' },
  ];
  test.each(refused)('the content of $name decides: $code', async ({ name, bytes, code }) => {
    expect((await upload(tenant, name, bytes)).code).toBe(code);
  });

  test('a call without a file or without signing in is refused', async () => {
    expect((await tenant.call(UPLOAD)).code).toBe('upload.no-file');
    expect((await upload(null, 'a.png', PNG)).status).toBe(401);
  });

  test('a file larger than 20 MB is refused', async () => {
    expect((await upload(tenant, 'large.png', padded(21 * 1024 * 1024))).status).toBe(413);
  });
});

describe('POST api/app/queryUploadFile, Name, Page 1, PerPage 1000', () => {
  const find = (user: TestUser, Name: string) =>
    user.call('/api/app/queryUploadFile', { Name, Page: 1, PerPage: 1000 });

  test('reads data.data[0].Url, the newest of that name', async () => {
    await upload(tenant, 'Manual.png', PNG);
    await upload(tenant, 'manual.png', padded(100));
    const answer = await find(tenant, 'Manual.png');
    expect(answer.data.map((one: { Size: number }) => one.Size)).toEqual([100, PNG.length]);
    expect((await fetch(server.url + answer.data[0].Url)).status).toBe(200);
  });

  test('an account that is no administrator finds only its own files', async () => {
    const [one, other] = [await server.newUser(tenant), await server.newUser(tenant)];
    await upload(one, 'salary-2026.png', PNG);
    expect((await find(other, 'salary-2026.png')).code).toBe('upload.not-found');
    expect((await find(one, 'salary-2026.png')).data).toHaveLength(1);
    expect((await find(tenant, 'salary-2026.png')).data).toHaveLength(1);
  });

  test('a lookup that finds nothing fails with a message; other tenants find nothing', async () => {
    expect(await find(tenant, 'nothing.pdf')).toMatchObject({ state: 'fail', message: '未找到文件“nothing.pdf”' });
    expect((await find(await server.newTenant(), 'Manual.png')).code).toBe('upload.not-found');
  });
});

describe('POST /cloud/profile/portrait, portraitUrl', () => {
  const portrait = (user: TestUser, portraitUrl: string) => user.call(PORTRAIT, { portraitUrl });
  const uploaded = async (bytes: Buffer, user = tenant) => (await upload(user, 'face', bytes)).items![0]!;

  test('success: the uploaded picture is the avatar', async () => {
    const { url } = await uploaded(PNG);
    expect(await portrait(tenant, url)).toMatchObject({ state: 'success' });
    const { AvatarUrl: avatar } = (await tenant.call('/api/tenantUser/getTenantUserInfo')).data;
    expect((await fetch(server.url + avatar)).headers.get('content-type')).toBe('image/png');
    const { Rows: rows } = (await tenant.call('/api/auditLog/list', { Action: 'account.portrait-changed' })).data;
    expect(rows).toHaveLength(1);
  });

  test('an absolute address is accepted like a key', async () => {
    const { url, key } = await uploaded(PNG);
    expect((await portrait(tenant, server.url + url)).state).toBe('success');
    expect((await portrait(tenant, key)).state).toBe('success');
  });

  const LIMIT = 500 * 1024;
  test.each([
    { name: 'just below 500 KB', bytes: () => padded(LIMIT - 1), message: '' },
    { name: '500 KB', bytes: () => padded(LIMIT), message: '上传头像图片大小不能超过 500KB!' },
    { name: 'a document', bytes: () => Buffer.from('%PDF-1.7\n'), message: '上传头像图片只能是jpg/png图片文件!' },
  ])('$name: $message', async ({ bytes, message }) => {
    const { url } = await uploaded(bytes());
    expect((await portrait(tenant, url)).message).toBe(message);
  });

  test('a file of another account, a forged signature and a foreign address are refused', async () => {
    const stranger = await server.newTenant();
    const { url, key } = await uploaded(PNG, stranger);
    const own = await uploaded(PNG);
    const altered = own.url.replace(own.key, own.key.replace(/\w{8}\.png$/, '00000000.png'));
    for (const given of [
      url,
      key,
      altered,
      'https://example.com/a.png',
      '../../secret',
      `${tenant.tenantId}/export/x.xlsx`,
    ]) {
      const answer = await portrait(tenant, given);
      expect([given, answer.code, answer.issues?.[0]?.path]).toEqual([given, 'kernel.bad-input', 'portraitUrl']);
    }
  });
});

describe('POST /platform/security/currentUser, token param', () => {
  const PATH = '/platform/security/currentUser';

  test('returns the owner of a token, also for form encoding', async () => {
    const answer = await server.call(PATH, { token: tenant.token });
    expect(answer).toMatchObject({ state: 'success', data: { Account: 'admin', tenantName: expect.any(String) } });
    const body = new URLSearchParams({ token: tenant.token });
    const formed = await fetch(server.url + PATH, { method: 'POST', body });
    expect(await formed.json()).toMatchObject({ state: 'success', data: { Account: 'admin' } });
  });

  test.each([
    ['made up', 'nothing'],
    ['of no session', '1.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ])('a token that is %s gets 401', async (_, token) => {
    expect((await server.call(PATH, { token })).state).toBe('401');
  });
});
