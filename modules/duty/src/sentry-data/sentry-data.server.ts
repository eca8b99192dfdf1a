import { serveReport } from '@boyun/kernel/server';
import { sentryDataByPerson, sentryDataBySentry, sentryDataByShift } from './sentry-data.contract.ts';
import { dutyFigures } from './sentry-data.queries.ts';

/** Duty statistics by shift, by booth and by person, all from the same shifts. */
export const sentryDataReports = [
  serveReport(sentryDataByShift, ({ tx }) => {
    const { columns, ...figures } = dutyFigures(tx);
    return {
      ...figures,
      filters: { holderId: 's.account_id = ?' },
      columns: { ...columns, holderName: 'a.name' },
      groupBy: 's.id, s.sentry_id, s.lot_id, a.name, s.state, s.opened_at, s.counted_at',
      order: 's.opened_at desc, s.id',
    };
  }),
  serveReport(sentryDataBySentry, ({ tx }) => {
    const { columns, ...figures } = dutyFigures(tx);
    return {
      ...figures,
      columns: { ...columns, id: 's.sentry_id' },
      groupBy: 's.sentry_id, s.lot_id',
      order: 'count(*) desc, s.sentry_id',
    };
  }),
  serveReport(sentryDataByPerson, ({ tx }) => {
    const { columns, ...figures } = dutyFigures(tx);
    return {
      ...figures,
      columns: { ...columns, id: 's.account_id', holderName: 'a.name' },
      groupBy: 's.account_id, a.name',
      order: 'count(*) desc, s.account_id',
    };
  }),
];
