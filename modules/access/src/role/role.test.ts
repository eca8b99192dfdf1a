import { pattern } from '@boyun/domain/pattern';
import { permissionsOf } from '@boyun/kernel/contract';
import { modules } from '@boyun/server/modules';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const ME = '/api/tenantUser/getTenantUserInfo';
const han = /\p{Script=Han}/u;
const RIGHTS = ['lot.list', 'lot.update', 'spot.list'];

let server: TestServer;
let admin: TestUser;
let adminRole: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  admin = await server.newTenant();
  adminRole = (await admin.call('/api/role/list', { Name: '管理员' })).data.Rows[0].Id;
});
afterAll(() => server?.stop());

async function make(path: string, body: object): Promise<string> {
  const answer = await admin.call(path, body);
  if (answer.state !== 'success') throw new Error(`${path}: ${answer.message}`);
  return answer.data.Id;
}

async function change(path: string, body: object): Promise<void> {
  const answer = await admin.call(path, body);
  expect(answer.state, answer.message).toBe('success');
}

async function refused(call: (headers: Record<string, string>) => Promise<Answer>, code: string): Promise<void> {
  const zh = await call({ 'accept-language': 'zh-CN' });
  const en = await call({ 'accept-language': 'en-US' });
  expect([zh.code, en.code]).toEqual([code, code]);
  expect(zh.message).toMatch(han);
  expect(en.message).toMatch(/[a-z]{3}/);
}

/** Creates an account with its own role and returns both ids. */
async function newUser(permissions: readonly string[] = RIGHTS) {
  const user = await server.newUser(admin, permissions);
  const [role] = (await admin.call('/api/role/list', { Name: user.account })).data.Rows;
  return { user, userId: (await user.who()).userId!, roleId: role.Id as string };
}

/** Names of the lots an account sees. */
async function lotsOf(user: TestUser): Promise<string[]> {
  const answer = await user.call('/api/parkLot/list', { PerPage: 200 });
  return answer.data.Rows.map((one: { Name: string }) => one.Name).sort();
}

describe('the name of a role is that of the pattern library', () => {
  const names = ['审', '审核员', '_x', 'x_', 'a_b', 'a b', 'x'.repeat(255), 'x'.repeat(256), '主管（夜班）'];
  test.each(names)('%s', async (name) => {
    const answer = await admin.call('/api/role/create', { Name: name });
    expect(answer.state === 'success').toBe(pattern.roleName.isValid(name));
  });

  test('two roles cannot have the same name', async () => {
    await make('/api/role/create', { Name: '双份' });
    expect((await admin.call('/api/role/create', { Name: '双份' })).code).toBe('kernel.duplicate');
  });
});

describe('standard roles', () => {
  const EN = { 'accept-language': 'en-US' };
  const byCode = async (code: string, headers?: Record<string, string>) => {
    const { data } = await admin.call('/api/role/list', { PerPage: 200 }, headers);
    return data.Rows.find((one: { Code: string | null }) => one.Code === code);
  };

  test('are named in the language of the reader everywhere', async () => {
    expect((await byCode('finance')).Name).toBe('财务');
    expect((await byCode('finance', EN)).Name).toBe('Finance');
    const { Id } = await byCode('finance');
    await make('/api/employee/create', { Account: 'reader', Name: '读者', RoleIds: [adminRole, Id] });
    const found = await admin.call('/api/employee/list', { Account: 'reader' }, EN);
    expect(found.data.Rows[0].RoleNames.split(', ').sort()).toEqual(['Administrator', 'Finance']);
    const matrix = await admin.call('/api/permission/getMatrix', {}, EN);
    expect(matrix.data.Roles.map((one: { Name: string }) => one.Name)).toContain('Booth attendant');
    const { data } = await admin.call('/api/reviewFlow/getRoles', {}, EN);
    expect(data.Roles.map((one: { Name: string }) => one.Name)).toContain('Inspector');
  });

  test('keep both names when saved in English, and only the new one when renamed', async () => {
    const row = await byCode('collector', EN);
    await change('/api/role/update', { Id: row.Id, Version: row.Version, Name: row.Name, Description: 'x' });
    expect((await byCode('collector')).Name).toBe('收费员');
    const again = await byCode('collector', EN);
    await change('/api/role/update', { Id: row.Id, Version: again.Version, Name: '路侧收费员' });
    expect((await byCode('collector', EN)).Name).toBe('路侧收费员');
  });
});

