import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Access,
  type Field,
  type Fields,
  importPath,
  kernelRefusal,
  type Label,
  MENU_AREAS,
  permissionsOf,
  RESOURCE_VERBS,
  verbLabel,
  verbNeedsPassword,
  verbPath,
} from '@boyun/kernel/contract';
import { describe, expect, test } from 'vitest';
import { moduleNames, readContracts, readPageKeys } from './module-door.ts';
import { pagesOfRights } from './page-right.ts';
import { root, sources } from './source.ts';
import { tableNames } from './table-owner.ts';

const contracts = await readContracts();
const resources = contracts.flatMap((one) => one.resources);
const workbooks = contracts.flatMap((one) => one.workbooks);
const operations = contracts.flatMap((one) => one.operations);
const reports = contracts.flatMap((one) => one.reports);
const channels = contracts.flatMap((one) => one.channels);
const pages = contracts.flatMap((one) => one.pages);

/** Every call of the product with its access. */
const calls: { path: string; title: Label; access: Access; needsPassword?: Label | boolean }[] = [
  ...resources.flatMap((one) =>
    one.verbs.map((verb) => ({
      path: verbPath(one, verb),
      title: { zh: `${one.title.zh} ${verbLabel(verb).zh}`, en: `${one.title.en}: ${verbLabel(verb).en}` },
      access: one.can[verb],
      needsPassword: verbNeedsPassword(one, verb),
    })),
  ),
  ...workbooks.flatMap((one) =>
    (['import', 'template'] as const).map((call) => ({
      path: importPath(one, call),
      title: { zh: `${one.title.zh} ${verbLabel(call).zh}`, en: `${one.title.en}: ${verbLabel(call).en}` },
      access: one.access,
    })),
  ),
  ...operations,
  ...reports,
  ...channels,
];

test('the walk sees the whole product', () => {
  expect(contracts.map((one) => one.name).sort()).toEqual([...moduleNames].sort());
  for (const list of [resources, operations, reports, channels, pages]) expect(list.length).toBeGreaterThan(0);
});

describe('access', () => {
  test('is stated on every call and page', () => {
    const wrong = [...calls, ...pages]
      .filter(
        (one) => !(typeof one.access === 'object' ? one.access?.name && one.access.label : isWordOfAccess(one.access)),
      )
      .map((one) => `${one.path}: state who may use it (access)`);
    expect(wrong).toEqual([]);
  });

  test('is public only for calls needed before signing in', () => {
    const open = [...calls, ...pages].filter((one) => one.access === 'public').map((one) => one.path);
    const BEFORE_SIGN_IN =
      /^\/api\/(tenantUser\/(login|getCaptcha|getBrand)|setup\/|share\/(get|sendCode|ShareRegister)$|app\/(get|sendCode|signIn)$|pay\/|payment\/|pack\/renewal\/|visit\/|booking\/|sharedSpot\/|merchantClaim\/|couponClaim\/|scanInvoice\/(get|sendCode|prove(ByCode|ByPayment)|ask|findTitles|correct)$|userFeedback\/(getPage|send|addPicture|getOwn)$|banner\/getPayBanners|wallScreen\/openShared$|lcd\/player\/|sms\/(getStop|stop)$)|^\/platform\/security\/currentUser$/;
    const wrong = open
      .filter((path) => !BEFORE_SIGN_IN.test(path))
      .map((path) => `${path}: needs a permission, or belongs into BEFORE_SIGN_IN of this test`);
    expect(wrong).toEqual([]);
  });

  test('is rate-limited by address for public calls', () => {
    const wrong = operations
      // Signing in counts failures itself, by account and address.
      .filter((one) => one.access === 'public' && !one.perMinute && one.path !== '/api/tenantUser/login')
      .map((one) => `${one.path}: state how many calls a minute an address may make (perMinute)`);
    expect(wrong).toEqual([]);
  });

  test('requires the password for operations that delete, revoke access or replace a secret', () => {
    // A saved view is one's own, withdrawing the platform's access harms no one, a merchant takes back what it gave itself, and a driver
    // has no password: a code by SMS stands for it.
    const HARMLESS = ['delete-list-view', 'revoke-support', 'revoke-at-desk', 'delete-own-account'];
    const wrong = operations
      .filter((one) => /^(delete|freeze|force|revoke|rotate|issue)-|^renew-.*(key|secret)$/.test(one.name))
      .filter((one) => !one.needsPassword && !HARMLESS.includes(one.name));
    expect(wrong.map((one) => one.name)).toEqual([]);
  });

  test('has permission names of the form thing.operation, each with one label', () => {
    const labels = new Map<string, string>();
    const wrong: string[] = [];
    for (const { path, access } of [...calls, ...pages]) {
      if (typeof access !== 'object') continue;
      if (!/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(access.name))
        wrong.push(`${path}: name the permission thing.act, not ${access.name}`);
      const label = JSON.stringify(access.label);
      if ((labels.get(access.name) ?? label) !== label)
        wrong.push(`${path}: the permission ${access.name} has two labels; declare it once and use the value`);
      labels.set(access.name, label);
    }
    expect(wrong).toEqual([]);
  });

  test('writing operations name their audit event in the past tense', () => {
    const wrong = operations
      .filter((one) => !one.isRead && !/^[a-z]+(-[a-z]+)*\.([a-z]+-)*[a-z]+$/.test(one.audit ?? ''))
      .map((one) => `${one.path}: name the event of its audit entry (audit: 'thing.done')`);
    expect(wrong).toEqual([]);
  });
});

