import { type Tariff, tariffTemplate } from '@boyun/domain/fee';
import { SetClock } from '@boyun/kernel/server';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const NOW = new Date('2026-03-02T02:00:00Z');
const hourLater = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const clock = new SetClock(NOW);
/** Two yuan per hour around the clock. */
const TARIFF: Tariff = {
  id: 'plain',
  version: 1,
  name: { zh: '每小时两元', en: 'Two yuan an hour' },
  plans: [{ id: 'car', windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 200 }] }] }],
};
const priced = (priceFen: number): Tariff => ({
  ...TARIFF,
  plans: [{ id: 'car', windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen }] }] }],
});

let server: TestServer;
let admin: TestUser;
let maker: TestUser;
let checker: TestUser;
let id: string;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  admin = await server.newTenant();
  maker = await server.newUser(admin, ['charge-rule.list', 'charge-rule.create', 'charge-rule.update']);
  checker = await server.newUser(admin, ['charge-rule.list', 'charge-rule.approve', 'charge-rule.publish']);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  clock.set(NOW);
  made += 1;
  id = (await ok(admin, 'create', { Name: `Rule ${made}` })).Id;
});

async function ok(user: TestUser, act: string, body: object): Promise<Answer['data']> {
  const answer = await user.call(`/api/billRule/${act}`, body);
  expect(answer, act).toMatchObject({ state: 'success' });
  return answer.data;
}

/** The refusal code of an operation, or `success`. */
async function codeOf(user: TestUser, act: string, body: object): Promise<string> {
  const answer = await user.call(`/api/billRule/${act}`, body);
  return answer.state === 'success' ? 'success' : answer.code!;
}

/** Takes a tariff through the whole life cycle and returns its number. */
async function release(tariff: Tariff, effectiveFrom: Date | null = null): Promise<number> {
  const { Number: number } = await ok(maker, 'saveDraft', { Id: id, Tariff: tariff });
  await ok(maker, 'submit', { Id: id });
  await ok(checker, 'approve', { Id: id });
  await ok(checker, 'publish', { Id: id, EffectiveFrom: effectiveFrom?.toISOString() ?? null });
  return number;
}

const states = async () =>
  (await ok(admin, 'getVersions', { Id: id })).Versions.map((one: { Number: number; State: string }) => [
    one.Number,
    one.State,
  ]);

