import { type Tariff, tariffTemplate } from '@boyun/domain/fee';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

let server: TestServer;
let user: TestUser;
const shenzhen = tariffTemplate.find((one) => one.id === 'shenzhen-class-1-workday')!.tariff;
/** Three yuan per hour, with 15 minutes to leave after a payment; later the difference to the whole stay is due. */
const PREPAID: Tariff = {
  id: 'prepaid',
  version: 1,
  name: { zh: '预付', en: 'Prepaid' },
  plans: [{ id: 'car', windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 300 }] }] }],
  grace: { minutes: 15, beyond: 'difference' },
};

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  user = await server.newTenant();
});
afterAll(() => server?.stop());

const simulate = (body: object) => user.call('/api/billRule/simulate', body);

describe('a trial stay', () => {
  test.each<[what: string, tariff: Tariff, stay: object, total: string, due: string]>([
    [
      'Shenzhen, a working morning',
      shenzhen,
      { Entry: '2026-03-04 09:00', Exit: '2026-03-04 13:00' },
      '53.00',
      '53.00',
    ],
    ['seconds and a T', PREPAID, { Entry: '2026-03-04T09:00:00', Exit: '2026-03-04T10:00:01' }, '6.00', '6.00'],
    ['an exit before the entry', PREPAID, { Entry: '2026-03-04 09:00', Exit: '2026-03-04 08:00' }, '0.00', '0.00'],
    [
      'a pack that covers an hour',
      PREPAID,
      {
        Entry: '2026-03-04 09:00',
        Exit: '2026-03-04 11:00',
        Covered: [{ From: '2026-03-04 10:00', To: '2026-03-04 11:00' }],
      },
      '3.00',
      '3.00',
    ],
    [
      'gone within the grace after a payment',
      PREPAID,
      { Entry: '2026-03-04 09:00', Exit: '2026-03-04 10:10', Paid: [{ At: '2026-03-04 09:58', Amount: '3.00' }] },
      '3.00',
      '0.00',
    ],
    [
      'gone after the grace',
      PREPAID,
      { Entry: '2026-03-04 09:00', Exit: '2026-03-04 10:30', Paid: [{ At: '2026-03-04 09:58', Amount: '3.00' }] },
      '6.00',
      '3.00',
    ],
  ])('%s', async (_, tariff, stay, total, due) => {
    const answer = await simulate({ Tariff: tariff, Stay: stay });
    expect(answer).toMatchObject({ state: 'success', data: { Total: total, Due: due, Number: null } });
    const sum = answer.data.Lines.reduce((all: number, line: { Amount: string }) => all + Number(line.Amount), 0);
    expect(sum.toFixed(2)).toBe(total);
  });

  test('in the zone given', async () => {
    const stay = { Entry: '2026-03-04 09:00', Exit: '2026-03-04 10:00' };
    const { data } = await simulate({ Tariff: PREPAID, Stay: stay, Zone: 'America/New_York' });
    expect(data.Lines[0].From).toBe('2026-03-04T14:00:00.000Z');
  });

  test.each<[what: string, body: object, code: string]>([
    ['no tariff', { Stay: { Entry: '2026-03-04 09:00', Exit: '2026-03-04 10:00' } }, 'charging.nothing-to-try'],
    [
      'no such day',
      { Tariff: PREPAID, Stay: { Entry: '2026-02-30 09:00', Exit: '2026-03-04 10:00' } },
      'charging.bad-stay',
    ],
    [
      'no such zone',
      { Tariff: PREPAID, Stay: { Entry: '2026-03-04 09:00', Exit: '2026-03-04 10:00' }, Zone: 'Mars' },
      'charging.bad-stay',
    ],
    [
      'a thousand years',
      { Tariff: PREPAID, Stay: { Entry: '1026-03-04 09:00', Exit: '2026-03-04 10:00' } },
      'charging.stay-too-long',
    ],
    ['half a time', { Tariff: PREPAID, Stay: { Entry: '2026-03-04', Exit: '2026-03-04 10:00' } }, 'kernel.bad-input'],
    [
      'a wrong tariff',
      { Tariff: { plans: [] }, Stay: { Entry: '2026-03-04 09:00', Exit: '2026-03-04 10:00' } },
      'charging.bad-tariff',
    ],
  ])('refused: %s', async (_, body, code) => {
    expect(await simulate(body)).toMatchObject({ state: 'fail', code });
  });
});

test('uses the open version of a rule, otherwise the one in force, or the one named', async () => {
  const { Id } = (await user.call('/api/billRule/createFromTemplate', { Name: 'Rule', Template: 'per-entry' })).data;
  const Stay = { Entry: '2026-03-04 09:00', Exit: '2026-03-04 10:00' };
  expect((await simulate({ Id, Stay })).data.Number).toBe(1);
  await user.call('/api/billRule/saveDraft', { Id, Tariff: PREPAID });
  expect((await simulate({ Id, Stay })).data).toMatchObject({ Number: 2, Total: '3.00' });
  expect((await simulate({ Id, Number: 1, Stay })).data.Number).toBe(1);
  expect(await simulate({ Id, Number: 9, Stay })).toMatchObject({ code: 'kernel.not-found' });
});

