import type { Label } from '@boyun/kernel/contract';

/** What the party of a kind of account is. */
export type PartyKind =
  | 'none'
  | 'bill-kind'
  | 'channel'
  | 'person'
  | 'lot'
  | 'card'
  | 'wallet'
  | 'merchant'
  | 'bearer'
  | 'sub-merchant'
  | 'spot-owner';

interface AccountTraits extends Label {
  readonly party: PartyKind;
  /** Debits increase assets and costs, credits what is owed and earned. */
  readonly side: 'debit' | 'credit';
  /** Money itself: entries of these accounts are movements of money. */
  readonly isMoney: boolean;
  /** Account of the Chinese Accounting Standards for Business Enterprises (企业会计准则应用指南, 2006, appendix). */
  readonly code: string;
  readonly codeName: string;
}

const kind = (
  label: Label,
  party: PartyKind,
  side: 'debit' | 'credit',
  [code, codeName]: readonly [string, string],
  isMoney = false,
): AccountTraits => ({ ...label, party, side, isMoney, code, codeName });

/** The kinds of accounts of the ledger; a kind and a party are one account. */
export const AccountKind = {
  cash: kind({ zh: '收费员现金', en: 'Cash of persons' }, 'person', 'debit', ['1001', '库存现金'], true),
  float: kind({ zh: '岗亭备用金', en: 'Floats of booths' }, 'lot', 'debit', ['1001', '库存现金'], true),
  safe: kind({ zh: '保险柜现金', en: 'Cash in safes' }, 'lot', 'debit', ['1001', '库存现金'], true),
  bank: kind({ zh: '银行存款', en: 'Bank' }, 'none', 'debit', ['1002', '银行存款'], true),
  clearing: kind({ zh: '渠道在途', en: 'Clearing of channels' }, 'channel', 'debit', ['1012', '其他货币资金'], true),
  receivable: kind({ zh: '应收停车费', en: 'Receivable' }, 'none', 'debit', ['1122', '应收账款']),
  payable: kind({ zh: '应付子商户', en: 'Payable to sub-merchants' }, 'sub-merchant', 'credit', ['2202', '应付账款']),
  card: kind({ zh: '储值卡余额', en: 'Money on cards' }, 'card', 'credit', ['2203', '预收账款']),
  wallet: kind({ zh: '钱包余额', en: 'Money in wallets' }, 'wallet', 'credit', ['2203', '预收账款']),
  merchant: kind({ zh: '商家额度', en: 'Credit of merchants' }, 'merchant', 'credit', ['2203', '预收账款']),
  'share-held': kind({ zh: '共享车位预收', en: 'Held for shared spots' }, 'none', 'credit', ['2203', '预收账款']),
  'owner-payable': kind({ zh: '应付车位业主', en: 'Payable to spot owners' }, 'spot-owner', 'credit', [
    '2241',
    '其他应付款',
  ]),
  owed: kind({ zh: '应退多付', en: 'Owed to payers' }, 'none', 'credit', ['2241', '其他应付款']),
  revenue: kind({ zh: '停车收入', en: 'Revenue' }, 'bill-kind', 'credit', ['6001', '主营业务收入']),
  'revenue-share': kind({ zh: '分成支出', en: 'Revenue share' }, 'sub-merchant', 'debit', ['6401', '主营业务成本']),
  'owner-share': kind({ zh: '业主分成支出', en: 'Share of spot owners' }, 'spot-owner', 'debit', [
    '6401',
    '主营业务成本',
  ]),
  promotion: kind({ zh: '优惠支出', en: 'Promotion' }, 'bearer', 'debit', ['6601', '销售费用']),
  'channel-fee': kind({ zh: '渠道手续费', en: 'Channel fees' }, 'channel', 'debit', ['6603', '财务费用']),
  'channel-difference': kind({ zh: '对账核销', en: 'Written off with channels' }, 'channel', 'debit', [
    '6711',
    '营业外支出',
  ]),
  'cash-difference': kind({ zh: '现金长短款', en: 'Cash over and short' }, 'person', 'debit', ['6711', '营业外支出']),
} as const satisfies Readonly<Record<string, AccountTraits>>;
export type AccountKind = keyof typeof AccountKind;

/** The kinds of accounts, in the order of their codes. */
export const ACCOUNT_KINDS = Object.keys(AccountKind) as AccountKind[];

/** The kinds whose entries are movements of money. */
export const MONEY_KINDS = ACCOUNT_KINDS.filter((one) => AccountKind[one].isMoney);
