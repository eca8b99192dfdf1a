import { PROOF_HEADER } from '@boyun/kernel/contract';
import { SetClock } from '@boyun/kernel/server';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { newPlate, TestShop } from '@boyun/test-server/shop';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
const ROWS = Number(process.env.ROWS ?? 600);
let server: TestServer;
let shop: TestShop;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  shop = await TestShop.open(server, clock, START);
});
afterAll(() => server?.stop());

async function newCoupon(Name: string, more: object = {}): Promise<string> {
  const given = { Name, Effect: 'amount', Amount: '5.00', ValidDays: 30, ...more };
  const answer = await shop.user.call('/api/coupon/create', given);
  if (answer.state !== 'success') throw new Error(answer.message);
  return answer.data.Id;
}

/** Sends lines of a csv file, below the heads of the template, with the password unless the rows are only checked. */
async function send(lines: readonly string[], by: TestUser = shop.user, mode = 'good'): Promise<Answer> {
  const body = new FormData();
  const file = ['优惠券,车牌,手机号,批次', ...lines].join('\n');
  body.append('File', new Blob([file]), '名单.csv');
  body.append('Mode', mode);
  const proof =
    mode === 'good' && (await by.call('/api/tenantUser/checkUserPassword', { Password: 'Boyun#2026' })).data;
  const given: Record<string, string> = proof ? { [PROOF_HEADER]: proof.Proof } : {};
  const headers = { authorization: `Bearer ${by.token}`, cookie: 'language=zh', ...given };
  const response = await fetch(`${server.url}/api/couponList/import`, { method: 'POST', headers, body });
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}
const granted = async (filters: object = {}) => (await shop.user.call('/api/userCoupon/list', filters)).data;

test('a list is checked without the password and granted only with it', async () => {
  await newCoupon('要密码的券');
  const row = { couponId: '要密码的券', plate: newPlate(), batch: '三月' };
  const headers = { [PROOF_HEADER]: '' };
  const ask = (Mode: string) =>
    server.callAs(
      shop.user.token,
      '/api/couponList/import',
      { Mode, Rows: JSON.stringify([{ sheet: '名单', row: 2, cells: row }]) },
      { headers },
    );
  expect(await ask('good')).toMatchObject({ code: 'kernel.password-needed' });
  expect((await ask('check')).data).toMatchObject({ Total: 1, SuccessNum: 1 });
  expect((await granted()).Total).toBe(0);
});

test('a file of plates and mobiles grants each once, however often it is sent; its faults come back as a file', async () => {
  await newCoupon('新客券', { Stock: 10 });
  const [one, two] = [newPlate(), newPlate()];
  const file = [
    `新客券,${one},,三月`,
    '新客券,,13800138000,三月',
    `新客券,${two},13800138001,三月`,
    `新客券,${one.toLowerCase()},,三月`,
    '新客券,不是车牌,,三月',
    '新客券,"=HYPERLINK(""http://evil"")",,三月',
    '新客券,,12345,三月',
    '新客券,,,三月',
    `没有的券,${one},,三月`,
  ];
  const first = (await send(file)).data;
  expect(first).toMatchObject({ Total: 9, SuccessNum: 3, RepeatNum: 1, FailedNum: 5 });
  expect(first.FailedRecords.map((each: { ErrorMsg: string }) => each.ErrorMsg)).toEqual([
    '与第2行重复',
    '不是有效的车牌',
    expect.stringContaining('车牌'),
    expect.stringContaining('手机号'),
    '请填写车牌或手机号',
    '优惠券“没有的券”不存在',
  ]);
  const failed = await fetch(new URL(first.URL, server.url));
  expect([failed.status, (await failed.arrayBuffer()).byteLength > 1000]).toEqual([200, true]);
  const { Rows } = await granted({ Batch: '三月' });
  expect(Rows.map((each: Record<string, unknown>) => [each.Plate, each.Mobile, each.State, each.GotFrom])).toEqual(
    expect.arrayContaining([
      [one, null, 'granted', 5],
      [null, '13800138000', 'granted', 5],
      [two, '13800138001', 'granted', 5],
    ]),
  );

  // Again, and by two people at once.
  const other = await server.newUser(shop.user, ['coupon-list.import']);
  const again = await Promise.all([send(file), send(file, other)]);
  for (const { data } of again) expect(data).toMatchObject({ SuccessNum: 0, RepeatNum: 4, FailedNum: 5 });
  const april = [`新客券,${one},,四月`, '新客券,,13800138000,四月'];
  const next = await Promise.all([send(april), send(april, other)]);
  expect(next.map(({ data }) => data.SuccessNum).sort()).toEqual([0, 2]);
  expect((await granted()).Total).toBe(5);
  expect((await shop.user.call('/api/coupon/list')).data.Rows).toMatchObject([{ GrantedCount: 5 }]);
});

