import { withheldRights } from '@boyun/access/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { everyCall } from './every-call.ts';
import { readContracts } from './module-door.ts';

const contracts = await readContracts();
const guarded = everyCall(contracts).filter((one) => typeof one.access === 'object');
const pages = contracts.flatMap((one) => one.pages).filter((one) => one.access !== 'platform');
const han = /\p{Script=Han}/u;

let server: TestServer;
let tenant: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true });
  tenant = await server.newTenant();
});
afterAll(() => server?.stop());

const offer = (pageKeys: readonly string[] | null) =>
  server.product.kernel.database.system('update tenant set page_keys = $2 where id = $1', [tenant.tenantId, pageKeys]);

const LANGUAGES = [
  ['zh-CN', (text: string) => han.test(text)],
  ['en-US', (text: string) => !han.test(text)],
] as const;

/** Those of some calls that the administrator is refused because of the product, each with whether it is said in the language it was made in. */
async function refusedAmong(paths: readonly string[]): Promise<Map<string, boolean>> {
  const found = new Map<string, boolean>();
  for (const [index, path] of paths.entries()) {
    const [language, isRight] = LANGUAGES[index % 2]!;
    const headers = { authorization: `Bearer ${tenant.token}`, 'accept-language': language };
    const { code, message } = await server.call(path, { Id: 'x' }, headers);
    if (code === 'kernel.not-offered') found.set(path, isRight(message));
  }
  return found;
}

test('a product without pages refuses, in both languages, everything used only by pages', async () => {
  await offer([]);
  const withheld = withheldRights([]);
  const expected = guarded.filter(({ access }) => typeof access === 'object' && withheld.has(access.name));
  const refused = await refusedAmong(guarded.map((one) => one.path));
  expect([...refused.keys()].sort()).toEqual(expected.map((one) => one.path).sort());
  expect([...refused].filter(([, isRight]) => !isRight)).toEqual([]);
  expect(refused.size).toBeGreaterThan(150);
  await offer(null);
  expect(await refusedAmong([...refused.keys()])).toEqual(new Map());
});

test.each(pages.map((one) => one.key))(
  'a product with only %s opens it and withholds none of its permissions',
  async (key) => {
    await offer([key]);
    const page = pages.find((one) => one.key === key)!;
    const withheld = withheldRights([key]);
    expect(typeof page.access === 'object' && withheld.has(page.access.name)).toBe(false);
    const { Menu } = (await tenant.call('/api/tenantUser/getMenuList')).data;
    if (!page.isHidden) expect(JSON.stringify(Menu)).toContain(`"Component":"${key}"`);
    const { Withheld } = (await tenant.call('/api/tenantUser/getTenantUserInfo')).data;
    expect(new Set(Withheld)).toEqual(withheld);
  },
);
