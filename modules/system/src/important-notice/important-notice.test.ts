import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const BASE = '/api/importantNotice';
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

interface Pending {
  NoticeId: string;
  Edition: number;
  Name: string;
  Body: string;
}

let written = 0;
/** Creates a notice and returns its id. */
async function write(values: object = {}): Promise<string> {
  written += 1;
  const notice = { Name: `Notice ${written}`, Body: '请各岗亭注意', ValidFrom: '2026-03-01T00:00:00Z', ...values };
  const answer = await admin.call(`${BASE}/create`, notice);
  expect(answer).toMatchObject({ state: 'success' });
  return answer.data.Id;
}
const pending = async (user: TestUser) => (await user.call(`${BASE}/getPending`)).data.Notices as Pending[];
const isPending = async (user: TestUser, id: string) => (await pending(user)).some((one) => one.NoticeId === id);
const confirm = (user: TestUser, NoticeId: string, Edition = 1) => user.call(`${BASE}/confirm`, { NoticeId, Edition });
const row = async (Id: string) => (await admin.call(`${BASE}/get`, { Id })).data;

describe('§2 /_cloud_Public/importantNotice: shown to all on entry until confirmed', () => {
  test('every account of the tenant sees it until confirmed; no account of another tenant does', async () => {
    const id = await write();
    const stranger = await server.newTenant();
    expect([await isPending(admin, id), await isPending(reader, id), await isPending(stranger, id)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await confirm(reader, id)).toMatchObject({ state: 'success' });
    expect(await confirm(reader, id)).toMatchObject({ state: 'success' });
    expect([await isPending(admin, id), await isPending(reader, id)]).toEqual([true, false]);
    expect((await confirm(stranger, id)).code).toBe('kernel.not-found');
    const log = await admin.call('/api/auditLog/list', { Action: 'important-notice.confirmed' });
    expect(log.data.Rows).toMatchObject([{ SubjectId: id }]);
  });

  test('confirmed and unconfirmed addressees are counted and listed', async () => {
    const id = await write();
    await confirm(reader, id);
    expect(await row(id)).toMatchObject({ ConfirmedCount: 1, AudienceCount: 2 });
    const { data } = await admin.call(`${BASE}/getConfirmations`, { NoticeId: id, Page: 1, PerPage: 20 });
    expect(data.Totals).toEqual({ ConfirmedCount: 1, PendingCount: 1 });
    const of = (user: TestUser) => data.Rows.find((one: { Account: string }) => one.Account === user.account);
    expect(of(admin)).toMatchObject({ IsConfirmed: false, ConfirmedAt: null });
    expect(of(reader)).toMatchObject({ IsConfirmed: true, ConfirmedAt: clock.now().toISOString() });
    expect((await reader.call(`${BASE}/getConfirmations`, { NoticeId: id })).code).toBe('kernel.no-permission');
  });

  test('a notice for some roles is shown to these only', async () => {
    const roleId = (await admin.call('/api/role/create', { Name: '夜班', Permissions: [] })).data.Id;
    const id = await write({ RoleIds: [roleId] });
    expect(await isPending(reader, id)).toBe(false);
    expect((await confirm(reader, id)).code).toBe('kernel.not-found');
    const accounts = (await admin.call('/api/employee/list', { Page: 1, PerPage: 20 })).data.Rows;
    const employee = accounts.find((one: { Account: string }) => one.Account === reader.account);
    await server.product.kernel.database.inTenant(await admin.who(), (tx) =>
      tx.query('insert into account_role (tenant_id, account_id, role_id) values ($1, $2, $3)', [
        admin.tenantId,
        employee.Id,
        roleId,
      ]),
    );
    expect(await isPending(reader, id)).toBe(true);
    expect(await row(id)).toMatchObject({ AudienceCount: 1, ConfirmedCount: 0, RoleNames: '夜班' });
  });

  test.each([
    ['not begun', { ValidFrom: '2026-03-16T00:00:00Z' }],
    ['over', { ValidUntil: '2026-03-14T00:00:00Z' }],
    ['switched off', { IsActive: false }],
  ])('a notice that is %s is not shown', async (_, values) => {
    expect(await isPending(reader, await write(values))).toBe(false);
  });

  test('a changed text must be confirmed again, a changed end not', async () => {
    const id = await write();
    await confirm(reader, id);
    await admin.call(`${BASE}/update`, { Id: id, Version: 1, ValidUntil: '2026-04-01T00:00:00Z' });
    expect(await isPending(reader, id)).toBe(false);
    await admin.call(`${BASE}/update`, { Id: id, Version: 2, Body: '内容有变' });
    expect((await pending(reader)).find((one) => one.NoticeId === id)).toMatchObject({ Edition: 2, Body: '内容有变' });
    expect((await confirm(admin, id, 1)).code).toBe('important-notice.changed');
    expect(await row(id)).toMatchObject({ ConfirmedCount: 0 });
    expect(await confirm(reader, id, 2)).toMatchObject({ state: 'success' });
  });

  test('a confirmed notice is ended instead of deleted', async () => {
    const id = await write();
    await confirm(reader, id);
    expect((await admin.call(`${BASE}/delete`, { Id: id })).data).toMatchObject({ IsRetired: true });
    expect(await row(id)).toMatchObject({ IsActive: false, ConfirmedCount: 1 });
  });

  test('an end before the start is refused at its field', async () => {
    const notice = { Name: 'n', Body: 'b', ValidFrom: '2026-03-01T00:00:00Z', ValidUntil: '2026-02-01T00:00:00Z' };
    const answer = await admin.call(`${BASE}/create`, notice);
    expect([answer.code, answer.issues?.[0]?.path]).toEqual(['important-notice.wrong-time', 'ValidUntil']);
  });
});
