import { daysAfter } from '@boyun/domain/reconcile';
import { workOffBills } from '@boyun/reconciliation/server';
import type { Product } from '@boyun/server/product';
import type { DemoWorld } from './build.ts';
import { type Call, signIn } from './sign-in.ts';

interface Day {
  readonly Id: string;
  readonly Day: string;
  readonly State: string;
  readonly Net: string;
  readonly Channel: string;
}

interface Difference {
  readonly Id: string;
  readonly Kind: string;
  readonly Theirs: string | null;
}

interface Paid {
  readonly PaymentNo: string;
  readonly PaidAt: string;
  readonly Amount: string;
}

const rowsOf = async <T>(call: Call, path: string, body: object): Promise<T[]> =>
  (await call(path, { PerPage: 200, ...body })).Rows as unknown as T[];

const EVERY_KIND = ['missing', 'unknown', 'amount', 'state', 'fee', 'day'];
/** Days, counted back from yesterday, whose bills differ, with what is done about it. */
const DIFFERING = 3;

/**
 * Reconciles the two weeks: older days balanced, were settled and closed; of the last three each has some differences, a few of which are
 * resolved. The acquirer of a QR code and a bank account send tables.
 */
export async function workOnReconciliation(product: Product, { tenantId }: DemoWorld, to: Date): Promise<void> {
  const call = await signIn(product, 'finance');
  await workOffBills(product.kernel, tenantId);
  await compareWithBank(call);
  const days = (await rowsOf<Day>(call, '/api/reconciliation/getDayPage', {})).filter(
    (one) => one.Channel === 'sandbox',
  );
  for (const day of days.slice(0, DIFFERING))
    await call('/api/reconciliation/plant', { ChannelDayId: day.Id, Kinds: EVERY_KIND });
  await workOffBills(product.kernel, tenantId);
  await importAcquirer(call, to);
  await importStatement(call, days, to);
  await workOffBills(product.kernel, tenantId);
  await resolveSome(call, days[DIFFERING - 1]!.Id);
  for (const day of await rowsOf<Day>(call, '/api/reconciliation/getDayPage', { State: 'balanced' }))
    if (day.Channel === 'sandbox')
      await call('/api/reconciliation/closeDay', { ChannelDayId: day.Id, Note: '三方相符' });
}

/** The money of the simulated channel goes to a bank account whose statements are imported. */
async function compareWithBank(call: Call): Promise<void> {
  const sources = await rowsOf<{ Id: string; Version: number; Channel: string | null }>(
    call,
    '/api/billSource/list',
    {},
  );
  const sandbox = sources.find((one) => one.Channel === 'sandbox')!;
  await call('/api/billSource/update', { Id: sandbox.Id, Version: sandbox.Version, HasBankSide: true });
  await call('/api/billSource/create', {
    Kind: 'bank',
    Name: '招商银行基本户',
    MerchantNo: '755900018810106',
    AmountColumn: '贷方金额',
    OutColumn: '借方金额',
    DateColumn: '交易日',
    TradeColumn: '流水号',
    CounterpartyColumn: '对方户名',
    MemoColumn: '摘要',
  });
  await call('/api/billSource/create', {
    Kind: 'acquirer',
    Name: '银联商务收款码',
    Channel: 'qr',
    MerchantNo: '898440350850001',
    AmountColumn: '交易金额',
    DateColumn: '交易日期',
    TimeColumn: '交易时间',
    TradeColumn: '系统参考号',
    FeeColumn: '手续费',
    KindColumn: '交易类型',
    RefundWords: '退货 撤销',
  });
}

