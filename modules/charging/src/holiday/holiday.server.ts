import { handle, serve } from '@boyun/kernel/server';
import { fillYear, holiday } from './holiday.contract.ts';
import { CALENDAR_KEPT, fillHolidays } from './holiday.service.ts';

export const holidayServer = serve(holiday, {
  async beforeDelete(tx) {
    tx.forget(CALENDAR_KEPT);
  },
  async afterWrite(tx) {
    tx.forget(CALENDAR_KEPT);
  },
});

export const fillYearServer = handle(fillYear, async (tx, { year }, act) => {
  const filled = await fillHolidays(tx, year);
  tx.emit({ kind: fillYear.audit!, data: { year, ...filled } });
  act.describe({ subjectKind: holiday.name, subject: String(year), after: { year, ...filled } });
  return filled;
});
