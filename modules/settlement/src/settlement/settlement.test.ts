import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { pdfText } from '@boyun/test-server/pdf';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { TestSettlements } from '@boyun/test-server/settlement';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

/** A Monday, 9 o'clock in Shanghai. */
const START = new Date('2026-03-02T01:00:00.000Z');
const DAY = 24 * 60;
const clock = new SetClock(START);
let server: TestServer;
let world: TestSettlements;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  clock.set(START);
  world = await TestSettlements.open(server, await server.newTenant(), clock, START);
});
afterAll(() => server?.stop());

const call = (path: string, body: object = {}) => world.user.call(path, body);
/** The sums of the ledger by kind of account and lot-less party. */
async function ledger(kinds: readonly string[]): Promise<Record<string, number>> {
  const rows = await server.product.kernel.database.system<{ account: string; fen: number }>(
    `select account, sum(amount_fen)::bigint as fen from ledger_entry where tenant_id = $1 and account = any($2) group by 1`,
    [world.user.tenantId, kinds],
  );
  return Object.fromEntries(rows.map((one) => [one.account, one.fen]));
}
const verified = async () => {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, world.user.tenantId)).flatMap((one) => one.broken);
};

describe('a settlement', () => {
  test('shares what the lot brought, is adjusted, settled, paid out and booked', async () => {
    const id = await world.newSubMerchant();
    const order = await world.stay(0);
    await world.stay(DAY);
    await world.refund(order, '2.00');
    await world.at(8 * DAY);
    const draft = (await world.create(id, '2026-03-08')).data;
    const { SettlementId } = draft;
    expect(await world.get(SettlementId)).toMatchObject({
      State: 'draft',
      FromDay: '2026-03-02',
      ToDay: '2026-03-08',
      Gross: '24.00',
      Received: '24.00',
      Refunded: '2.00',
      Net: '22.00',
      Share: '14.30',
      Payable: '14.30',
      Terms: '净额的65%',
    });
    await world.done('/api/settlement/adjust', { SettlementId, Amount: '-1.30', Note: '代缴电费' });
    expect(await call('/api/settlement/adjust', { SettlementId, Amount: '0.00', Note: '没有' })).toMatchObject({
      code: 'settlement.zero-amount',
    });
    expect(await ledger(['payable'])).toEqual({});
    await world.settle(SettlementId);
    expect(await ledger(['payable', 'revenue-share'])).toEqual({ payable: -1300, 'revenue-share': 1300 });
    expect((await call('/api/settlement/adjust', { SettlementId, Amount: '1.00', Note: '太晚' })).code).toBe(
      'settlement.not-draft',
    );
    const { PayoutId, Amount } = await world.done('/api/payout/make', { SettlementIds: [SettlementId] });
    expect(Amount).toBe('13.00');
    expect((await call('/api/payout/make', { SettlementIds: [SettlementId] })).code).toBe('payout.not-payable');
    const { Url } = await world.done('/api/payout/file', { PayoutId });
    const lines = (await (await fetch(server.url + Url)).text()).split('\r\n');
    expect(lines[1]).toMatch(/^1,6225880212345678\t,深圳某某物业,招商银行深圳分行,13\.00,停车分成 J\w+,B\w+$/);
    await world.done('/api/payout/confirm', { PayoutId, PaidDay: '2026-03-10', BankNo: 'N1' });
    expect(await world.get(SettlementId)).toMatchObject({ State: 'paid', PayoutNo: expect.stringMatching(/^B/) });
    expect(await ledger(['payable', 'bank'])).toEqual({ payable: 0, bank: -1300 });
    expect(await verified()).toEqual([]);
  });

  test('of the next days has the refunds of earlier ones, and what they left to be returned is carried over', async () => {
    const id = await world.newSubMerchant();
    const order = await world.stay(0);
    await world.at(8 * DAY);
    await world.settled(id, '2026-03-08');
    await world.refund(order, '12.00');
    await world.at(15 * DAY);
    expect(await world.settled(id, '2026-03-15')).toMatchObject({
      FromDay: '2026-03-09',
      Refunded: '12.00',
      Net: '-12.00',
      Payable: '-7.80',
      State: 'settled',
    });
    await world.stay(15 * DAY);
    await world.stay(15 * DAY + 300);
    await world.at(22 * DAY);
    const third = await world.settled(id, '2026-03-22');
    expect(third).toMatchObject({
      Net: '24.00',
      Share: '15.60',
      Carried: '-7.80',
      Payable: '7.80',
    });
    const { Rows } = await world.done('/api/settlement/list', { SubMerchantId: id });
    expect(Rows.map((one: { State: string }) => one.State)).toEqual(['settled', 'carried', 'settled']);
    const { PayoutId } = await world.done('/api/payout/make', { SettlementIds: [Rows[0].Id, Rows[2].Id] });
    await world.done('/api/payout/confirm', { PayoutId, PaidDay: '2026-03-24' });
    expect(await ledger(['payable', 'bank', 'revenue-share'])).toEqual({
      payable: 0,
      bank: -1560,
      'revenue-share': 1560,
    });
    expect(await verified()).toEqual([]);
  });

  test('counts a period once, although two are prepared at once', async () => {
    const id = await world.newSubMerchant();
    await world.stay(0);
    await world.at(8 * DAY);
    const answers = await Promise.all([
      world.create(id, '2026-03-08'),
      world.create(id, '2026-03-08'),
      world.create(id, '2026-03-07'),
    ]);
    expect(answers.map((one) => one.code ?? 'made').sort()).toEqual([
      'made',
      'settlement.has-draft',
      'settlement.has-draft',
    ]);
    const [draft] = (await world.done('/api/settlement/list', {})).Rows;
    await world.settle(draft.Id);
    expect((await world.create(id, '2026-03-08')).code).toBe('settlement.before-start');
    // Another sub-merchant that comes to have the lot for the same days, whatever let it.
    const other = await world.gate.newLot({}, { Capacity: 5 });
    const rival = await world.newSubMerchant({ LotIds: [other.id] });
    await server.product.kernel.database.system(
      'update sub_merchant set lot_ids = $3 where tenant_id = $1 and id = $2',
      [world.user.tenantId, rival, [world.lot.id]],
    );
    expect(await world.create(rival, '2026-03-04')).toMatchObject({ code: 'settlement.taken' });
    expect((await world.done('/api/settlement/list', {})).Total).toBe(1);
  });

  test('is of complete days within the contract, and a discarded draft lets its days go', async () => {
    const id = await world.newSubMerchant({ ValidUntil: '2026-03-10' });
    await world.stay(0);
    // Seven minutes past midnight in Shanghai: the day before is not complete for an hour.
    await world.at((new Date('2026-03-08T16:07:00Z').getTime() - START.getTime()) / 60_000);
    expect((await world.create(id, '2026-03-08')).message).toContain('2026-03-07');
    await world.at((new Date('2026-03-08T17:00:00Z').getTime() - START.getTime()) / 60_000);
    const preview = await world.done('/api/settlement/preview', { SubMerchantId: id });
    expect(preview).toMatchObject({ FromDay: '2026-03-02' });
    const { SettlementId } = (await world.create(id, '2026-03-08')).data;
    await world.done('/api/settlement/discard', { SettlementId });
    expect((await world.create(id, '2026-03-08')).state).toBe('success');
    const [draft] = (await world.done('/api/settlement/list', {})).Rows;
    await world.settle(draft.Id);
    await world.at((new Date('2026-03-20T17:00:00Z').getTime() - START.getTime()) / 60_000);
    expect((await world.create(id, '2026-03-12')).message).toContain('2026-03-10');
  });

  test('waits for a second person where there is one, and nothing changes meanwhile', async () => {
    const id = await world.newSubMerchant();
    await world.stay(0);
    await world.at(8 * DAY);
    const second = await server.newUser(world.user, ['review.list', 'review.decide', 'settlement.list']);
    const { SettlementId } = (await world.create(id, '2026-03-08')).data;
    const asked = await world.settle(SettlementId);
    expect(asked).toMatchObject({ IsPending: true });
    for (const [path, more] of [
      ['adjust', { Amount: '1.00', Note: '审核中' }],
      ['discard', {}],
      ['settle', { Note: '再次提交' }],
    ] as const)
      expect((await call(`/api/settlement/${path}`, { SettlementId, ...more })).code).toBe('settlement.under-review');
    expect(await ledger(['payable'])).toEqual({});
    await world.done('/api/review/approve', { ReviewIds: [asked.ReviewId] }, second);
    expect(await world.get(SettlementId)).toMatchObject({ State: 'settled', Reviewers: [second.account] });
    expect(await ledger(['payable'])).toEqual({ payable: -780 });
  });

  test.each([
    [
      'bands',
      {
        ShareKind: 'tiers',
        SharePercent: null,
        Tiers: [
          { fromFen: 0, basisPoints: 6000 },
          { fromFen: 1000, basisPoints: 8000 },
        ],
      },
      '7.60',
    ],
    ['a rent', { ShareKind: 'rent', SharePercent: null, Rent: '310.00' }, '70.00'],
  ])('by %s', async (_, terms, share) => {
    const id = await world.newSubMerchant(terms);
    await world.stay(0);
    await world.at(8 * DAY);
    expect(await world.settled(id, '2026-03-08')).toMatchObject({ Share: share });
    expect(await verified()).toEqual([]);
  });

  test('goes to the fen over the month, in pieces as in one', async () => {
    const id = await world.newSubMerchant({ SharePercent: 33.33 });
    for (const day of [0, 1]) await world.stay(day * DAY);
    await world.at(7 * DAY);
    const first = await world.settled(id, '2026-03-05');
    for (const day of [8, 9, 10]) await world.stay(day * DAY);
    await world.at(16 * DAY);
    const second = await world.settled(id, '2026-03-12');
    expect(Number(first.Share) + Number(second.Share)).toBeCloseTo(20.0, 5);
  });
});

