import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { placeOf, type Source, sources, walk } from './source.ts';

const CLOCKS = ['kernel/server/clock.ts', 'kernel/web/now.ts', 'box/clock.ts', 'test-server/time.ts'];
/** Programs of their own, which run beside the product: with the machine's clock, or with what stands for a provider's. */
const hasOwnTime = (path: string) => /^(simulator\/(replay|provider)|bench|upgrade|apps\/launch)\//.test(path);
const isOutsideProduct = (path: string) =>
  /\.(test|bench)\.tsx?$/.test(path) ||
  /^(simulator\/(replay|provider)|test-server|bench|journeys|rules|upgrade|apps\/launch)\//.test(path);

/**
 * The files that may access all tenants at once, each with its reason. Everything else works inside `inTenant`, protected
 * by row-level security.
 */
const ACROSS_TENANTS: Readonly<Record<string, string>> = {
  'kernel/server/database.ts': 'makes the roles',
  'kernel/server/module.ts': "declares which acts of the platform's staff work for several tenants",
  'kernel/server/operation-route.ts': 'runs them',
  'kernel/server/report.ts': 'reads lists whose search row-level security keeps from its index',
  'modules/system/src/audit-log/audit-log.server.ts': 'searches millions of entries of one tenant',
  'modules/access/src/login-log/login-log.server.ts': 'searches millions of lines of one tenant',
  'kernel/server/consumer.ts': 'projections and reactions read the event log of all tenants',
  'kernel/server/consumer-lag.ts': 'measures how far consumers are behind the event log of all tenants',
  'kernel/server/event-log.ts': 'one reader serves the consumers and listeners of all tenants',
  'kernel/server/lease.ts': 'a consumer of the events of all tenants runs in one process at a time',
  'kernel/server/projection-runner.ts': 'a projection has one position for all tenants',
  'kernel/server/reaction-runner.ts': 'a reaction has one position for all tenants',
  'modules/insight/src/verify/rebuild.service.ts': 'computes a projection again in temporary tables, tenant by tenant',
  'apps/server/verify.ts': 'the command proves every tenant, one after the other',
  'modules/access/src/role/new-permission.service.ts': 'the permissions of the product are the same for all tenants',
  'kernel/server/sweep-tenants.ts': 'finds the tenants a sweep has work in',
  'kernel/server/task-runner.ts': 'looks whether runs of any tenant were cancelled, and removes old files of all',
  'kernel/server/request-key.ts': 'removes the old keys of all tenants',
  'kernel/server/system-alarm.ts': 'alarms are about the installation, not about one tenant',
  'kernel/server/event-notification.ts': 'processes notify each other of the events of all tenants',
  'apps/server/product.ts': 'asks whether the database answers',
  'apps/server/old-month.ts': 'months are dropped once the terms of all tenants are over',
  'modules/access/src/sign-in/found-account.service.ts': 'finds the tenant of an account that signs in',
  'modules/access/src/sign-in/sign-in.service.ts': 'finds the tenant of an account that signs in',
  'modules/tenancy/src/tenant/erase-tenant.service.ts': 'erases tenants for the platform',
  'modules/tenancy/src/tenant/tenant.server.ts': "what the platform's staff does to tenants",
  'modules/tenancy/src/tenant/tenant-list.server.ts': 'the platform sees what its tenants use',
  'modules/insight/src/platform-stat/platform-stat.server.ts': 'adds up what all tenants do, for the platform',
  'modules/tenancy/src/tenant-bill/tenant-bill.server.ts': 'bills every tenant, and the platform sees them all',
  'modules/access/src/support/support.server.ts': "a tenant's consent is in the log of the platform too",
  'modules/tenancy/src/tenant/export-consent.service.ts': 'a download is in the logs of the tenant and of the platform',
  'modules/tenancy/src/tenant/tenant-export.ingress.ts': 'reads all rows of one tenant for the platform',
  'modules/access/src/sign-in/session.service.ts': 'finds the tenant of a token, ends idle sessions',
  'modules/access/src/attempt/attempt.service.ts': 'counts failures before the tenant is known',
  'modules/access/src/sign-in/captcha.service.ts': 'takes captchas before the tenant is known',
  'modules/tenancy/src/set-up/set-up.service.ts': 'makes the first tenant',
  'modules/tenancy/src/tenant/tenant.service.ts': 'makes tenants',
  'modules/access/src/setting/setting.queries.ts': 'shows the brand of a tenant before anybody signs in',
  'modules/members/src/session/driver-session.service.ts': 'finds the tenant of a token, forgets old sessions',
  'modules/members/src/sign-in/app-tenant.service.ts': 'finds the tenant of an app before anybody signs in',
  'modules/members/src/privacy/privacy.server.ts': 'one sweep removes the old files of all tenants',
  'modules/push/src/sms-template/sms-template.service.ts': 'finds the texts of all tenants that wait for a decision',
  'modules/devices/src/camera/camera.queries.ts': 'finds the tenant of a device by its token or serial number',
  'modules/devices/src/command/command.queries.ts': 'looks whether a camera has commands, without a transaction',
  'modules/patrols/src/car/patrol-car.queries.ts': 'finds the tenant of a patrol car by its serial number',
  'modules/devices/src/box/box.queries.ts': 'finds the tenant of a box by its serial number',
  'modules/system/src/retention/retention.jobs.ts': 'one sweep removes what no tenant need keep any longer',
  'modules/gateway/src/box/box.service.ts': 'finds the tenant a box names',
  'kernel/server/storage-watch.ts': 'writes the row that shows whether the database takes writes',
  'modules/gateway/src/quarantine/quarantine-limit.service.ts': 'limits what refused messages of all tenants take',
  'modules/gateway/src/quarantine/quarantine.service.ts': 'keeps what belongs to no tenant for the platform',
  'modules/system/src/system-alarm/system-alarm.server.ts': 'the platform sees the alarms of the whole installation',
  'modules/system/src/announcement/release-note.service.ts': 'announces the changes of a release to all tenants',
  'modules/open-api/src/api-key/api-key.service.ts': 'finds the tenant of a key',
  'modules/open-api/src/api-key/key-use.service.ts': 'counts the calls of a key before its tenant is entered',
  'modules/open-api/src/webhook/delivery.service.ts': 'one sweep forgets old deliveries of all tenants',
  'modules/push/src/reminder/reminder.jobs.ts': 'the sweep finds what all tenants are to be reminded of',
  'modules/invoices/src/hand-over/invoice.jobs.ts': 'finds invoices of all tenants whose time has come',
  'modules/activities/src/activity/activity.jobs.ts': 'finds spent budgets and lapsed quotes in all tenants',
  'modules/merchants/src/merchant/merchant.jobs.ts': 'forgets ended codes of all tenants',
  'modules/money/src/certificate/certificate.jobs.ts': 'finds the certificates that have ended in all tenants',
  'modules/money/src/unfinished/unfinished.jobs.ts':
    'one sweep asks providers about unfinished payments of all tenants',
  'modules/reviews/src/review-flow/flow-change.service.ts':
    'one sweep looks for changes of flows that are due in all tenants',
};

