import {
  type Fields,
  mayLackLot,
  NOBODY,
  type Operation,
  PROOF_HEADER,
  type Report,
  type Resource,
  sampleOf,
  searchFields,
  type Verb,
  verbPath,
  wireName,
} from '@boyun/kernel/contract';
import { modules } from '@boyun/server/modules';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { everyCall } from './every-call.ts';
import { everyRight, fillTables, plantRows, rowsOfOthers } from './furnished-tenant.ts';
import { nonsenseOf, plainRowOf, referencesOf, unkeepableOf, uploadOf } from './sample.ts';

const contracts = modules.map((one) => one.contract);
const resources = contracts.flatMap((one) => one.resources);
const operations = contracts.flatMap((one) => one.operations);
const reports = contracts.flatMap((one) => one.reports);
const reportsOfTenants = reports.filter(isForTenants);

const calls = everyCall(contracts);
const guarded = calls.filter((one) => one.access !== 'public');
const rightful = guarded.filter((one) => one.access !== 'signed-in' && one.access !== 'own-session');

let server: TestServer;
let owner: TestUser;
let stranger: TestUser;
let nobody: TestUser;
/**
 * Accounts with every permission in the owner's tenant but another lot: by their own lots, by an area of their role, by
 * their department.
 */
let neighbours: Readonly<Record<'lots' | 'area' | 'department', TestUser>>;
/** Rows of the owner's tenant, by resource. */
const owned = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true });
  owner = await server.newTenant();
  stranger = await server.newTenant();
  nobody = await server.newUser(owner);
  await fillTables(owner, owned);
  const make = async (path: string, body: object) => (await owner.call(path, body)).data.Id as string;
  const area = await make('/api/area/create', { Name: 'Elsewhere' });
  const lot = await make('/api/parkLot/create', { Name: 'Elsewhere', Code: 'ELSE', Capacity: 1, AreaId: area });
  const limited = async (change: (user: string, role: string) => Promise<void>) => {
    const user = await server.newUser(owner, everyRight);
    const roles = await owner.call('/api/role/list', { Name: user.account });
    await change((await user.who()).userId!, roles.data.Rows[0].Id);
    return user;
  };
  neighbours = {
    lots: await server.newUser(owner, everyRight, [lot]),
    area: await limited(async (_user, role) => {
      await owner.call('/api/role/update', { Id: role, Scope: 'places', AreaIds: [area] });
    }),
    department: await limited(async (user, role) => {
      const department = await make('/api/department/create', { Name: 'Elsewhere', LotIds: [lot] });
      await owner.call('/api/employee/update', { Id: user, DepartmentId: department });
      await owner.call('/api/role/update', { Id: role, Scope: 'department' });
    }),
  };
  await plantRows(server, owner, owned);
});
afterAll(() => server?.stop());

const han = /\p{Script=Han}/u;

/** Makes the same call in both languages and asserts equal refusals with different texts. */
async function refusedInBoth(by: { call: TestUser['call'] }, path: string, body: object): Promise<Answer> {
  const zh = await by.call(path, body, { 'accept-language': 'zh-CN' });
  const en = await by.call(path, body, { 'accept-language': 'en-US' });
  expect(zh.state, `${path} was not refused`).not.toBe('success');
  expect(zh.message, `${path}: say it in Chinese`).toMatch(han);
  expect(en.message, `${path}: say it in English`).toMatch(/[a-z]{3}/);
  expect(en.message, `${path}: say it in English alone`).not.toMatch(han);
  expect(en.code).toBe(zh.code);
  return zh;
}

test('every declaration is served exactly once', () => {
  const names = (list: readonly { name: string }[]) => list.map((one) => one.name).sort();
  expect(names(modules.flatMap((one) => one.resources.map((each) => each.resource)))).toEqual(names(resources));
  expect(names(modules.flatMap((one) => one.operations.map((each) => each.operation)))).toEqual(names(operations));
  expect(names(modules.flatMap((one) => one.reports.map((each) => each.report)))).toEqual(names(reports));
  const channels = contracts.flatMap((one) => one.channels);
  expect(names(modules.flatMap((one) => one.channels.map((each) => each.channel)))).toEqual(names(channels));
});

