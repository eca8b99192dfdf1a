import { SetClock } from '@boyun/kernel/server';
import { createTenant } from '@boyun/tenancy/server';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { captchaAfter, limit } from '../attempt/attempt.service.ts';
import { createAccount } from '../server.ts';
import { captchaLevel, MOST_CAPTCHA_LEVEL, makeSolvedCaptcha } from './captcha.service.ts';

const PASSWORD = 'Boyun#2026';
const WRONG = { Password: 'Wrong#2026' };
const MINUTE = 60_000;

const clock = new SetClock(new Date('2026-03-02T08:00:00Z'));
let server: TestServer;
let tenant: TestUser;
let code: string;
let made = 0;

function forward(ms: number): void {
  clock.set(new Date(clock.now().getTime() + ms));
}

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, isAlone: true });
  tenant = await server.newTenant();
  const [row] = await server.product.kernel.database.system<{ code: string }>('select code from tenant where id = $1', [
    tenant.tenantId,
  ]);
  code = row!.code;
});
afterAll(() => server?.stop());
// All tests call from one address; its failure counters expire in between.
beforeEach(() => forward(16 * MINUTE));

function enter(account: string, more: object = {}): Promise<Answer> {
  // Log entries are ordered by their instants.
  forward(1);
  return server.call('/api/tenantUser/login', { Account: account, Password: PASSWORD, ...more });
}

/** The refusal code of a sign-in, or `in`. */
async function outcome(account: string, more: object = {}): Promise<string | undefined> {
  const answer = await enter(account, more);
  return answer.state === 'success' ? 'in' : answer.code;
}

/** Creates an account for one test. */
async function addAccount(tenantId = tenant.tenantId, password = PASSWORD): Promise<string> {
  made += 1;
  const account = `person${made}`;
  await createAccount(server.product.kernel, tenantId, { account, password, name: `Person ${made}` });
  return account;
}

/** A solved captcha of a level; of the highest one where the level does not matter. */
async function solved(level = MOST_CAPTCHA_LEVEL): Promise<{ CaptchaId: string; CaptchaText: string }> {
  const { captchaId, captchaText } = await makeSolvedCaptcha(server.product.kernel, level);
  return { CaptchaId: captchaId, CaptchaText: captchaText };
}

async function logOf(account: string): Promise<{ Outcome: string; Reason: string | null }[]> {
  const answer = await tenant.call('/api/loginLog/list', { Account: account, PerPage: 100 });
  return answer.data.Rows.reverse();
}

async function setState(account: string, state: string): Promise<void> {
  await server.product.kernel.database.system('update account set state = $2 where account = $1', [account, state]);
}

