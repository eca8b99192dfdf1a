import type { Label } from '@boyun/kernel/contract';
import { actorName, Conditions, handle, handleReport, searchPastRowSecurity, sizeOf } from '@boyun/kernel/server';
import { auditLog, getAuditFields } from './audit-log.contract.ts';
import { fieldsOf, vocabularyOf } from './vocabulary.service.ts';

interface EntryRow {
  readonly id: string;
  readonly at: Date;
  readonly account: string;
  readonly actorName: string;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string | null;
  readonly subject: string | null;
  readonly address: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | null;
}

/** The audit log, newest first. Ids increase with time, so a time range is a range of the primary key. */
export const auditLogReport = handleReport(auditLog, async (tx, filters, paging, kernel) => {
  const words = vocabularyOf(kernel.contracts);
  const conditions = new Conditions()
    .add('l.tenant_id = ?', tx.tenantId)
    // An account limited to lots reads only entries about these; entries about no single lot are for accounts with all lots.
    .add('l.lot_id = any(?::uuid[])', tx.who.lotIds)
    .own(tx.who, 'l.actor_id = ?')
    .add('lower(l.account) = lower(?)', filters.account)
    // A name is found by its indexed character pairs. Splitting a name costs a hundred times as much as comparing it, so
    // this condition comes last.
    .add(
      `(l.subject_id = ? or l.subject_kind = ? or (position(lower(?) in lower(l.subject)) > 0
         and tenant_pairs(l.tenant_id, l.subject) @> tenant_pairs($1, ?)))`,
      filters.subject,
    )
    .within('l.id', 'l.at', filters);
  const { action } = filters;
  if (action) {
    const isNamed = 'l.action collate "C" = any(?)';
    // Text with characters that codes never contain can only be a name; names are matched exactly.
    const meant = /[^\w.-]/.test(action)
      ? isNamed
      : `(${isNamed} or starts_with(l.action collate "C", ${conditions.place(action)}))`;
    conditions.add(meant, actionsLike(words.actions, action));
  }
  return searchPastRowSecurity(kernel, tx, async (above) => {
    const rows = await above.query<EntryRow>(
      `select l.id, l.at, l.account, l.actor_name as "actorName", l.action, l.subject_kind as "subjectKind",
       l.subject_id as "subjectId", l.subject, l.address, l.before, l.after, l.request_id as "requestId"
     from audit_log l where ${conditions.sql} order by l.id desc`,
      conditions.values,
      paging,
    );
    const size = await sizeOf(above, 'audit_log l', conditions);
    const { language } = tx.who;
    const named = rows.map((row) => ({
      ...row,
      actorName: actorName(row.actorName, language),
      actionName: words.actions.get(row.action)?.[language] ?? row.action,
      subjectKindName: words.kinds.get(row.subjectKind)?.[language] ?? row.subjectKind,
    }));
    return { ...size, rows: named };
  });
});

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
