import { choice, day, integer, money, optional, permission, reference, report, text } from '@boyun/kernel/contract';
import { AccountKind } from '@boyun/money/contract';

const debitFen = money({ zh: '借方金额', en: 'Debit' }, { max: 1_000_000_000_00 });
const creditFen = money({ zh: '贷方金额', en: 'Credit' }, { max: 1_000_000_000_00 });

/** One voucher a day, with a line for each account that moved: the columns that bookkeeping programs import. */
export const voucherLines = report('voucher-line', {
  title: { zh: '凭证', en: 'Vouchers' },
  path: '/api/voucher/getPage',
  access: permission('voucher.list', { zh: '查看凭证', en: 'View: Vouchers' }),
  filters: {
    account: optional(choice({ zh: '科目', en: 'Account' }, AccountKind)),
    from: optional(day({ zh: '开始日期', en: 'From' })),
    to: optional(day({ zh: '结束日期', en: 'Until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    day: day({ zh: '凭证日期', en: 'Date' }),
    word: text({ zh: '凭证字', en: 'Kind' }),
    voucherNo: integer({ zh: '凭证号', en: 'Number' }),
    summary: text({ zh: '摘要', en: 'Summary' }),
    code: text({ zh: '科目代码', en: 'Code' }),
    codeName: text({ zh: '科目名称', en: 'Account' }),
    account: choice({ zh: '业务科目', en: 'Kind' }, AccountKind),
    partyName: text({ zh: '辅助核算', en: 'Party' }, { min: 0 }),
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    debitFen: optional(debitFen),
    creditFen: optional(creditFen),
    entryCount: integer({ zh: '附件数', en: 'Entries' }),
  },
  sortable: ['day'],
  totals: { debitFen, creditFen },
});
