import { lot } from '@boyun/facilities/contract';
import type { Label, Listed, Resource } from '@boyun/kernel/contract';
import {
  ActButton,
  can,
  deleteRow,
  Empty,
  ErrorState,
  FieldValue,
  getRow,
  NoPermission,
  notify,
  REMOVED_WORDS,
  refreshLists,
  Skeleton,
  useListing,
  useText,
} from '@boyun/kernel/web';
import { Button } from 'antd';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type PartAsk, PartForm, type PartRow } from '../structure/part-form.form.tsx';

/** Maximum number of rows read per kind. */
export const MOST_ROWS = 200;

/** The parts of one kind in a lot, one line each with its key facts; added, edited and deleted in place. */
export function PartList<R extends Resource>({
  of,
  lotId,
  facts,
  empty,
  tools,
  isAlso,
  isFactOf,
  note,
  editKeys,
  rowActs,
  canAdd = true,
}: {
  of: R;
  lotId: string;
  /** Fields shown after the name. */
  facts: readonly (keyof R['fields'] & string)[];
  /** Which of these fields are relevant for a row; all by default. */
  isFactOf?: (key: string, row: Listed<R>) => boolean;
  empty: { readonly title: Label; readonly hint: Label };
  /** More buttons next to "Add". */
  tools?: ReactNode;
  /** Rows of no lot that also apply here: shown, but edited on their own page. */
  isAlso?: (row: Listed<R>) => boolean;
  note?: (row: Listed<R>) => ReactNode;
  /** Fields that can be edited here; all by default. */
  editKeys?: readonly string[];
  rowActs?: (row: Listed<R>, rows: readonly Listed<R>[]) => ReactNode;
  canAdd?: boolean;
}) {
  const t = useText();
  const [ask, setAsk] = useState<PartAsk | null>(null);
  const first = of.fields[of.nameField]?.kind === 'reference' ? facts[0]! : of.nameField;
  const sort = of.columns.includes(first) && !of.computed?.includes(first) ? first : null;
  const paging = { page: 1, perPage: MOST_ROWS, sort };
  const asked = useListing(of, { lotId, ...paging }, { isOff: !can(of.can.list) });
  const others = useListing(of, paging, { isOff: !can(of.can.list) || !isAlso });
  if (!can(of.can.list)) return <NoPermission />;
  if (asked.error && !asked.data) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={5} />;
  const own = asked.data.rows as unknown as readonly (Listed<R> & PartRow)[];
  const also = isAlso ? ((others.data?.rows ?? []) as unknown as typeof own).filter(isAlso) : [];
  const rows = [...own, ...also];
  const add = canAdd && can(of.can.create) && (
    <Button type="primary" icon={<Plus />} onClick={() => setAsk({ of })}>
      {t({ zh: '新增', en: 'Add' })}
    </Button>
  );
  const isShown = (row: (typeof rows)[number]) => (key: string) =>
    key !== first &&
    (isFactOf?.(key, row) ?? true) &&
    row[key] !== null &&
    row[key] !== '' &&
    !(Array.isArray(row[key]) && row[key].length === 0);
  return (
    <>
      <div className="edit-tools">
        {add}
        {tools}
      </div>
      {rows.length === 0 && <Empty {...empty} />}
      <ul className="edit-list">
        {rows.map((row) => (
          <li key={row.id}>
            <span className="edit-name">
              <FieldValue field={of.fields[first]!} fieldKey={first} row={row} />
            </span>
            <span className="edit-facts">
              {facts.filter(isShown(row)).map((key) => (
                <span key={key}>
                  <span className="by-faint">{t(of.fields[key]!.label)}</span>{' '}
                  <FieldValue field={of.fields[key]!} fieldKey={key} row={row} />
                </span>
              ))}
              {note?.(row)}
            </span>
            {own.includes(row) && (
              <span className="edit-acts">
                {rowActs?.(row, own)}
                {can(of.can.update) && (
                  <ActButton
                    type="text"
                    size="small"
                    icon={<Pencil />}
                    aria-label={t({ zh: '编辑', en: 'Edit' })}
                    onAct={async () =>
                      setAsk({ of, row: (await getRow(of, row.id)) as unknown as PartRow, keys: editKeys })
                    }
                  />
                )}
                {canAdd && can(of.can.delete) && (
                  <ActButton
                    type="text"
                    size="small"
                    danger
                    icon={<Trash2 />}
                    aria-label={t({ zh: '删除', en: 'Delete' })}
                    onAct={() => remove(row)}
                  />
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {asked.data.total > MOST_ROWS && (
        <p className="by-faint">
          {t({ zh: '只显示前{count}条', en: 'Only the first {count} are shown' }, { count: MOST_ROWS })}
        </p>
      )}
      <PartForm lotId={lotId} ask={ask} onClose={() => setAsk(null)} />
    </>
  );

  async function remove(row: PartRow) {
    const name = String(row[of.nameField] ?? t(of.title));
    const done = await deleteRow(of, row.id, { question: { zh: `是否删除“${name}”？`, en: `Delete "${name}"?` } });
    notify('good', REMOVED_WORDS[done]);
    await Promise.all([refreshLists(of.name), refreshLists(lot.name)]);
  }
}