describe('a data scope', () => {
  let north: string;
  let city: string;
  let harbour: string;
  beforeAll(async () => {
    const province = await make('/api/region/create', { Name: '广东省', Code: '440000', Level: 'province' });
    city = await make('/api/region/create', { Name: '深圳市', Code: '440300', Level: 'city', ParentId: province });
    const district = await make('/api/region/create', {
      Name: '南山区',
      Code: '440305',
      Level: 'district',
      ParentId: city,
    });
    harbour = await make('/api/area/create', { Name: '港湾片区' });
    north = await make('/api/parkLot/create', { Name: '北门', Code: 'A1', Capacity: 1 });
    await make('/api/parkLot/create', { Name: '港口', Code: 'A2', Capacity: 1, AreaId: harbour });
    await make('/api/parkLot/create', { Name: '南山', Code: 'A3', Capacity: 1, RegionId: district });
  });

  const scopes: readonly (readonly [string, () => object, readonly string[]])[] = [
    ['everything', () => ({ Scope: 'tenant' }), ['北门', '南山', '港口']],
    ['a lot', () => ({ Scope: 'places', LotIds: [north] }), ['北门']],
    ['an area', () => ({ Scope: 'places', LotIds: '', AreaIds: [harbour] }), ['港口']],
    ['a region with those below it', () => ({ Scope: 'places', LotIds: '', AreaIds: '', RegionIds: [city] }), ['南山']],
    [
      'several together',
      () => ({ Scope: 'places', LotIds: [north], AreaIds: [harbour], RegionIds: '' }),
      ['北门', '港口'],
    ],
    ['a department nobody is in', () => ({ Scope: 'department' }), []],
  ];
  test('takes effect on the next call, whatever it is changed to', async () => {
    const { user, roleId } = await newUser();
    for (const [what, values, names] of scopes) {
      await change('/api/role/update', { Id: roleId, ...values() });
      expect([what, await lotsOf(user)]).toEqual([what, names]);
    }
  });

  test('follows the places: a lot that joins an area is seen, one that leaves is not', async () => {
    const { user, roleId } = await newUser();
    await change('/api/role/update', { Id: roleId, Scope: 'places', AreaIds: [harbour] });
    const moved = await make('/api/parkLot/create', { Name: '移动', Code: 'A4', Capacity: 1 });
    expect(await lotsOf(user)).toEqual(['港口']);
    await change('/api/parkLot/update', { Id: moved, AreaId: harbour });
    expect(await lotsOf(user)).toEqual(['港口', '移动']);
    await refused(
      (headers) => user.call('/api/parkLot/update', { Id: north, Remark: 'x' }, headers),
      'kernel.not-found',
    );
    expect((await user.call('/api/parkLot/update', { Id: moved, Remark: 'x' })).state).toBe('success');
    await change('/api/parkLot/delete', { Id: moved });
    expect(await lotsOf(user)).toEqual(['港口']);
  });

  test('of a department includes its sub-departments and follows accounts that move', async () => {
    const { user, userId, roleId } = await newUser();
    await change('/api/role/update', { Id: roleId, Scope: 'department' });
    const head = await make('/api/department/create', { Name: '总部' });
    const part = await make('/api/department/create', { Name: '北区', ParentId: head, LotIds: [north] });
    const port = await make('/api/department/create', { Name: '港务', AreaIds: [harbour] });
    await change('/api/employee/update', { Id: userId, DepartmentId: part });
    expect(await lotsOf(user)).toEqual(['北门']);
    await change('/api/employee/update', { Id: userId, DepartmentId: head });
    expect(await lotsOf(user)).toEqual(['北门']);
    await change('/api/department/move', { DepartmentId: port, ParentId: head });
    expect(await lotsOf(user)).toEqual(['北门', '港口']);
    await change('/api/department/update', { Id: port, AreaIds: '' });
    expect(await lotsOf(user)).toEqual(['北门']);
  });

  test('is narrowed by the lots of the account, and widened by a second role', async () => {
    const { user, userId, roleId } = await newUser();
    await change('/api/role/update', { Id: roleId, Scope: 'places', LotIds: [north], AreaIds: [harbour] });
    await change('/api/employee/update', { Id: userId, HasAllLots: false, LotIds: [north] });
    expect(await lotsOf(user)).toEqual(['北门']);
    const wide = await make('/api/role/create', { Name: '全域查看', Permissions: RIGHTS });
    await change('/api/employee/update', { Id: userId, HasAllLots: true, LotIds: '', RoleIds: [roleId, wide] });
    expect(await lotsOf(user)).toEqual(['北门', '南山', '港口']);
  });

  test('of places requires at least one place', () =>
    refused(
      (headers) => admin.call('/api/role/create', { Name: '空范围', Scope: 'places' }, headers),
      'role.no-places',
    ));

  test('of own records shows only what the account handled', async () => {
    const { user, userId, roleId } = await newUser(['payment.list', 'alarm.list']);
    await change('/api/role/update', { Id: roleId, Scope: 'own' });
    expect((await user.who()).isOwnOnly).toBe(true);
    const { clock, database } = server.product.kernel;
    for (const claimedBy of [userId, adminRole, null])
      await database.system(
        `insert into alarm (tenant_id, id, raised_at, kind, severity, state, lot_id, description_zh, description_en, claimed_by)
         values ($1, gen_random_uuid(), $5, 'lot-full', 'low', $2, $3, '满位', 'Full', $4)`,
        [admin.tenantId, claimedBy ? 'claimed' : 'new', north, claimedBy, clock.now()],
      );
    const shown = await user.call('/api/alarm/list');
    expect(shown.data.Rows.map((one: { ClaimedById: string | null }) => one.ClaimedById).sort()).toEqual([
      userId,
      null,
    ]);
    expect((await admin.call('/api/alarm/list')).data.Total).toBe(3);
    // With a second role whose scope is everything, the account sees everything.
    const wide = await make('/api/role/create', { Name: '全部报警', Permissions: ['alarm.list'] });
    await change('/api/employee/update', { Id: userId, RoleIds: [roleId, wide] });
    expect((await user.call('/api/alarm/list')).data.Total).toBe(3);
  });
});

