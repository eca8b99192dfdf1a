import type { Field, Output } from '@boyun/kernel/contract';
import { call, ErrorState, FieldValue, getRow, Skeleton, useResource, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { type AuditField, getAuditFields } from './audit-log.contract.ts';
import { type Change, changesOf, fieldOf, valueInCode } from './change.view.ts';
import './audit-log.css';

interface Entry {
  readonly action: string;
  readonly subjectKind: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The changes of an entry: values before and after side by side, unchanged values collapsed. */
export function Difference({ entry }: { entry: Entry }) {
  const t = useText();
  const [isWhole, setWhole] = useState(false);
  const { action, subjectKind } = entry;
  const changes = changesOf(entry.before, entry.after);
  const asking = { action, subjectKind, keys: changes.map((one) => one.key) };
  const asked = useQuery({
    queryKey: ['audit-fields', asking],
    queryFn: ({ signal }) => call(getAuditFields, asking, { signal, isQuiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (changes.length === 0)
    return <p className="by-faint">{t({ zh: '此操作没有记录数值', en: 'This operation recorded no values' })}</p>;
  if (asked.isPending) return <Skeleton lines={4} />;
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  const isBoth = isRecord(entry.before) && isRecord(entry.after);
  const shown = isBoth && !isWhole ? changes.filter((one) => one.isChanged) : changes;
  const folded = changes.length - shown.length;
  return (
    <section>
      <h3 className="audit-log-title">{t(titleOf(isBoth, isRecord(entry.before)))}</h3>
      {shown.length === 0 ? (
        <p className="by-faint">{t({ zh: '数值没有变化', en: 'No values changed' })}</p>
      ) : (
        <ChangeTable changes={shown} isBoth={isBoth} auditFields={asked.data} />
      )}
      {isBoth && (folded > 0 || isWhole) && (
        <Button type="link" size="small" className="audit-log-fold" onClick={() => setWhole(!isWhole)}>
          {isWhole
            ? t({ zh: '只看变化', en: 'Changes only' })
            : t({ zh: '显示未变化的 {count} 项', en: 'Show {count} unchanged' }, { count: folded })}
        </Button>
      )}
    </section>
  );
}

function isRecord(value: unknown): boolean {
  return value !== null && typeof value === 'object';
}

function titleOf(isBoth: boolean, isBefore: boolean) {
  if (isBoth) return { zh: '修改内容', en: 'What changed' };
  return isBefore ? { zh: '删除前的内容', en: 'Deleted values' } : { zh: '内容', en: 'Values' };
}

function ChangeTable({
  changes,
  isBoth,
  auditFields,
}: {
  changes: readonly Change[];
  isBoth: boolean;
  auditFields: Output<typeof getAuditFields>;
}) {
  const t = useText();
  return (
    <table className="audit-log-changes">
      <thead>
        <tr>
          <th scope="col">{t({ zh: '字段', en: 'Field' })}</th>
          {isBoth ? (
            <>
              <th scope="col">{t({ zh: '修改前', en: 'Before' })}</th>
              <th scope="col">{t({ zh: '修改后', en: 'After' })}</th>
            </>
          ) : (
            <th scope="col">{t({ zh: '值', en: 'Value' })}</th>
          )}
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => {
          const field = fieldOf(change, auditFields.fields, auditFields.names);
          return (
            <tr key={change.key} className={isBoth && change.isChanged ? 'audit-log-changed' : undefined}>
              <th scope="row">{t(field.label)}</th>
              {isBoth ? (
                <>
                  <td className="audit-log-before">
                    <Value field={field} value={change.before} />
                  </td>
                  <td className="audit-log-after">
                    <Value field={field} value={change.after} />
                  </td>
                </>
              ) : (
                <td>
                  <Value field={field} value={change.after ?? change.before} />
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Value({ field, value }: { field: AuditField; value: unknown }) {
  if (field.kind === 'reference' && typeof value === 'string') return <ReferenceName to={field.to ?? ''} id={value} />;
  if (field.kind === 'list' && field.item?.kind === 'reference' && Array.isArray(value) && value.length > 0)
    return value.map((id: string) => (
      <div key={id}>
        <ReferenceName to={field.item!.to ?? ''} id={id} />
      </div>
    ));
  if ((field.kind === 'json' || field.kind === 'group') && isRecord(value))
    return <pre className="audit-log-json">{JSON.stringify(value, null, 2)}</pre>;
  // Displaying a value needs only the basic field; checks and bounds belong to forms.
  return <FieldValue field={field as Field} fieldKey="value" row={{ value: valueInCode(field, value) }} />;
}

/** The name of the row a reference points to; its id where the row is deleted or not visible to this account. */
function ReferenceName({ to, id }: { to: string; id: string }) {
  const resource = useResource(to);
  const asked = useQuery({
    queryKey: ['list', to, 'name', id],
    queryFn: ({ signal }) => getRow(resource!, id, { signal, isQuiet: true }),
    enabled: resource?.verbs.includes('get') ?? false,
    staleTime: 60_000,
    retry: false,
  });
  const name = resource && asked.data ? (asked.data as Record<string, unknown>)[resource.nameField] : null;
  return name ? <span title={id}>{String(name)}</span> : <span className="by-faint">{id}</span>;
}
