import { makePassword } from '@boyun/access/server';
import { checkPassword } from '@boyun/domain/password';
import { pattern } from '@boyun/domain/pattern';
import { PROOF_HEADER } from '@boyun/kernel/contract';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const ME = '/api/tenantUser/getTenantUserInfo';
const FRESH = 'Kx7!mwQz92';
const han = /\p{Script=Han}/u;

let server: TestServer;
let admin: TestUser;
let adminId: string;
let adminRole: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  admin = await server.newTenant();
  adminId = (await admin.who()).userId!;
  adminRole = await roleId('管理员');
});
afterAll(() => server?.stop());

async function roleId(name: string): Promise<string> {
  return (await admin.call('/api/role/list', { Name: name })).data.Rows[0].Id;
}

async function make(path: string, body: object, by: TestUser = admin): Promise<string> {
  const answer = await by.call(path, body);
  if (answer.state !== 'success') throw new Error(`${path}: ${answer.message}`);
  return answer.data.Id;
}

const newEmployee = (account: string, more: object = {}) =>
  make('/api/employee/create', { Account: account, Name: account, ...more });

async function issue(id: string): Promise<string> {
  const answer = await admin.call('/api/employee/issuePasswords', { EmployeeIds: [id] });
  expect(answer.state, answer.message).toBe('success');
  return answer.data.Passwords[0].InitialPassword;
}

const login = (account: string, password: string) =>
  server.call('/api/tenantUser/login', { Account: account, Password: password, TenantId: String(admin.tenantId) });

/** Calls as the account of a token, confirming the changed password where an operation requires it. */
const as =
  (token: string) =>
  (path: string, body?: object, headers?: Record<string, string>): Promise<Answer> =>
    server.callAs(token, path, body, { password: FRESH, headers });

/** Asserts that a call is refused, with different texts in the two languages. */
async function refused(call: (headers: Record<string, string>) => Promise<Answer>, code: string): Promise<void> {
  const zh = await call({ 'accept-language': 'zh-CN' });
  const en = await call({ 'accept-language': 'en-US' });
  expect([zh.code, en.code]).toEqual([code, code]);
  expect(zh.message).toMatch(han);
  expect(en.message).toMatch(/[a-z]{3}/);
}

/** A signed-in employee who has changed the initial password. */
async function signedIn(account: string, more: object = {}): Promise<{ id: string; call: ReturnType<typeof as> }> {
  const id = await newEmployee(account, more);
  const initial = await issue(id);
  const call = as((await login(account, initial)).data.AccessToken);
  const answer = await call('/api/tenantUser/userChangePassword', {
    Password: initial,
    PasswordResetCode: FRESH,
    PasswordResetCodeRepeat: FRESH,
  });
  expect(answer.state, answer.message).toBe('success');
  return { id, call };
}

describe('account names and mobiles are those of the pattern library', () => {
  const accounts = ['王', '王五', 'a', 'ab', 'x'.repeat(20), 'x'.repeat(21), 'a b', 'wang.wu', 'a/b', '<b>x</b>'];
  test.each(accounts)('%s', async (account) => {
    const answer = await admin.call('/api/employee/create', { Account: account, Name: 'x' });
    expect(answer.state === 'success').toBe(pattern.username.isValid(account));
    if (answer.state !== 'success') expect(answer.issues?.map((one) => one.path)).toEqual(['Account']);
  });

  test.each(['13800138000', '12800138000', '1380013800', '+8613800138000'])('%s', async (mobile) => {
    const answer = await admin.call('/api/employee/create', {
      Account: `m${mobile.length}x`,
      Name: 'x',
      Mobile: mobile,
    });
    expect(answer.state === 'success').toBe(pattern.mobile.isValid(mobile));
  });

  test('no two have the same account, whatever its case', async () => {
    await newEmployee('Twice');
    const answer = await admin.call('/api/employee/create', { Account: 'tWICE', Name: 'x' });
    expect(answer.code).toBe('kernel.duplicate');
  });
});

