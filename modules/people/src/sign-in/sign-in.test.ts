import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal, type Values } from '@boyun/kernel/contract';
import {
  type Kernel,
  makeFiles,
  makeLog,
  makeSecrets,
  migrate,
  openDatabase,
  SetClock,
  type Who,
} from '@boyun/kernel/server';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { people } from '../contract.ts';
import { authenticator, createAccount, createRole, createTenant, peopleServer, setupCode } from '../server.ts';
import { captchaAfter, limit } from './attempt.service.ts';
import { makeCaptcha } from './captcha.service.ts';
import { menuOf } from './menu.service.ts';
import { sweepSessions } from './session.service.ts';
import { makeFirstTenants } from './set-up.service.ts';
import type { login } from './sign-in.contract.ts';
import { signIn } from './sign-in.service.ts';

const PASSWORD = 'Boyun#2026';
const START = new Date('2026-03-02T08:00:00Z');
const MINUTE = 60_000;

const clock = new SetClock(START);
const logged: string[] = [];
let kernel: Kernel;
let folder: string;
let tenantId: number;
let turn = 0;

/** Every test signs in from an address of its own, so that counters do not meet. */
let address: string;

function forward(ms: number): void {
  clock.set(new Date(clock.now().getTime() + ms));
}

function enter(account: string, more: Partial<Values<typeof login.input>> = {}) {
  // Lines of the log stand in the order of their instants.
  forward(1);
  return signIn(
    kernel,
    { account, password: PASSWORD, tenantId: null, captchaId: null, captchaText: null, ...more },
    { address, agent: 'test browser', requestId: 'r1' },
  );
}

/** The code of the refusal something ends with, or `null` when it goes well. */
async function refusalOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.rule.code;
    throw error;
  }
}

const authenticate = (token: string): Promise<Who> =>
  authenticator(kernel, token, { address, requestId: null, language: 'en' });

/** A new account of its own for a test. */
async function addAccount(more: { roles?: string[]; lotIds?: string[]; tenantId?: number } = {}): Promise<string> {
  turn += 1;
  const account = `person${turn}`;
  const { tenantId: ofTenant = tenantId, ...rest } = more;
  await createAccount(kernel, ofTenant, { account, password: PASSWORD, name: `Person ${turn}`, ...rest });
  return account;
}

function solved(): { captchaId: string; captchaText: string } {
  const { captchaId } = makeCaptcha(kernel);
  return { captchaId, captchaText: kernel.secrets.decrypt(captchaId).split(' ')[0]!.toLowerCase() };
}

async function logOf(account: string): Promise<{ outcome: string; reason: string | null }[]> {
  return kernel.database.system(
    'select outcome, reason from login_log where tenant_id = $1 and account = $2 order by id',
    [tenantId, account],
  );
}

beforeAll(async () => {
  const name = `people_${process.pid}`;
  const owner = new pg.Client({ connectionString: inject('databaseUrl') });
  await owner.connect();
  await owner.query(`create database ${name}`);
  await owner.end();
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  folder = mkdtempSync(join(tmpdir(), 'boyun-people-'));
  const log = makeLog('trace', { write: (line) => void logged.push(line) });
  await migrate(url.href, [{ name: 'people', folder: peopleServer.migrations }], makeLog('silent'));
  const secrets = makeSecrets('a secret that is long enough');
  kernel = {
    database: openDatabase({ url: url.href, clock, log, appConnections: 4 }),
    files: makeFiles({ folder, s3Url: null, secrets, clock }),
    clock,
    secrets,
    log,
    contracts: [people],
  } as unknown as Kernel;
});

afterAll(async () => {
  await kernel.database.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  turn += 1;
  address = `10.0.0.${turn}`;
});

// The product is empty only before the first of the other tests.
test('the first visitor with the code sets the product up, once', async () => {
  const code = (await setupCode(kernel))!;
  expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  const input = {
    code,
    platformAccount: 'root',
    platformPassword: PASSWORD,
    tenantCode: 'first',
    tenantName: 'First tenant',
    adminAccount: 'boss',
    adminPassword: PASSWORD,
  };
  expect(await refusalOf(makeFirstTenants(kernel, { ...input, code: 'AAAA-AAAA-AAAA' }))).toBe('sign-in.wrong-code');
  expect(await refusalOf(makeFirstTenants(kernel, { ...input, adminPassword: 'weakweak' }))).toBe(
    'sign-in.weak-password',
  );
  expect(await refusalOf(makeFirstTenants(kernel, { ...input, tenantCode: 'platform' }))).toBe('kernel.duplicate');
  expect(await setupCode(kernel), 'a failed set-up leaves nothing behind').toBe(code);
  const answers = await Promise.all([1, 2].map(() => refusalOf(makeFirstTenants(kernel, input))));
  expect(answers.sort()).toEqual(['sign-in.already-set-up', null].sort());
  expect(await setupCode(kernel)).toBeNull();
  const root = await authenticate((await enter('root')).accessToken);
  expect(root).toMatchObject({ isPlatform: true, isAdmin: true, roles: ['admin'] });
  const boss = await authenticate((await enter('boss')).accessToken);
  expect(boss).toMatchObject({ isPlatform: false, isAdmin: true });
  expect(boss.tenantId).not.toBe(root.tenantId);
  tenantId = boss.tenantId;
});