describe('a sub-merchant', () => {
  test.each<[string, object, string]>([
    ['no percentage', { SharePercent: null }, 'sub-merchant.percent-needed'],
    [
      'bands out of order',
      { ShareKind: 'tiers', Tiers: [{ fromFen: 100, basisPoints: 1 }] },
      'sub-merchant.tiers-order',
    ],
    ['an end before its start', { ValidUntil: '2026-03-01' }, 'sub-merchant.ends-before-start'],
  ])('is refused with %s', async (_, body, code) => {
    const plain = {
      Name: 'Nobody',
      LotIds: [world.lot.id],
      ValidFrom: '2026-03-02',
      ShareKind: 'percent',
      SharePercent: 65,
    };
    expect((await call('/api/subBusiness/create', { ...plain, ...body })).code).toBe(code);
  });

  test('shares its lots with no other at the same time, and keeps a lot until its money is settled', async () => {
    const other = await world.gate.newLot({}, { Capacity: 5 });
    const id = await world.newSubMerchant({ LotIds: [world.lot.id, other.id] });
    const plain = { Name: 'Second', ValidFrom: '2026-03-20', SharePercent: 10, LotIds: [world.lot.id] };
    expect((await call('/api/subBusiness/create', plain)).code).toBe('sub-merchant.lot-taken');
    await world.stay(0);
    const update = async (body: object) => {
      const { Version } = await world.done('/api/subBusiness/get', { Id: id });
      return call('/api/subBusiness/update', { Id: id, Version, ...body });
    };
    expect((await update({ LotIds: [other.id] })).code).toBe('sub-merchant.unsettled');
    await world.at(8 * DAY);
    await world.settled(id, '2026-03-08');
    expect((await update({ ValidUntil: '2026-03-05' })).code).toBe('sub-merchant.begins-settled');
    expect((await update({ LotIds: [other.id] })).state).toBe('success');
    expect((await call('/api/subBusiness/create', plain)).state).toBe('success');
  });
});

