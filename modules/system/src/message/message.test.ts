import { createAccount } from '@boyun/access/server';
import { systemWho } from '@boyun/kernel/server';
import { eventNamed } from '@boyun/test-server/event';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const BASE = '/api/serviceMsgCenter';
let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
});
afterAll(() => server?.stop());

interface Received {
  readonly message_type: string;
  readonly UnseenCount: number;
}

/** Opens the warning channel of an account like the page does. */
async function follow(user: Pick<TestUser, 'token'>) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${BASE}/wsService`, [user.token]);
  const received: (Received | string)[] = [];
  socket.onmessage = ({ data }) => void received.push(data === 'success' ? 'success' : JSON.parse(String(data)));
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error('refused'));
  });
  const ask = () =>
    socket.send(JSON.stringify({ MsgType: 'getWarning', TenantId: 'of another', userId: 'anybody', Type: 1 }));
  const types = () => received.map((one) => (typeof one === 'string' ? one : one.message_type));
  const next = (count: number) => server.until(`${count} messages`, async () => received.length >= count);
  return { socket, received, types, ask, next };
}

const list = async (user: TestUser, body: object = {}, headers = {}) =>
  (await user.call(`${BASE}/list`, body, headers)).data;
const send = (user: TestUser, body: object) =>
  user.call(`${BASE}/send`, { Title: '交接', Body: '早班请核对备用金', ...body });
const emit = (tenantId: number, kind: string, data: object, lotId: string | null = null) =>
  server.product.kernel.database.inTenant(systemWho(tenantId), async (tx) => {
    tx.emit(eventNamed(kind), { lotId, data: data as Record<string, unknown> });
  });
const urgent = {
  severity: 'high',
  kind: 'black-entry',
  plate: '粤B12345',
  titleZh: '黑名单车辆入场',
  titleEn: 'Blacklisted car',
  descriptionZh: '东门入口',
  descriptionEn: 'East gate',
};

describe('Warning WebSocket at page base path plus api/serviceMsgCenter/wsService', () => {
  let user: TestUser;
  beforeAll(async () => {
    admin = await server.newTenant();
    user = await server.newUser(admin);
  });

  test("on open getWarning: '24' with something new, any other without", async () => {
    const channel = await follow(user);
    channel.ask();
    await channel.next(1);
    expect(channel.types()).toEqual(['0']);
    await send(admin, { Audience: 'account', To: user.account });
    await channel.next(2);
    expect(channel.types()).toEqual(['0', '24']);
    channel.ask();
    await channel.next(3);
    expect(channel.types()).toEqual(['0', '24', '24']);
    channel.socket.close();
  });

  test('opening the message page clears the dot on every page of the account, and on no other account', async () => {
    const [mine, others] = [await follow(user), await follow(admin)];
    expect((await user.call(`${BASE}/see`)).data.SeenCount).toBe(1);
    await mine.next(1);
    expect(mine.types()).toEqual(['0']);
    expect((await user.call(`${BASE}/see`)).data.SeenCount).toBe(0);
    others.ask();
    await others.next(1);
    expect(others.types()).toEqual(['0']);
    for (const one of [mine, others]) one.socket.close();
  });

  test('heartbeat: the text success comes back, nonsense is not answered', async () => {
    const channel = await follow(user);
    for (const text of ['{"MsgType":"drop"}', 'null', '{', '[]', 'success']) channel.socket.send(text);
    await channel.next(1);
    expect(channel.received).toEqual(['success']);
    channel.socket.close();
  });

  test('without a session it is refused', async () => {
    await expect(follow({ token: 'made-up' })).rejects.toThrow('refused');
  });
});

describe('message centre', () => {
  test('a message is sent to one person, to a role, or to all staff, and never to another tenant', async () => {
    admin = await server.newTenant();
    const stranger = await server.newTenant();
    await createAccount(server.product.kernel, admin.tenantId, {
      account: 'guard',
      name: '值守员',
      password: 'Boyun#2026',
      roles: ['attendant'],
    });
    expect((await send(admin, { Audience: 'role', To: 'attendant' })).data.RecipientCount).toBe(1);
    expect((await send(admin, { Audience: 'everyone' })).data.RecipientCount).toBe(2);
    expect((await send(admin, { Audience: 'account', To: 'admin' })).data.RecipientCount).toBe(1);
    expect((await list(admin)).Total).toBe(2);
    expect((await list(stranger)).Total).toBe(0);
    const recipients = (await admin.call(`${BASE}/getRecipients`)).data;
    expect(recipients.Accounts.map((one: { Value: string }) => one.Value).sort()).toEqual(['admin', 'guard']);
    expect(recipients.Roles.map((one: { Value: string }) => one.Value)).toContain('attendant');
  });

  test.each([{ Audience: 'account' }, { Audience: 'account', To: 'nobody' }, { Audience: 'role', To: '' }])(
    'without somebody to get it, it is refused: %o',
    async (body) => {
      const answer = await send(admin, body);
      expect([answer.code, answer.issues?.[0]?.path]).toEqual(['message.no-recipient', 'To']);
    },
  );

  test('messages are marked as read singly, then all together; those of other accounts are unchanged', async () => {
    const user = await server.newUser(admin);
    const other = await server.newUser(admin);
    for (const Title of ['一', '二', '三']) await send(admin, { Audience: 'everyone', Title });
    const { Rows: rows, Totals: totals } = await list(user);
    expect([rows.map((one: { Title: string }) => one.Title), totals.UnreadCount]).toEqual([['三', '二', '一'], 3]);
    const read = (body: object) => user.call(`${BASE}/read`, body);
    expect((await read({ MessageIds: [rows[0].Id] })).data.ReadCount).toBe(1);
    expect((await read({ MessageIds: [rows[0].Id] })).data.ReadCount).toBe(0);
    expect((await list(user, { IsRead: false })).Total).toBe(2);
    expect((await read({})).data.ReadCount).toBe(2);
    expect((await list(user, { IsRead: true })).Total).toBe(3);
    expect((await list(other)).Totals.UnreadCount).toBe(3);
    const { Total: entries } = (await admin.call('/api/auditLog/list', { Action: 'message.read' })).data;
    expect(entries).toBe(2);
  });
});

test('form-encoded bodies: arrays with a bracketed suffix, repeated or numbered', async () => {
  const user = await server.newUser(admin);
  for (const Title of ['一', '二', '三']) await send(admin, { Audience: 'everyone', Title });
  const ids = (await list(user)).Rows.map((one: { Id: string }) => one.Id) as string[];
  const read = async (body: string) => {
    const headers = {
      authorization: `Bearer ${user.token}`,
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'x-requested-with': 'XMLHttpRequest',
    };
    const response = await fetch(`${server.url}${BASE}/read`, { method: 'POST', headers, body });
    return (await response.json()) as { data: { ReadCount: number } };
  };
  expect((await read(`MessageIds[]=${ids[0]}&MessageIds[]=${ids[1]}`)).data.ReadCount).toBe(2);
  expect((await read(`MessageIds%5B0%5D=${ids[2]}`)).data.ReadCount).toBe(1);
});

describe('messages from events', () => {
  test('an urgent alarm is sent to accounts that handle alarms and see its lot, in their language', async () => {
    admin = await server.newTenant();
    const lot = async (Name: string) =>
      (await admin.call('/api/parkLot/create', { Name, Code: Name, Capacity: 9 })).data.Id;
    const [here, elsewhere] = [await lot('HERE'), await lot('ELSEWHERE')];
    const handler = await server.newUser(admin, ['alarm.handle'], [here]);
    const farAway = await server.newUser(admin, ['alarm.handle'], [elsewhere]);
    const clerk = await server.newUser(admin, ['order.list']);
    await emit(admin.tenantId, 'alarm.raised', { ...urgent, severity: 'low' }, here);
    await emit(admin.tenantId, 'alarm.raised', urgent, here);
    await server.until('the message', async () => (await list(handler)).Total === 1);
    const { Rows: rows } = await list(handler, {}, { 'accept-language': 'en' });
    expect(rows[0]).toMatchObject({
      Title: 'Blacklisted car 粤B12345',
      Body: 'East gate',
      Kind: 'alarm',
      Sender: 'System',
    });
    expect((await list(handler)).Rows[0]).toMatchObject({ Title: '黑名单车辆入场 粤B12345', Sender: '系统' });
    expect([(await list(farAway)).Total, (await list(clerk)).Total, (await list(admin)).Total]).toEqual([0, 0, 1]);
  });

  test('a submitted charge rule is announced to its approvers', async () => {
    admin = await server.newTenant();
    const approver = await server.newUser(admin, ['charge-rule.approve']);
    const made = await admin.call('/api/billRule/createFromTemplate', {
      Name: '昼夜规则',
      Template: 'guangzhou-day-night',
    });
    await admin.call('/api/billRule/saveDraft', { Id: made.data.Id });
    expect((await admin.call('/api/billRule/submit', { Id: made.data.Id, IsConfirmed: true })).message).toBe('');
    await server.until('the message', async () => (await list(approver)).Total === 1);
    expect((await list(approver)).Rows[0]).toMatchObject({ Title: '收费规则“昼夜规则”第2版待审核', Kind: 'review' });
  });
});
