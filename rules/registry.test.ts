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
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { everyCall } from './every-call.ts';
import { fillTables, makeNeighbours, type Neighbours, plantRows, rowsOfOthers } from './furnished-tenant.ts';
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
let neighbours: Neighbours;
/** Rows of the owner's tenant, by resource. */
const owned = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true });
  owner = await server.newTenant();
  stranger = await server.newTenant();
  nobody = await server.newUser(owner);
  await fillTables(owner, owned);
  neighbours = await makeNeighbours(server, owner);
  await plantRows(server, owner, owned);
});
afterAll(() => server?.stop());

const han = /\p{Script=Han}/u;

/** A call and what it must do, each with its name. */
interface Row {
  readonly path: string;
  readonly checks: { readonly name: string; readonly run: () => Promise<void> }[];
}
const rows: Row[] = calls.map(({ path }) => ({ path, checks: [] }));
const rowOf = new Map(rows.map((row) => [row.path, row]));

/** Adds to the row of each of these what it must do. */
function each<T extends { readonly path: string }>(
  things: readonly T[],
  name: string,
  run: (thing: T) => Promise<void>,
) {
  for (const thing of things) rowOf.get(thing.path)!.checks.push({ name, run: () => run(thing) });
}

/** The language a call is tried in: half of them in either, of every kind. The texts themselves are checked with their declarations. */
const isInChinese = (path: string) => rows.indexOf(rowOf.get(path)!) % 2 === 0;

/** Makes a call in the language of its path and asserts that it is refused in that language. */
async function refused(by: { call: TestUser['call'] }, path: string, body: object): Promise<Answer> {
  const answer = await by.call(path, body, { 'accept-language': isInChinese(path) ? 'zh-CN' : 'en-US' });
  expect(answer.state).not.toBe('success');
  if (isInChinese(path)) expect(answer.message).toMatch(han);
  else
    expect([answer.message, /[a-z]{3}/.test(answer.message), han.test(answer.message)]).toEqual([
      answer.message,
      true,
      false,
    ]);
  return answer;
}

test('every declaration is served exactly once', () => {
  const names = (list: readonly { name: string }[]) => list.map((one) => one.name).sort();
  expect(names(modules.flatMap((one) => one.resources.map((each) => each.resource)))).toEqual(names(resources));
  expect(names(modules.flatMap((one) => one.operations.map((each) => each.operation)))).toEqual(names(operations));
  expect(names(modules.flatMap((one) => one.reports.map((each) => each.report)))).toEqual(names(reports));
  const channels = contracts.flatMap((one) => one.channels);
  expect(names(modules.flatMap((one) => one.channels.map((each) => each.channel)))).toEqual(names(channels));
});

each(guarded, 'signed out', async ({ path }) => {
  const answer = await refused(server, path, {});
  expect([answer.status, answer.state, answer.code]).toEqual([401, '401', 'kernel.signed-out']);
  const faked = await server.call(path, {}, { authorization: `Bearer ${owner.token.slice(0, -4)}0000` });
  expect([faked.status, faked.state]).toEqual([401, '401']);
});

each(rightful, 'without the permission', async ({ path }) => {
  const answer = await refused(nobody, path, {});
  expect([answer.status, answer.code]).toEqual([200, 'kernel.no-permission']);
});

const withoutProof = {
  call: (to: string, values?: object, headers?: Record<string, string>) =>
    owner.call(to, values, { ...headers, [PROOF_HEADER]: 'made up' }),
};
const deletable = resources
  .filter((one) => one.verbs.includes('delete'))
  .map((one) => ({ path: verbPath(one, 'delete'), body: () => ({ Id: NOBODY }) }));
const asking = operations
  .filter((one) => one.needsPassword && isForTenants(one))
  .map((one) => ({ path: one.path, body: () => sampleOf(one.input, owned) }));

each([...deletable, ...asking], 'without the password', async ({ path, body }) => {
  expect((await refused(withoutProof, path, body())).code).toBe('kernel.password-needed');
});

const KEYED: readonly Verb[] = ['get', 'update', 'delete'];
const at = (verb: Verb) => (resource: Resource) => ({ path: verbPath(resource, verb), resource });
const keyed = KEYED.flatMap((verb) => resources.filter((one) => one.verbs.includes(verb)).map(at(verb)));
const creatable = resources.filter((one) => one.verbs.includes('create')).map(at('create'));
const listed = resources.filter((one) => one.verbs.includes('list')).map(at('list'));