describe('signed out', () => {
  test.each(guarded)('$path returns 401', async ({ path }) => {
    const answer = await refusedInBoth(server, path, {});
    expect([answer.status, answer.state, answer.code]).toEqual([401, '401', 'kernel.signed-out']);
  });

  test.each(guarded)('$path returns 401 for an invalid token', async ({ path }) => {
    const answer = await server.call(path, {}, { authorization: `Bearer ${owner.token.slice(0, -4)}0000` });
    expect([answer.status, answer.state]).toEqual([401, '401']);
  });
});

describe('without the permission', () => {
  test.each(rightful)('$path is refused', async ({ path }) => {
    const answer = await refusedInBoth(nobody, path, {});
    expect([answer.status, answer.code]).toEqual([200, 'kernel.no-permission']);
  });
});

describe('without the password', () => {
  const asking = [
    ...resources.filter((one) => one.verbs.includes('delete')).map((one) => verbPath(one, 'delete')),
    ...operations.filter((one) => one.needsPassword && isForTenants(one)).map((one) => one.path),
  ];

  test.each(asking)('%s is refused', async (path) => {
    const operation = operations.find((one) => one.path === path);
    const body = operation ? sampleOf(operation.input, owned) : { Id: NOBODY };
    const answer = await refusedInBoth(
      { call: (to, values, headers) => owner.call(to, values, { ...headers, [PROOF_HEADER]: 'made up' }) },
      path,
      body,
    );
    expect(answer.code).toBe('kernel.password-needed');
  });
});

const KEYED: readonly Verb[] = ['get', 'update', 'delete'];
const keyed = resources.flatMap((one) =>
  KEYED.filter((verb) => one.verbs.includes(verb)).map((verb) => ({ path: verbPath(one, verb), resource: one })),
);
const creatable = resources.filter((one) => one.verbs.includes('create'));
const listed = resources.filter((one) => one.verbs.includes('list'));

/** Resources of which a new tenant has rows. */
const BORN_WITH = ['employee', 'role'];

describe("another tenant's", () => {
  test.each(keyed)('row does not exist for $path', async ({ path, resource }) => {
    const answer = await refusedInBoth(stranger, path, { Id: owned.get(resource.name) ?? NOBODY });
    expect(answer.code).toBe('kernel.not-found');
  });

  test.each(listed)('rows are not in the list of $path', async (resource) => {
    const mine = await owner.call(verbPath(resource, 'list'));
    expect(mine.data.Total).toBeGreaterThan(resource.verbs.includes('create') ? 0 : -1);
    const theirs = await stranger.call(verbPath(resource, 'list'));
    expect([theirs.state, holdsOwned(theirs.data)]).toEqual(['success', false]);
    if (!BORN_WITH.includes(resource.name)) expect(theirs.data).toMatchObject({ Total: 0, Rows: [] });
  });

  test.each(creatable.filter((one) => referencesOf(one.fields as Fields).length > 0))(
    'rows cannot be referred to by a new one of $path',
    async (resource) => {
      const body = plainRowOf(resource, owned, { isComplete: true });
      const answer = await refusedInBoth(stranger, verbPath(resource, 'create'), body);
      expect(answer.code).toBe('kernel.not-found');
    },
  );

  test.each(
    operations.filter(
      (one) => one.access !== 'public' && one.access !== 'driver' && referencesOf(one.input).length > 0,
    ),
  )('rows do not exist for $path', async (operation) => {
    const ids = new Map([...owned, ['file', uploadOf(stranger)]]);
    const body = sampleOf(operation.input, ids, { isComplete: true });
    const answer = await stranger.call(operation.path, body);
    // A query about rows of others may return nothing; an operation on them must not succeed.
    if (answer.state === 'success') expect([operation.isRead, holdsOwned(answer.data)]).toEqual([true, false]);
    else expect([answer.code, answer.message]).toEqual(['kernel.not-found', expect.stringMatching(han)]);
  });

  test('rows are found by their owner', async () => {
    const seen = new Set<string>();
    for (const one of reportsOfTenants) {
      const text = JSON.stringify((await owner.call(one.path)).data);
      for (const name of rowsOfOthers()) if (text.includes(owned.get(name)!)) seen.add(name);
    }
    expect([...seen].sort()).toEqual(rowsOfOthers().sort());
  });

  test.each(reportsOfTenants)('rows are not in the report $path', async (report) => {
    const filters = sampleOf(report.filters, owned, { isComplete: true });
    for (const body of [{}, onlyReferences(report, filters)]) {
      const answer = await stranger.call(report.path, body);
      if (answer.state === 'success') expect(holdsOwned(answer.data)).toBe(false);
      else expect(answer.code).toBe('kernel.not-found');
    }
  });
});