describe('signing in', () => {
  const cases: { name: string; account?: string; more?: object; refusal: string | null; reason?: string }[] = [
    { name: 'right password', refusal: null },
    { name: 'wrong password', more: { password: 'Wrong#2026' }, refusal: 'sign-in.wrong-credentials' },
    { name: 'unknown account', account: 'nobody', refusal: 'sign-in.wrong-credentials' },
    { name: 'unknown tenant', more: { tenantId: 'nowhere' }, refusal: 'sign-in.wrong-credentials' },
    { name: 'tenant by code', more: { tenantId: 'first' }, refusal: null },
  ];
  test.each(cases)('$name', async ({ account, more, refusal }) => {
    const own = await addAccount();
    expect(await refusalOf(enter(account ?? own, more))).toBe(refusal);
  });

  test('the account is found whatever its capitals, and lands on its page', async () => {
    const account = await addAccount();
    const answer = await enter(account.toUpperCase());
    expect(answer).toMatchObject({ tokenType: 'Bearer', tenantId: String(tenantId), dashboardPath: 'dashboardCd' });
  });

  test('an account of several tenants needs the tenant, by code or id', async () => {
    const account = await addAccount();
    const other = await createTenant(kernel, { code: `two${turn}`, name: 'Second', kind: 'operator' });
    await createAccount(kernel, other, { account, password: 'Other#2026', name: 'Namesake' });
    expect(await refusalOf(enter(account))).toBe('sign-in.which-tenant');
    expect((await enter(account, { tenantId: 'first' })).tenantId).toBe(String(tenantId));
    expect(await refusalOf(enter(account, { tenantId: String(other) }))).toBe('sign-in.wrong-credentials');
    expect((await enter(account, { tenantId: String(other), password: 'Other#2026' })).tenantId).toBe(String(other));
  });

  test('a frozen account is told so only with the right password, and its session ends at once', async () => {
    const account = await addAccount();
    const { accessToken } = await enter(account);
    await kernel.database.system("update account set state = 'frozen' where account = $1", [account]);
    expect(await refusalOf(authenticate(accessToken))).toBe('kernel.signed-out');
    expect(await refusalOf(enter(account, { password: 'Wrong#2026' }))).toBe('sign-in.wrong-credentials');
    expect(await refusalOf(enter(account))).toBe('sign-in.frozen');
    expect((await logOf(account)).map((one) => one.reason)).toEqual([null, 'wrong-credentials', 'frozen']);
  });

  test('a frozen tenant is as frozen as its accounts', async () => {
    const other = await createTenant(kernel, { code: `frozen${turn}`, name: 'Frozen', kind: 'operator' });
    const account = await addAccount({ tenantId: other });
    const { accessToken } = await enter(account);
    await kernel.database.system("update tenant set state = 'frozen' where id = $1", [other]);
    expect(await refusalOf(authenticate(accessToken))).toBe('kernel.signed-out');
    expect(await refusalOf(enter(account))).toBe('sign-in.frozen');
  });
});

