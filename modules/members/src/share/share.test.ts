import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

let server: TestServer;
let tenant: TestUser;
let code: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  tenant = await server.newTenant('推广');
  code = (await tenant.call('/api/share/getCode')).data.Code;
});
afterAll(() => server?.stop());

const DRIVER = { Name: '李车主', Mobile: '13800001111' };
const send = (given: { Code?: string; Mobile?: string } = {}) =>
  server.call('/api/share/sendCode', { Code: code, Mobile: DRIVER.Mobile, ...given });

/** Registers a mobile by the code that was sent to it. */
async function register({ Mobile = DRIVER.Mobile, ...given }: Record<string, unknown> & { Mobile?: string } = {}) {
  const Code = (given.Code as string | undefined) ?? code;
  const sent = await send({ Code, Mobile });
  if (sent.state !== 'success') return sent;
  const { CodeId, ShownCode: SmsCode } = sent.data;
  return server.call('/api/share/ShareRegister', {
    Code,
    Name: DRIVER.Name,
    CodeId,
    SmsCode,
    ConsentVersion: 0,
    ...given,
  });
}
/** Forgets the codes that were sent, so that more may be. */
const forget = () => server.product.kernel.database.system('delete from app_code where tenant_id > 0');
const listed = async (who: TestUser, filters: object = {}) => (await who.call('/api/share/list', filters)).data.Rows;

describe('§2 /ShareRegister and /poster_share, signed out', () => {
  test('a code reveals its holder and nothing else', async () => {
    expect((await server.call('/api/share/get', { Code: code })).data).toEqual({
      TenantName: expect.stringContaining('推广'),
      Sharer: 'Admin',
      ConsentVersion: 0,
      ConsentText: expect.stringContaining('推广'),
    });
  });

  test.each([
    ['another signature', (own: string) => `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`],
    ['another tenant', (own: string) => own.replace(/^\d+/, (id) => `${Number(id) + 1}`)],
    ['no code of ours', () => 'nonsense-code'],
  ])('a code with %s is invalid', async (_, changed) => {
    for (const path of ['/api/share/get', '/api/share/sendCode'])
      expect((await server.call(path, { Code: changed(code), Mobile: DRIVER.Mobile })).code).toBe('share.unknown-code');
  });

  test('a driver registers once and is signed in; registering again signs in again', async () => {
    const first = await register({ Plate: '粤b12345' });
    expect(first.data).toMatchObject({ IsNew: true, Token: expect.stringMatching(/^d\d+\./) });
    await forget();
    const again = await register({ Name: '别人' });
    expect(again.data.IsNew).toBe(false);
    expect(await listed(tenant)).toMatchObject([{ ...DRIVER, Plate: '粤B12345', Sharer: 'Admin' }]);
    const reader = await server.newUser(tenant, ['registration.list']);
    expect(await listed(reader)).toMatchObject([{ Mobile: '138****1111' }]);
  });

  test('without the right code nothing is stored, and a code is valid once', async () => {
    const { CodeId, ShownCode } = (await send({ Mobile: '13800002222' })).data;
    const enter = (SmsCode: string) =>
      server.call('/api/share/ShareRegister', { Code: code, ...DRIVER, CodeId, SmsCode, ConsentVersion: 0 });
    expect((await enter(ShownCode === '000000' ? '000001' : '000000')).code).toBe('app.wrong-code');
    expect(await listed(tenant, { Mobile: '13800002222' })).toEqual([]);
    expect((await enter(ShownCode)).state).toBe('success');
    expect((await enter(ShownCode)).code).toBe('app.wrong-code');
  });

  test('registrations per poster and day are limited, and a former employee’s poster accepts none', async () => {
    const colleague = await server.newUser(tenant, ['registration.list']);
    const { data } = await colleague.call('/api/share/getCode');
    const { userId } = await colleague.who();
    const { clock, database } = server.product.kernel;
    await database.system(
      `insert into customer (tenant_id, id, created_at, updated_at, registered_at, referrer_id, channel, name, mobile)
       select $1, gen_random_uuid(), $3, $3, $3::timestamptz - make_interval(secs => i), $2, 'link', 'x', '139' || lpad(i::text, 8, '0')
       from generate_series(1, 500) as i`,
      [tenant.tenantId, userId, clock.now()],
    );
    expect((await register({ Code: data.Code, Mobile: '13800003333' })).code).toBe('share.busy');
    await database.system(`update account set state = 'left' where tenant_id = $1 and id = $2`, [
      tenant.tenantId,
      userId,
    ]);
    expect((await server.call('/api/share/get', { Code: data.Code })).code).toBe('share.unknown-code');
  });

  test('the list shows the registrations of the tenant and is filtered by sharer, number and time', async () => {
    expect(await listed(tenant, { Sharer: 'adm' })).toHaveLength(2);
    expect(await listed(tenant, { Mobile: DRIVER.Mobile })).toHaveLength(1);
    expect(await listed(tenant, { Sharer: '%' })).toEqual([]);
    expect(await listed(tenant, { Sharer: 'Admin', To: '2020-01-01 00:00:00' })).toEqual([]);
    expect(await listed(await server.newTenant())).toEqual([]);
  });
});

