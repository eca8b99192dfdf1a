import { actEvent, day, integer, optional, reference } from '@boyun/kernel/contract';
import { assignShift, copyRoster } from './roster.contract.ts';

/** A person was planned for a shift, or nobody. */
export const shiftAssigned = actEvent(assignShift, {
  planId: reference({ zh: '班次', en: 'Shift' }, 'shift-plan'),
  day: day({ zh: '日期', en: 'Day' }),
  accountId: optional(reference({ zh: '值班人', en: 'On duty' }, 'employee')),
});

/** The people of one week were planned for another. */
export const rosterCopied = actEvent(copyRoster, {
  from: day({ zh: '自', en: 'From' }),
  to: day({ zh: '至', en: 'To' }),
  copiedCount: integer({ zh: '数量', en: 'Count' }),
});