describe('the life cycle of a version', () => {
  test('goes from draft through review and approval into force, and on with time', async () => {
    expect(await states()).toEqual([]);
    const draft = await ok(maker, 'saveDraft', { Id: id, Tariff: TARIFF });
    expect(draft).toMatchObject({ Number: 1, State: 'draft', Tariff: { ...TARIFF, version: 1 }, EffectiveFrom: null });
    expect(draft.ReadingZh).toContain('2元');
    expect((await ok(maker, 'submit', { Id: id, Note: 'as announced' })).State).toBe('in-review');
    expect((await ok(checker, 'approve', { Id: id })).State).toBe('approved');
    expect((await ok(checker, 'publish', { Id: id, EffectiveFrom: hourLater(1).toISOString() })).State).toBe(
      'scheduled',
    );
    clock.set(hourLater(1));
    expect(await states()).toEqual([[1, 'in-force']]);
    await release(priced(300), hourLater(5));
    expect(await states()).toEqual([
      [2, 'scheduled'],
      [1, 'in-force'],
    ]);
    clock.set(hourLater(5));
    expect(await states()).toEqual([
      [2, 'in-force'],
      [1, 'retired'],
    ]);
    const [second, first] = (await ok(admin, 'getVersions', { Id: id })).Versions;
    expect(first).toMatchObject({
      EffectiveUntil: hourLater(5).toISOString(),
      Note: 'as announced',
      MadeBy: maker.account,
    });
    expect(second).toMatchObject({ BaseNumber: 1, PublishedBy: checker.account, ApprovedBy: checker.account });
    const row = (await ok(admin, 'get', { Id: id })) as Record<string, unknown>;
    expect(row).toMatchObject({ VersionNumber: 2, State: 'in-force', OpenNumber: null });
  });

  test('a draft starts from the version in force when no tariff is sent', async () => {
    await release(TARIFF);
    const draft = await ok(maker, 'saveDraft', { Id: id });
    expect(draft).toMatchObject({ Number: 2, BaseNumber: 1, Tariff: { ...TARIFF, version: 2 } });
    expect((await ok(admin, 'getVersion', { Id: id })).Number).toBe(2);
    await ok(maker, 'discardDraft', { Id: id });
    expect((await ok(admin, 'getVersion', { Id: id })).Number).toBe(1);
  });

  test('of two concurrent edits of a draft the second is refused', async () => {
    const { Number: number, Version: version } = await ok(maker, 'saveDraft', { Id: id, Tariff: TARIFF });
    const mine = { Id: id, Tariff: priced(300), Number: number, Version: version };
    expect((await ok(maker, 'saveDraft', mine)).Version).toBe(version + 1);
    expect(await codeOf(maker, 'saveDraft', { ...mine, Tariff: priced(400) })).toBe('kernel.changed');
    await ok(maker, 'discardDraft', { Id: id });
    await release(TARIFF);
    expect(await codeOf(maker, 'saveDraft', mine)).toBe('kernel.changed');
  });

  test('a scheduled version can be withdrawn before it begins, not after', async () => {
    await release(TARIFF);
    await release(priced(300), hourLater(2));
    await ok(checker, 'withdraw', { Id: id, Number: 2 });
    clock.set(hourLater(3));
    expect(await states()).toEqual([
      [2, 'withdrawn'],
      [1, 'in-force'],
    ]);
    expect(await codeOf(checker, 'withdraw', { Id: id, Number: 1 })).toBe('charging.wrong-state');
    expect(await release(priced(500))).toBe(3);
  });

  test.each<[state: string, act: string, more: object]>([
    ['none', 'submit', {}],
    ['none', 'approve', {}],
    ['none', 'publish', {}],
    ['none', 'discardDraft', {}],
    ['draft', 'approve', {}],
    ['draft', 'reject', {}],
    ['draft', 'publish', {}],
    ['in-review', 'saveDraft', { Tariff: TARIFF }],
    ['in-review', 'submit', {}],
    ['in-review', 'publish', {}],
    ['in-review', 'discardDraft', {}],
    ['approved', 'saveDraft', { Tariff: TARIFF }],
    ['approved', 'approve', {}],
    ['approved', 'discardDraft', {}],
    ['approved', 'withdraw', { Number: 1 }],
  ])('in the state %s it is not possible to %s', async (state, act, more) => {
    if (state !== 'none') await ok(maker, 'saveDraft', { Id: id, Tariff: TARIFF });
    if (state === 'in-review' || state === 'approved') await ok(maker, 'submit', { Id: id });
    if (state === 'approved') await ok(checker, 'approve', { Id: id });
    const before = await states();
    expect(['charging.wrong-state', 'charging.no-draft']).toContain(await codeOf(admin, act, { Id: id, ...more }));
    expect(await states()).toEqual(before);
  });

  test('a returned version can be edited again and needs a new approval', async () => {
    await ok(maker, 'saveDraft', { Id: id, Tariff: TARIFF });
    await ok(maker, 'submit', { Id: id });
    await ok(checker, 'approve', { Id: id });
    await ok(checker, 'reject', { Id: id, Note: 'too cheap' });
    const draft = await ok(maker, 'saveDraft', { Id: id, Tariff: priced(900) });
    expect(draft).toMatchObject({ Number: 1, State: 'draft', Note: 'too cheap', SubmittedBy: null, ApprovedBy: null });
    expect(await codeOf(checker, 'publish', { Id: id })).toBe('charging.wrong-state');
  });

  test('a version cannot take effect in the past, nor at the same instant as another', async () => {
    await ok(maker, 'saveDraft', { Id: id, Tariff: TARIFF });
    await ok(maker, 'submit', { Id: id });
    await ok(checker, 'approve', { Id: id });
    const past = { Id: id, EffectiveFrom: new Date(NOW.getTime() - 1).toISOString() };
    expect(await codeOf(checker, 'publish', past)).toBe('charging.in-the-past');
    await ok(checker, 'publish', { Id: id, EffectiveFrom: hourLater(1).toISOString() });
    await ok(maker, 'saveDraft', { Id: id, Tariff: priced(300) });
    await ok(maker, 'submit', { Id: id });
    await ok(checker, 'approve', { Id: id });
    const same = { Id: id, EffectiveFrom: hourLater(1).toISOString() };
    expect(await codeOf(checker, 'publish', same)).toBe('charging.same-moment');
  });

  test('versions are compared in words', async () => {
    await release(TARIFF);
    await ok(maker, 'saveDraft', { Id: id, Tariff: priced(300) });
    const { Differences } = await ok(admin, 'compare', { Id: id, A: 1, B: 2 });
    expect(Differences).toHaveLength(1);
    expect(Differences[0]).toMatchObject({
      Zh: expect.stringContaining('2元 → 3元'),
      En: expect.stringContaining('¥3'),
    });
  });
});