test('an initial password satisfies the password rules', () => {
  for (let round = 0; round < 200; round += 1) {
    const password = makePassword();
    expect([password, checkPassword(password, password)]).toEqual([password, null]);
  }
});

test('a new employee cannot sign in before a password is issued, and must change it first', async () => {
  const id = await newEmployee('newcomer');
  expect((await login('newcomer', '')).state).toBe('fail');
  expect((await login('newcomer', FRESH)).code).toBe('sign-in.wrong-credentials');
  const initial = await issue(id);
  const call = as((await login('newcomer', initial)).data.AccessToken);
  expect((await call(ME)).data.HasToChangePassword).toBe(true);
  await refused((headers) => call('/api/parkLot/list', {}, headers), 'kernel.password-change-needed');
  const log = await admin.call('/api/auditLog/list', { Action: 'employee.password-issued' });
  expect(JSON.stringify(log.data)).not.toContain(initial);
});

test('a reset ends the session immediately and invalidates the old password', async () => {
  const { id, call } = await signedIn('forgetful');
  const initial = await issue(id);
  await refused((headers) => call(ME, {}, headers), 'sign-in.ended-password-reset');
  expect((await login('forgetful', FRESH)).code).toBe('sign-in.wrong-credentials');
  expect((await login('forgetful', initial)).state).toBe('success');
});

test('a frozen account is refused from its next call on, until it is unfrozen', async () => {
  const { id, call } = await signedIn('cold');
  expect((await call(ME)).state).toBe('success');
  expect((await admin.call('/api/employee/freeze', { EmployeeId: id, Reason: '离岗' })).state).toBe('success');
  const next = await call(ME);
  expect([next.status, next.code]).toEqual([401, 'sign-in.ended-frozen']);
  await refused((headers) => call(ME, {}, headers), 'sign-in.ended-frozen');
  expect((await login('cold', FRESH)).code).toBe('sign-in.frozen');
  await refused(
    (headers) => admin.call('/api/employee/freeze', { EmployeeId: id }, headers),
    'employee.already-frozen',
  );
  const log = await admin.call('/api/auditLog/list', { Action: 'employee.frozen' });
  expect(log.data.Rows[0]).toMatchObject({
    Subject: 'cold cold',
    Before: { state: 'active' },
    After: { state: 'frozen', reason: '离岗' },
  });
  const logins = await admin.call('/api/loginLog/list', { Account: 'cold' });
  expect(logins.data.Rows[1]).toMatchObject({ Outcome: 'forced-out', Reason: 'frozen' });
  expect((await admin.call('/api/employee/unfreeze', { EmployeeId: id })).state).toBe('success');
  expect((await login('cold', FRESH)).state).toBe('success');
  await refused((headers) => admin.call('/api/employee/unfreeze', { EmployeeId: id }, headers), 'employee.not-frozen');
});

test('a forced logout ends the session, not the account', async () => {
  const { id, call } = await signedIn('gone');
  const before = await admin.call('/api/employee/get', { Id: id });
  expect(before.data).toMatchObject({ IsOnline: true, Address: server.address, HasPassword: true });
  expect((await admin.call('/api/employee/forceLogout', { EmployeeId: id })).state).toBe('success');
  await refused((headers) => call(ME, {}, headers), 'sign-in.ended-forced');
  await refused(
    (headers) => admin.call('/api/employee/forceLogout', { EmployeeId: id }, headers),
    'employee.signed-out',
  );
  expect((await admin.call('/api/employee/get', { Id: id })).data.IsOnline).toBe(false);
  expect((await login('gone', FRESH)).state).toBe('success');
});

