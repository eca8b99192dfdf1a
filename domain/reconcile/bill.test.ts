import { describe, expect, test } from 'vitest';
import { BillFault, type BillReader } from './bill-line.ts';
import {
  AcquirerBillReader,
  AlipayBillReader,
  BankStatementReader,
  beijingText,
  type Cell,
  UnionpayBillReader,
  unionpayFileDay,
  WechatBillReader,
  writeWechatBill,
} from './reconcile.ts';

/** Reads a whole file: its lines, and what is wrong, by row. */
function readAll<S, L>(reader: BillReader<S, L>, pieces: readonly S[]) {
  const lines: L[] = [];
  const faults: string[] = [];
  let isOver = false;
  const note = (row: number | 'end', work: () => L | null) => {
    if (isOver) return;
    try {
      const line = work();
      if (line) lines.push(line);
    } catch (error) {
      if (!(error instanceof BillFault)) throw error;
      faults.push(`${row} ${error.rule}`);
      isOver = error.isFatal;
    }
  };
  for (const [index, piece] of pieces.entries()) note(index + 1, () => reader.take(piece, index + 1));
  note('end', () => {
    reader.end();
    return null;
  });
  return { lines, faults };
}

/** A bill as WeChat Pay sends it: a refund, one that is pending, a name with commas, a coupon that the merchant bears. */
const WECHAT =
  `\uFEFF交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注
\`2026-03-04 08:00:01,\`wx01,\`1900000109,\`0,\`,\`4200001,\`Z1,\`oUp,\`NATIVE,\`SUCCESS,\`CMB_DEBIT,\`CNY,\`10.00,\`0.00,\`0,\`0,\`0.00,\`0.00,\`,\`,\`停车费, 南门,\`,\`0.06000,\`0.60%,\`10.00,\`0.00,\`
\`2026-03-04 09:00:00,\`wx01,\`1900000109,\`0,\`,\`4200002,\`Z2,\`oUp,\`JSAPI,\`SUCCESS,\`OTHERS,\`CNY,\`15.00,\`5.00,\`0,\`0,\`0.00,\`0.00,\`,\`,\`停车费,\`,\`0.09000,\`0.60%,\`20.00,\`0.00,\`
\`2026-03-04 10:00:00,\`wx01,\`1900000109,\`0,\`,\`4200001,\`Z1,\`oUp,\`NATIVE,\`REFUND,\`CMB_DEBIT,\`CNY,\`0.00,\`0.00,\`5000001,\`R1,\`4.00,\`0.00,\`ORIGINAL,\`SUCCESS,\`停车费,\`,\`-0.02000,\`0.60%,\`0.00,\`4.00,\`
\`2026-03-04 23:59:59,\`wx01,\`1900000109,\`0,\`,\`4200001,\`Z1,\`oUp,\`NATIVE,\`REFUND,\`CMB_DEBIT,\`CNY,\`0.00,\`0.00,\`5000002,\`R2,\`1.00,\`0.00,\`ORIGINAL,\`PROCESSING,\`停车费,\`,\`-0.01000,\`0.60%,\`0.00,\`1.00,\`
总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额
\`4,\`25.00,\`5.00,\`0.00,\`0.12000,\`30.00,\`5.00
`.split('\n');