describe('approval by a second person', () => {
  test('the submitter cannot approve, not even as administrator', async () => {
    await ok(admin, 'saveDraft', { Id: id, Tariff: TARIFF });
    await ok(admin, 'submit', { Id: id });
    expect(await codeOf(admin, 'approve', { Id: id })).toBe('charging.four-eyes');
    expect(await ok(checker, 'approve', { Id: id })).toMatchObject({ State: 'approved', IsOwnWork: false });
  });

  test('the submitter can approve where no other account could, and the audit log records it', async () => {
    const alone = await server.newTenant();
    const { Id } = await ok(alone, 'create', { Name: 'Alone', Template: 'per-entry' });
    await ok(alone, 'submit', { Id, IsConfirmed: true });
    expect(await ok(alone, 'approve', { Id })).toMatchObject({ State: 'approved', IsOwnWork: true });
    const [entry] = await server.product.kernel.database.system<{ after: { isOwnWork: boolean } }>(
      `select after from audit_log where tenant_id = $1 and action = 'charge-rule.approved'`,
      [alone.tenantId],
    );
    expect(entry!.after.isOwnWork).toBe(true);
  });
});

describe('an invalid tariff is refused', () => {
  test.each<[what: string, tariff: unknown, path: string, zh: string]>([
    ['a negative price', priced(-1), 'Tariff.plans.0.windows.0.steps.0.priceFen', '不得小于'],
    ['no plan', { ...TARIFF, plans: [] }, 'Tariff.plans', '不得小于（少于）1'],
    ['an unknown field', { ...TARIFF, surprise: 1 }, 'Tariff', '不认识的字段：surprise'],
    [
      'a window with one time',
      { ...TARIFF, plans: [{ id: 'car', windows: [{ id: 'day', from: '08:00', steps: [] }] }] },
      'Tariff.plans.0.windows.0.to',
      '起止时间须同时填写',
    ],
    ['no object', 7, 'Tariff', '类型不对'],
    ['a list', [TARIFF], 'Tariff', '类型不对'],
  ])('%s', async (_, tariff, path, zh) => {
    const answer = await maker.call(
      '/api/billRule/saveDraft',
      { Id: id, Tariff: tariff },
      { 'accept-language': 'zh-CN' },
    );
    expect(answer).toMatchObject({ state: 'fail', code: 'charging.bad-tariff' });
    expect(answer.issues).toContainEqual({ path, message: expect.stringContaining(zh) });
    expect(await states()).toEqual([]);
  });
});