describe('rights', () => {
  test('that are revoked are gone on the next call', async () => {
    const { user, roleId } = await newUser();
    expect((await user.call('/api/parkLot/list')).state).toBe('success');
    await change('/api/role/update', { Id: roleId, Permissions: ['spot.list'] });
    expect((await user.call('/api/parkLot/list')).code).toBe('kernel.no-permission');
    await change('/api/role/update', { Id: roleId, Permissions: RIGHTS });
    expect((await user.call('/api/parkLot/list')).state).toBe('success');
  });

  test('the editor lacks cannot be granted by the editor, but can be revoked', async () => {
    const { user } = await newUser(['role.list', 'role.create', 'role.update', 'lot.list']);
    const theirs = await make('/api/role/create', { Name: '收银', Permissions: ['payment.list', 'lot.list'] });
    await refused(
      (headers) => user.call('/api/role/create', { Name: '越权', Permissions: ['lot.list', 'lot.delete'] }, headers),
      'role.beyond-own',
    );
    await refused(
      (headers) => user.call('/api/role/update', { Id: theirs, Permissions: ['payment.list', 'order.void'] }, headers),
      'role.beyond-own',
    );
    expect((await user.call('/api/role/update', { Id: theirs, Permissions: ['lot.list'] })).state).toBe('success');
  });

  test('of administrators are fixed', async () => {
    await refused(
      (headers) => admin.call('/api/role/update', { Id: adminRole, Name: '别名' }, headers),
      'role.admin-fixed',
    );
    await refused((headers) => admin.call('/api/role/delete', { Id: adminRole }, headers), 'role.admin-fixed');
  });

  test('a role that is in use cannot be deleted', async () => {
    const { userId, roleId } = await newUser();
    await refused((headers) => admin.call('/api/role/delete', { Id: roleId }, headers), 'role.in-use');
    await change('/api/employee/update', { Id: userId, RoleIds: '' });
    await change('/api/role/delete', { Id: roleId });
  });

  test('appear in the tree exactly once, below a page of an area', async () => {
    const { data } = await admin.call('/api/permission/getTree');
    const nodes: { Id: string; ParentId: string; IsPermission: boolean }[] = data.Nodes;
    const known = permissionsOf(modules.map((one) => one.contract)).map((one) => one.name);
    const rights = nodes.filter((one) => one.IsPermission).map((one) => one.Id);
    expect(rights.sort()).toEqual([...new Set(known)].sort());
    const ids = new Set(nodes.map((one) => one.Id));
    expect(nodes.filter((one) => one.ParentId && !ids.has(one.ParentId))).toEqual([]);
    expect(nodes.filter((one) => one.IsPermission && !one.ParentId.startsWith('page:'))).toEqual([]);
  });
});

describe('the explanation of a permission', () => {
  test('yes, by which role and where', async () => {
    const { userId, roleId } = await newUser();
    const lot = await make('/api/parkLot/create', { Name: '诊断车场', Code: 'WHY', Capacity: 1 });
    await change('/api/role/update', { Id: roleId, Scope: 'places', LotIds: [lot] });
    const answer = await admin.call('/api/permission/explain', { EmployeeId: userId, Permission: 'lot.list' });
    expect(answer.data).toMatchObject({
      IsAllowed: true,
      HasAllLots: false,
      Roles: [{ Id: roleId, IsGranting: true, Scope: 'places' }],
      Lots: [{ LotId: lot, LotName: '诊断车场' }],
    });
    const no = await admin.call('/api/permission/explain', { EmployeeId: userId, Permission: 'order.void' });
    expect(no.data).toMatchObject({ IsAllowed: false, Roles: [{ IsGranting: false }] });
    await change('/api/employee/freeze', { EmployeeId: userId });
    const frozen = await admin.call('/api/permission/explain', { EmployeeId: userId, Permission: 'lot.list' });
    expect(frozen.data).toMatchObject({ IsAllowed: false, IsFrozen: true });
  });

  test('no such right', () =>
    refused(async (headers) => {
      const { userId } = await newUser();
      return admin.call('/api/permission/explain', { EmployeeId: userId, Permission: 'lot.fly' }, headers);
    }, 'role.unknown-permission'));
});