function isWordOfAccess(access: unknown): boolean {
  return ['public', 'signed-in', 'own-session', 'platform', 'device', 'driver'].includes(access as string);
}

describe('names', () => {
  const twice = (names: readonly string[]) => [
    ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
  ];

  test.each([
    ['address of a call', calls.map((one) => one.path.toLowerCase())],
    ['address of a page', pages.map((one) => one.path.toLowerCase())],
    ['key of a page', pages.map((one) => one.key)],
    ['name of a resource', resources.map((one) => one.name)],
    ['table of a resource', resources.map((one) => one.table)],
    ['name of an act', operations.map((one) => one.name)],
    ['name of a report', reports.map((one) => one.name)],
    ['name of a channel', channels.map((one) => one.name)],
    ['title of a page', pages.map((one) => one.title.zh)],
    [
      'code of a refusal',
      contracts.flatMap((one) => one.refusals.flatMap((table) => Object.values(table))).map((one) => one.code),
    ],
  ])('no %s is used twice', (_, names) => {
    expect(twice(names)).toEqual([]);
  });

  test('no address of a call is below that of another kind', () => {
    const wrong = operations
      .filter((one) => resources.some((each) => RESOURCE_VERBS.some((verb) => verbPath(each, verb) === one.path)))
      .map((one) => `${one.path}: is the address of a verb of a resource, choose another`);
    expect(wrong).toEqual([]);
  });

  test('personal phone numbers are declared as such, so that they are masked', () => {
    // Numbers of places and of a tenant itself are published to be called.
    const OF_PLACES = ['contactPhone', 'phone'];
    const unmasked = (fields: Fields): string[] =>
      Object.entries(fields).flatMap(([key, field]) => [
        ...(/(phone|mobile)s?$/i.test(key) && !(field.isPhone ?? field.item?.isPhone) ? [key] : []),
        ...unmasked({ ...field.fields, ...field.item?.fields }),
      ]);
    const wrong = [
      ...resources.map((one) => ({ name: one.name, keys: unmasked(one.fields) })),
      ...reports.map((one) => ({ name: one.name, keys: unmasked(one.columns) })),
      ...operations.map((one) => ({ name: one.name, keys: unmasked(one.output) })),
      ...channels.map((one) => ({ name: one.name, keys: unmasked(one.out) })),
    ].flatMap(({ name, keys }) => keys.filter((key) => !OF_PLACES.includes(key)).map((key) => `${name}: ${key}`));
    expect(wrong).toEqual([]);
  });

  test('references point to resources or tables that exist', () => {
    const tables = tableNames().map((table) => table.replaceAll('_', '-'));
    const names = new Set([...resources.map((one) => one.name), ...tables]);
    const wrong = everyField()
      .filter(({ field }) => field.kind === 'reference' && !names.has(field.to!))
      .map(({ place, field }) => `${place}: refers to ${field.to}, which is neither a resource nor a table`);
    expect(wrong).toEqual([]);
  });

  test('columns, search, order and name of a resource refer to its fields', () => {
    const wrong = resources.flatMap((one) =>
      [...one.columns, ...Object.keys(one.search), one.nameField, ...(one.order ?? []).map((each) => each.field)]
        .filter((key) => !(key in one.allFields))
        .map((key) => `${one.name}: ${String(key)} is no field of it`),
    );
    expect(wrong).toEqual([]);
  });

  test('money fields have keys that end in Fen, flags start with is, has or can', () => {
    const wrong = everyField()
      .filter(
        ({ key, field }) =>
          (field.kind === 'money') !== /Fen$/.test(key) || (field.kind === 'flag' && !/^(is|has|can)[A-Z]/.test(key)),
      )
      .map(({ place }) => `${place}: money ends in Fen, yes-or-no begins with is, has or can`);
    expect(wrong).toEqual([]);
  });
});

