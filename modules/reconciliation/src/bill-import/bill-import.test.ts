import { gzipSync, inflateSync } from 'node:zlib';
import { type WechatBillRow, writeWechatBill } from '@boyun/domain/reconcile';
import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { alipayBill } from '@boyun/simulator/provider/alipay-bill';
import { unionpayBill } from '@boyun/simulator/provider/unionpay-bill';
import { archive } from '@boyun/test-server/archive';
import { uploadTo, workBills } from '@boyun/test-server/reconcile';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { loadImport } from './load-bill.service.ts';

const clock = new SetClock(new Date('2026-03-05T04:00:00.000Z'));
let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  clock.set(new Date('2026-03-05T04:00:00.000Z'));
  user = await server.newTenant();
});
afterAll(() => server?.stop());

const MERCHANT = { Channel: 'wechat', MerchantNo: '1900000109', AppNo: 'wx0123', IsEnabled: true, FeePercent: 0.6 };

/** The source of a payment channel, which follows from its configuration. */
async function sourceOf(channel: { readonly Channel: string }): Promise<string> {
  await user.call('/api/payConfig/create', channel);
  await workBills(server, user);
  const { data } = await user.call('/api/billSource/list', { Channel: channel.Channel });
  return data.Rows[0].Id;
}
const wechatSource = () => sourceOf(MERCHANT);

const at = (time: string, day = '2026-03-04') => Date.parse(`${day}T${time}+08:00`);
const row = (number: string, amountFen: number, more: Partial<WechatBillRow> = {}): WechatBillRow => ({
  number,
  tradeNo: `W${number}`,
  amountFen,
  feeFen: Math.round(amountFen * 0.006),
  atMs: at('10:00:00'),
  refundOf: null,
  app: 'wx0123',
  merchant: '1900000109',
  kind: 'NATIVE',
  ...more,
});
const bill = (...rows: readonly WechatBillRow[]) => [...writeWechatBill(rows)].join('');

async function upload(SourceId: string, content: string | Uint8Array, name = 'bill.csv', fields: object = {}) {
  const answer = await uploadTo(server, user, '/api/billImport/upload', { SourceId, ...fields }, { name, content });
  await workBills(server, user);
  const result = await user.call('/api/billImport/get', { ImportId: answer.data.ImportId });
  return { ...answer, result: result.data };
}
const dayOf = async (Day = '2026-03-04') =>
  (await user.call('/api/reconciliation/getDayPage', { PerPage: 100 })).data.Rows.filter(
    (one: { Day: string; State: string }) => one.Day === Day && one.State !== 'open',
  )[0];
const linesOf = () =>
  server.product.kernel.database.system('select number from bill_line where tenant_id = $1 order by number', [
    user.tenantId,
  ]);

