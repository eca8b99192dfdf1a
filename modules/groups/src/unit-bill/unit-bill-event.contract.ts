import { event, money, rowId, text } from '@boyun/kernel/contract';

/** A bill of a unit was made. */
export const unitBillMade = event('unit-bill.made', {
  label: { zh: '单位账单已出', en: 'A bill of a unit was made' },
  fields: {
    unitId: rowId({ zh: '单位', en: 'Unit' }),
    billNo: text({ zh: '账单号', en: 'Bill number' }),
    month: text({ zh: '月份', en: 'Month' }),
    amountFen: money({ zh: '应付', en: 'To pay' }),
  },
});
