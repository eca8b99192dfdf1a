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

/** Calls the administrator is refused because of the product; all others are refused for another reason, or succeed. */
async function refusedCalls(language: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { path } of guarded) {
    const { code, message } = await server.call(
      path,
      { Id: 'x' },
      { authorization: `Bearer ${tenant.token}`, 'accept-language': language },
    );
    if (code === 'kernel.not-offered') found.set(path, message);
  }
  return found;
}

test('a product without pages refuses, in both languages, everything used only by pages', async () => {
  await offer([]);
  const withheld = withheldRights([]);
  const expected = guarded.filter(({ access }) => typeof access === 'object' && withheld.has(access.name));
  for (const [language, isRight] of [
    ['zh-CN', (text: string) => han.test(text)],
    ['en-US', (text: string) => !han.test(text)],
  ] as const) {
    const refused = await refusedCalls(language);
    expect([...refused.keys()].sort()).toEqual(expected.map((one) => one.path).sort());
    expect([...refused.values()].filter((text) => !isRight(text))).toEqual([]);
  }
  expect(expected.length).toBeGreaterThan(150);
  await offer(null);
  expect(await refusedCalls('zh-CN')).toEqual(new Map());
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