describe('a bill of WeChat Pay', () => {
  test('is imported, packed or not; the same file again changes nothing', async () => {
    const source = await wechatSource();
    const content = bill(
      row('Z1', 600),
      row('Z2', 900),
      row('R1', -100, { refundOf: { number: 'Z1', tradeNo: 'WZ1' } }),
    );
    const { data, result } = await upload(source, gzipSync(content), 'bill.csv.gz');
    expect(data.IsRepeated).toBe(false);
    expect(result).toMatchObject({
      State: 'done',
      Total: 3,
      SuccessNum: 3,
      Amount: '14.00',
      FirstDay: '2026-03-04',
      Faults: [],
    });
    expect(await dayOf()).toMatchObject({ State: 'differences', Theirs: '14.00', TheirsCount: 3, OpenCount: 3 });
    const before = [await linesOf(), await dayOf()];
    expect((await upload(source, gzipSync(content), 'again.csv.gz')).data).toEqual({ ...data, IsRepeated: true });
    expect([await linesOf(), await dayOf()]).toEqual(before);
  });

  test('that was corrected replaces the former one', async () => {
    const source = await wechatSource();
    await upload(source, bill(row('Z1', 600), row('Z2', 900)));
    const { result } = await upload(source, bill(row('Z1', 600)));
    expect(result.State).toBe('done');
    expect(await dayOf()).toMatchObject({ Theirs: '6.00', TheirsCount: 1, OpenCount: 1 });
    const { data } = await user.call('/api/billImport/getImportPage', {});
    expect(data.Rows.map((one: { State: string }) => one.State)).toEqual(['done', 'replaced']);
  });

  test('with a fault is not taken at all; each fault names its row', async () => {
    const source = await wechatSource();
    const wrong = bill(row('Z1', 600), row('Z2', 900)).replace('`Z2', '`Z2\u0007');
    expect((await upload(source, wrong)).result).toMatchObject({
      State: 'refused',
      FailedNum: 2,
      Faults: [{ Row: 3 }, { Row: 5, Message: expect.stringContaining('合计不符') }],
    });
    const short = bill(row('Z1', 600), row('Z2', 900)).split('\r\n').toSpliced(1, 1).join('\r\n');
    expect((await upload(source, short)).result).toMatchObject({
      State: 'refused',
      Faults: [{ Message: expect.stringContaining('总交易单数') }],
    });
    expect(await linesOf()).toEqual([]);
    expect(await dayOf()).toBeUndefined();
  });

  test.each<[string, () => Buffer, string]>([
    ['that is an archive of nothing', () => Buffer.from('PK\u0003\u0004 broken'), '文件损坏'],
    [
      'that is packed badly',
      () => Buffer.concat([gzipSync('交易时间').subarray(0, 12), Buffer.from('junk')]),
      '文件损坏',
    ],
    [
      'that unpacks to too much',
      () => gzipSync(bill().split('\r\n')[0] + `\r\n${' '.repeat(16_000)}`.repeat(4_000)),
      '文件解压后超过',
    ],
    ['with an endless line', () => Buffer.alloc(100_000, 'x'), '超过16384个字符'],
    ['of another kind', () => Buffer.from('a,b\n1,2\n'), '没有找到表头'],
    ['with two parts of an archive that is no bill', () => archive({ a: 'x\n', b: 'y\n' }), '没有找到表头'],
  ])('%s is refused in words', async (_, content, words) => {
    const source = await wechatSource();
    const { result } = await upload(source, content(), 'bill.bin');
    expect(result).toMatchObject({ State: 'refused', Faults: [{ Message: expect.stringContaining(words) }] });
    expect(await linesOf()).toEqual([]);
  });

  test('of a closed day is refused', async () => {
    const source = await wechatSource();
    await upload(source, bill(row('Z1', 600)));
    const day = await dayOf();
    const { data } = await user.call('/api/reconciliation/getDifferencePage', { ChannelDayId: day.Id });
    await user.call('/api/reconciliation/writeOff', { DifferenceId: data.Rows[0].Id, Reason: '他系统收款' });
    expect((await user.call('/api/reconciliation/closeDay', { ChannelDayId: day.Id })).state).toBe('success');
    const { result } = await upload(source, bill(row('Z1', 600), row('Z2', 900)));
    expect(result).toMatchObject({ State: 'refused', Faults: [{ Message: '2026-03-04已关账，不能再导入账单' }] });
    expect((await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken)).toEqual([]);
  });
});

test('the archives of Alipay, in GBK, and of UnionPay are read as these providers pack them', async () => {
  const paidAt = new Date('2026-03-04T02:00:00Z');
  const alipay = { Channel: 'alipay', MerchantNo: '2088101', AppNo: '2021001', IsEnabled: true };
  const trade = {
    no: 'Z1',
    tradeNo: '20260304220',
    total: '6.00',
    noticeUrl: '',
    returnUrl: '',
    at: paidAt,
    state: 'TRADE_SUCCESS',
    paidAt,
  } as const;
  const back = { no: 'R1', orderNo: 'Z1', tradeNo: trade.tradeNo, amount: '1.50', at: paidAt };
  const zip = alipayBill('2026-03-04', [trade], [back]);
  const taken = { State: 'done', Total: 2, Amount: '4.50', FirstDay: '2026-03-04', Faults: [] };
  expect((await upload(await sourceOf(alipay), zip, '2088101.csv.zip')).result).toMatchObject(taken);

  const unionpay = { Channel: 'unionpay', MerchantNo: '777290058110048', IsEnabled: true };
  const common = {
    txnTime: '20260304100000',
    backUrl: '',
    frontUrl: '',
    timeout: '',
    access: {},
    at: paidAt,
    state: 'done',
    doneAt: paidAt,
  } as const;
  const trades = [
    { ...common, no: 'Z1', fen: 600, kind: 'qr', refundOf: null, queryId: '802603041000001234' },
    { ...common, no: 'R1', fen: 150, kind: 'refund', refundOf: 'Z1', queryId: '802603041000005678' },
  ] as const;
  const file = unionpayBill('0304', unionpay.MerchantNo, new Map(trades.map((one) => [one.no, one])))!;
  const content = inflateSync(Buffer.from(file, 'base64'));
  // 0.6 % of 6.00, less what came back of it.
  expect((await upload(await sourceOf(unionpay), content, 'bill.zip')).result).toMatchObject({ ...taken, Fee: '0.03' });
});

