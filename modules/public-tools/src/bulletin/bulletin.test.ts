import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const BASE = '/api/bulletin';
const clock = new SetClock(new Date('2026-03-15T04:00:00Z'));
let server: TestServer;
let admin: TestUser;
let reader: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  admin = await server.newTenant();
  reader = await server.newUser(admin);
});
afterAll(() => server?.stop());

let written = 0;
/** Creates an announcement and returns its id. */
async function write(values: object = {}): Promise<string> {
  written += 1;
  const given = {
    Name: `Announcement ${written}`,
    Body: '<p>停电通知</p>',
    ValidFrom: '2026-03-01T00:00:00Z',
    ...values,
  };
  const answer = await admin.call(`${BASE}/create`, given);
  expect(answer).toMatchObject({ state: 'success' });
  return answer.data.Id;
}
async function publish(values: object = {}): Promise<string> {
  const BulletinId = await write(values);
  expect(await admin.call(`${BASE}/publish`, { BulletinId })).toMatchObject({ state: 'success' });
  return BulletinId;
}
const row = async (Id: string) => (await admin.call(`${BASE}/get`, { Id })).data;
const open = (user: TestUser, BulletinId: string) => user.call(`${BASE}/getOne`, { BulletinId });
const read = (user: TestUser, BulletinId: string, Edition = 1) => user.call(`${BASE}/read`, { BulletinId, Edition });
async function sees(user: TestUser, id: string): Promise<boolean> {
  const { Rows } = (await user.call(`${BASE}/getMine`, { Page: 1, PerPage: 200 })).data;
  const isListed = Rows.some((one: { Id: string }) => one.Id === id);
  expect((await open(user, id)).state).toBe(isListed ? 'success' : 'fail');
  return isListed;
}

describe('§2 /_cloud_Public/announcement', () => {
  test('a draft is seen by nobody; a published announcement by all staff and no other tenant, until it is withdrawn', async () => {
    const id = await write();
    expect([await sees(reader, id), await sees(admin, id)]).toEqual([false, false]);
    await admin.call(`${BASE}/publish`, { BulletinId: id });
    expect([await sees(reader, id), await sees(admin, id)]).toEqual([true, true]);
    const stranger = await server.newTenant();
    expect(await sees(stranger, id)).toBe(false);
    expect((await read(stranger, id)).code).toBe('kernel.not-found');
    expect((await admin.call(`${BASE}/publish`, { BulletinId: id })).code).toBe('bulletin.publish');
    expect((await reader.call(`${BASE}/withdraw`, { BulletinId: id })).code).toBe('kernel.no-permission');
    await admin.call(`${BASE}/withdraw`, { BulletinId: id });
    expect(await sees(reader, id)).toBe(false);
    expect((await admin.call(`${BASE}/update`, { Id: id, Version: 3, Name: 'x' })).code).toBe('bulletin.withdrawn');
  });

  test('who has read it, when, and who has not; reading twice is recorded once', async () => {
    const id = await publish();
    await read(reader, id);
    await read(reader, id);
    expect(await row(id)).toMatchObject({ ReadCount: 1, AudienceCount: 2 });
    const { data } = await admin.call(`${BASE}/getReceipts`, { BulletinId: id, Page: 1, PerPage: 20 });
    expect(data.Totals).toEqual({ ReadCount: 1, UnreadCount: 1 });
    expect(data.Rows).toMatchObject([
      { Account: admin.account, IsRead: false, ReadAt: null },
      { Account: reader.account, IsRead: true, ReadAt: clock.now().toISOString() },
    ]);
    expect((await reader.call(`${BASE}/getReceipts`, { BulletinId: id })).code).toBe('kernel.no-permission');
    const log = await admin.call('/api/auditLog/list', { Action: 'bulletin.read' });
    expect(log.data.Rows).toMatchObject([{ SubjectId: id }]);
    const mine = (await reader.call(`${BASE}/getMine`, { IsRead: false, Page: 1, PerPage: 200 })).data;
    expect(mine.Rows.some((one: { Id: string }) => one.Id === id)).toBe(false);
  });

  test('a changed text is unread again, and the former edition can no longer be read', async () => {
    const id = await publish();
    await read(reader, id);
    await admin.call(`${BASE}/update`, { Id: id, Version: 2, IsPinned: true });
    expect(await row(id)).toMatchObject({ Edition: 1, ReadCount: 1 });
    await admin.call(`${BASE}/update`, { Id: id, Version: 3, Body: '<p>改为周三</p>' });
    expect(await row(id)).toMatchObject({ Edition: 2, ReadCount: 0, Excerpt: '改为周三' });
    expect((await read(reader, id, 1)).code).toBe('bulletin.changed');
    expect(await read(reader, id, 2)).toMatchObject({ state: 'success' });
  });

  test('only staff with one of its roles and one of its lots see it', async () => {
    const roleId = (await admin.call('/api/role/create', { Name: '夜班', Permissions: [] })).data.Id;
    const lot = async (Code: string) =>
      (await admin.call('/api/parkLot/create', { Name: Code, Code, Capacity: 9 })).data.Id;
    const [lotId, other] = [await lot('NEAR'), await lot('FAR')];
    const byRole = await publish({ RoleIds: [roleId] });
    const limited = await server.newUser(admin, [], [lotId]);
    const [here, there] = [await publish({ LotIds: [lotId] }), await publish({ LotIds: [other] })];
    expect(await sees(reader, byRole)).toBe(false);
    expect([await sees(limited, here), await sees(limited, there)]).toEqual([true, false]);
    expect([await sees(admin, here), await sees(admin, there)]).toEqual([true, true]);
    const stranger = await server.newTenant();
    const foreign = { Name: 'x', Body: 'x', ValidFrom: '2026-03-01T00:00:00Z', RoleIds: [roleId] };
    expect((await stranger.call(`${BASE}/create`, foreign)).code).toBe('kernel.not-found');
  });

  test('one is shown from its beginning to its end', async () => {
    const minutes = (count: number) => new Date(clock.now().getTime() + count * 60_000);
    const id = await publish({ ValidFrom: minutes(10).toISOString(), ValidUntil: minutes(20).toISOString() });
    const seen: boolean[] = [];
    for (const _ of [0, 10, 20]) {
      seen.push(await sees(reader, id));
      clock.set(minutes(10));
    }
    expect(seen).toEqual([false, true, false]);
  });

  test('one whose end has passed is not published, and an end before the beginning is refused', async () => {
    const id = await write({ ValidUntil: '2026-03-10T00:00:00Z' });
    expect((await admin.call(`${BASE}/publish`, { BulletinId: id })).code).toBe('bulletin.over');
    const answer = await admin.call(`${BASE}/update`, { Id: id, Version: 1, ValidUntil: '2026-02-01T00:00:00Z' });
    expect([answer.code, answer.issues?.[0]?.path]).toEqual(['bulletin.wrong-time', 'ValidUntil']);
  });

  test('one that was read is withdrawn instead of deleted', async () => {
    const id = await publish();
    await read(reader, id);
    expect((await admin.call(`${BASE}/delete`, { Id: id })).data).toMatchObject({ IsRetired: true });
    expect(await row(id)).toMatchObject({ State: 'withdrawn', ReadCount: 1 });
  });
});