describe('signing in', () => {
  const cases: { name: string; account?: string; more?: object; expected: string }[] = [
    { name: 'right password', expected: 'in' },
    { name: 'wrong password', more: WRONG, expected: 'sign-in.wrong-credentials' },
    { name: 'unknown account', account: 'nobody', expected: 'sign-in.wrong-credentials' },
    { name: 'unknown tenant', more: { TenantId: 'nowhere' }, expected: 'sign-in.wrong-credentials' },
    { name: 'tenant by code', more: { TenantId: 't1' }, expected: 'in' },
    { name: 'no password', more: { Password: '' }, expected: 'kernel.bad-input' },
    { name: 'a name that is SQL', account: "x' or '1'='1", expected: 'sign-in.wrong-credentials' },
    { name: 'a pattern for a name', account: '%%', expected: 'sign-in.wrong-credentials' },
  ];
  test.each(cases)('$name', async ({ account, more, expected }) => {
    const own = await addAccount();
    expect(
      await outcome(account ?? own, {
        ...more,
        ...(more && 'TenantId' in more && expected === 'in' ? { TenantId: code } : {}),
      }),
    ).toBe(expected);
  });

  test('the account name is case-insensitive, and the account lands on its page', async () => {
    const account = await addAccount();
    const answer = await enter(account.toUpperCase());
    expect(answer.data).toMatchObject({
      TokenType: 'Bearer',
      TenantId: String(tenant.tenantId),
      DashboardPath: 'dashboardCd',
    });
  });

  test.each([
    ['operator', 'operator', 'dashboardCd'],
    ['finance', 'finance', 'dashboardCd'],
    ['attendant', 'cloud-attendant', '_cloud_operation/laneMonitor'],
    ['booth', 'booth-attendant', '_cloud_operation/laneMonitor'],
    ['collector', 'collector', '_cloud_operation/roadside'],
    ['inspector', 'inspector', '_cloud_operation/parkLotInspect'],
  ] as const)('%s as %s lands on %s, a page of its menu', async (role, jobKind, path) => {
    const account = `lands-${role}`;
    const input = { account, password: PASSWORD, name: account, roles: [role], jobKind };
    await createAccount(server.product.kernel, tenant.tenantId, input);
    const { data } = await enter(account);
    expect(data.DashboardPath).toBe(path);
    const headers = { authorization: `Bearer ${data.AccessToken}` };
    const { Menu } = (await server.call('/api/tenantUser/getMenuList', {}, headers)).data;
    expect(JSON.stringify(Menu)).toContain(`"Url":"/${path}"`);
  });

  test('form encoding works like JSON', async () => {
    const response = await fetch(`${server.url}/api/tenantUser/login`, {
      method: 'POST',
      body: new URLSearchParams({ Account: await addAccount(), Password: PASSWORD }),
    });
    expect(await response.json()).toMatchObject({ state: 'success', data: { TokenType: 'Bearer' } });
  });

  test('an account of several tenants needs the tenant, by code or id', async () => {
    const account = await addAccount();
    const other = await createTenant(server.product.kernel, { code: `two${made}`, name: 'Second', kind: 'operator' });
    await createAccount(server.product.kernel, other, { account, password: 'Other#2026', name: 'Namesake' });
    expect(await outcome(account)).toBe('sign-in.which-tenant');
    expect((await enter(account, { TenantId: code })).data.TenantId).toBe(String(tenant.tenantId));
    expect(await outcome(account, { TenantId: String(other) })).toBe('sign-in.wrong-credentials');
    const entered = await enter(account, { TenantId: String(other), Password: 'Other#2026' });
    expect(entered.data.TenantId).toBe(String(other));
  });

  test('a frozen account is reported as frozen only with the right password, and its session ends immediately', async () => {
    const account = await addAccount();
    const token = (await enter(account)).data.AccessToken;
    await setState(account, 'frozen');
    const call = await server.call('/api/tenantUser/getMenuList', {}, { authorization: `Bearer ${token}` });
    expect(call.status).toBe(401);
    expect(await outcome(account, WRONG)).toBe('sign-in.wrong-credentials');
    expect(await outcome(account)).toBe('sign-in.frozen');
    expect((await logOf(account)).map((one) => one.Reason)).toEqual([null, 'wrong-credentials', 'frozen']);
    await setState(account, 'active');
    expect(await outcome(account)).toBe('in');
  });

  test('a frozen tenant freezes all its accounts', async () => {
    const { database } = server.product.kernel;
    const other = await createTenant(server.product.kernel, { code: `ice${made}`, name: 'Frozen', kind: 'operator' });
    const account = await addAccount(other);
    expect(await outcome(account)).toBe('in');
    await database.system("update tenant set state = 'frozen' where id = $1", [other]);
    expect(await outcome(account)).toBe('sign-in.frozen');
  });
});