const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}+08:00`);

describe('a bill of WeChat Pay', () => {
  test('is read line by line; what the merchant does not get counts as fee', () => {
    const { lines, faults } = readAll(new WechatBillReader(), WECHAT);
    expect(faults).toEqual([]);
    const day = '2026-03-04';
    expect(lines).toEqual([
      { number: 'Z1', tradeNo: '4200001', amountFen: 1000, feeFen: 6, atMs: at(`${day} 08:00:01`), day, isDone: true },
      {
        number: 'Z2',
        tradeNo: '4200002',
        amountFen: 2000,
        feeFen: 509,
        atMs: at(`${day} 09:00:00`),
        day,
        isDone: true,
      },
      { number: 'R1', tradeNo: '5000001', amountFen: -400, feeFen: -2, atMs: at(`${day} 10:00:00`), day, isDone: true },
      {
        number: 'R2',
        tradeNo: '5000002',
        amountFen: -100,
        feeFen: -1,
        atMs: at(`${day} 23:59:59`),
        day,
        isDone: false,
      },
    ]);
  });

  const changed = (row: number, from: string, to: string) =>
    WECHAT.map((line, index) => (index === row - 1 ? line.replace(from, to) : line));
  test.each<[string, readonly string[], readonly string[]]>([
    ['a row left out', WECHAT.toSpliced(1, 1), ['6 total']],
    ['an amount changed', changed(2, '`10.00,`0.00,`0,', '`10.01,`0.00,`0,'), ['7 total']],
    ['a fee changed', changed(2, '0.06000', '0.07000'), ['7 total']],
    ['a row cut short', changed(3, ',`20.00,`0.00,`', ''), ['3 columns', '7 total']],
    ['no amount', changed(3, '`20.00', '`2e1'), ['3 amount', '7 total']],
    ['no time', changed(3, '2026-03-04 09:00:00', '2026-03-04'), ['3 time', '7 total']],
    ['a hostile number', changed(3, '`Z2', '`Z2\u0000'), ['3 number', '7 total']],
    ['the totals missing', WECHAT.slice(0, 5), ['end no-totals']],
    ['the sums missing', WECHAT.slice(0, 6), ['end no-totals']],
    ['a column missing', changed(1, '手续费,', ''), ['1 no-column']],
    ['nothing', [''], ['end no-table']],
  ])('with %s says so by row', (_, pieces, faults) => {
    expect(readAll(new WechatBillReader(), pieces).faults).toEqual(faults);
  });

  test('is written as it is read', () => {
    const rows = [
      { number: 'Z1', tradeNo: 'W1', amountFen: 1234, feeFen: 7, atMs: at('2026-03-04 08:00:01'), refundOf: null },
      {
        number: 'R1',
        tradeNo: 'W2',
        amountFen: -34,
        feeFen: 0,
        atMs: at('2026-03-04 09:00:01'),
        refundOf: { number: 'Z1', tradeNo: 'W1' },
      },
    ].map((one) => ({ ...one, app: 'wx1', merchant: '19', kind: 'NATIVE' }));
    const text = [...writeWechatBill(rows)].join('');
    const { lines, faults } = readAll(new WechatBillReader(), text.split('\n'));
    expect(faults).toEqual([]);
    expect(lines).toEqual(
      rows.map(({ refundOf: _, app: __, merchant: ___, kind: ____, ...row }) => ({
        ...row,
        day: '2026-03-04',
        isDone: true,
      })),
    );
  });
});

const ALIPAY_HEAD =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';
const ALIPAY = [
  '#支付宝业务明细查询',
  '#账号：[20880000000000000156]',
  '#起始日期：[2026年03月04日 00:00:00]   终止日期：[2026年03月05日 00:00:00]',
  '#-----------------------------------------业务明细列表----------------------------------------',
  ALIPAY_HEAD,
  '2026030422001\t,Z1\t,交易\t,"停车费, 南门",2026-03-04 07:59:00,2026-03-04 08:00:01,\t,\t,\t,\t,*三(138******00)\t,10.00,10.00,0.00,0.00,0.00,0.00,0.00,,0.00\t,0.00,\t,-0.06,0.00,\t',
  '2026030422001\t,Z1\t,退款\t,停车费,2026-03-04 07:59:00,2026-03-04 09:00:00,\t,\t,\t,\t,*三(138******00)\t,-4.00,-4.00,0.00,0.00,0.00,0.00,0.00,,0.00\t,0.00,R1\t,0.02,0.00,\t',
  '#-----------------------------------------业务明细列表结束------------------------------------',
  '#交易合计：1笔，商家实收共10.00元，商家优惠共0.00元',
  '#退款合计：1笔，商家实收退款共-4.00元，商家优惠退款共0.00元',
  '#导出时间：[2026年03月05日 05:46:49]',
];