describe('registration totals', () => {
  let owner: TestUser;
  let helper: TestUser;
  const totals = async (filters: object = {}, who = owner) => (await who.call('/api/share/getTotals', filters)).data;
  beforeAll(async () => {
    owner = await server.newTenant();
    helper = await server.newUser(owner, ['registration.list']);
    const ids = [(await owner.who()).userId, (await helper.who()).userId];
    // Midnight in the tenant's zone (Shanghai) separates the 2nd from the 3rd.
    for (const [index, [at, by, channel]] of (
      [
        ['2025-03-02T15:59:59Z', 0, 'poster'],
        ['2025-03-02T16:00:00Z', 0, 'chat'],
        ['2025-03-04T15:59:59.999Z', 1, 'poster'],
        ['2025-03-04T16:00:00Z', 1, 'sms'],
      ] as const
    ).entries())
      await server.product.kernel.database.system(
        `insert into customer (tenant_id, id, created_at, updated_at, registered_at, referrer_id, channel, name, mobile)
         values ($1, gen_random_uuid(), $2, $2, $2, $3, $4, 'x', $5)`,
        [owner.tenantId, at, ids[by], channel, `1390000000${index}`],
      );
  });

  test('are by link, channel and day of the tenant, including days without registrations', async () => {
    const { Count, Sharers, Channels, Days } = await totals();
    expect(Count).toBe(4);
    expect(Sharers.map((one: { Count: number }) => one.Count)).toEqual([2, 2]);
    expect(Channels).toEqual([
      { Channel: 'poster', Count: 2 },
      { Channel: 'chat', Count: 1 },
      { Channel: 'sms', Count: 1 },
    ]);
    expect(Days.map((one: { Day: string; Count: number }) => [one.Day, one.Count])).toEqual([
      ['2025-03-02', 1],
      ['2025-03-03', 1],
      ['2025-03-04', 1],
      ['2025-03-05', 1],
    ]);
  });

  test('match the number of rows they link to', async () => {
    const { Sharers, Channels, Days } = await totals();
    const links: [object, number][] = [
      ...Sharers.map((one: { AccountId: string; Count: number }) => [{ AccountId: one.AccountId }, one.Count]),
      ...Channels.map((one: { Channel: string; Count: number }) => [{ Channel: one.Channel }, one.Count]),
      ...Days.map((one: { From: string; To: string; Count: number }) => [{ From: one.From, To: one.To }, one.Count]),
    ];
    for (const [filters, count] of links) {
      expect(await listed(owner, filters)).toHaveLength(count);
      expect((await totals(filters)).Count).toBe(count);
    }
  });

  test('count only the own link for an account limited to its own records', async () => {
    const [role] = (await owner.call('/api/role/list', { Name: helper.account })).data.Rows;
    await owner.call('/api/role/update', { Id: role.Id, Scope: 'own' });
    expect(await totals({}, helper)).toMatchObject({ Count: 2, Sharers: [{ Count: 2 }] });
  });

  test('count a link without a channel under the channel link', async () => {
    const { data } = await owner.call('/api/share/getCode');
    for (const [channel, mobile] of [
      ['poster', '13700000001'],
      [undefined, '13700000002'],
    ])
      expect((await register({ Code: data.Code, Channel: channel, Mobile: mobile })).state).toBe('success');
    const rows = await listed(owner, { From: '2025-04-01 00:00:00' });
    expect(rows.map((one: { Channel: string }) => one.Channel)).toEqual(['link', 'poster']);
  });
});