describe('guessing', () => {
  test.each(['known', 'unknown'])('of a %s account: captcha after three, lock after ten', async (kind) => {
    const account = kind === 'known' ? await addAccount() : `ghost${made}`;
    for (let i = 0; i < captchaAfter.account; i += 1)
      expect(await outcome(account, WRONG)).toBe('sign-in.wrong-credentials');
    expect(await outcome(account, WRONG)).toBe('sign-in.captcha-needed');
    for (let i = captchaAfter.account; i < limit.account; i += 1)
      expect(await outcome(account, { ...WRONG, ...(await solved()) })).toBe('sign-in.wrong-credentials');
    const locked = await enter(account, await solved());
    expect(locked.code).toBe('sign-in.locked');
    expect(locked.message).toContain('15');
    forward(14 * MINUTE);
    expect(await outcome(account, await solved())).toBe('sign-in.locked');
    forward(MINUTE);
    expect(await outcome(account)).toBe(kind === 'known' ? 'in' : 'sign-in.wrong-credentials');
    if (kind === 'known')
      expect((await logOf(account)).map((one) => one.Outcome)).toEqual([
        ...Array<string>(limit.account).fill('failed'),
        'locked',
        'locked',
        'signed-in',
      ]);
  });

  test('concurrent guesses do not exceed the limit', async () => {
    const account = await addAccount();
    const captchas = await Promise.all(Array.from({ length: 30 }, () => solved()));
    const answers = await Promise.all(captchas.map((one) => outcome(account, { ...WRONG, ...one })));
    expect(answers.filter((one) => one === 'sign-in.wrong-credentials')).toHaveLength(limit.account);
    expect(answers.filter((one) => one === 'sign-in.locked')).toHaveLength(30 - limit.account);
  });

  test('a burst without captchas tries few passwords and locks no account', async () => {
    const account = await addAccount();
    await Promise.all(Array.from({ length: 20 }, () => outcome(account, WRONG)));
    expect(await outcome(account, await solved())).toBe('in');
  });

  test('an address the account has used before gets a captcha instead of a lock', async () => {
    const account = await addAccount();
    expect(await outcome(account)).toBe('in');
    for (let i = 0; i < limit.account; i += 1) await outcome(account, { ...WRONG, ...(await solved()) });
    expect(await outcome(account)).toBe('sign-in.captcha-needed');
    expect(await outcome(account, await solved())).toBe('in');
  });

  test('concurrent successful sign-ins from one address count as no failures', async () => {
    const accounts: string[] = [];
    for (let i = 0; i < captchaAfter.address * 2; i += 1) accounts.push(await addAccount());
    expect(new Set(await Promise.all(accounts.map((one) => outcome(one))))).toEqual(new Set(['in']));
  });

  test('one address is stopped even when it tries many accounts', async () => {
    const answers: (string | undefined)[] = [];
    for (let i = 0; i < limit.address; i += 1)
      answers.push(await outcome(`ghost-${i}`, { ...WRONG, ...(await solved()) }));
    expect(new Set(answers)).toEqual(new Set(['sign-in.wrong-credentials']));
    expect(await outcome(await addAccount(), await solved())).toBe('sign-in.locked');
  });

  test('a success resets the failures', async () => {
    const account = await addAccount();
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < captchaAfter.account - 1; i += 1) await outcome(account, WRONG);
      expect(await outcome(account)).toBe('in');
    }
  });

  const captchas: { name: string; answer: () => object | Promise<object>; expected: string }[] = [
    { name: 'a right one', answer: () => solved(), expected: 'in' },
    { name: 'one of the level asked for', answer: () => solved(0), expected: 'in' },
    { name: 'none', answer: () => ({}), expected: 'sign-in.captcha-needed' },
    {
      name: 'a wrong one',
      answer: async () => ({ ...(await solved()), CaptchaText: '{"counter":0,"derivedKey":"00"}' }),
      expected: 'sign-in.captcha-wrong',
    },
    {
      name: 'a made-up id',
      answer: () => ({ CaptchaId: 'made-up', CaptchaText: 'ACEFH' }),
      expected: 'sign-in.captcha-wrong',
    },
    {
      name: 'one that was made easier',
      answer: async () => {
        const { CaptchaId, CaptchaText } = await solved();
        const { parameters, signature } = JSON.parse(CaptchaId);
        return { CaptchaId: JSON.stringify({ parameters: { ...parameters, cost: 1 }, signature }), CaptchaText };
      },
      expected: 'sign-in.captcha-wrong',
    },
    {
      name: 'the challenge of one and the solution of another',
      answer: async () => ({ ...(await solved()), CaptchaText: (await solved()).CaptchaText }),
      expected: 'sign-in.captcha-wrong',
    },
    {
      name: 'an old one',
      answer: async () => {
        const old = await solved();
        forward(5 * MINUTE);
        return old;
      },
      expected: 'sign-in.captcha-wrong',
    },
  ];
  test.each(captchas)('captcha: $name', async ({ answer, expected }) => {
    const account = await addAccount();
    for (let i = 0; i < captchaAfter.account; i += 1) await outcome(account, WRONG);
    expect(await outcome(account, await answer())).toBe(expected);
  });

  test('a captcha is accepted once', async () => {
    const account = await addAccount();
    for (let i = 0; i < captchaAfter.account; i += 1) await outcome(account, WRONG);
    const captcha = await solved();
    expect(await outcome(account, { ...WRONG, ...captcha })).toBe('sign-in.wrong-credentials');
    expect(await outcome(account, captcha)).toBe('sign-in.captcha-wrong');
    // The same challenge, serialized differently.
    const { parameters, signature } = JSON.parse(captcha.CaptchaId);
    const rewritten = JSON.stringify({ signature, parameters });
    expect(await outcome(account, { ...captcha, CaptchaId: rewritten })).toBe('sign-in.captcha-wrong');
  });

  test('a captcha requires computation that its id does not shorten', async () => {
    const { data } = await server.call('/api/tenantUser/getCaptcha');
    expect(data.CaptchaId.length).toBeLessThanOrEqual(1000);
    const challenge = JSON.parse(data.CaptchaId);
    let derivations = 0;
    const solution = await solveChallenge({
      challenge,
      deriveKey: (...given) => {
        derivations += 1;
        return deriveKey(...given);
      },
    });
    // Tries of thousands of iterations each, where a drawn-character captcha took one look at the file.
    expect(challenge.parameters.cost * derivations).toBeGreaterThan(100_000);
    expect(data).toEqual({ CaptchaId: data.CaptchaId });
    const account = await addAccount();
    for (let i = 0; i < captchaAfter.account; i += 1) await outcome(account, WRONG);
    const answer = { CaptchaId: data.CaptchaId, CaptchaText: JSON.stringify(solution) };
    expect(await outcome(account, answer)).toBe('in');
  });

  test.each(['known', 'unknown'])('of a %s account gets harder with each failure', async (kind) => {
    const account = kind === 'known' ? await addAccount() : `spectre${made}`;
    const levelOf = async (of: object) =>
      JSON.parse((await server.call('/api/tenantUser/getCaptcha', of)).data.CaptchaId).parameters.data.level;
    const levels: number[] = [];
    for (let i = 0; i < limit.account - 1; i += 1) {
      levels.push(await levelOf({ Account: account }));
      expect(await outcome(account, { ...WRONG, ...(await solved()) })).toBe('sign-in.wrong-credentials');
    }
    expect(levels).toEqual([0, 0, 0, 0, 1, 2, 3, 4, 4]);
    // An easier one, requested without the account, is not accepted.
    expect(await outcome(account, await solved(0))).toBe('sign-in.captcha-wrong');
  });

  test('the level follows failures of account and address', () => {
    expect(captchaLevel({})).toBe(0);
    expect([captchaLevel({ account: 3 }), captchaLevel({ account: 5 }), captchaLevel({ account: 99 })]).toEqual([
      0, 2, 4,
    ]);
    expect([captchaLevel({ address: 15 }), captchaLevel({ address: 31 })]).toEqual([0, 2]);
  });
});

test('confirming the own password locks after ten failures', async () => {
  const user = await server.newUser(tenant);
  const ask = (password: string) => user.call('/api/tenantUser/checkUserPassword', { Password: password });
  expect((await ask(PASSWORD)).state).toBe('success');
  for (let i = 0; i < limit.account; i += 1) expect((await ask('Wrong#2026')).code).toBe('sign-in.wrong-password');
  expect((await ask(PASSWORD)).code).toBe('sign-in.locked');
});