describe('guessing', () => {
  const wrong = { password: 'Wrong#2026' };

  test.each(['known', 'unknown'])('of a %s account: captcha after three, lock after ten', async (kind) => {
    const account = kind === 'known' ? await addAccount() : `ghost${turn}`;
    for (let i = 0; i < captchaAfter.account; i += 1)
      expect(await refusalOf(enter(account, wrong))).toBe('sign-in.wrong-credentials');
    expect(await refusalOf(enter(account, wrong))).toBe('sign-in.captcha-needed');
    for (let i = captchaAfter.account; i < limit.account; i += 1)
      expect(await refusalOf(enter(account, { ...wrong, ...solved() }))).toBe('sign-in.wrong-credentials');
    expect(await refusalOf(enter(account, solved()))).toBe('sign-in.locked');
    forward(14 * MINUTE);
    expect(await refusalOf(enter(account, solved()))).toBe('sign-in.locked');
    forward(MINUTE);
    expect(await refusalOf(enter(account))).toBe(kind === 'known' ? null : 'sign-in.wrong-credentials');
    if (kind === 'known')
      expect((await logOf(account)).map((one) => one.outcome)).toEqual([
        ...Array<string>(limit.account).fill('failed'),
        'locked',
        'locked',
        'signed-in',
      ]);
  });

  test('many guesses at once do not get past the limit', async () => {
    const account = await addAccount();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => refusalOf(enter(account, { ...wrong, ...solved() }))),
    );
    expect(answers.filter((one) => one === 'sign-in.wrong-credentials')).toHaveLength(limit.account);
    expect(answers.filter((one) => one === 'sign-in.locked')).toHaveLength(30 - limit.account);
  });

  test('one address is stopped even when it tries many accounts', async () => {
    let last: string | null = null;
    for (let i = 0; i <= limit.address; i += 1) last = await refusalOf(enter(`ghost${i}`, { ...wrong, ...solved() }));
    expect(last).toBe('sign-in.locked');
    address = `${address}9`;
    expect(await refusalOf(enter(await addAccount()))).toBeNull();
  });

  test('a success forgets the failures', async () => {
    const account = await addAccount();
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < captchaAfter.account - 1; i += 1) await refusalOf(enter(account, wrong));
      expect(await refusalOf(enter(account))).toBeNull();
    }
  });

  const captchas: { name: string; answer: () => { captchaId: string; captchaText: string }; refusal: string | null }[] =
    [
      { name: 'a right one', answer: solved, refusal: null },
      { name: 'a wrong one', answer: () => ({ ...solved(), captchaText: '00000' }), refusal: 'sign-in.captcha-wrong' },
      {
        name: 'a made-up id',
        answer: () => ({ captchaId: 'made-up', captchaText: 'ACEFH' }),
        refusal: 'sign-in.captcha-wrong',
      },
      {
        name: 'an old one',
        answer: () => {
          const old = solved();
          forward(5 * MINUTE);
          return old;
        },
        refusal: 'sign-in.captcha-wrong',
      },
      {
        name: 'another sealed text of the product',
        answer: () => ({ captchaId: kernel.secrets.encrypt('other'), captchaText: 'other' }),
        refusal: 'sign-in.captcha-wrong',
      },
    ];
  test.each(captchas)('captcha: $name', async ({ answer, refusal }) => {
    const account = await addAccount();
    for (let i = 0; i < captchaAfter.account; i += 1) await refusalOf(enter(account, wrong));
    expect(await refusalOf(enter(account, answer()))).toBe(refusal);
  });

  test('a captcha is answered once', async () => {
    const account = await addAccount();
    for (let i = 0; i < captchaAfter.account; i += 1) await refusalOf(enter(account, wrong));
    const captcha = solved();
    expect(await refusalOf(enter(account, { ...wrong, ...captcha }))).toBe('sign-in.wrong-credentials');
    expect(await refusalOf(enter(account, captcha))).toBe('sign-in.captcha-wrong');
  });

  test('a captcha fits its field and does not carry its text', () => {
    const { captchaId, svg } = makeCaptcha(kernel);
    expect(captchaId.length).toBeLessThanOrEqual(64);
    expect(svg).toMatch(/^<svg .*<\/svg>$/);
    expect(svg).not.toContain(kernel.secrets.decrypt(captchaId).split(' ')[0]);
  });
});