test('returns the JSON Schema of a tariff', async () => {
  const { data } = await user.call('/api/billRule/getTariffSchema');
  expect(data.Schema).toMatchObject({ type: 'object', properties: { plans: { type: 'array', minItems: 1 } } });
});

test('examples are imported from a sheet', async () => {
  const { Id } = (await user.call('/api/billRule/create', { Name: 'Examples' })).data;
  const csv = `收费规则,名称,入场时间,离场时间,应收费用\nExamples,Morning,2026-03-04 09:00,2026-03-04 10:00,3\nExamples,Backwards,2026-03-04 09:00,2026-03-04 08:00,3\nNowhere,Lost,2026-03-04 09:00,2026-03-04 10:00,3\n`;
  const form = new FormData();
  form.set('File', new Blob([csv], { type: 'text/csv' }), 'examples.csv');
  const response = await fetch(`${server.url}/api/billRuleExample/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}` },
    body: form,
  });
  const answer = (await response.json()) as { data: object };
  expect(answer).toMatchObject({ data: { Total: 3, SuccessNum: 1, FailedNum: 2 } });
  const checked = await user.call('/api/billRule/checkExamples', { Id, Tariff: PREPAID });
  expect(checked.data).toMatchObject({ FailedCount: 0, Results: [{ Name: 'Morning', Got: '3.00', IsPassing: true }] });
});

test('a tariff that takes long to check does not delay other requests', async () => {
  const ladder = Array.from({ length: 30 }, (_, i) => ({ upToMinutes: (i + 1) * 20, unitMinutes: 5, priceFen: i + 1 }));
  const windows = Array.from({ length: 12 }, (_, i) => {
    const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
    return { id: `w${i}`, from: clock(i * 2), to: clock(i * 2 + 2), steps: ladder };
  });
  // Caps that no stay reaches take longest to check.
  const caps = [40, 60, 80, 100].map((days) => ({
    id: `c${days}`,
    amountFen: 900_000_000 + days,
    scope: { per: 'hours' as const, hours: days * 24 },
  }));
  const heavy: Tariff = {
    ...PREPAID,
    id: 'heavy',
    plans: [{ id: 'car', windows, caps, clock: { counts: 'window', restart: { per: 'window' } } }],
  };
  // Its first answer is made while nothing else runs: the test is about the second.
  await user.call('/api/billRule/getTariffSchema');
  const order: string[] = [];
  const checked = user.call('/api/billRule/lint', { Tariff: heavy, LotIds: [] }).then((answer) => {
    order.push('checked');
    return answer;
  });
  await user.call('/api/billRule/getTariffSchema');
  order.push('other');
  expect((await checked).state).toBe('success');
  expect(order).toEqual(['other', 'checked']);
});

test('publishing a rule that others override in a lot requires confirmation, with a stay that shows it', async () => {
  const ok = async (path: string, body: object) => {
    const answer = await user.call(path, body);
    expect(answer, path).toMatchObject({ state: 'success' });
    return answer.data;
  };
  const rule = (name: string) => ok('/api/billRule/createFromTemplate', { Name: name, Template: 'hong-kong-meter' });
  const [{ Id: wide }, { Id: narrow }] = [await rule('Wide'), await rule('Narrow')];
  const lots = [];
  for (const Code of ['East', 'West'])
    lots.push((await ok('/api/parkLot/create', { Name: Code, Code, Capacity: 9 })).Id);
  await ok('/api/billRuleBinding/create', { ChargeRuleId: wide });
  const conflicts = async () =>
    (await ok('/api/billRule/lint', { Id: wide, Tariff: PREPAID, LotIds: [] })).Findings.filter(
      (one: { Code: string }) => one.Code === 'binding-conflict',
    );
  expect(await conflicts()).toEqual([]);
  await ok('/api/billRule/saveDraft', { Id: wide, Tariff: PREPAID });
  for (const LotId of lots)
    await ok('/api/billRuleBinding/create', {
      ChargeRuleId: narrow,
      LotId,
      VehicleKinds: ['large'],
      FromDay: '2126-05-01',
    });
  const [finding, ...others] = await conflicts();
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ Severity: 'warning', Zh: expect.stringMatching(/“Narrow”.*另有1处/) });
  expect(finding.Example).toMatchObject({ entry: '2126-05-01T09:00', vehicleKind: 'large' });
  expect(await user.call('/api/billRule/submit', { Id: wide })).toMatchObject({ code: 'charging.lint-warnings' });
  await ok('/api/billRule/submit', { Id: wide, IsConfirmed: true });
});