/** Files that still cast to `never`, with the number of their casts. Numbers may only become smaller. */
const NEVER_CASTS: Readonly<Record<string, number>> = {};

/** Places where a file reads the clock directly. */
function clockReads(source: Source): string[] {
  const found: string[] = [];
  walk(source, (node) => {
    const callee = node.callee as { type?: string; name?: string } | undefined;
    const isDate = callee?.type === 'Identifier' && callee.name === 'Date';
    const isNew = node.type === 'NewExpression' && isDate && (node.arguments as unknown[]).length === 0;
    const isCalled = node.type === 'CallExpression' && isDate;
    if (isNew || isCalled || isMember(node, ['Date'], ['now'])) found.push(placeOf(source, node.start));
  });
  return found;
}

/** Places where a file accesses data outside a tenant. */
function systemUses(source: Source): string[] {
  const found: string[] = [];
  walk(source, (node) => {
    const isRole =
      isMember(node, ['database'], ['system', 'systemOf', 'connect']) || isMember(node, null, ['inSystem']);
    if (isRole) found.push(placeOf(source, node.start));
    const callee = node.callee as { name?: string } | undefined;
    if (node.type === 'CallExpression' && ['handleAboveTenants', 'handleOnPlatform'].includes(callee?.name ?? ''))
      found.push(placeOf(source, node.start));
    const given = node.type === 'CallExpression' ? (node.arguments as { name?: string; start: number }[]) : [];
    for (const one of given)
      if (['aboveTenants', 'pastRowSecurity'].includes(one.name ?? '')) found.push(placeOf(source, one.start));
    if (node.type === 'Property' && ['inSystem', 'isAboveTenants'].includes((node.key as { name?: string }).name ?? ''))
      found.push(placeOf(source, node.start));
  });
  return found;
}

/**
 * Returns whether a node reads one of `names` from an object called one of `objects` (`database`, `this.#database`,
 * `kernel.database`).
 */