async function sendFile(call: Call, sourceName: string, name: string, lines: readonly string[]): Promise<void> {
  const [source] = await rowsOf<{ Id: string }>(call, '/api/billSource/list', { Name: sourceName });
  const body = new FormData();
  body.append('File', new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' }), name);
  body.append('SourceId', source!.Id);
  await call('/api/billImport/upload', body);
}

/** An instant in Beijing, as tables of banks write it. */
const beijing = (at: Date | string) =>
  new Date(new Date(at).getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** The acquirer's table of the money that came by its QR code: it has all but one, and one that nobody booked. */
async function importAcquirer(call: Call, to: Date): Promise<void> {
  const from = new Date(to.getTime() - 13 * 86_400_000);
  const paid = await rowsOf<Paid>(call, '/api/payment/getPaymentPage', {
    Channel: 'qr',
    State: 'succeeded',
    From: from,
  });
  const [, ...listed] = paid.filter(
    (one) => Number(one.Amount) > 0 && beijing(one.PaidAt).slice(0, 10) < beijing(to).slice(0, 10),
  );
  const total = listed.reduce((sum, one) => sum + Number(one.Amount), 8.88).toFixed(2);
  const line = (index: number, at: string, amount: string) =>
    `${index},${at.slice(0, 10)},${at.slice(11)},消费,${90_000_000 + index * 37},${amount},${(Number(amount) * 0.0038).toFixed(2)}`;
  await sendFile(call, '银联商务收款码', `898440350850001_${beijing(to).slice(0, 10)}.csv`, [
    '银联商务对账单',
    `商户号,898440350850001`,
    '序号,交易日期,交易时间,交易类型,系统参考号,交易金额,手续费',
    ...listed.map((one, index) => line(index + 1, beijing(one.PaidAt), Number(one.Amount).toFixed(2))),
    line(listed.length + 1, beijing(listed[0]?.PaidAt ?? from), '8.88'),
    `合计,,,,,${total},`,
  ]);
}

/** When the bank has the money of a day: the next working day. */
function settleDay(day: string): string {
  let next = daysAfter(day, 1);
  while ([0, 6].includes(new Date(next).getUTCDay())) next = daysAfter(next, 1);
  return next;
}

/** The statement of the bank: the money of working days, that of a weekend together; one sum is short, others are no settlements. */
async function importStatement(call: Call, days: readonly Day[], to: Date): Promise<void> {
  const shown = await rowsOf<Day>(call, '/api/reconciliation/getDayPage', {});
  const netOf = (id: string) => Number(shown.find((one) => one.Id === id)!.Net);
  const settled = Map.groupBy(days, (one) => settleDay(one.Day));
  const today = beijing(to).slice(0, 10);
  const entries = [...settled]
    .filter(([day]) => day <= today)
    .map(([day, of], index) => {
      const amount = of.reduce((sum, one) => sum + netOf(one.Id), 0) - (index === 0 ? 1.2 : 0);
      const named = of.map((one) => one.Day).toSorted();
      return `${day},H${day.replaceAll('-', '')}01,,${amount.toFixed(2)},模拟支付清算,${named.join('、')}结算款`;
    });
  await sendFile(call, '招商银行基本户', '招商银行交易流水.csv', [
    '账号,755900018810106',
    '户名,泊云示范停车管理有限公司',
    '交易日,流水号,借方金额,贷方金额,对方户名,摘要',
    ...entries.toReversed(),
    `${days[0]!.Day},H99010001,25.00,,招商银行,账户管理费`,
    `${days[0]!.Day},H99010002,,3200.00,深圳市某某物业,车位租金`,
  ]);
}

/** What finance has done about the oldest of the days that differ. */
async function resolveSome(call: Call, ChannelDayId: string): Promise<void> {
  const open = await rowsOf<Difference>(call, '/api/reconciliation/getDifferencePage', { ChannelDayId, State: 'open' });
  const of = (kind: string) => open.filter((one) => one.Kind === kind);
  const fees = of('fee').map((one) => one.Id);
  if (fees.length > 0) await call('/api/reconciliation/acceptFees', { DifferenceIds: fees, Note: '按渠道账单调整' });
  const moved = of('day').map((one) => one.Id);
  if (moved.length > 0) await call('/api/reconciliation/move', { DifferenceIds: moved, Note: '零点前后，计入次日' });
  const [amount] = of('amount');
  if (amount)
    await call('/api/reconciliation/writeOff', { DifferenceId: amount.Id, Reason: '渠道少结一元，已确认不再追回' });
}
