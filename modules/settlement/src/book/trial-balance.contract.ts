import { choice, day, integer, money, optional, permission, reference, report, text } from '@boyun/kernel/contract';
import { AccountKind } from '@boyun/money/contract';

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const fen = (zh: string, en: string) => money({ zh, en }, { max: 1_000_000_000_00 });
const amounts = {
  openingDebitFen: fen('期初借方', 'Opening debit'),
  openingCreditFen: fen('期初贷方', 'Opening credit'),
  debitFen: fen('本期借方', 'Debit'),
  creditFen: fen('本期贷方', 'Credit'),
  closingDebitFen: fen('期末借方', 'Closing debit'),
  closingCreditFen: fen('期末贷方', 'Closing credit'),
};

/** What accounts had, moved and have, by kind; of one kind, by its parties. */
export const trialBalance = report('trial-balance', {
  title: { zh: '科目余额表', en: 'Trial balance' },
  path: '/api/trialBalance/getPage',
  access: permission('trial-balance.list', { zh: '查看科目余额表', en: 'View: Trial balance' }),
  filters: {
    account: optional(choice({ zh: '科目', en: 'Account' }, AccountKind)),
    lotId: optional(lotId),
    from: optional(day({ zh: '开始日期', en: 'From' })),
    to: optional(day({ zh: '结束日期', en: 'Until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    code: text({ zh: '科目代码', en: 'Code' }),
    account: choice({ zh: '科目', en: 'Account' }, AccountKind),
    party: text({ zh: '明细编号', en: 'Party id' }, { min: 0 }),
    partyName: text({ zh: '明细', en: 'Party' }, { min: 0 }),
    ...amounts,
    entryCount: integer({ zh: '笔数', en: 'Entries' }),
  },
  sortable: ['account', 'debitFen', 'creditFen', 'entryCount'],
  totals: amounts,
});