interface PlacedField {
  readonly place: string;
  readonly key: string;
  readonly field: Field;
}

function fieldsBelow(place: string, fields: Fields): PlacedField[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const here = `${place}.${key}`;
    const inner = field.fields ?? field.item?.fields;
    return [{ place: here, key, field }, ...(inner ? fieldsBelow(here, inner) : [])];
  });
}

/** Returns every field of the API with its location. */
function everyField(): PlacedField[] {
  return [
    ...resources.flatMap((one) => fieldsBelow(one.name, one.allFields)),
    ...operations.flatMap((one) => [...fieldsBelow(one.name, one.input), ...fieldsBelow(one.name, one.output)]),
    ...reports.flatMap((one) => [
      ...fieldsBelow(one.name, one.filters),
      ...fieldsBelow(one.name, one.columns),
      ...fieldsBelow(one.name, one.totals ?? {}),
    ]),
    ...channels.flatMap((one) => fieldsBelow(one.name, one.out)),
  ];
}

describe('both languages', () => {
  const han = /\p{Script=Han}/u;
  /** Names that are the same in every language. */
  const SAME = /^(\{\w+\}|[A-Z0-9]{1,6}|\d{1,2}%|Id|URL)$/;

  const labels = (): [string, Label][] => [
    ...everyField().flatMap(({ place, field }): [string, Label][] => [
      [place, field.label],
      ...(field.hint ? [[`${place} (hint)`, field.hint] as [string, Label]] : []),
      ...Object.entries(field.choices ?? {}).map(([value, label]): [string, Label] => [`${place} = ${value}`, label]),
    ]),
    ...calls.map((one): [string, Label] => [one.path, one.title]),
    ...pages.map((one): [string, Label] => [one.path, one.title]),
    ...permissionsOf(contracts).map((one): [string, Label] => [one.name, one.label]),
    ...contracts
      .flatMap((one) => one.refusals.flatMap((table) => Object.values(table)))
      .concat(Object.values(kernelRefusal))
      .map((one): [string, Label] => [one.code, one]),
    ...Object.entries(MENU_AREAS).map(([key, label]): [string, Label] => [`menu ${key}`, label]),
  ];

  test('are present in every text', () => {
    const wrong = labels()
      .filter(([, label]) => !isBilingual(label))
      .map(([place, label]) => `${place}: write zh in Chinese and en in English, not ${label?.zh} / ${label?.en}`);
    expect(wrong).toEqual([]);
  });

  test('use the same placeholders', () => {
    const places = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map((one) => one[1]).sort();
    const wrong = labels()
      .filter(([, label]) => String(places(label.zh)) !== String(places(label.en)))
      .map(([place]) => `${place}: both sentences need the same {places}`);
    expect(wrong).toEqual([]);
  });

  test('are distinguished by the check', () => {
    expect(isBilingual({ zh: '车场', en: 'Parking lot' })).toBe(true);
    expect(isBilingual({ zh: 'Lot', en: 'Lot' })).toBe(false);
    expect(isBilingual({ zh: '车场', en: '车场' })).toBe(false);
    expect(isBilingual({ zh: '车场', en: '' })).toBe(false);
  });

  function isBilingual(label: Label | undefined): boolean {
    if (!label?.zh?.trim() || !label.en?.trim() || han.test(label.en)) return false;
    return han.test(label.zh) || (label.zh === label.en && SAME.test(label.zh));
  }
});

