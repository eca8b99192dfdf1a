import { createTenant } from '@boyun/tenancy/server';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { ORDER } from './menu-tree.service.ts';

const han = /\p{Script=Han}/u;

interface Entry {
  Key: string;
  ParentKey: string | null;
  Name: string;
  NameEn: string;
  Icon: string;
  IsHidden: boolean;
}
interface Shown {
  readonly Url: string;
  readonly Name: string;
  readonly NameEn: string;
  readonly Level: string;
  readonly Component: string;
  readonly Opening: string;
  readonly Target: string | null;
  readonly FrameUrl: string | null;
  readonly Node?: Shown[];
}

let server: TestServer;
let admin: TestUser;
let standard: Entry[];

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true });
  admin = await server.newTenant();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await admin.call('/api/menu/reset');
  standard = (await admin.call('/api/menu/get')).data.Entries;
});

test('each module with pages has a position in the menu', () => {
  const named = server.product.kernel.contracts.filter((one) => one.pages.length > 0).map((one) => one.name);
  expect(named.filter((name) => !ORDER.includes(name))).toEqual([]);
  const basic = standard.filter((one) => one.ParentKey === 'area:basic').map((one) => one.Key);
  expect(basic.slice(0, 2)).toEqual(['page:area', 'page:parkLot']);
});

const save = (entries: readonly Partial<Entry>[], headers: Record<string, string> = {}) =>
  admin.call('/api/menu/save', { Entries: entries }, headers);

async function shown(user = admin): Promise<Shown[]> {
  return (await user.call('/api/tenantUser/getMenuList')).data.Menu;
}
const flat = (entries: readonly Shown[]): Shown[] => entries.flatMap((one) => [one, ...flat(one.Node ?? [])]);

async function refused(call: (headers: Record<string, string>) => Promise<Answer>, code: string): Promise<void> {
  const zh = await call({ 'accept-language': 'zh-CN' });
  const en = await call({ 'accept-language': 'en-US' });
  expect([zh.code, en.code]).toEqual([code, code]);
  expect(zh.message).toMatch(han);
  expect(en.message).toMatch(/[a-z]{3}/);
}

test('a fresh tenant has the standard menu', async () => {
  const answer = await admin.call('/api/menu/get');
  expect(answer.data.IsStandard).toBe(true);
  const pages = standard.filter((one) => one.Key.startsWith('page:')).map((one) => one.Key.slice(5));
  const components = flat(await shown()).flatMap((one) => (one.Component ? [one.Component] : []));
  expect(components).toEqual(pages.filter((one) => components.includes(one)));
  expect(components).toContain('parkLot');
});

test('saving the menu unchanged keeps it as it was', async () => {
  const before = await shown();
  expect((await save(standard)).state).toBe('success');
  expect(await shown()).toEqual(before);
});

test('an entry can be moved, renamed in both languages, and hidden with its children', async () => {
  const next = standard.map((one) => ({ ...one }));
  const find = (key: string) => next.find((one) => one.Key === key)!;
  Object.assign(find('page:parkLot'), { Name: '停车场列表', NameEn: 'All lots' });
  find('group:basic/device').IsHidden = true;
  const folder = {
    Key: 'own:mine',
    ParentKey: null,
    Name: '常用',
    NameEn: 'Favourites',
    Icon: 'folder',
    IsHidden: false,
  };
  const order = { ...find('page:order'), ParentKey: 'own:mine' };
  const rest = next.filter((one) => one.Key !== 'page:order');
  expect((await save([folder, order, ...rest])).state).toBe('success');
  const menu = await shown();
  expect(menu[0]).toMatchObject({
    Name: '常用',
    NameEn: 'Favourites',
    Level: '1',
    Component: '',
    Node: [{ Component: 'order', Level: '2', Url: '/_cloud_operation/order' }],
  });
  expect(flat(menu).find((one) => one.Component === 'parkLot')).toMatchObject({
    Name: '停车场列表',
    NameEn: 'All lots',
  });
  expect(flat(menu).some((one) => one.Component === 'camera')).toBe(false);
  const log = await admin.call('/api/auditLog/list', { Action: 'menu.arranged' });
  expect(log.data.Rows[0].After).toMatchObject({ 'page:order': '常用 / 停车订单 / Parking orders' });
});

