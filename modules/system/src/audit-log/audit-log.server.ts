import { answer, Conditions, pageOf } from '@boyun/kernel/server';
import { auditLog } from './audit-log.contract.ts';

/** The audit log, newest first. Ids grow with time, so a range of time is a range of the primary key. */
export const auditLogReport = answer(auditLog, async (tx, filters, paging) => {
  const conditions = new Conditions()
    .add('l.tenant_id = ?', tx.tenantId)
    .add('l.account = ?', filters.account)
    .add('starts_with(l.action, ?)', filters.action)
    .add('(l.subject_id = ? or l.subject_kind = ? or position(lower(?) in lower(l.subject)) > 0)', filters.subject)
    .add('l.id >= first_uuid(?) and l.at >= ?', filters.from)
    .add("l.id < first_uuid(?::timestamptz + interval '1 second') and l.at <= ?", filters.to);
  const rows = await tx.query<Record<string, never>>(
    `select l.id, l.at, l.account, l.actor_name as "actorName", l.action, l.subject_kind as "subjectKind",
       l.subject_id as "subjectId", l.subject, l.address, l.before, l.after, l.request_id as "requestId"
     from audit_log l where ${conditions.sql} order by l.id desc ${pageOf(paging)}`,
    conditions.values,
  );
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from audit_log l where ${conditions.sql}`,
    conditions.values,
  );
  return { rows, total: count!.total };
});
