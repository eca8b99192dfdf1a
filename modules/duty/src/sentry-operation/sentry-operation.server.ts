import { byPlate, serveReport } from '@boyun/kernel/server';
import { sentryOperationList } from './sentry-operation.contract.ts';

export const sentryOperationListServer = serveReport(sentryOperationList, ({ who }) => ({
  from: 'sentry_operation',
  as: 'g',
  lot: 'g.lot_id',
  own: 'g.person_id = ?',
  filters: { plate: byPlate('g.plate') },
  period: 'g.at',
  columns: { detail: `g.detail_${who.language}` },
  order: 'g.at desc, g.id desc',
}));