describe('hostile text', () => {
  const cases: readonly [string, string][] = [
    ['<p>a<script>alert(1)</script></p>', '<p>a</p>'],
    ['<p onclick="alert(1)" style="position:fixed" class="x" id="y">a</p>', '<p>a</p>'],
    ['a<img src=x onerror=alert(1)>', 'a'],
    ['a<svg onload=alert(1)><desc>b</desc></svg>', 'ab'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="java&#10;script:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,<script>1</script>">a</a>', '<a>a</a>'],
    ['<a href="//evil.example">a</a>', '<a>a</a>'],
    ['<a href="/\\evil.example">a</a>', '<a>a</a>'],
    [
      '<a href="https://example.com/?a=1" target="_self" onmouseover="x()">a</a>',
      '<a href="https://example.com/?a=1" target="_blank" rel="noopener noreferrer nofollow">a</a>',
    ],
    ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">a', 'a'],
    ['<iframe src="https://evil.example"></iframe><form action=/x><input name=p>a</form>', 'a'],
    ['<base href="https://evil.example/"><meta http-equiv=refresh content=0>a', 'a'],
    ['<b>a<noscript><p title="</noscript><img src=x onerror=alert(1)>"></b>', '<b>a<p></p></b>'],
    ['1 &lt; 2 &amp; <b>3</b>', '1 &lt; 2 &amp; <b>3</b>'],
  ];
  test.each(cases)('%s', async (Body, clean) => {
    const { Body: stored } = await row(await write({ Body }));
    expect(stored).toBe(clean);
  });

  test.each(['<p> </p>', '<script>alert(1)</script>', '<p>&nbsp;<br></p>'])('%s has no text', async (Body) => {
    const answer = await admin.call(`${BASE}/create`, { Name: 'n', Body, ValidFrom: '2026-03-01T00:00:00Z' });
    expect([answer.code, answer.issues?.[0]?.path]).toEqual(['bulletin.empty', 'Body']);
  });
});