/** Resources of which a new tenant has rows. */
const BORN_WITH = ['employee', 'role'];

each(keyed, "another tenant's row", async ({ path, resource }) => {
  const answer = await refused(stranger, path, { Id: owned.get(resource.name) ?? NOBODY });
  expect(answer.code).toBe('kernel.not-found');
});

each(listed, "another tenant's rows", async ({ path, resource }) => {
  const mine = await owner.call(path);
  expect(mine.data.Total).toBeGreaterThan(resource.verbs.includes('create') ? 0 : -1);
  const theirs = await stranger.call(path);
  expect([theirs.state, holdsOwned(theirs.data)]).toEqual(['success', false]);
  if (!BORN_WITH.includes(resource.name)) expect(theirs.data).toMatchObject({ Total: 0, Rows: [] });
});

each(
  creatable.filter(({ resource }) => referencesOf(resource.fields as Fields).length > 0),
  "a reference to another tenant's rows",
  async ({ path, resource }) => {
    const answer = await refused(stranger, path, plainRowOf(resource, owned, { isComplete: true }));
    expect(answer.code).toBe('kernel.not-found');
  },
);

each(
  operations.filter((one) => one.access !== 'public' && one.access !== 'driver' && referencesOf(one.input).length > 0),
  "another tenant's rows",
  async (operation) => {
    const ids = new Map([...owned, ['file', uploadOf(stranger)]]);
    const body = sampleOf(operation.input, ids, { isComplete: true });
    const answer = await stranger.call(operation.path, body);
    // A query about rows of others may return nothing; an operation on them must not succeed.
    if (answer.state === 'success') expect([operation.isRead, holdsOwned(answer.data)]).toEqual([true, false]);
    else expect([answer.code, answer.message]).toEqual(['kernel.not-found', expect.stringMatching(han)]);
  },
);

each(reportsOfTenants, "another tenant's rows", async (report) => {
  const filters = sampleOf(report.filters, owned, { isComplete: true });
  for (const body of [{}, onlyReferences(report, filters)]) {
    const answer = await stranger.call(report.path, body);
    if (answer.state === 'success') expect(holdsOwned(answer.data)).toBe(false);
    else expect(answer.code).toBe('kernel.not-found');
  }
});

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

function isOfLots(operation: Operation): boolean {
  const names = referencesOf(operation.input);
  // Administrators see all lots.
  if (typeof operation.access === 'object' && operation.access.isAdminOnly) return false;
  return (
    operation.access !== 'public' &&
    operation.access !== 'driver' &&
    names.length > 0 &&
    !names.every((name) => WITHOUT_LOT.includes(name))
  );
}

const isPlaced = (one: Resource) => one.lotField !== null && !mayLackLot(one);

/** Returns the kinds of the owner's lot whose rows a response names. */
function placedIn(data: unknown): string[] {
  const text = JSON.stringify(data);
  const placed = [...resources.filter(isPlaced).map((one) => one.name), ...rowsOfOthers()];
  return placed.filter((name) => !WITHOUT_LOT.includes(name) && owned.has(name) && text.includes(owned.get(name)!));
}

/** One call in so many is tried by accounts limited by area or department: they differ from those with lots of their own in nothing but how the lots are found. */
const SHARE = 12;