test('a deleted employee keeps the name in histories and frees the account name', async () => {
  const { id, call } = await signedIn('leaver');
  expect((await admin.call('/api/employee/delete', { Id: id })).state).toBe('success');
  expect((await call(ME)).status).toBe(401);
  expect((await login('leaver', FRESH)).code).toBe('sign-in.wrong-credentials');
  expect((await admin.call('/api/employee/get', { Id: id })).code).toBe('kernel.not-found');
  const again = await newEmployee('leaver');
  expect(again).not.toBe(id);
  const log = await admin.call('/api/auditLog/list', { Subject: id });
  expect(log.data.Rows.map((one: { Action: string }) => one.Action)).toContain('employee.deleted');
});

describe('the last administrator', () => {
  const acts: readonly (readonly [string, string, (id: string) => object])[] = [
    ['frozen', '/api/employee/freeze', (id) => ({ EmployeeId: id })],
    ['deleted', '/api/employee/delete', (id) => ({ Id: id })],
    ['without the role', '/api/employee/update', (id) => ({ Id: id, RoleIds: '' })],
    ['limited to no lot', '/api/employee/update', (id) => ({ Id: id, HasAllLots: false })],
  ];
  test.each(acts)('cannot be %s', async (_what, path, body) => {
    // On the own account: some operations are refused for that alone.
    const own = await admin.call(path, body(adminId));
    expect(['employee.last-admin', 'employee.not-yourself']).toContain(own.code);
    // By another administrator, who is then demoted: the two swap places.
    const other = await signedIn(`second${path.length}${JSON.stringify(body('')).length}`, { RoleIds: [adminRole] });
    expect((await other.call(path, body(adminId))).state).toBe('success');
    // Now the other one is the last.
    const last = await other.call('/api/employee/update', { Id: other.id, RoleIds: '' });
    expect(last.code).toBe('employee.last-admin');
    await refused(
      (headers) => other.call('/api/employee/update', { Id: other.id, RoleIds: '' }, headers),
      'employee.last-admin',
    );
    await server.product.kernel.database.system(
      `update account set state = 'active', has_all_lots = true where tenant_id = $1 and id = $2`,
      [admin.tenantId, adminId],
    );
    await server.product.kernel.database.system(
      'insert into account_role (tenant_id, account_id, role_id) values ($1, $2, $3) on conflict do nothing',
      [admin.tenantId, adminId, adminRole],
    );
    await server.product.kernel.database.system(
      `update session set ended_at = null, ended_why = null where tenant_id = $1 and token_hash is not null and account_id = $2`,
      [admin.tenantId, adminId],
    );
    await server.product.kernel.database.system('delete from account_role where tenant_id = $1 and account_id = $2', [
      admin.tenantId,
      other.id,
    ]);
  });

  test('cannot leave at the same time as the last but one', async () => {
    const one = await signedIn('pair1', { RoleIds: [adminRole] });
    const two = await signedIn('pair2', { RoleIds: [adminRole] });
    await server.product.kernel.database.system('delete from account_role where tenant_id = $1 and account_id = $2', [
      admin.tenantId,
      adminId,
    ]);
    // A frozen account can no longer confirm its password, so both confirm it beforehand.
    const proofOf = async (by: typeof one) => ({
      [PROOF_HEADER]: (await by.call('/api/tenantUser/checkUserPassword', { Password: FRESH })).data.Proof,
    });
    const [proofOfOne, proofOfTwo] = [await proofOf(one), await proofOf(two)];
    const answers = await Promise.all([
      one.call('/api/employee/freeze', { EmployeeId: two.id }, proofOfOne),
      two.call('/api/employee/freeze', { EmployeeId: one.id }, proofOfTwo),
    ]);
    expect(answers.filter((answer) => answer.state === 'success')).toHaveLength(1);
    await server.product.kernel.database.system(
      'insert into account_role (tenant_id, account_id, role_id) values ($1, $2, $3)',
      [admin.tenantId, adminId, adminRole],
    );
  });
});