describe('a bill of Alipay', () => {
  test('is read line by line, for the days it states', () => {
    const reader = new AlipayBillReader();
    const { lines, faults } = readAll(reader, ALIPAY);
    expect(faults).toEqual([]);
    expect(reader.days).toEqual(['2026-03-04']);
    const common = { tradeNo: '2026030422001', day: '2026-03-04', isDone: true };
    expect(lines).toEqual([
      { ...common, number: 'Z1', amountFen: 1000, feeFen: 6, atMs: at('2026-03-04 08:00:01') },
      { ...common, number: 'R1', amountFen: -400, feeFen: -2, atMs: at('2026-03-04 09:00:00') },
    ]);
  });

  test.each<[string, readonly string[], readonly string[]]>([
    ['a trade left out', ALIPAY.toSpliced(5, 1), ['8 total']],
    ['another sum', ALIPAY.with(8, '#交易合计：1笔，商家实收共10.01元'), ['9 total']],
    ['the end cut off', ALIPAY.slice(0, 9), ['end no-totals']],
    ['a row cut short', ALIPAY.with(6, 'a,b'), ['7 columns', '10 total']],
    ['another table', ['#支付宝业务汇总查询', '门店编号,门店名称'], ['2 no-table']],
  ])('with %s says so by row', (_, pieces, faults) => {
    expect(readAll(new AlipayBillReader(), pieces).faults).toEqual(faults);
  });
});

/** A row of fixed width, from the values of the columns that count. */
function unionpayRow(code: string, txnType: string, amount: string, orderId: string, fee: string, settled: string) {
  const widths = [3, 11, 11, 6, 10, 19, 12, 4, 2, 21, 2, 32, 2, 6, 10, 13, 13, 4, 15, 2, 2, 6];
  const cells: Record<number, string> = {
    0: code,
    4: '0304080001',
    6: amount,
    9: `9${orderId}`,
    11: orderId,
    15: fee,
    16: settled,
    19: txnType,
  };
  return `${widths.map((width, index) => (cells[index] ?? '').padEnd(width)).join(' ')}\r`;
}

describe('a file of UnionPay', () => {
  const paid = unionpayRow('S22', '01', '000000001000', 'Z1', 'D000000000006', 'C000000000994');
  const back = unionpayRow('S30', '04', '000000000400', 'R1', 'C000000000002', 'D000000000398');
  test('is read by the width of its columns', () => {
    const { lines, faults } = readAll(new UnionpayBillReader('2026-03-04'), [
      paid,
      back,
      unionpayRow('S50', '99', '', '', '', ''),
      '',
    ]);
    expect(faults).toEqual([]);
    const common = { day: '2026-03-04', isDone: true, atMs: at('2026-03-04 08:00:01') };
    expect(lines).toEqual([
      { ...common, number: 'Z1', tradeNo: '9Z1', amountFen: 1000, feeFen: 6 },
      { ...common, number: 'R1', tradeNo: '9R1', amountFen: -400, feeFen: -2 },
    ]);
  });

  test('whose rows do not fit says so', () => {
    const wrong = unionpayRow('S22', '01', '000000001000', 'Z1', 'D000000000006', 'C000000001000');
    const pieces = [wrong, 'S22 0004', paid.replace('0304080001', '1304080001'), paid.replace('D0', 'X0')];
    expect(readAll(new UnionpayBillReader('2026-03-04'), pieces).faults).toEqual([
      '1 net',
      '2 columns',
      '3 time',
      '4 amount',
    ]);
  });

  test('says its day in its name; its last hours are of the year before', () => {
    expect(unionpayFileDay('INN26010188ZM_777290058110048')).toBe('2026-01-01');
    expect(unionpayFileDay('INN26010188ZME_777290058110048')).toBeNull();
    const [line] = readAll(new UnionpayBillReader('2026-01-01'), [paid.replace('0304080001', '1231233000')]).lines;
    expect(beijingText(line!.atMs)).toBe('2025-12-31 23:30:00');
  });
});