for (const limit of ['lots', 'area', 'department'] as const) {
  const among = <T extends { readonly path: string }>(things: readonly T[]) =>
    limit === 'lots' ? things : things.filter((_, index) => index % SHARE === (limit === 'area' ? 0 : SHARE / 2));

  each(
    among(keyed.filter(({ resource }) => isPlaced(resource))),
    `another lot's row, by ${limit}`,
    async ({ path, resource }) => {
      const answer = await refused(neighbours[limit], path, { Id: owned.get(resource.name) ?? NOBODY });
      expect(answer.code).toBe('kernel.not-found');
    },
  );

  each(
    among(listed.filter(({ resource }) => isPlaced(resource))),
    `another lot's rows, by ${limit}`,
    async ({ path }) => {
      const answer = await neighbours[limit].call(path);
      expect([answer.state, placedIn(answer.data)]).toEqual(['success', []]);
    },
  );

  const ofLots = reportsOfTenants.filter((one) => !OF_THE_TENANT.includes(one.name));
  each(among(ofLots), `another lot's rows, by ${limit}`, async (report) => {
    for (const body of [{}, onlyReferences(report, sampleOf(report.filters, owned, { isComplete: true }))]) {
      const answer = await neighbours[limit].call(report.path, body);
      if (answer.state === 'success') expect(placedIn(answer.data)).toEqual([]);
      else expect(answer.code).toBe('kernel.not-found');
    }
  });

  each(among(operations.filter(isOfLots)), `another lot's rows, by ${limit}`, async (operation) => {
    const body = sampleOf(operation.input, owned, { isComplete: true });
    const answer = await neighbours[limit].call(operation.path, body);
    if (answer.state === 'success') expect([operation.isRead, placedIn(answer.data)]).toEqual([true, []]);
    else expect(answer.code).toBe('kernel.not-found');
  });
}

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

const takers: { path: string; fields: Fields }[] = [
  ...creatable.map(({ path, resource }) => ({ path, fields: resource.fields as Fields })),
  ...listed.map(({ path, resource }) => ({ path, fields: searchFields(resource) })),
  ...operations.filter(isForTenants).map((one) => ({ path: one.path, fields: one.input })),
  ...reportsOfTenants.map((one) => ({ path: one.path, fields: one.filters })),
].filter((one) => canBeWrong(one.fields));

each(takers, 'nonsense', async ({ path, fields }) => {
  const answer = await refused(owner, path, nonsenseOf(fields));
  expect(answer.code).toBe('kernel.bad-input');
  expect(answer.issues?.length).toBeGreaterThan(0);
  const names = Object.entries(fields).map(([key, field]) => wireName(key, field));
  for (const issue of answer.issues!) expect(names).toContain(issue.path.split(/[.[]/)[0]);
});

each(takers, 'texts that cannot be kept', async ({ path, fields }) => {
  for (const part of ['\0', '\ud800']) {
    const { body, names } = unkeepableOf(fields, part);
    if (names.length === 0) return;
    const answer = await owner.call(path, body);
    expect(answer.code).toBe('kernel.bad-input');
    expect(answer.issues!.map((one) => one.path)).toEqual(expect.arrayContaining(names));
  }
});

each(keyed, 'an invalid id', async ({ path }) => {
  expect((await refused(owner, path, { Id: "1' or 1=1" })).code).toBe('kernel.bad-input');
});

each([...listed, ...reportsOfTenants], 'pages and orders that are none', async ({ path }) => {
  for (const body of [
    { Page: 0 },
    { PerPage: 'all' },
    { PerPage: 1e9 },
    { Sort: 'name; drop table lot' },
    { Sort: 'constructor' },
  ])
    expect([body, (await refused(owner, path, body)).code]).toEqual([body, 'kernel.bad-input']);
});

test.each(rows)('$path', async ({ checks }) => {
  for (const { name, run } of checks)
    await run().catch((error: Error) => {
      error.message = `${name}: ${error.message}`;
      throw error;
    });
});

test('rows are found by their owner', async () => {
  const seen = new Set<string>();
  for (const one of reportsOfTenants) {
    const text = JSON.stringify((await owner.call(one.path)).data);
    for (const name of rowsOfOthers()) if (text.includes(owned.get(name)!)) seen.add(name);
  }
  expect([...seen].sort()).toEqual(rowsOfOthers().sort());
});

// The last of all, because it ends sessions.
test('no call answers a body of another shape with an unexpected error', async () => {
  // Those that are no objects are refused before any call looks at them: each call is tried with one.
  const noObjects: readonly unknown[] = [[], null, 7, 'text'];
  for (const [index, { path }] of calls.entries())
    for (const body of [noObjects[index % noObjects.length], { Id: { a: 1 } }, { id: [] }]) {
      const answer = await owner.call(path, body as object);
      expect([path, JSON.stringify(body), answer.code]).not.toContain('kernel.error');
      expect(answer.status, path).toBeLessThan(500);
    }
});

function isForTenants(operation: Pick<Operation, 'access'>): boolean {
  return !['platform', 'device', 'driver'].includes(String(operation.access));
}
