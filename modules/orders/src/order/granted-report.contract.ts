import { integer, money } from '@boyun/kernel/contract';

const usedFen = money({ zh: '优惠金额', en: 'Taken off' });

/** What became of granted reductions: the columns of a report that counts them. */
export const grantFigures = {
  grantedCount: integer({ zh: '发放', en: 'Granted' }),
  usedCount: integer({ zh: '使用', en: 'Used' }),
  openCount: integer({ zh: '未使用', en: 'Unused' }),
  expiredCount: integer({ zh: '过期', en: 'Expired' }),
  revokedCount: integer({ zh: '撤销', en: 'Revoked' }),
  usedFen,
};

/** The totals of such a report. */
export const grantTotals = {
  grantedCount: integer({ zh: '发放合计', en: 'Granted' }),
  usedCount: integer({ zh: '使用合计', en: 'Used' }),
  usedFen: money({ zh: '优惠合计', en: 'Taken off' }),
};
