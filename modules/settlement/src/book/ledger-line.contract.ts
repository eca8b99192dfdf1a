import {
  choice,
  day,
  group,
  instant,
  list,
  money,
  type Output,
  operation,
  optional,
  permission,
  reference,
  report,
  rowId,
  text,
} from '@boyun/kernel/contract';
import { AccountKind, MONEY_KINDS } from '@boyun/money/contract';

/** What a transaction of the ledger is about. */
export const LedgerSubject = {
  bill: { zh: '计费', en: 'Billed' },
  payment: { zh: '收款', en: 'Payment' },
  refund: { zh: '退款', en: 'Refund' },
  shift: { zh: '班次交接', en: 'Shift' },
  'cash-move': { zh: '现金调拨', en: 'Cash moved' },
  settlement: { zh: '子商户结算', en: 'Settlement' },
  payout: { zh: '子商户付款', en: 'Pay-out' },
  'channel-day': { zh: '渠道对账', en: 'Reconciliation' },
  'shared-stay': { zh: '共享车位分成', en: 'Split of a shared spot' },
  withdrawal: { zh: '业主提现', en: 'Withdrawal of an owner' },
  other: { zh: '其他', en: 'Other' },
} as const;
export type LedgerSubject = keyof typeof LedgerSubject;

/** The accounts that hold money. */
export const MoneyAccount = Object.fromEntries(MONEY_KINDS.map((one) => [one, AccountKind[one]])) as Pick<
  typeof AccountKind,
  'cash' | 'float' | 'safe' | 'bank' | 'clearing'
>;

const signed = { min: -1_000_000_000_00, max: 1_000_000_000_00 };
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const party = text({ zh: '明细', en: 'Party' }, { min: 0, max: 64 });
const partyName = text({ zh: '明细', en: 'Party' }, { min: 0 });
const subject = choice({ zh: '摘要', en: 'About' }, LedgerSubject);
const debitFen = money({ zh: '借方', en: 'Debit' });
const creditFen = money({ zh: '贷方', en: 'Credit' });
const from = optional(day({ zh: '开始日期', en: 'From' }));
const to = optional(day({ zh: '结束日期', en: 'Until' }));
const number = optional(text({ zh: '单号', en: 'Number' }, { max: 40 }));
const told = {
  subject,
  number,
  plate: optional(text({ zh: '车牌', en: 'Plate' })),
  lotId: optional(lotId),
  transactionId: text({ zh: '交易', en: 'Transaction' }),
};

/** The entries of an account with its balance after each. */
export const ledgerLines = report('ledger-line', {
  title: { zh: '明细账', en: 'Ledger' },
  path: '/api/ledger/getPage',
  access: permission('ledger.list', { zh: '查看总账', en: 'View: Ledger' }),
  filters: {
    account: optional(choice({ zh: '科目', en: 'Account' }, AccountKind)),
    party: optional(party),
    lotId: optional(lotId),
    from,
    to,
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    account: choice({ zh: '科目', en: 'Account' }, AccountKind),
    partyName,
    ...told,
    debitFen: optional(debitFen),
    creditFen: optional(creditFen),
    balanceFen: money({ zh: '余额', en: 'Balance' }, signed),
  },
  sortable: ['at'],
  alwaysSortable: ['at'],
  totals: { debitFen, creditFen },
});

/** Every movement of money, with the balance of its account after it. */
export const cashFlow = report('cash-flow', {
  title: { zh: '资金流水', en: 'Cash flow' },
  path: '/api/cashFlow/getPage',
  access: permission('cash-flow.list', { zh: '查看资金流水', en: 'View: Cash flow' }),
  filters: {
    account: optional(choice({ zh: '账户', en: 'Account' }, MoneyAccount)),
    party: optional(party),
    lotId: optional(lotId),
    from,
    to,
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    account: choice({ zh: '账户', en: 'Account' }, MoneyAccount),
    partyName,
    ...told,
    inFen: optional(money({ zh: '收入', en: 'In' })),
    outFen: optional(money({ zh: '支出', en: 'Out' })),
    balanceFen: money({ zh: '余额', en: 'Balance' }, signed),
  },
  sortable: ['at'],
  alwaysSortable: ['at'],
  totals: { inFen: money({ zh: '收入合计', en: 'In' }), outFen: money({ zh: '支出合计', en: 'Out' }) },
});

/** All entries of one transaction: debits and credits that add up. */
export const getTransaction = operation('get-ledger-transaction', {
  title: { zh: '分录', en: 'Entries' },
  path: '/api/ledger/getTransaction',
  access: permission('ledger-transaction.view', { zh: '查看分录', en: 'View the entries of a transaction' }),
  input: { transactionId: rowId({ zh: '交易', en: 'Transaction' }) },
  output: {
    at: instant({ zh: '时间', en: 'Time' }),
    subject,
    number,
    entries: list(
      { zh: '分录', en: 'Entries' },
      group(
        { zh: '分录', en: 'Entry' },
        {
          account: choice({ zh: '科目', en: 'Account' }, AccountKind),
          code: text({ zh: '科目代码', en: 'Code' }),
          partyName,
          lotId: optional(lotId),
          debitFen: optional(debitFen),
          creditFen: optional(creditFen),
        },
      ),
    ),
  },
  isRead: true,
});

/** A transaction as it is shown. */
export type LedgerTransaction = Output<typeof getTransaction>;