test('an account of a sub-merchant sees its own lots and settlements, and nothing of others', async () => {
  const other = await world.gate.newLot({}, { Capacity: 50 });
  const [own, foreign] = [await world.newSubMerchant(), await world.newSubMerchant({ LotIds: [other.id] })];
  const orders = [await world.stay(0), await world.stay(0, other)];
  await world.at(8 * DAY);
  await world.settled(own, '2026-03-08');
  const theirs = await world.settled(foreign, '2026-03-08');
  const { InitialPassword } = await world.done('/api/subAccount/add', {
    SubMerchantId: own,
    Account: 'landlord',
    Name: '业主',
  });
  const first = await world.tokenOf('landlord', InitialPassword);
  const renewed = {
    Password: InitialPassword,
    PasswordResetCode: 'Landlord#26',
    PasswordResetCodeRepeat: 'Landlord#26',
  };
  expect((await server.callAs(first, '/api/tenantUser/userChangePassword', renewed)).state).toBe('success');
  const token = await world.tokenOf('landlord', 'Landlord#26');
  const asLandlord = (path: string, body: object = {}) => server.callAs(token, path, body, { password: 'Landlord#26' });
  expect((await asLandlord('/api/tenantUser/getTenantUserInfo')).data).toMatchObject({ SubTenantId: own });
  expect((await call('/api/tenantUser/getTenantUserInfo')).data.SubTenantId).toBeNull();
  const rowsOf = async (path: string, body: object = {}) => (await asLandlord(path, body)).data.Rows;
  expect((await rowsOf('/api/settlement/list')).map((one: { SubMerchantId: string }) => one.SubMerchantId)).toEqual([
    own,
  ]);
  expect((await rowsOf('/api/seeReconciliation/list')).map((one: { LotId: string }) => one.LotId)).toEqual([
    world.lot.id,
  ]);
  expect(await rowsOf('/api/seeReconciliation/list', { SubMerchantId: foreign })).toEqual([]);
  expect(await rowsOf('/api/seeReconciliation/days', { LotId: other.id })).toEqual([]);
  expect((await rowsOf('/api/order/getOrderPage')).map((one: { Id: string }) => one.Id)).toEqual([orders[0]]);
  for (const path of ['get', 'statement'])
    expect((await asLandlord(`/api/settlement/${path}`, { SettlementId: theirs.Id })).code).toBe('kernel.not-found');
  for (const [path, body] of [
    ['/api/settlement/create', { SubMerchantId: own, ToDay: '2026-03-09' }],
    ['/api/subBusiness/list', {}],
    ['/api/payout/list', {}],
    ['/api/trialBalance/getPage', {}],
  ] as const)
    expect([path, (await asLandlord(path, body)).code]).toEqual([path, 'kernel.no-permission']);
  // The lots follow the contract.
  const more = await world.gate.newLot({}, { Capacity: 5 });
  const { Version } = await world.done('/api/subBusiness/get', { Id: own });
  await world.done('/api/subBusiness/update', { Id: own, Version, LotIds: [world.lot.id, more.id] });
  expect(
    (
      await server.product.kernel.database.system<{ lots: string[] }>(
        `select lot_ids as lots from account where tenant_id = $1 and account = 'landlord'`,
        [world.user.tenantId],
      )
    )[0]!.lots,
  ).toEqual([world.lot.id, more.id]);
  await world.done('/api/subAccount/freeze', {
    Id: (await world.done('/api/subAccount/list')).Rows[0].Id,
    IsFrozen: true,
  });
  expect((await asLandlord('/api/settlement/list')).code).toBe('sign-in.ended-frozen');
});

