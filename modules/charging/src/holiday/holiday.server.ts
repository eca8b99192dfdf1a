import { handle, serveResource } from '@boyun/kernel/server';
import { fillYear, holiday } from './holiday.contract.ts';
import { CALENDAR_KEPT, fillHolidays } from './holiday.service.ts';
import { yearFilled } from './holiday-event.contract.ts';

export const holidayServer = serveResource(holiday, {
  async beforeDelete(tx) {
    tx.invalidate(CALENDAR_KEPT);
  },
  async afterWrite(tx) {
    tx.invalidate(CALENDAR_KEPT);
  },
});

export const fillYearServer = handle(fillYear, async (tx, { year }, act) => {
  const filled = await fillHolidays(tx, year);
  tx.emit(yearFilled, { data: { year, ...filled } });
  act.describe({ subjectKind: holiday.name, subject: String(year), after: { year, ...filled } });
  return filled;
});