test('a bill that several read at once is taken once', async () => {
  const content = bill(...Array.from({ length: 3000 }, (_, index) => row(`Z${index}`, 100)));
  const file = { name: 'bill.csv', content };
  const { data } = await uploadTo(server, user, '/api/billImport/upload', { SourceId: await wechatSource() }, file);
  await Promise.all([1, 2, 3].map(() => loadImport(server.product.kernel, user.tenantId, data.ImportId)));
  await expect
    .poll(async () => (await user.call('/api/billImport/get', { ImportId: data.ImportId })).data)
    .toMatchObject({ State: 'done', Total: 3000, SuccessNum: 3000, Amount: '3000.00' });
});

describe('a table of an acquirer', () => {
  const columns = { AmountColumn: '交易金额', DateColumn: '交易时间', TradeColumn: '参考号', FeeColumn: '手续费' };
  const newSource = (more: object = {}) =>
    user.call('/api/billSource/create', { Kind: 'acquirer', Name: '某某收单', Channel: 'qr', ...columns, ...more });

  test('is read by the columns stored with it; rows that were there are left out', async () => {
    const { Id } = (await newSource()).data;
    const lines = [
      '交易时间,参考号,交易金额,手续费',
      '2026-03-04 08:00:00,900001,10.00,0.06',
      '2026/3/4 9:00,900002,20.00,0.12',
    ];
    expect((await upload(Id, lines.join('\n'))).result).toMatchObject({ State: 'done', Total: 2, Amount: '30.00' });
    const more = [...lines, '2026-03-04 10:00:00,900003,5.00,0.03', '合计,,35.00,'];
    expect((await upload(Id, more.join('\n'))).result).toMatchObject({
      State: 'done',
      Total: 3,
      SuccessNum: 1,
      RepeatNum: 2,
    });
    expect(await dayOf()).toMatchObject({ Theirs: '35.00', TheirsFee: '0.21', OpenCount: 3 });
  });

  test('needs the columns of amount and date; a payment channel is no acquirer', async () => {
    expect((await newSource({ AmountColumn: '' })).code).toBe('bill-source.no-columns');
    expect((await newSource({ Channel: 'wechat' })).code).toBe('bill-source.no-channel');
    expect((await newSource({ Kind: 'provider' })).code).toBe('bill-source.by-configuration');
    const { Id } = (await newSource()).data;
    const { result } = await upload(Id, '日期,金额\n2026-03-04,1.00');
    expect(result).toMatchObject({ State: 'refused', Faults: [{ Message: expect.stringContaining('没有找到表头') }] });
  });

  test('shows its first rows, so that the columns can be chosen', async () => {
    const file = { name: 'a.csv', content: '某某银行\n交易时间,金额\n2026-03-04,1.00' };
    const answer = await uploadTo(server, user, '/api/billImport/readTable', {}, file);
    expect(answer.data.Rows).toEqual([['某某银行'], ['交易时间', '金额'], ['2026-03-04', '1.00']]);
  });
});

