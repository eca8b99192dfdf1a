import type { ReportRow } from '@boyun/kernel/contract';
import { handleReport, lotCondition, sizeOf } from '@boyun/kernel/server';
import { sentryLog } from './sentry-log.contract.ts';

export const sentryLogServer = handleReport(sentryLog, async (tx, filters, paging) => {
  const where = lotCondition(tx.who, 'g')
    .own(tx.who, 'g.account_id = ?')
    .add('g.lot_id = ?', filters.lotId)
    .add('g.sentry_id = ?', filters.sentryId)
    .add('g.kind = ?', filters.kind)
    .add('g.at >= ?', filters.from)
    .add('g.at <= ?', filters.to);
  const size = await sizeOf(tx, 'sentry_log g', where);
  const rows = await tx.query<ReportRow<typeof sentryLog>>(
    `select g.id, g.at, g.kind, g.sentry_id as "sentryId", g.lot_id as "lotId", a.name as "personName",
       g.amount_fen as "amountFen", g.difference_fen as "differenceFen", g.note
     from sentry_log g join account a on a.tenant_id = g.tenant_id and a.id = g.account_id
     where ${where.sql} order by g.at desc, g.id desc`,
    where.values,
    paging,
  );
  return { rows, ...size };
});