describe('before a version is published', () => {
  const example = (name: string, expected: string) => ({
    ChargeRuleId: id,
    Name: name,
    Entry: '2026-03-04 09:00',
    Exit: '2026-03-04 12:30',
    Expected: expected,
  });

  test('every example must match', async () => {
    await ok(maker, 'saveDraft', { Id: id, Tariff: TARIFF });
    for (const body of [example('Morning', '8.00'), example('Wrong', '7.00')])
      expect(await admin.call('/api/billRuleExample/create', body)).toMatchObject({ state: 'success' });
    const refused = await maker.call('/api/billRule/submit', { Id: id }, { 'accept-language': 'en-US' });
    expect(refused).toMatchObject({ code: 'charging.examples-fail' });
    expect(refused.issues).toEqual([{ path: 'Wrong', message: 'Wrong: expected 7.00, the tariff gives 8.00' }]);
    const { FailedCount, Results } = await ok(admin, 'checkExamples', { Id: id });
    expect(FailedCount).toBe(1);
    expect(
      Results.map((one: { Name: string; Got: string; IsPassing: boolean }) => [
        one.Name,
        one.Got,
        one.IsPassing,
      ]).sort(),
    ).toEqual([
      ['Morning', '8.00', true],
      ['Wrong', '8.00', false],
    ]);
    expect((await ok(admin, 'checkExamples', { Id: id, Tariff: priced(175) })).Results).toContainEqual(
      expect.objectContaining({ Name: 'Wrong', Got: '7.00', IsPassing: true }),
    );
  });

  test('errors must be corrected and warnings confirmed, at submission and again at publication', async () => {
    const hidden = { ...TARIFF, plans: [...TARIFF.plans, { ...TARIFF.plans[0]!, id: 'never' }] };
    await ok(maker, 'saveDraft', { Id: id, Tariff: hidden });
    const refused = await maker.call('/api/billRule/submit', { Id: id, IsConfirmed: true });
    expect(refused).toMatchObject({ code: 'charging.lint-errors', issues: [{ path: 'Tariff.plans.1' }] });
    const odd = tariffTemplate.find((one) => one.id === 'guangzhou-day-night')!.tariff;
    const { Findings } = await ok(admin, 'lint', { Tariff: { ...odd, version: 1 } });
    const doubtful = {
      ...TARIFF,
      plans: [{ ...TARIFF.plans[0]!, caps: [{ id: 'far', amountFen: 1_000_000, scope: { per: 'day' as const } }] }],
    };
    expect(Findings.every((one: { Severity: string }) => one.Severity === 'warning')).toBe(true);
    await ok(maker, 'saveDraft', { Id: id, Tariff: doubtful });
    expect(await codeOf(maker, 'submit', { Id: id })).toBe('charging.lint-warnings');
    await ok(maker, 'submit', { Id: id, IsConfirmed: true });
    await ok(checker, 'approve', { Id: id });
    expect(await codeOf(checker, 'publish', { Id: id })).toBe('charging.lint-warnings');
    await ok(checker, 'publish', { Id: id, IsConfirmed: true });
  });
});

describe('the database protects published versions', () => {
  const asOwner = async (text: string): Promise<string> => {
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    try {
      await client.query(`${text} where charge_rule_id = '${id}'`);
      return 'done';
    } catch (error) {
      return (error as Error).message;
    } finally {
      await client.end();
    }
  };

  test.each([
    ["update charge_rule_version set tariff = '{}'", 'never changes'],
    ['update charge_rule_version set number = 9', 'never changes'],
    ["update charge_rule_version set effective_from = effective_from - interval '1 day'", 'never changes'],
    ["update charge_rule_version set state = 'draft', effective_from = null", 'never changes'],
    ['delete from charge_rule_version', 'never deleted'],
    [
      "update charge_rule_version set state = 'withdrawn', withdrawn_at = effective_from + interval '1 second'",
      'before it begins',
    ],
    ["update charge_rule_version set state = 'withdrawn', withdrawn_at = effective_from - interval '1 second'", 'done'],
  ])('%s', async (text, outcome) => {
    await release(TARIFF);
    expect(await asOwner(text)).toContain(outcome);
  });

  test('a rule that was ever in force cannot be deleted, one with only drafts can', async () => {
    await ok(maker, 'saveDraft', { Id: id, Tariff: TARIFF });
    await ok(admin, 'createFromTemplate', { Name: `Live ${made}`, Template: 'per-entry' });
    const rows = (await ok(admin, 'list', { Name: `Live ${made}` })).Rows;
    expect(await codeOf(admin, 'delete', { Id: rows[0].Id })).toBe('kernel.in-use');
    await ok(admin, 'delete', { Id: id });
  });
});