test('a bank statement settles the days whose money it has; the ledger follows', async () => {
  const source = await wechatSource();
  const { Version } = (await user.call('/api/billSource/get', { Id: source })).data;
  await user.call('/api/billSource/update', { Id: source, Version, HasBankSide: true });
  const days = ['2026-03-02', '2026-03-03', '2026-03-04'];
  for (const [index, day] of days.entries())
    await upload(source, bill(row(`Z${index}`, 1000 * (index + 1), { atMs: at('10:00:00', day) })));
  // What is not ours is written off: then only the bank is missing.
  for (const day of days) {
    const { Id } = await dayOf(day);
    const { data } = await user.call('/api/reconciliation/getDifferencePage', { ChannelDayId: Id });
    await user.call('/api/reconciliation/writeOff', { DifferenceId: data.Rows[0].Id, Reason: '他系统收款' });
    expect(await dayOf(day)).toMatchObject({ State: 'compared' });
  }
  const bank = {
    ...{ Kind: 'bank', Name: '基本户', MerchantNo: '6225', Channel: '' },
    ...{
      AmountColumn: '收入',
      OutColumn: '支出',
      DateColumn: '交易日',
      CounterpartyColumn: '对方户名',
      MemoColumn: '摘要',
      TradeColumn: '流水号',
    },
  };
  const { Id: account } = (await user.call('/api/billSource/create', bank)).data;
  const head = '交易日,流水号,收入,支出,对方户名,摘要';
  const entries = [
    // 10.00 and 20.00 less 0.6 %.
    '2026-03-04,T1,29.82,,财付通支付科技有限公司,0302-0303结算款',
    '2026-03-05,T2,29.80,,财付通支付科技有限公司,0304结算款',
    '2026-03-05,T3,,15.00,某某银行,账户管理费',
  ];
  expect((await upload(account, [head, ...entries].join('\n'), 'bank.csv')).result).toMatchObject({
    State: 'done',
    Total: 3,
  });
  expect(await dayOf(days[0])).toMatchObject({ State: 'balanced', Settled: '9.94' });
  expect(await dayOf(days[1])).toMatchObject({ State: 'balanced', Settled: '19.88' });
  expect(await dayOf(days[2])).toMatchObject({ State: 'compared', Settled: '0.00' });
  const broken = async () => (await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken);
  expect(await broken()).toEqual([]);

  const { data } = await user.call('/api/reconciliation/getBankPage', { State: 'open', SettleSourceId: source });
  expect(data.Rows).toMatchObject([{ Amount: '29.80', SettleSourceId: source }]);
  const BankLineId = data.Rows[0].Id;
  const third = await dayOf(days[2]);
  const settle = () =>
    user.call('/api/reconciliation/settle', { BankLineId, ChannelDayIds: [third.Id], Note: '少到账两分' });
  expect((await settle()).state).toBe('success');
  expect(await dayOf(days[2])).toMatchObject({ State: 'differences', Settled: '29.80', OpenCount: 1 });
  expect((await settle()).code).toBe('bank-line.settled');
  await user.call('/api/reconciliation/release', { BankLineId, Note: '重来' });
  expect(await dayOf(days[2])).toMatchObject({ State: 'compared', Settled: '0.00', OpenCount: 0 });
  await settle();
  const gap = (await user.call('/api/reconciliation/getDifferencePage', { ChannelDayId: third.Id, State: 'open' })).data
    .Rows;
  expect(gap).toMatchObject([{ Side: 'bank', Kind: 'amount', Gap: '-0.02' }]);
  await user.call('/api/reconciliation/writeOff', { DifferenceId: gap[0].Id, Reason: '银行手续费' });
  expect(await dayOf(days[2])).toMatchObject({ State: 'balanced', Gap: '0.00' });
  expect((await user.call('/api/reconciliation/closeDay', { ChannelDayId: third.Id })).state).toBe('success');
  // What settles a closed day is not taken back.
  expect((await user.call('/api/reconciliation/release', { BankLineId, Note: '重来' })).code).toBe(
    'day-difference.closed-day',
  );
  await workBills(server, user);
  expect(await broken()).toEqual([]);
  // The same entries in another file are those that are known.
  const again = await upload(account, [head, ...entries, '2026-03-05,T4,1.00,,张三,转账'].join('\n'), 'bank2.csv');
  expect(again.result).toMatchObject({ State: 'done', Total: 4, SuccessNum: 1, RepeatNum: 3 });
});