function isMember(
  node: { type: string; [key: string]: unknown },
  objects: readonly string[] | null,
  names: readonly string[],
) {
  if (node.type !== 'MemberExpression') return false;
  const property = node.property as { name?: string };
  const object = node.object as { name?: string; property?: { name?: string } };
  const called = object.name ?? object.property?.name ?? '';
  return names.includes(property.name ?? '') && (objects === null || objects.includes(called));
}

/** Places in the product and its tests that read the time past the clocks. */
function strayClockReads(files: readonly Source[]): string[] {
  return files.filter(({ path }) => !CLOCKS.includes(path) && !hasOwnTime(path)).flatMap(clockReads);
}

test('only the clock reads the time', () => {
  const wrong = strayClockReads(sources()).map(
    (place) =>
      `${place}: take the time from tx.now or the clock you are given (on a page: now of the web kernel; in tests: now of test-server/time)`,
  );
  expect(wrong).toEqual([]);
});

test('tests and journeys read no other clock either', () => {
  const text = 'export const at = new Date();';
  const planted = (path: string): Source => ({ path, text, imports: [], parsed: parseSync(path, text) });
  const paths = ['modules/orders/src/order/x.test.ts', 'journeys/x.ts', 'test-server/x.ts', 'test-server/time.ts'];
  expect(strayClockReads(paths.map(planted)).map((place) => place.split(':')[0])).toEqual(paths.slice(0, 3));
});

test('only listed files access all tenants', () => {
  const using = sources()
    .filter((source) => !isOutsideProduct(source.path))
    .map((source) => ({ path: source.path, places: systemUses(source) }))
    .filter((one) => one.places.length > 0);
  const wrong = using
    .filter((one) => !(one.path in ACROSS_TENANTS))
    .map((one) => `${one.places[0]}: work in inTenant, or add the file with its reason to ACROSS_TENANTS of this test`);
  const idle = Object.keys(ACROSS_TENANTS)
    .filter((path) => !using.some((one) => one.path === path))
    .map((path) => `${path} needs the system role no more: take it off the list`);
  expect([...wrong, ...idle]).toEqual([]);
});

test('there are no wildcard exports', () => {
  const wrong = sources().flatMap((source) =>
    source.parsed.module.staticExports
      .filter((one) => one.entries.some((entry) => /^All/.test(String(entry.importName.kind))))
      .map((one) => `${placeOf(source, one.start)}: name what you export instead of export *`),
  );
  expect(wrong).toEqual([]);
});

test('no comment postpones work', () => {
  const wrong = sources()
    .filter((source) => source.path !== 'rules/forbidden.test.ts')
    .flatMap((source) =>
      source.parsed.comments
        .filter((one) => /\b(TODO|FIXME|XXX|HACK)\b/.test(one.value))
        .map((one) => `${placeOf(source, one.start)}: do it now or open an issue`),
    );
  expect(wrong).toEqual([]);
});

interface Typed {
  readonly type: string;
  readonly start: number;
  readonly typeAnnotation?: { readonly type?: string };
}

/** Places where a value is cast to `never`, or to a list of it: that fits every type, so nothing is checked. */
function castsToNever(source: Source): string[] {
  const found: string[] = [];
  walk(source, (node) => {
    const { type, start, typeAnnotation } = node as unknown as Typed;
    if (type !== 'TSAsExpression' && type !== 'TSTypeAssertion') return;
    const element = (typeAnnotation as { elementType?: { type?: string } } | undefined)?.elementType;
    if (typeAnnotation?.type === 'TSNeverKeyword' || element?.type === 'TSNeverKeyword')
      found.push(placeOf(source, start));
  });
  return found;
}

test('nothing is cast to never', () => {
  const places = sources()
    .filter((source) => !isOutsideProduct(source.path))
    .map((source) => ({ path: source.path, places: castsToNever(source) }))
    .filter((one) => one.places.length > 0);
  const wrong = places.flatMap(({ path, places: at }) =>
    at.slice(NEVER_CASTS[path] ?? 0).map((place) => `${place}: state the type it has instead of casting it to never`),
  );
  const counts = new Map(places.map((one) => [one.path, one.places.length]));
  const idle = Object.entries(NEVER_CASTS)
    .filter(([path, most]) => (counts.get(path) ?? 0) < most)
    .map(([path]) => `${path} has fewer casts now: lower its number in NEVER_CASTS of this test`);
  expect([...wrong, ...idle]).toEqual([]);
});

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name?: string } | null;
  readonly init?: { readonly start: number };
  readonly left?: { readonly type: string; readonly property?: { readonly name?: string } };
}

