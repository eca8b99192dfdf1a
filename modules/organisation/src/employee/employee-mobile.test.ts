import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

describe('the mobile of an employee', () => {
  const MOBILE = '13800138077';
  const MASKED = '138****8077';
  let server: TestServer;
  let admin: TestUser;
  let id: string;

  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'));
    admin = await server.newTenant();
    const values = { Account: 'masked1', Name: 'masked1', Mobile: MOBILE };
    id = (await admin.call('/api/employee/create', values)).data.Id;
  });

  afterAll(() => server?.stop());

  const RIGHTS = ['employee.list', 'employee.update', 'employee.export', 'audit-log.list'];
  /** What a reader sees of the number in the list, the row, an export and the audit log. */
  const found = async (reader: TestUser) => {
    const listed = (await reader.call('/api/employee/list', { Account: 'masked1' })).data.Rows[0];
    const row = (await reader.call('/api/employee/get', { Id: id })).data;
    const file = await reader.call('/api/employee/export', { Account: 'masked1', Format: 'csv' });
    const text = await (await fetch(server.url + file.data)).text();
    const log = (await reader.call('/api/auditLog/list', { Subject: id, Action: 'employee.created' })).data.Rows[0];
    return [listed.Mobile, row.Mobile, /138[^,]*8077/.exec(text)?.[0], log.After.mobile];
  };

  test('is masked in lists, details, exports and the audit log without the right to see it in full', async () => {
    expect(await found(await server.newUser(admin, RIGHTS))).toEqual(Array(4).fill(MASKED));
    expect(await found(await server.newUser(admin, [...RIGHTS, 'phone.view']))).toEqual(Array(4).fill(MOBILE));
  });

  test('can only be found by the whole number and cannot be sorted by, for a reader who sees it masked', async () => {
    const reader = await server.newUser(admin, RIGHTS);
    const accounts = async (by: TestUser, Mobile: string) =>
      (await by.call('/api/employee/list', { Mobile })).data.Rows.map((one: { Account: string }) => one.Account);
    expect(await accounts(admin, '1380013807')).toEqual(['masked1']);
    expect(await accounts(reader, '1380013807')).toEqual([]);
    expect(await accounts(reader, MOBILE)).toEqual(['masked1']);
    expect((await reader.call('/api/employee/list', { Sort: 'mobile' })).code).toBe('kernel.bad-input');
  });

  test('stays when a form sends it back masked, and is refused when it is masked and another', async () => {
    const editor = await server.newUser(admin, RIGHTS);
    const save = (values: object) => editor.call('/api/employee/update', { Id: id, Name: 'renamed', ...values });
    expect((await save({ Mobile: MASKED })).message).toBe('');
    expect((await admin.call('/api/employee/get', { Id: id })).data).toMatchObject({ Name: 'renamed', Mobile: MOBILE });
    expect((await save({ Mobile: '139****8077' })).issues).toMatchObject([{ path: 'Mobile' }]);
    expect((await save({ Mobile: '13900138078' })).message).toBe('');
    expect((await admin.call('/api/employee/get', { Id: id })).data.Mobile).toBe('13900138078');
    const created = await admin.call('/api/employee/create', { Account: 'masked2', Name: 'x', Mobile: MASKED });
    expect(created.issues).toMatchObject([{ path: 'Mobile' }]);
  });
});