test('an account sees only entries it may open, and no empty folders', async () => {
  const folder = { Key: 'own:empty', ParentKey: null, Name: '空', NameEn: 'Empty', Icon: '', IsHidden: false };
  await save([...standard, folder]);
  const user = await server.newUser(admin, ['lot.list']);
  const menu = await shown(user);
  const components = flat(menu)
    .map((one) => one.Component)
    .filter(Boolean);
  expect(components).toContain('parkLot');
  expect(components).not.toContain('order');
  expect(flat(menu).some((one) => one.Name === '空')).toBe(false);
});

test("a page outside the tenant's product is in no menu of the tenant", async () => {
  const { system } = server.product.kernel.database;
  await system('update tenant set page_keys = $2 where id = $1', [admin.tenantId, ['parkLot', 'employee']]);
  const components = flat(await shown())
    .map((one) => one.Component)
    .filter(Boolean);
  expect(components.sort()).toEqual(['employee', 'parkLot']);
  await system('update tenant set page_keys = null where id = $1', [admin.tenantId]);
});

test('a menu saved with the areas of an earlier version stays as it was arranged', async () => {
  const area = (Key: string, Name: string) => ({ Key, ParentKey: null, Name, NameEn: Name, Icon: '', IsHidden: false });
  const former = {
    'area:operation': ['order', 'laneMonitor', 'blackList'],
    'area:device': ['camera', 'deviceCommand'],
  };
  const moved = new Set(Object.values(former).flat());
  const entries = [
    ...Object.entries(former).flatMap(([key, pages]) => [
      area(key, key === 'area:operation' ? '运营管理' : '硬件'),
      ...pages.map((page) => ({ ...standard.find((one) => one.Key === `page:${page}`)!, ParentKey: key })),
    ]),
    ...standard.filter((one) => ![...moved].some((page) => one.Key === `page:${page}`)),
  ];
  expect((await save(entries)).state).toBe('success');
  const menu = await shown();
  expect(menu.slice(0, 2).map((one) => [one.Name, one.NameEn, one.Node!.map((each) => each.Component)])).toEqual([
    ['运营管理', '运营管理', former['area:operation']],
    ['硬件', '硬件', former['area:device']],
  ]);
  // Pages that the saved menu does not contain are below their areas of today, and areas without pages are not added.
  await save(
    entries
      .filter((one) => ['area:operation', ...former['area:operation'].map((key) => `page:${key}`)].includes(one.Key))
      .concat(standard.filter((one) => ['area:user', 'page:menu'].includes(one.Key))),
  );
  const kept = (await admin.call('/api/menu/get')).data.Entries as Entry[];
  expect(kept.find((one) => one.Key === 'page:whiteList')?.ParentKey).toBe('area:list');
  expect(kept.filter((one) => one.Key === 'area:device')).toEqual([]);
});

test('an entry added by a later version keeps its standard position', async () => {
  await save(standard.filter((one) => one.Key !== 'page:parkLot'));
  const area = (await shown()).find((one) => one.Node?.some((each) => each.Component === 'parkLot'));
  expect(area?.Url).toBe('/basic');
});

