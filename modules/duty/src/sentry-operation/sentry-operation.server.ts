import type { ReportRow } from '@boyun/kernel/contract';
import { handleReport, lotCondition, sizeOf } from '@boyun/kernel/server';
import { sentryOperationList } from './sentry-operation.contract.ts';

export const sentryOperationListServer = handleReport(sentryOperationList, async (tx, filters, paging) => {
  const where = lotCondition(tx.who, 'g')
    .own(tx.who, 'g.person_id = ?')
    .add('g.lot_id = ?', filters.lotId)
    .add('g.sentry_id = ?', filters.sentryId)
    .add('g.abnormal_type = ?', filters.abnormalType)
    .add('g.source = ?', filters.source)
    .plate('g.plate', filters.plate)
    .add('g.at >= ?', filters.from)
    .add('g.at <= ?', filters.to);
  const size = await sizeOf(tx, 'sentry_operation g', where);
  const rows = await tx.query<ReportRow<typeof sentryOperationList>>(
    `select g.id, g.at, g.abnormal_type as "abnormalType", g.source, g.person_name as "personName", g.plate, g.lot_id as "lotId",
       g.lane_id as "laneId", g.sentry_id as "sentryId", g.reason, g.detail_${tx.who.language} as detail, g.picture,
       g.order_id as "orderId"
     from sentry_operation g where ${where.sql} order by g.at desc, g.id desc`,
    where.values,
    paging,
  );
  return { rows, ...size };
});
