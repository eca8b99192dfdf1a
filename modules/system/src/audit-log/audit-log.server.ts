import type { Label } from '@boyun/kernel/contract';
import { actorName, handle, pastRowSecurity, type Sql, serveReport, sql } from '@boyun/kernel/server';
import { auditLog, getAuditFields } from './audit-log.contract.ts';
import { fieldsOf, vocabularyOf } from './vocabulary.service.ts';

/** The audit log, newest first. Ids increase with time, so a time range is a range of the primary key. */
export const auditLogReport = serveReport(
  auditLog,
  ({ tx, who, kernel }) => {
    const words = vocabularyOf(kernel.contracts);
    return {
      from: 'audit_log',
      as: 'l',
      // An account limited to lots reads only entries about these; entries about no single lot are for accounts with all lots.
      lot: 'l.lot_id',
      own: 'l.actor_id = ?',
      filters: {
        account: 'lower(l.account) = lower(?)',
        by: (by) => (by === 'staff' ? sql`l.actor_id is not null` : sql`l.actor_id is null`),
        action: (action) => aboutAction(words.actions, action),
        // A name is found by its indexed character pairs. Splitting a name costs a hundred times as much as comparing it, so
        // this condition comes last.
        subject: (
          text,
        ) => sql`(l.subject_id = ${text} or l.subject_kind = ${text} or (position(lower(${text}) in lower(l.subject)) > 0
          and tenant_pairs(l.tenant_id, l.subject) @> tenant_pairs(${tx.tenantId}, ${text})))`,
      },
      period: { at: 'l.at', id: 'l.id' },
      columns: { actionName: null, subjectKindName: null },
      sorts: { at: 'l.id' },
      order: 'l.id desc',
      finish: (rows) =>
        rows.map((row) => ({
          ...row,
          actorName: actorName(row.actorName, who.language),
          actionName: words.actions.get(row.action)?.[who.language] ?? row.action,
          subjectKindName: words.kinds.get(row.subjectKind)?.[who.language] ?? row.subjectKind,
        })),
    };
  },
  pastRowSecurity,
);

/** Finds actions by code or name. Text with characters that codes never contain can only be a name; names are matched exactly. */
function aboutAction(names: ReadonlyMap<string, Label>, action: string): Sql {
  const isNamed = sql`l.action collate "C" = any(${actionsLike(names, action)})`;
  return /[^\w.-]/.test(action) ? isNamed : sql`(${isNamed} or starts_with(l.action collate "C", ${action}))`;
}

/** Returns the actions whose name contains a text in either language. */
function actionsLike(names: ReadonlyMap<string, Label>, wanted: string): string[] {
  const text = wanted.toLowerCase();
  const isMeant = ([, name]: [string, Label]) => name.zh.includes(wanted) || name.en.toLowerCase().includes(text);
  return [...names].filter(isMeant).map(([code]) => code);
}

/** The fields of an entry's values. */
export const auditFieldsOperation = handle(getAuditFields, async (_tx, input, _act, kernel) =>
  fieldsOf(kernel.contracts, input),
);