describe('a table of an acquirer', () => {
  const columns = {
    number: '商户订单号',
    tradeNo: '参考号',
    amount: '交易金额',
    fee: '手续费',
    date: '交易日期',
    time: '交易时间',
    kind: '交易类型',
  };
  const reader = () => new AcquirerBillReader(columns, { channel: 'qr', refundWords: ['退货', '撤销'] });
  const head = ['序号', '交易日期', '交易时间', '交易类型', '商户订单号', '参考号', '交易金额', '手续费'];
  const rows: Cell[][] = [
    ['某某银行收单对账单'],
    ['商户号', '8987654321'],
    head,
    [1, '2026/3/4', '8:00:01', '消费', 'Z1', '900001', '1,010.00', 6.06],
    [2, { time: Date.UTC(2026, 2, 4) }, { time: Date.UTC(1899, 11, 30, 9) }, '退货', 'R1', 900002, 10, '0.06'],
    ['', '', ''],
    ['合计', null, null, null, null, null, 1020],
    ['制表人：王某'],
  ];
  test('is read by its columns, wherever they are', () => {
    const { lines, faults } = readAll(reader(), rows);
    expect(faults).toEqual([]);
    const common = { day: '2026-03-04', isDone: true };
    expect(lines).toEqual([
      { ...common, number: 'Z1', tradeNo: '900001', amountFen: 101000, feeFen: 606, atMs: at('2026-03-04 08:00:01') },
      { ...common, number: 'R1', tradeNo: '900002', amountFen: -1000, feeFen: -6, atMs: at('2026-03-04 09:00:00') },
    ]);
  });

  test.each<[string, readonly Cell[][], readonly string[]]>([
    ['a sum that does not fit', rows.with(6, ['合计', null, null, null, null, null, 1021]), ['7 total']],
    ['no such columns', rows.toSpliced(2, 1), ['end no-table']],
    ['an impossible day', rows.with(3, [1, '2026/2/30', '', '消费', 'Z1', '1', '1', '0']), ['4 time', '7 total']],
    [
      'an amount of three decimals',
      rows.with(3, [1, '2026/3/4', '', '消费', 'Z1', '1', '1.005', '0']),
      ['4 amount', '7 total'],
    ],
  ])('with %s says so', (_, pieces, faults) => {
    expect(readAll(reader(), pieces).faults).toEqual(faults);
  });
});

test('a bank statement is read by its columns; money that went out is below zero', () => {
  const columns = {
    serialNo: '流水号',
    date: '交易日',
    amount: '收入',
    out: '支出',
    counterparty: '对方户名',
    memo: '摘要',
  };
  const rows: Cell[][] = [
    ['账号', '6225 **** 0018'],
    ['交易日', '流水号', '支出', '收入', '余额', '对方户名', '摘要'],
    ['20260305', 'T1', '', '9,934.00', '1', '财付通支付科技有限公司', '0304结算款'],
    ['20260306', 'T2', '15.00', '--', '1', '某某银行', '账户管理费'],
  ];
  expect(readAll(new BankStatementReader(columns), rows)).toEqual({
    faults: [],
    lines: [
      {
        serialNo: 'T1',
        day: '2026-03-05',
        amountFen: 993400,
        counterparty: '财付通支付科技有限公司',
        memo: '0304结算款',
      },
      { serialNo: 'T2', day: '2026-03-06', amountFen: -1500, counterparty: '某某银行', memo: '账户管理费' },
    ],
  });
});