describe('pages', () => {
  test('have a component, or are the standard page of a resource or report', async () => {
    const wrong: string[] = [];
    for (const contract of contracts) {
      const keys = await readPageKeys(contract.name);
      for (const page of contract.pages)
        if (!page.resource && !page.report && !keys.includes(page.key))
          wrong.push(`${page.path}: add ${page.key} to pages of modules/${contract.name}/src/web.ts`);
      for (const key of keys)
        if (!contract.pages.some((page) => page.key === key))
          wrong.push(`modules/${contract.name}/src/web.ts: ${key} is the key of no page of its contract`);
    }
    expect(wrong).toEqual([]);
  });

  test('and calls match the product map', async () => {
    const right = (access: Access) => (typeof access === 'object' ? access.name : access);
    const who = (one: Partial<(typeof calls)[number]>) => right(one.access!) + (one.needsPassword ? ', password' : '');
    const rows = (list: readonly Omit<(typeof calls)[number], 'needsPassword'>[]) =>
      list.map((one) => `| ${one.path} | ${one.title.zh} | ${one.title.en} | ${who(one)} |`).sort();
    const head = '| address | 中文 | English | who |\n|---|---|---|---|';
    const map = [
      '# The map of the product',
      'Every page and call with its title and permission; written by `rules/contract.test.ts` (update: `npx vitest run rules/contract.test.ts -u`).',
      `## Pages\n${head}\n${rows(pages).join('\n')}`,
      `## Calls\n${head}\n${rows(calls).join('\n')}`,
    ].join('\n\n');
    await expect(`${map}\n`).toMatchFileSnapshot('product-map.md');
  });
});

test('use the permissions listed in the table for products without them', async () => {
  const lines = [...(await pagesOfRights(contracts))].map(([right, keys]) => `${right}: ${keys.join(' ')}\n`);
  expect(lines.length).toBeGreaterThan(100);
  await expect(lines.join('')).toMatchFileSnapshot('../modules/access/data/page-right.txt');
});

test('audit subject kinds have a name in both languages', async () => {
  const at = pathToFileURL(join(root, 'modules/system/src/audit-log/vocabulary.service.ts')).href;
  const { kinds } = (
    (await import(at)) as typeof import('../modules/system/src/audit-log/vocabulary.service.ts')
  ).vocabularyOf(contracts);
  const wrong = sources()
    .filter(({ path }) => path.startsWith('modules/') && !/\.test\./.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/subjectKind: '([a-z-]+)'/g)].map(([, kind]) => ({ path, kind: kind! })),
    )
    .filter(({ kind }) => !kinds.has(kind))
    .map(({ path, kind }) => `${path}: name ${kind} in OTHER_KINDS of the audit log's vocabulary`);
  expect(wrong).toEqual([]);
});

test('texts are bounded', () => {
  const wrong = everyField()
    .filter(({ field }) => ['text', 'secret', 'plate'].includes(field.kind) && !(field.max! <= 1024 * 1024))
    .map(({ place }) => `${place}: state the largest length`);
  expect(wrong).toEqual([]);
});