describe.each(['lots', 'area', 'department'] as const)("another lot's, for an account limited by %s:", (limit) => {
  const neighbour = { call: (...given: Parameters<TestUser['call']>) => neighbours[limit].call(...given) };

  /** Reports that show the whole tenant to everyone who may read them. */
  const OF_THE_TENANT = ['audit-log'];
  /** Kinds that belong to no lot; who may manage them depends on permissions, as their modules' tests show. */
  const WITHOUT_LOT = [
    'department',
    'employee',
    'role',
    'important-notice',
    'recogniser',
    'lora-network',
    // Customers, and what is written to them, belong to the tenant.
    'privacy-request',
    'sms-template',
    'sms-campaign',
  ];
  const isOfLots = (operation: Operation) => {
    const names = referencesOf(operation.input);
    // Administrators see all lots.
    if (typeof operation.access === 'object' && operation.access.isAdminOnly) return false;
    return (
      operation.access !== 'public' &&
      operation.access !== 'driver' &&
      names.length > 0 &&
      !names.every((name) => WITHOUT_LOT.includes(name))
    );
  };
  const isPlaced = (one: Resource) => one.lotField !== null && !mayLackLot(one);
  /** Names of the kinds that belong to the owner's lot. */
  const placed = () =>
    [...resources.filter(isPlaced).map((one) => one.name), ...rowsOfOthers()].filter(
      (name) => !WITHOUT_LOT.includes(name),
    );
  const holdsPlaced = (data: unknown) => {
    const text = JSON.stringify(data);
    return placed().filter((name) => owned.has(name) && text.includes(owned.get(name)!));
  };

  test.each(keyed.filter((one) => isPlaced(one.resource)))(
    'row does not exist for $path',
    async ({ path, resource }) => {
      const answer = await refusedInBoth(neighbour, path, { Id: owned.get(resource.name) ?? NOBODY });
      expect(answer.code).toBe('kernel.not-found');
    },
  );

  test.each(listed.filter(isPlaced))('rows are not in the list of $path', async (resource) => {
    const answer = await neighbour.call(verbPath(resource, 'list'));
    expect([answer.state, holdsPlaced(answer.data)]).toEqual(['success', []]);
  });

  test.each(reportsOfTenants.filter((one) => !OF_THE_TENANT.includes(one.name)))(
    'rows are not in the report $path',
    async (report) => {
      for (const body of [{}, onlyReferences(report, sampleOf(report.filters, owned, { isComplete: true }))]) {
        const answer = await neighbour.call(report.path, body);
        if (answer.state === 'success') expect(holdsPlaced(answer.data)).toEqual([]);
        else expect(answer.code).toBe('kernel.not-found');
      }
    },
  );

  test.each(operations.filter(isOfLots))('rows do not exist for $path', async (operation) => {
    const answer = await neighbour.call(operation.path, sampleOf(operation.input, owned, { isComplete: true }));
    if (answer.state === 'success') expect([operation.isRead, holdsPlaced(answer.data)]).toEqual([true, []]);
    else expect(answer.code).toBe('kernel.not-found');
  });
});

