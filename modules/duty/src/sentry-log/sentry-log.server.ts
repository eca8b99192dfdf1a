import { serveReport } from '@boyun/kernel/server';
import { sentryLog } from './sentry-log.contract.ts';

export const sentryLogServer = serveReport(sentryLog, {
  from: 'sentry_log',
  as: 'g',
  columnJoins: 'join account_fact a on a.tenant_id = g.tenant_id and a.id = g.account_id',
  lot: 'g.lot_id',
  own: 'g.account_id = ?',
  period: 'g.at',
  columns: { personName: 'a.name' },
  order: 'g.at desc, g.id desc',
});
