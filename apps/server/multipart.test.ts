import { connect } from 'node:net';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let server: TestServer;
let user: TestUser;
const logLines: string[] = [];
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { logLines });
  user = await server.newTenant();
});
afterAll(() => server?.stop());

type Part = [name: string, value: string | Blob];

async function send(path: string, parts: readonly Part[]): Promise<Answer> {
  const body = new FormData();
  for (const [name, value] of parts) body.append(name, value);
  const headers = { authorization: `Bearer ${user.token}` };
  const response = await fetch(server.url + path, { method: 'POST', headers, body });
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}

const csv = new Blob(['name\n'], { type: 'text/csv' });

test('values without a file count as in any other form, nested ones too', async () => {
  expect((await send('/api/area/create', [['Name', 'North']])).state).toBe('success');
  const listed = await send('/api/area/list', [
    ['Name', 'Nor'],
    ['PerPage', '1'],
  ]);
  expect(listed.data).toMatchObject({ Total: 1, PerPage: 1, Rows: [{ Name: 'North' }] });
  const lots = await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 9 });
  const department = await send('/api/department/create', [
    ['Name', 'East'],
    ['LotIds[0]', lots.data.Id],
  ]);
  expect(department.state).toBe('success');
  const read = await user.call('/api/department/get', { Id: department.data.Id });
  expect(read.data.LotIds).toEqual([lots.data.Id]);
});

test('the file may come before the values', async () => {
  const values: Part[] = [['Mode', 'nonsense']];
  const file: Part = ['File', csv];
  const [before, after] = [
    await send('/api/area/import', [...values, file]),
    await send('/api/area/import', [file, ...values]),
  ];
  expect(before.issues?.map((one) => one.path)).toEqual(['Mode']);
  expect(after).toEqual(before);
});

test('a file where none is taken is refused before it is kept in memory', async () => {
  const answer = await send('/api/tenantUser/login', [['File', csv]]);
  expect([answer.status, answer.code]).toEqual([413, 'kernel.too-large']);
});

test.each(['multipart/form-data', 'multipart/form-data; boundary=x'])(
  'a body of parts that is none is bad input: %s',
  async (type) => {
    const headers = { 'content-type': type };
    const response = await fetch(`${server.url}/api/tenantUser/login`, {
      method: 'POST',
      headers,
      body: '--x\r\nnothing',
    });
    expect(await response.json()).toMatchObject({ state: 'fail', code: 'kernel.bad-input' });
  },
);

/** The first line of the answer to a call whose body is announced and never sent. */
function answerBeforeBody(path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname, () => {
      const lines = Object.entries({ host: hostname, 'content-length': '900000', ...headers });
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([key, value]) => `${key}: ${value}\r\n`).join('')}\r\n`);
    });
    socket.once('data', (bytes) => {
      socket.destroy();
      resolve(bytes.toString().split('\r\n')[0]!);
    });
    socket.once('error', reject);
  });
}

test.each([
  ['/api/order/getOrderPage', 'application/x-www-form-urlencoded'],
  ['/api/area/list', 'application/json'],
  ['/api/area/import', 'multipart/form-data; boundary=x'],
  ['/api/area/export', 'application/x-www-form-urlencoded'],
])('%s without a session, or with one that is none, is refused before its body is read', async (path, type) => {
  const headers = { 'content-type': type };
  expect(await answerBeforeBody(path, headers)).toContain('401');
  expect(await answerBeforeBody(path, { ...headers, authorization: 'Bearer nonsense' })).toContain('401');
});

test('a public call takes 16 KB', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = `Account=${'a'.repeat(20_000)}`;
  const response = await fetch(`${server.url}/api/tenantUser/login`, { method: 'POST', headers, body });
  expect([response.status, ((await response.json()) as Answer).code]).toEqual([413, 'kernel.too-large']);
});

test.each([
  ['application/json', `{"Name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ['application/json', `{"Name":[${'1,'.repeat(300_000)}1]}`],
  ['application/x-www-form-urlencoded', `Name${'[a]'.repeat(9)}=1`],
  ['application/x-www-form-urlencoded', 'a=1&'.repeat(20_001)],
])('a body of %s that nests too deep or holds too much is bad input', async (type, body) => {
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': type };
  const response = await fetch(`${server.url}/api/area/list`, { method: 'POST', headers, body });
  expect(await response.json()).toMatchObject({ state: 'fail', code: 'kernel.bad-input' });
});

test('every answer forbids framing and guessing of types', async () => {
  for (const path of ['/healthz', '/api/docs', '/nowhere']) {
    const { headers } = await fetch(server.url + path);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; (style-src 'sha256-[^']+'; )?base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('permissions-policy')).toContain('camera=(self)');
  }
});

test('a proxy that is not trusted is warned of once', async () => {
  for (let i = 0; i < 3; i += 1)
    await fetch(`${server.url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(logLines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1);
});