/** Places where a component or a hook writes a ref in its own body, that is, while it renders. */
function refsWrittenInRender(source: Source): string[] {
  const functions: Syntax[] = [];
  const names = new Map<number, string>();
  const writes: Syntax[] = [];
  walk(source, (node) => {
    const one = node as unknown as Syntax;
    if (FUNCTIONS.includes(one.type)) functions.push(one);
    if (one.id?.name) names.set(one.init?.start ?? one.start, one.id.name);
    const target = one.type === 'AssignmentExpression' ? one.left : undefined;
    if (target?.type === 'MemberExpression' && target.property?.name === 'current') writes.push(one);
  });
  return writes
    .filter((write) => {
      const around = functions.filter((one) => one.start < write.start && one.end >= write.end);
      const nearest = around.sort((a, b) => b.start - a.start)[0];
      return /^([A-Z]|use[A-Z])/.test(names.get(nearest?.start ?? -1) ?? '');
    })
    .map((write) => placeOf(source, write.start));
}

test('no ref is written while a component renders', () => {
  const wrong = sources()
    .filter((source) => /\.tsx?$/.test(source.path) && !/\.test\.tsx?$/.test(source.path))
    .flatMap(refsWrittenInRender)
    .map((place) => `${place}: a render may be discarded; use useCommitted, useEffectEvent or state`);
  expect(wrong).toEqual([]);
});

/** Returns whether an export needs a docstring: its name and type do not say everything. */
function wantsSentence(source: Source, node: Exported): boolean {
  const { declaration } = node;
  if (!declaration || declaration.type === 'TSTypeAliasDeclaration') return false;
  const text = source.text.slice(node.start, node.end);
  const isTable = /^export const \w+ = refusals\(/.test(text);
  // A binding of a declared call to its handler: the declaration has the docstring.
  const isBinding =
    /^export const \w+ = (serveResource|serveReport|computeReport|handle|handleFreely|handleChannel)\(/.test(text);
  return !isTable && !isBinding;
}

interface Exported {
  readonly start: number;
  readonly end: number;
  readonly declaration?: { readonly type: string } | null;
}

/** Exports without a docstring before them. */
function unexplained(source: Source): string[] {
  return source.parsed.program.body
    .filter((node) => node.type === 'ExportNamedDeclaration' && wantsSentence(source, node as Exported))
    .filter((node) => {
      const docs = source.parsed.comments.filter((one) => one.type === 'Block' && one.value.startsWith('*'));
      const last = docs.filter((one) => one.end <= node.start).at(-1);
      // Comments for the reader or the linter may stand in between.
      return !last || !/^(\s*\/\/[^\n]*\n)*\s*$/.test(source.text.slice(last.end, node.start));
    })
    .map((node) => placeOf(source, node.start));
}

test('every export has a docstring', () => {
  const wrong = sources()
    .filter((source) => !/\.(test|bench)\.tsx?$|\.config\.ts$|\.mjs$/.test(source.path))
    .flatMap(unexplained)
    .map((place) => `${place}: write a sentence before it: /** … */`);
  expect(wrong).toEqual([]);
});

test('every file can be parsed', () => {
  const wrong = sources().flatMap((source) => source.parsed.errors.map((error) => `${source.path}: ${error.message}`));
  expect(wrong).toEqual([]);
});

test('the finders work', () => {
  const text = `new Date(); new Date(0); Date.now(); kernel.database.system('x'); database.systemOf.gate('x'); this.#database.inSystem(f); database.connect();
    database.inTenant(who, work, { isAboveTenants: true }); handleAboveTenants(x, y);
    serveReport(x, y, aboveTenants); serveReport(x, y, pastRowSecurity);`;
  const parsed = parseSync('x.ts', text);
  const source: Source = { path: 'x.ts', text, imports: [], parsed };
  expect(clockReads(source)).toHaveLength(2);
  expect(systemUses(source)).toHaveLength(8);
  const casts = 'const a = x as never, b = x as never[], c = x as string;';
  expect(castsToNever({ ...source, text: casts, parsed: parseSync('z.ts', casts) })).toHaveLength(2);
  const writing =
    'function Page() { held.current = 1; useEffect(() => { held.current = 2; }); } const useX = () => { x.current = 1; }; const f = () => { x.current = 1; };';
  const written = { ...source, text: writing, parsed: parseSync('z.tsx', writing) };
  expect(refsWrittenInRender(written)).toHaveLength(2);
  const exported = 'export const a = 1;\n/** Two. */\nexport const b = 2;\nexport type C = 3;\n';
  expect(unexplained({ ...source, text: exported, parsed: parseSync('y.ts', exported) })).toEqual(['x.ts:1']);
});