describe('an entry that leads somewhere', () => {
  const link = (fields: object, user = admin, headers: Record<string, string> = {}) =>
    user.call('/api/menu/link', { Name: '链接', NameEn: 'Link', Icon: 'link', ...fields }, headers);
  const named = async (key: string, user = admin) => {
    const entry = (await user.call('/api/menu/get')).data.Entries.find((one: Entry) => one.Key === key);
    const url = entry?.Url as string;
    return { entry, shown: flat(await shown(user)).find((one) => one.Name === '链接'), url };
  };

  test('to a page with filters is shown to those who may open the page', async () => {
    const Url = '/_cloud_operation/order?State=unpaid';
    const { Key } = (await link({ Url })).data;
    expect((await named(Key)).shown).toMatchObject({ Url, Component: 'order', Opening: 'tab', Target: null });
    expect((await shown()).at(-1)?.Name).toBe('链接');
    const other = await server.newUser(admin, ['lot.list']);
    expect(flat(await shown(other)).some((one) => one.Name === '链接')).toBe(false);
  });

  test('to a page alone, or under an address of its own', async () => {
    await link({ Component: 'parkLot' });
    expect((await shown()).at(-1)).toMatchObject({ Component: 'parkLot', Url: '/_cloud_basic/parkLot' });
    const Url = '/own/unpaid?State=unpaid';
    const { Key } = (await link({ Component: 'order', Url, Opening: 'window' })).data;
    expect((await shown()).at(-1)).toMatchObject({ Component: 'order', Url, Opening: 'window' });
    // The same address cannot mean another page.
    await refused(
      (headers) => link({ Component: 'parkLot', Url: '/own/unpaid' }, admin, headers),
      'menu.address-taken',
    );
    expect((await link({ Key, Component: 'parkLot', Url: '/own/unpaid' })).state).toBe('success');
  });

  test('to a site, framed in a tab by a document of its own policy, or in a window', async () => {
    const Url = 'https://bi.example.com/board?a=1&b="2"';
    const { Key } = (await link({ Url })).data;
    const { shown: entry } = await named(Key);
    const Target = 'https://bi.example.com/board?a=1&b=%222%22';
    expect(entry).toMatchObject({ Url: `/own/${Key.slice(4)}`, Component: '', Opening: 'tab', Target });
    const framed = await fetch(server.url + entry!.FrameUrl);
    expect(framed.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(framed.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(await framed.text()).toContain('<iframe src="https://bi.example.com/board?a=1&amp;b=%222%22"');
    const forged = await fetch(server.url + entry!.FrameUrl!.replace('bi.example', 'evil.example'));
    expect(forged.status).toBe(404);
    await link({ Key, Url, Opening: 'window' });
    expect((await named(Key)).shown).toMatchObject({ Url: Target, Opening: 'window', FrameUrl: null });
  });

  test('keeps its target when the menu is rearranged, and holds no entries', async () => {
    const { Key } = (await link({ Url: 'https://bi.example.com/' })).data;
    const entries = (await admin.call('/api/menu/get')).data.Entries as Entry[];
    const own = entries.find((one) => one.Key === Key)!;
    const rest = entries.filter((one) => one.Key !== Key);
    // Saving the menu moves a link; it cannot lead it elsewhere.
    const moved = { ...own, Url: 'https://evil.example.com/', ParentKey: 'group:basic/device' };
    expect((await save([...rest, moved])).state).toBe('success');
    expect((await named(Key)).shown).toMatchObject({ Level: '3', Target: 'https://bi.example.com/' });
    const below = { Key: 'page:order', ParentKey: Key, Name: 'x', NameEn: 'x' };
    const next = [...rest.filter((one) => one.Key !== 'page:order'), own, below];
    await refused((headers) => save(next, headers), 'menu.not-a-folder');
    expect((await save(rest)).state).toBe('success');
    expect((await named(Key)).entry).toBeUndefined();
  });

  test('is set by administrators alone', async () => {
    const user = await server.newUser(admin, ['menu.list', 'menu.update', 'menu.link']);
    expect((await link({ Component: 'parkLot' }, user)).code).toBe('kernel.no-permission');
  });

  test.each([
    [{ Url: 'javascript:alert(1)' }, 'kernel.bad-input'],
    [{ Url: '//evil.example.com' }, 'kernel.bad-input'],
    [{ Url: '/\\\\evil.example.com' }, 'kernel.bad-input'],
    [{ Url: 'https://user:word@bi.example.com/' }, 'kernel.bad-input'],
    [{ Url: 'ftp://bi.example.com/' }, 'kernel.bad-input'],
    [{}, 'menu.leads-nowhere'],
    [{ Url: '/api/tenantUser/logOff' }, 'menu.unknown-page'],
    [{ Component: 'nothing' }, 'menu.unknown-page'],
    [{ Component: 'parkLot', Url: '/_cloud_operation/order' }, 'menu.other-page'],
    [{ Component: 'parkLot', Url: '/login' }, 'menu.other-page'],
    [{ Component: 'parkLot', Url: 'https://bi.example.com/' }, 'menu.other-page'],
    [{ Key: 'own:nothing', Component: 'parkLot' }, 'menu.unknown-entry'],
  ])('is refused: %j', async (fields, code) => expect((await link(fields)).code).toBe(code));
});

describe('a menu is refused for', () => {
  const folder = (key: string, parent: string | null) => ({ Key: key, ParentKey: parent, Name: 'x', NameEn: 'x' });
  const cases: readonly (readonly [string, () => Partial<Entry>[], string])[] = [
    ['one with an unknown page', () => [...standard, folder('page:nothing', null)], 'menu.unknown-entry'],
    ['one with an unknown parent', () => [...standard, folder('own:a', 'own:b')], 'menu.unknown-entry'],
    ['one with the same entry twice', () => [...standard, standard[0]!], 'menu.twice'],
    ['something below a page', () => [...standard, folder('own:a', 'page:parkLot')], 'menu.not-a-folder'],
    ['four levels', () => [...standard, folder('own:a', 'area:basic'), folder('own:b', 'own:a')], 'menu.too-deep'],
    [
      'one that hides its own page',
      () => standard.map((one) => ({ ...one, IsHidden: one.Key === 'area:user' })),
      'menu.own-hidden',
    ],
  ];
  test.each(cases)('%s', (_what, entries, code) => refused((headers) => save(entries(), headers), code));
});

test('the menu of the platform hides the areas about lots until it shows them', async () => {
  const root = { account: 'root', password: 'Boyun#2026', name: '平台管理员' };
  await createTenant(server.product.kernel, { code: 'platform', name: '平台', kind: 'platform', admin: root });
  const login = { Account: 'root', Password: root.password, TenantId: 'platform' };
  const { AccessToken } = (await server.call('/api/tenantUser/login', login)).data;
  const call = async (path: string, body: object = {}) =>
    (await server.call(path, body, { authorization: `Bearer ${AccessToken}` })).data;
  const areas = async () => (await call('/api/tenantUser/getMenuList')).Menu.map((one: Shown) => one.NameEn);
  expect(await areas()).toEqual([
    'Home',
    'Orders and charges',
    'Finance',
    'People',
    'Public tools',
    'System',
    'Tenants',
  ]);
  const pagesOf = (nodes: readonly Shown[]): string[] =>
    nodes.flatMap((one) => (one.Node?.length ? pagesOf(one.Node) : [one.Url.split('/').at(-1)!]));
  const { Menu } = await call('/api/tenantUser/getMenuList');
  // It is paid by its tenants.
  expect(pagesOf(Menu.filter((one: Shown) => ['Orders and charges', 'Finance'].includes(one.NameEn))).sort()).toEqual([
    ...['accountCode', 'accountingPeriod', 'billImport', 'billSource', 'cashFlow', 'ledger', 'payConfig', 'payment'],
    ...['reconciliation', 'refund', 'trialBalance', 'unknownPayment', 'voucher'],
  ]);
  const { Entries } = await call('/api/menu/get');
  await call('/api/menu/save', {
    Entries: Entries.map((one: Entry) => (one.Key === 'area:basic' ? { ...one, IsHidden: false } : one)),
  });
  expect(await areas()).toEqual([
    'Home',
    'Orders and charges',
    'Finance',
    'Lots and devices',
    'People',
    'Public tools',
    'System',
    'Tenants',
  ]);
});