test('limits hold across plates, mobiles and lists', async () => {
  const perCar = await newCoupon('限一张', { PerPlate: 1 });
  const [plate, other] = [newPlate(), newPlate()];
  const wallet = { Mobile: '13900139000', HolderName: '王女士', LotId: shop.lot.id, Plates: plate };
  expect(await shop.user.call('/api/wallet/create', wallet)).toMatchObject({ state: 'success' });
  const result = (await send([`限一张,${plate},,a`, '限一张,,13900139000,b', `限一张,${other},,b`])).data;
  expect(result).toMatchObject({ SuccessNum: 2, FailedRecords: [{ ErrorMsg: '每车每人限领1张' }] });
  const grant = await shop.user.call('/api/userCoupon/grant', { CouponId: perCar, Mobiles: ['13900139000', '1390'] });
  expect(grant.data).toMatchObject({
    GrantedCount: 0,
    Failed: [
      { Mobile: '1390', Reason: '不是有效的手机号' },
      { Mobile: '13900139000', Reason: '每车每人限领1张' },
    ],
  });
});

test('a long file grants no more than the stock, and all other rows come back; one that is too long grants nothing', async () => {
  await newCoupon('限量', { Stock: 20 });
  const rows = (length: number) => Array.from({ length }, (_, index) => `限量,,138${String(10_000_000 + index)},`);
  expect(await send(rows(50_001))).toMatchObject({ code: 'kernel.import-too-many' });
  const { data } = await send(rows(ROWS));
  expect(data).toMatchObject({ Total: ROWS, SuccessNum: 20, RepeatNum: 0, FailedNum: ROWS - 20 });
  expect(data.FailedRecords[0]).toMatchObject({ Row: 22, ErrorMsg: '优惠券只剩0张' });
  expect((await granted()).Total).toBe(20);
});

test('paper, coupons that are over, and those of other lots and tenants are not granted by a list', async () => {
  const elsewhere = await shop.gate.newLot();
  const LotIds = [shop.lot.id];
  await newCoupon('纸质', { GrantType: 1, LotIds });
  await newCoupon('停用', { Status: 1, LotIds });
  await newCoupon('别处', { LotIds: [elsewhere.id] });
  const guard = await server.newUser(shop.user, ['coupon-list.import'], [shop.lot.id]);
  const stranger = await TestShop.open(server, clock, START);
  const lines = ['纸质', '停用', '别处'].map((name) => `${name},${newPlate()},,`);
  const words = async (by: TestUser) =>
    (await send(lines, by)).data.FailedRecords.map((each: { ErrorMsg: string }) => each.ErrorMsg);
  expect(await words(guard)).toEqual(['纸质券请按批次打印', '优惠券已停用', expect.stringContaining('不存在')]);
  expect(await words(stranger.user)).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('不存在')));
  expect(await send(lines, await server.newUser(shop.user, ['user-coupon.grant']))).toMatchObject({
    code: 'kernel.no-permission',
  });
});