test('the statement is a workbook or a PDF with the figures of the settlement', async () => {
  const id = await world.newSubMerchant({ Name: '海岸物业' });
  const order = await world.stay(0);
  await world.stay(DAY);
  await world.refund(order, '2.00');
  await world.at(8 * DAY);
  const { Id, SettlementNo } = await world.settled(id, '2026-03-08');
  const fileOf = async (Format: string) => {
    const { Url } = await world.done('/api/settlement/statement', { SettlementId: Id, Format });
    const response = await fetch(server.url + Url);
    const name = decodeURIComponent(response.headers.get('content-disposition') ?? '');
    expect(name).toContain(`结算单 ${SettlementNo}.${Format}`);
    return response;
  };
  const workbook = await fileOf('xlsx');
  expect(workbook.headers.get('content-type')).toContain('spreadsheetml');
  expect((await workbook.arrayBuffer()).byteLength).toBeGreaterThan(3000);
  const pdf = await fileOf('pdf');
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  const text = await pdfText(await pdf.arrayBuffer());
  for (const part of [
    `结算单结算单号${SettlementNo}`,
    '子商户海岸物业',
    '结算期2026-03-02~2026-03-08',
    '分成条款净额的65%',
    '深圳某某物业招商银行深圳分行6225880212345678',
    '实收24.00退款2.00渠道手续费0.00净额22.00分成14.30调整0.00上期结转0.00',
    '应付（大写）壹拾肆圆叁角整¥14.30',
    '2026-03-0212.0012.000.000.000.0012.007.802026-03-0312.0012.000.002.000.0010.006.50',
    '合计24.0024.000.002.000.0022.0014.30',
    '第1页，共1页',
  ])
    expect(text).toContain(part);
});