describe('an account grants or manages no more than it holds', () => {
  const RIGHTS = [
    'employee.list',
    'employee.create',
    'employee.update',
    'employee.delete',
    'employee.freeze',
    'employee.issue-password',
    'role.list',
    'role.create',
    'role.update',
    'lot.list',
  ];
  let north: string;
  let south: string;
  let clerk: TestUser;
  beforeAll(async () => {
    north = await make('/api/parkLot/create', { Name: '北区车场', Code: 'N1', Capacity: 1 });
    south = await make('/api/parkLot/create', { Name: '南区车场', Code: 'S1', Capacity: 1 });
    clerk = await server.newUser(admin, RIGHTS, [north]);
  });

  const cases: readonly (readonly [string, () => Promise<object> | object, string])[] = [
    ['all lots', () => ({ HasAllLots: true }), 'employee.beyond-own-rights'],
    ['a lot of others', () => ({ HasAllLots: false, LotIds: [south] }), 'kernel.not-found'],
    [
      'the role of administrators',
      () => ({ HasAllLots: false, LotIds: [north], RoleIds: [adminRole] }),
      'employee.beyond-own-rights',
    ],
    [
      'a role with more rights',
      async () => ({
        HasAllLots: false,
        LotIds: [north],
        RoleIds: [await make('/api/role/create', { Name: '财务甲', Permissions: ['payment.list'] })],
      }),
      'employee.beyond-own-rights',
    ],
  ];
  test.each(cases)('%s', async (_what, values, code) => {
    const body = { Account: 'granted', Name: 'x', ...(await values()) };
    await refused((headers) => clerk.call('/api/employee/create', body, headers), code);
  });

  test('an account may grant what it holds', async () => {
    const mine = await make(
      '/api/role/create',
      { Name: '车场查看', Scope: 'places', LotIds: [north], Permissions: ['lot.list'] },
      clerk,
    );
    const id = await make(
      '/api/employee/create',
      { Account: 'within', Name: 'x', HasAllLots: false, LotIds: [north], RoleIds: [mine] },
      clerk,
    );
    expect((await admin.call('/api/employee/get', { Id: id })).data).toMatchObject({
      LotIds: [north],
      RoleNames: '车场查看',
    });
  });

  test.each(['/api/employee/freeze', '/api/employee/issuePasswords', '/api/employee/update', '/api/employee/delete'])(
    'he cannot take an administrator over by %s',
    async (path) => {
      const body = { Id: adminId, EmployeeId: adminId, EmployeeIds: [adminId] };
      await refused((headers) => clerk.call(path, body, headers), 'employee.beyond-own-rights');
    },
  );
});

test('employees are imported from a file with departments, roles and lots by name; each bad row gets its reason', async () => {
  await make('/api/department/create', { Name: '运营一部' });
  await make('/api/parkLot/create', { Name: '导入车场', Code: 'IMP', Capacity: 1 });
  const sheet = [
    '账号,姓名,手机号,部门,岗位,角色,全部车场,车场',
    'imported1,张三,13800138001,运营一部,收费员,"收费员、运营",否,导入车场',
    'i,李四,,,,,,',
    'imported2,王五,,没有的部门,,,,',
    'imported1,赵六,,,,,,',
  ].join('\r\n');
  const form = new FormData();
  form.append('File', new Blob([sheet]), 'staff.csv');
  const response = await fetch(`${server.url}/api/employee/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'zh-CN' },
    body: form,
  });
  const { data } = (await response.json()) as Answer;
  expect(data).toMatchObject({ Total: 4, SuccessNum: 1, RepeatNum: 1, FailedNum: 2 });
  const found = await admin.call('/api/employee/list', { Account: 'imported1' });
  expect(found.data.Rows[0]).toMatchObject({
    Name: '张三',
    DepartmentName: '运营一部',
    JobKind: 'collector',
    RoleNames: '收费员、运营',
    HasAllLots: false,
    HasPassword: false,
  });
});
