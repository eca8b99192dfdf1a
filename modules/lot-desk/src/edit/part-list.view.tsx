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

interface PartListProps<R extends Resource> {
  readonly of: R;
  readonly lotId: string;
  /** Fields shown after the name. */
  readonly facts: readonly (keyof R['fields'] & string)[];
  /** Which of these fields are relevant for a row; all by default. */
  readonly isFactOf?: (key: string, row: Listed<R>) => boolean;
  readonly empty: { readonly title: Label; readonly hint: Label };
  /** More buttons next to "Add". */
  readonly tools?: ReactNode;
  /** Rows of no lot that also apply here: shown, but edited on their own page. */
  readonly isAlso?: (row: Listed<R>) => boolean;
  readonly note?: (row: Listed<R>) => ReactNode;
  /** Fields that can be edited here; all by default. */
  readonly editKeys?: readonly string[];
  readonly rowActs?: (row: Listed<R>, rows: readonly Listed<R>[]) => ReactNode;
  readonly canAdd?: boolean;
  /** What a new row starts with. */
  readonly preset?: Readonly<Record<string, unknown>>;
  /** Called with the id of a row that was added. */
  readonly onAdded?: (id: string) => void;
}

type Part<R extends Resource> = Listed<R> & PartRow;

/** The parts of one kind in a lot, one line each with its key facts; added, edited and deleted in place. */
export function PartList<R extends Resource>(props: PartListProps<R>) {
  const { of, lotId, facts, empty, tools, isAlso, note, rowActs, canAdd = true } = props;
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
  const own = asked.data.rows as unknown as readonly Part<R>[];
  const also = isAlso ? ((others.data?.rows ?? []) as unknown as typeof own).filter(isAlso) : [];
  const rows = [...own, ...also];
  const add = canAdd && can(of.can.create) && (
    <Button type="primary" icon={<Plus />} onClick={() => setAsk({ of, startWith: props.preset })}>
      {t({ zh: '新增', en: 'Add' })}
    </Button>
  );
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
            <PartFacts of={of} row={row} first={first} facts={facts} isFactOf={props.isFactOf}>
              {note?.(row)}
            </PartFacts>
            {own.includes(row) && (
              <span className="edit-acts">
                {rowActs?.(row, own)}
                <PartActs of={of} row={row} keys={props.editKeys} canDelete={canAdd} onEdit={setAsk} />
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
      <PartForm lotId={lotId} ask={ask} onClose={() => setAsk(null)} onAdded={props.onAdded} />
    </>
  );
}

/** The name of a part and those of its facts that say something. */
function PartFacts<R extends Resource>({
  of,
  row,
  first,
  facts,
  isFactOf,
  children,
}: {
  of: R;
  row: Part<R>;
  first: string;
  facts: readonly string[];
  isFactOf: PartListProps<R>['isFactOf'];
  children: ReactNode;
}) {
  const t = useText();
  const isShown = (key: string) =>
    key !== first &&
    (isFactOf?.(key, row) ?? true) &&
    row[key] !== null &&
    row[key] !== '' &&
    !(Array.isArray(row[key]) && row[key].length === 0);
  return (
    <>
      <span className="edit-name">
        <FieldValue field={of.fields[first]!} fieldKey={first} row={row} />
      </span>
      <span className="edit-facts">
        {facts.filter(isShown).map((key) => (
          <span key={key}>
            <span className="by-faint">{t(of.fields[key]!.label)}</span>{' '}
            <FieldValue field={of.fields[key]!} fieldKey={key} row={row} />
          </span>
        ))}
        {children}
      </span>
    </>
  );
}

/** Buttons to edit and to delete a part. */
function PartActs<R extends Resource>({
  of,
  row,
  keys,
  canDelete,
  onEdit,
}: {
  of: R;
  row: Part<R>;
  keys: readonly string[] | undefined;
  canDelete: boolean;
  onEdit: (ask: PartAsk) => void;
}) {
  const t = useText();
  const remove = async () => {
    const name = String(row[of.nameField] ?? t(of.title));
    const done = await deleteRow(of, row.id, { question: { zh: `是否删除“${name}”？`, en: `Delete "${name}"?` } });
    notify('good', REMOVED_WORDS[done]);
    await Promise.all([refreshLists(of.name), refreshLists(lot.name)]);
  };
  return (
    <>
      {can(of.can.update) && (
        <ActButton
          type="text"
          size="small"
          icon={<Pencil />}
          aria-label={t({ zh: '编辑', en: 'Edit' })}
          onAct={async () => onEdit({ of, row: (await getRow(of, row.id)) as unknown as PartRow, keys })}
        />
      )}
      {canDelete && can(of.can.delete) && (
        <ActButton
          type="text"
          size="small"
          danger
          icon={<Trash2 />}
          aria-label={t({ zh: '删除', en: 'Delete' })}
          onAct={remove}
        />
      )}
    </>
  );
}