/** Returns whether a response names any row of the owner. */
function holdsOwned(data: unknown): boolean {
  const text = JSON.stringify(data);
  return [...owned.values()].some((id) => text.includes(id));
}

function onlyReferences(report: Report, filters: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.entries(report.filters).filter(([, field]) => field.kind === 'reference');
  return Object.fromEntries(keys.map(([key, field]) => [wireName(key, field), filters[wireName(key, field)]]));
}

/** Returns whether any field of a call can be invalid. */
const canBeWrong = (fields: Fields) => Object.values(fields).some((field) => !['json', 'list'].includes(field.kind));

describe('bad input', () => {
  const takers: { path: string; fields: Fields }[] = [
    ...creatable.map((one) => ({ path: verbPath(one, 'create'), fields: one.fields as Fields })),
    ...listed.map((one) => ({ path: verbPath(one, 'list'), fields: searchFields(one) })),
    ...operations.filter(isForTenants).map((one) => ({ path: one.path, fields: one.input })),
    ...reportsOfTenants.map((one) => ({ path: one.path, fields: one.filters })),
  ].filter((one) => canBeWrong(one.fields));

  test.each(takers)('is reported by field at $path', async ({ path, fields }) => {
    const answer = await refusedInBoth(owner, path, nonsenseOf(fields));
    expect(answer.code).toBe('kernel.bad-input');
    expect(answer.issues?.length).toBeGreaterThan(0);
    const names = Object.entries(fields).map(([key, field]) => wireName(key, field));
    for (const issue of answer.issues!) expect(names).toContain(issue.path.split(/[.[]/)[0]);
  });

  test.each([
    ['U+0000', '\0'],
    ['half of a surrogate pair', '\ud800'],
  ])('is found in the texts of every call: %s', async (_, part) => {
    for (const { path, fields } of takers) {
      const { body, names } = unkeepableOf(fields, part);
      if (names.length === 0) continue;
      const answer = await owner.call(path, body);
      expect([path, answer.code]).toEqual([path, 'kernel.bad-input']);
      expect(answer.issues!.map((one) => one.path)).toEqual(expect.arrayContaining(names));
    }
  });

  test.each(keyed)('is reported at $path for an invalid id', async ({ path }) => {
    const answer = await refusedInBoth(owner, path, { Id: "1' or 1=1" });
    expect(answer.code).toBe('kernel.bad-input');
  });

  test.each([...listed.map((one) => verbPath(one, 'list')), ...reportsOfTenants.map((one) => one.path)])(
    'is told at %s for pages and orders that are none',
    async (path) => {
      for (const body of [
        { Page: 0 },
        { PerPage: 'all' },
        { PerPage: 1e9 },
        { Sort: 'name; drop table lot' },
        { Sort: 'constructor' },
      ]) {
        const answer = await refusedInBoth(owner, path, body);
        expect(answer.code).toBe('kernel.bad-input');
      }
    },
  );

  test('never causes an unexpected error', async () => {
    const bodies: unknown[] = [[], null, 7, 'text', { Id: { a: 1 } }, { id: [] }];
    for (const { path } of calls)
      for (const body of bodies) {
        const answer = await owner.call(path, body as object);
        expect([path, JSON.stringify(body), answer.code]).not.toContain('kernel.error');
        expect(answer.status, path).toBeLessThan(500);
      }
  });
});

function isForTenants(operation: Pick<Operation, 'access'>): boolean {
  return !['platform', 'device', 'driver'].includes(String(operation.access));
}