describe('a session', () => {
  test('ends with 403 when the account signs in elsewhere, with 401 when it signed out or never was', async () => {
    const account = await addAccount();
    const first = (await enter(account)).accessToken;
    const second = (await enter(account)).accessToken;
    expect(await refusalOf(authenticate(first))).toBe('kernel.signed-in-elsewhere');
    expect((await authenticate(second)).account).toBe(account);
    for (const token of ['', 'nonsense', `${tenantId}.aaaaaaaaaaaaaaaa`, second.replace(/^\d+/, '999')])
      expect(await refusalOf(authenticate(token))).toBe('kernel.signed-out');
    const who = await authenticate(second);
    forward(1);
    const logOff = peopleServer.operations.find((one) => one.operation.name === 'log-off')!;
    await kernel.database.inTenant(who, (tx) =>
      logOff.handler!(tx, {}, { describe: () => undefined, agent: null }, kernel),
    );
    expect(await refusalOf(authenticate(second))).toBe('kernel.signed-out');
    const outcomes = (await logOf(account)).map((one) => one.outcome);
    expect(outcomes[0]).toBe('signed-in');
    // The end of the older session and the new one are of one instant.
    expect(outcomes.slice(1, 3).sort()).toEqual(['kicked-out', 'signed-in']);
    expect(outcomes.slice(3)).toEqual(['signed-out']);
  });

  test('is one an account, however many sign in at once', async () => {
    const account = await addAccount();
    const answers = await Promise.all(Array.from({ length: 6 }, () => enter(account, solved())));
    const outcomes = await Promise.all(answers.map((one) => refusalOf(authenticate(one.accessToken))));
    expect(outcomes.filter((one) => one === null)).toHaveLength(1);
    expect(outcomes.filter((one) => one === 'kernel.signed-in-elsewhere')).toHaveLength(5);
  });

  test('lives on while it is used and ends after twelve hours without', async () => {
    const account = await addAccount();
    const { accessToken } = await enter(account);
    forward(11 * 60 * MINUTE);
    expect(await refusalOf(authenticate(accessToken))).toBeNull();
    forward(11 * 60 * MINUTE);
    await sweepSessions(kernel);
    expect(await refusalOf(authenticate(accessToken))).toBeNull();
    forward(12 * 60 * MINUTE);
    expect(await refusalOf(authenticate(accessToken))).toBe('kernel.signed-out');
    await sweepSessions(kernel);
    expect((await logOf(account)).map((one) => one.outcome)).toEqual(['signed-in', 'expired']);
  });

  test('has the rights of this moment: a change holds at the next call', async () => {
    const lots = ['018f0000-0000-7000-8000-000000000001'];
    const role = await createRole(kernel, tenantId, { name: `role ${turn}`, permissions: ['order.list'] });
    const account = await addAccount({ roles: [`role ${turn}`, 'inspector'], lotIds: lots });
    const { accessToken } = await enter(account);
    const before = await authenticate(accessToken);
    expect([...before.permissions]).toContain('order.list');
    expect(before).toMatchObject({ isAdmin: false, lotIds: lots, language: 'en', zone: 'Asia/Shanghai' });
    expect(menuOf([people], before)).toEqual([]);
    await kernel.database.system("update role set permissions = '{login-log.list}' where tenant_id = $1 and id = $2", [
      tenantId,
      role,
    ]);
    await kernel.database.system('update account set has_all_lots = true where account = $1', [account]);
    const after = await authenticate(accessToken);
    expect([...after.permissions]).toEqual(['login-log.list']);
    expect(after.lotIds).toBeNull();
    expect(menuOf([people], after)).toMatchObject([
      { name: '系统管理', level: 1, node: [{ component: 'loginLog', level: 2 }] },
    ]);
  });
});

test('an account is refused twice under one name, with a weak password, and with a role nobody knows', async () => {
  const account = await addAccount();
  const add = (more: object) =>
    createAccount(kernel, tenantId, { account: 'someone', password: PASSWORD, name: 'Some One', ...more });
  expect(await refusalOf(add({ account: account.toUpperCase() }))).toBe('kernel.duplicate');
  expect(await refusalOf(add({ password: 'Aa1#8888' }))).toBe('sign-in.weak-password');
  expect(await refusalOf(add({ roles: ['nobody'] }))).toBe('kernel.not-found');
  expect(await refusalOf(add({}))).toBeNull();
});

test('the own password is asked for, ten times wrong at most', async () => {
  const account = await addAccount();
  const who = await authenticate((await enter(account)).accessToken);
  const check = peopleServer.operations.find((one) => one.operation.name === 'check-user-password')!;
  const ask = (password: string) =>
    refusalOf(
      kernel.database.inTenant(who, (tx) =>
        check.handler!(tx, { password }, { describe: () => undefined, agent: null }, kernel),
      ),
    );
  expect(await ask(PASSWORD)).toBeNull();
  for (let i = 0; i < limit.account; i += 1) expect(await ask('Wrong#2026')).toBe('sign-in.wrong-password');
  expect(await ask(PASSWORD)).toBe('sign-in.locked');
});

test('no password, token or hash stands in a log', async () => {
  const account = await addAccount();
  const { accessToken } = await enter(account);
  await refusalOf(enter(account, { password: 'Wrong#2026' }));
  const kept = await kernel.database.system(
    `select row_to_json(a)::text as line from audit_log a
     union all select row_to_json(e)::text from event e
     union all select row_to_json(l)::text from login_log l`,
  );
  const all = [...kept.map((row) => String(row.line)), ...logged].join('\n');
  expect(all).toContain(account);
  for (const secret of [PASSWORD, 'Wrong#2026', accessToken, accessToken.split('.')[1]!, '$argon2'])
    expect(all).not.toContain(secret);
});