describe('the matrix of permissions', () => {
  test('as a workbook has a row for each permission and a column for each role', async () => {
    await make('/api/role/create', { Name: '矩阵', Scope: 'tenant', Permissions: ['lot.list'] });
    const { data } = await admin.call('/api/permission/export', {}, { 'accept-language': 'zh-CN' });
    const { sheets } = await readXlsx(new Uint8Array(await (await fetch(server.url + data.Url)).arrayBuffer()));
    const [head, ...lines] = sheets[0]!.rows as string[][];
    const rights = permissionsOf(modules.map((one) => one.contract)).map((one) => one.name);
    expect(lines.map((line) => line[3]).sort()).toEqual([...rights].sort());
    const [all, own] = ['管理员', '矩阵'].map((name) => head!.indexOf(name));
    expect(lines.filter((line) => line[all!] !== '✓')).toEqual([]);
    expect(lines.filter((line) => line[own!] === '✓').map((line) => line[3])).toEqual(['lot.list']);
  });

  test('every permission of the product can be explained', async () => {
    const rights = permissionsOf(modules.map((one) => one.contract)).map((one) => one.name);
    const { userId } = await newUser(['lot.list']);
    // One after the other: hundreds at once would wait for connections longer than calls may.
    const answers: unknown[] = [];
    for (const Permission of rights) {
      const asked = await admin.call('/api/permission/explain', { EmployeeId: userId, Permission });
      answers.push([Permission, asked.state, asked.data?.IsAllowed]);
    }
    expect(answers).toEqual(rights.map((right) => [right, 'success', right === 'lot.list']));
  });
});

describe('viewing as a role', () => {
  test('has the permissions and lots of the role, is read-only, is audited, and ends', async () => {
    const lot = await make('/api/parkLot/create', { Name: '所见车场', Code: 'SEE', Capacity: 1 });
    const role = await make('/api/role/create', { Name: '所见', Scope: 'places', LotIds: [lot], Permissions: RIGHTS });
    const seer = await server.newUser(admin);
    const seerId = (await seer.who()).userId!;
    await change('/api/employee/update', { Id: seerId, RoleIds: [adminRole] });
    expect((await seer.call('/api/role/startView', { RoleId: role })).state).toBe('success');
    expect((await seer.call(ME)).data).toMatchObject({ ViewRole: '所见', IsReadOnly: true, IsAdmin: false });
    expect(await lotsOf(seer)).toEqual(['所见车场']);
    expect((await seer.call('/api/role/list')).code).toBe('kernel.no-permission');
    for (const [path, body] of [
      ['/api/parkLot/update', { Id: lot, Remark: 'x' }],
      ['/api/tenantUser/userChangePassword', { Password: 'a', PasswordResetCode: 'b', PasswordResetCodeRepeat: 'b' }],
    ] as const)
      await refused((headers) => seer.call(path, body, headers), 'kernel.read-only');
    expect((await seer.call('/api/role/endView')).state).toBe('success');
    expect((await seer.call(ME)).data).toMatchObject({ ViewRole: null, IsReadOnly: false, IsAdmin: true });
    await refused((headers) => seer.call('/api/role/endView', {}, headers), 'role.not-viewing');
    const log = await admin.call('/api/auditLog/list', { Account: seer.account, Action: 'role.view' });
    expect(log.data.Rows.map((one: { Action: string; Subject: string }) => [one.Action, one.Subject])).toEqual([
      ['role.view-ended', '所见'],
      ['role.view-started', '所见'],
    ]);
  });

  test('is refused for roles with more permissions', async () => {
    const { user } = await newUser(['role.list', 'role.see-as', 'lot.list']);
    await refused((headers) => user.call('/api/role/startView', { RoleId: adminRole }, headers), 'role.beyond-own');
    const more = await make('/api/role/create', { Name: '更多', Permissions: ['lot.list', 'order.void'] });
    await refused((headers) => user.call('/api/role/startView', { RoleId: more }, headers), 'role.beyond-own');
  });
});
