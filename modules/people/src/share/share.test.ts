import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../../apps/server/test-server.ts';

let server: TestServer;
let tenant: TestUser;
let code: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  tenant = await server.newTenant('推广');
  code = (await tenant.call('/api/share/getCode')).data.Code;
});
afterAll(() => server?.stop());

async function captcha() {
  const { data } = await server.call('/api/tenantUser/getCaptcha');
  const [text] = server.product.kernel.secrets.decrypt(data.CaptchaId).split(' ');
  return { CaptchaId: data.CaptchaId, CaptchaText: text! };
}
const DRIVER = { Name: '李车主', Mobile: '13800001111' };
const register = async (given: object = {}) =>
  server.call('/api/share/register', { Code: code, ...DRIVER, ...(await captcha()), ...given });
const listed = async (who: TestUser, filters: object = {}) => (await who.call('/api/share/list', filters)).data.Rows;

describe('§2 /ShareRegister and /poster_share, signed out', () => {
  test('a code says whose it is, and nothing else', async () => {
    expect((await server.call('/api/share/get', { Code: code })).data).toEqual({
      TenantName: expect.stringContaining('推广'),
      Sharer: 'Admin',
    });
  });

  test.each([
    ['another signature', (own: string) => `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`],
    ['another tenant', (own: string) => own.replace(/^\d+/, (id) => `${Number(id) + 1}`)],
    ['no code of ours', () => 'nonsense-code'],
  ])('a code with %s is nobody’s', async (_, changed) => {
    for (const path of ['/api/share/get', '/api/share/register'])
      expect((await server.call(path, { Code: changed(code), ...DRIVER, ...(await captcha()) })).code).toBe(
        'share.unknown-code',
      );
  });

  test('a driver registers once; whoever asks again is answered alike', async () => {
    expect((await register({ Plate: '粤b12345' })).state).toBe('success');
    const again = await register({ Name: '别人' });
    expect(again.state).toBe('success');
    expect(await listed(tenant)).toMatchObject([{ ...DRIVER, Plate: '粤B12345', Sharer: 'Admin' }]);
  });

  test('without the right captcha nothing is kept, and each is good for one try', async () => {
    const used = await captcha();
    expect((await register({ ...used, Mobile: '13800002222', CaptchaText: 'WRONG' })).code).toBe(
      'sign-in.captcha-wrong',
    );
    expect((await register({ ...used, Mobile: '13800002222' })).code).toBe('sign-in.captcha-wrong');
    expect(await listed(tenant, { Mobile: '13800002222' })).toEqual([]);
  });

  test.each([
    ['Mobile', '12345'],
    ['Name', ''],
    ['Name', '一二三四五六七八九十一二三'],
    ['Plate', '不是车牌'],
  ])('%s cannot be %s', async (key, value) => {
    const { issues } = await register({ [key]: value });
    expect(issues).toMatchObject([{ path: key }]);
  });

  test('so many a day by one poster, and none by that of somebody who left', async () => {
    const colleague = await server.newUser(tenant, ['registration.list']);
    const { data } = await colleague.call('/api/share/getCode');
    const { userId } = await colleague.who();
    await server.product.kernel.database.system(
      `insert into registration (tenant_id, id, at, account_id, name, mobile)
       select $1, first_uuid(now()::timestamptz - make_interval(secs => i)), now() - make_interval(secs => i), $2, 'x', '139' || lpad(i::text, 8, '0')
       from generate_series(1, 500) as i`,
      [tenant.tenantId, userId],
    );
    expect((await register({ Code: data.Code, Mobile: '13800003333' })).code).toBe('share.busy');
    await server.product.kernel.database.system(`update account set state = 'left' where tenant_id = $1 and id = $2`, [
      tenant.tenantId,
      userId,
    ]);
    expect((await server.call('/api/share/get', { Code: data.Code })).code).toBe('share.unknown-code');
  });

  test('the list is that of the tenant, found by sharer, number and time', async () => {
    expect(await listed(tenant, { Sharer: 'adm' })).toHaveLength(1);
    expect(await listed(tenant, { Sharer: '%' })).toEqual([]);
    expect(await listed(tenant, { Sharer: 'Admin', To: '2020-01-01 00:00:00' })).toEqual([]);
    expect(await listed(await server.newTenant())).toEqual([]);
  });
});
