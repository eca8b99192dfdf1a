import {
  choice,
  group,
  instant,
  list,
  money,
  type Output,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  rowId,
  text,
} from '@boyun/kernel/contract';

/** How a person moves cash. */
export const CashMoveKind = {
  'hand-in': { zh: '上缴', en: 'Handed in' },
  deposit: { zh: '存入银行', en: 'Paid into the bank' },
  withdrawal: { zh: '提取备用金', en: 'Drawn from the bank' },
} as const;
export type CashMoveKind = keyof typeof CashMoveKind;

const signed = { min: -100_000_000_00 };
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const amountFen = money({ zh: '金额', en: 'Amount' }, { min: 1, max: 100_000_000_00 });
const note = optional(text({ zh: '说明', en: 'Note' }, { max: 255, isLong: true }));
const bankNo = optional(text({ zh: '银行回单号', en: 'Number of the bank' }, { max: 64 }));
const accountId = rowId({ zh: '收费员', en: 'Person' });
const moveNo = text({ zh: '单号', en: 'Number' });
const seeCash = permission('cash.list', { zh: '查看现金', en: 'View: Cash' });
const mayMove = permission('cash.move', { zh: '现金上缴与存取', en: 'Move cash' });
const answer = { moveNo };

/** Where the cash is: with persons, in tills and safes, and at the bank. */
export const getCash = operation('get-cash', {
  title: { zh: '现金管理', en: 'Cash' },
  path: '/api/cash/get',
  access: seeCash,
  input: {},
  output: {
    personFen: money({ zh: '收费员手中', en: 'With persons' }, signed),
    floatFen: money({ zh: '岗亭备用金', en: 'In tills' }, signed),
    safeFen: money({ zh: '保险柜', en: 'In safes' }, signed),
    bankFen: money({ zh: '银行', en: 'At the bank' }, signed),
    differenceFen: money({ zh: '本月长短款', en: 'Over and short this month' }, signed),
    people: list(
      { zh: '收费员', en: 'Persons' },
      group(
        { zh: '收费员', en: 'Person' },
        {
          accountId: text({ zh: '编号', en: 'Id' }, { min: 0 }),
          name: text({ zh: '姓名', en: 'Name' }, { min: 0 }),
          cashFen: money({ zh: '手中现金', en: 'Cash' }, signed),
          // It is handed over when the shift ends.
          shiftFen: money({ zh: '当班未交', en: 'Of the shift' }, signed),
          differenceFen: money({ zh: '累计长短款', en: 'Over and short' }, signed),
        },
      ),
    ),
    lots: list(
      { zh: '车场', en: 'Lots' },
      group(
        { zh: '车场', en: 'Lot' },
        {
          lotId,
          safeFen: money({ zh: '保险柜', en: 'Safe' }, signed),
          floatFen: money({ zh: '岗亭备用金', en: 'Tills' }, signed),
        },
      ),
    ),
  },
  isRead: true,
});

/** Where the cash is, as the page shows it. */
export type Cash = Output<typeof getCash>;

/** Takes cash of a person that belongs to no shift into the safe of a lot. */
export const handInCash = operation('hand-in-cash', {
  title: { zh: '上缴', en: 'Hand in' },
  path: '/api/cash/handIn',
  access: mayMove,
  needsPassword: { zh: '是否确认收到该现金？', en: 'Have you received this cash?' },
  input: { accountId, lotId, amountFen, note },
  output: answer,
  audit: 'cash.handed-in',
});

/** Pays cash of a safe into the bank. */
export const depositCash = operation('deposit-cash', {
  title: { zh: '存入银行', en: 'Pay into the bank' },
  path: '/api/cash/deposit',
  access: mayMove,
  needsPassword: { zh: '是否确认已存入银行？', en: 'Has it been paid into the bank?' },
  input: { lotId, amountFen, bankNo, note },
  output: answer,
  audit: 'cash.deposited',
});

/** Draws cash from the bank for the safe of a lot. */
export const withdrawCash = operation('withdraw-cash', {
  title: { zh: '提取备用金', en: 'Draw from the bank' },
  path: '/api/cash/withdraw',
  access: mayMove,
  needsPassword: { zh: '是否确认已从银行提取？', en: 'Has it been drawn from the bank?' },
  input: { lotId, amountFen, bankNo, note },
  output: answer,
  audit: 'cash.withdrawn',
});

/** The cash that persons moved. */
export const cashMoveList = report('cash-move', {
  title: { zh: '现金调拨记录', en: 'Cash moved' },
  path: '/api/cash/list',
  access: seeCash,
  filters: {
    lotId: optional(lotId),
    kind: optional(choice({ zh: '类型', en: 'Kind' }, CashMoveKind)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'Until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    moveNo,
    kind: choice({ zh: '类型', en: 'Kind' }, CashMoveKind),
    lotId,
    personName: optional(text({ zh: '收费员', en: 'Person' })),
    amountFen,
    bankNo,
    note: optional(text({ zh: '说明', en: 'Note' })),
    actorName: text({ zh: '经办人', en: 'By' }),
  },
  alwaysSortable: ['at'],
  totals: {
    handedInFen: money({ zh: '上缴合计', en: 'Handed in' }),
    depositedFen: money({ zh: '存入银行合计', en: 'Paid into the bank' }),
  },
});

/** Refusals of cash. */
export const cashRefusal = refusals('cash', {
  'more-than-cash': {
    status: 409,
    zh: '{name}可上缴的现金为{available}元（当班现金在交班时上缴）',
    en: '{name} has {available} to hand in; cash of a shift is handed in at its end',
  },
  'more-than-safe': { status: 409, zh: '保险柜现金为{available}元', en: 'There is {available} in the safe' },
});
