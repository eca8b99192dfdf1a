import type { Label, Resource, Verb } from '@boyun/kernel/contract';
import { Button } from 'antd';
import { Pencil, Plus, Trash2, Upload } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { createRow, deleteRow, getRow, updateRow } from '../call.ts';
import { FieldValue, fieldText } from '../cell.tsx';
import { Drawer } from '../drawer.tsx';
import type { FormPartsOf } from '../form/record-fields.tsx';
import type { Initial } from '../form/record-state.ts';
import { useText } from '../language.ts';
import { notify, REMOVED_WORDS, SENT_FOR_REVIEW } from '../notice.tsx';
import { ActButton, can } from '../permission.tsx';
import { type RowOf, refreshLists } from '../query.ts';
import { Skeleton } from '../state.tsx';
import { FieldList } from './field-list.tsx';
import { type ListContext, ListPage, type ListPageProps } from './list-page.tsx';

const ImportDialog = lazy(() => import('./import-dialog.tsx'));
const RecordForm = lazy(async () => ({ default: (await import('../form/record-form.tsx')).RecordForm }));

type AnyRow = { readonly id: string; readonly version: number } & Readonly<Record<string, unknown>>;

/** Props of a standard page; those of ListPage are allowed too, and omitted ones follow from the declaration. */
export interface ResourcePageProps<R extends Resource>
  extends Omit<ListPageProps<R>, 'source' | 'children' | 'keys' | 'toolbar' | 'rowActs'> {
  readonly of: R;
  /** Custom rendering of form fields by key; null leaves a field out. */
  readonly formParts?: FormPartsOf<R['fields']>;
  /** Initial values of a new row in addition to the declared defaults. */
  readonly startWith?: Initial<R['fields']>;
  /** More buttons of one row; `add` opens the form of a new row with these initial values. */
  readonly rowActs?: (
    row: RowOf<R>,
    context: ListContext<RowOf<R>>,
    add: ((values: Readonly<Record<string, unknown>>) => void) | undefined,
  ) => ReactNode;
  /** Fields that the drawer renders with the cell of the list, by key. */
  readonly asListed?: readonly (keyof R['fields'] & string)[];
  /** Called once a new row is saved. */
  readonly onAdded?: (id: string) => unknown;
  /** Whether a row can be neither changed nor deleted; its buttons are then absent. */
  readonly isFixed?: (row: RowOf<R>) => boolean;
  /** Why a row cannot be deleted now; its button is disabled with this reason. */
  readonly deleteDisabledReason?: (row: RowOf<R>) => Label | null;
  /** More buttons after the standard ones; where the standard add button is missing, they come first. */
  readonly moreTools?: (context: ListContext<AnyRow>) => ReactNode;
  /** More sections of the drawer, below the fields. */
  readonly moreDetail?: (row: AnyRow, context: ListContext<AnyRow>) => ReactNode;
}

type Sheet =
  | { readonly mode: 'create'; readonly values?: Readonly<Record<string, unknown>> }
  | { readonly mode: 'update'; readonly row: AnyRow }
  | null;

/** The standard page of a resource: list, search, form, delete, export and import, according to verbs and permissions. */
export function ResourcePage<R extends Resource>(props: ResourcePageProps<R>) {
  const {
    of,
    formParts,
    startWith,
    moreTools,
    moreDetail,
    rowActs,
    onAdded,
    isFixed,
    deleteDisabledReason,
    asListed = [],
    empty,
    ...rest
  } = props;
  const t = useText();
  const [sheet, setSheet] = useState<Sheet>(null);
  const [isImporting, setImporting] = useState(false);
  const hasVerb = (verb: Verb) => of.verbs.includes(verb) && can(of.can[verb]);
  const add = hasVerb('create') ? () => setSheet({ mode: 'create' }) : undefined;
  const nameField = of.fields[of.nameField];
  const isWorded = nameField?.kind === 'reference' || nameField?.kind === 'choice';
  const nameOf = (row: AnyRow) =>
    isWorded && (row[of.nameField] ?? null) !== null
      ? fieldText(nameField, of.nameField, row, t)
      : String(row[of.nameField] ?? of.subject(row as never));

  const edit = async (row: AnyRow) => {
    // The row is fetched again where `get` is offered, because the list may be outdated.
    const fresh = of.verbs.includes('get') ? await getRow(of, row.id) : row;
    setSheet({ mode: 'update', row: fresh as unknown as AnyRow });
  };
  const save = async (values: Record<string, unknown>) => {
    const isNew = sheet?.mode !== 'update';
    const saved = isNew ? await createRow(of, values as never) : await updateRow(of, sheet.row, values as never);
    setSheet(null);
    notify('good', saved.isPending ? SENT_FOR_REVIEW : { zh: '保存成功', en: 'Saved' });
    await refreshLists(of.name);
    if (isNew && !saved.isPending) await onAdded?.(saved.id);
  };
  const remove = async (row: AnyRow, { state }: ListContext<AnyRow>) => {
    const name = nameOf(row);
    const done = await deleteRow(of, row.id, { question: { zh: `是否删除“${name}”？`, en: `Delete "${name}"?` } });
    notify('good', REMOVED_WORDS[done]);
    if (state.openId === row.id) state.setOpen(null);
    await refreshLists(of.name);
  };
  const drawn = (key: keyof R['fields'] & string, row: RowOf<R>) => {
    const slot = props.cells?.[key];
    return typeof slot === 'function' ? slot(row) : slot?.cell?.(row);
  };
  const buttons = (row: AnyRow, isText: boolean, context: ListContext<AnyRow>) => (
    <>
      {hasVerb('update') && !isFixed?.(row as never) && (
        <Button
          type={isText ? 'link' : 'default'}
          size="small"
          icon={isText ? undefined : <Pencil />}
          onClick={() => edit(row).catch(() => undefined)}
        >
          {t({ zh: '编辑', en: 'Edit' })}
        </Button>
      )}
      {hasVerb('delete') && !isFixed?.(row as never) && (
        <ActButton
          type={isText ? 'link' : 'default'}
          danger
          size="small"
          icon={isText ? undefined : <Trash2 />}
          disabledReason={deleteDisabledReason?.(row as never)}
          onAct={() => remove(row, context)}
        >
          {t({ zh: '删除', en: 'Delete' })}
        </ActButton>
      )}
    </>
  );
  const addButton = add && (
    <Button type="primary" icon={<Plus />} onClick={add}>
      {t({ zh: '新增', en: 'Add' })}
    </Button>
  );
  const hasActs = hasVerb('update') || hasVerb('delete') || rowActs !== undefined;
  const list: ListPageProps<Resource> = {
    actsWidth: 124,
    empty: {
      action: addButton,
      ...(empty ?? {
        title: { zh: `还没有${of.title.zh}`, en: `No ${of.title.en.toLowerCase()} yet` },
        hint: add
          ? hasVerb('import')
            ? { zh: '点击“新增”添加第一条，或从文件导入', en: 'Add the first one, or import them from a file' }
            : { zh: '点击“新增”添加第一条', en: 'Add the first one' }
          : { zh: '有数据后会显示在这里', en: 'New entries appear here' },
      }),
    },
    detailTitle: (row) =>
      nameField?.kind === 'plate' ? (
        <FieldValue field={nameField} fieldKey={of.nameField} row={row} />
      ) : (
        nameOf(row as unknown as AnyRow)
      ),
    detailActs: (row, context) => buttons(row as unknown as AnyRow, false, context as unknown as ListContext<AnyRow>),
    detail: (row, context) => (
      <>
        <FieldList
          fields={of.allFields}
          keys={[...shownKeys(of), 'createdAt', 'updatedAt']}
          row={row}
          cells={Object.fromEntries(asListed.map((key) => [key, drawn(key, row as never)]))}
        />
        {moreDetail?.(row as unknown as AnyRow, context as unknown as ListContext<AnyRow>)}
      </>
    ),
    ...(rest as unknown as Omit<ListPageProps<Resource>, 'source'>),
    source: of,
    rowActs: hasActs
      ? (row, context) => (
          <>
            {rowActs?.(row as never, context as never, add && ((values) => setSheet({ mode: 'create', values })))}
            {buttons(row as unknown as AnyRow, true, context as unknown as ListContext<AnyRow>)}
          </>
        )
      : undefined,
    keys: () => ({ n: add }),
    toolbar: (context) => (
      <>
        {addButton ?? moreTools?.(context as unknown as ListContext<AnyRow>)}
        {hasVerb('import') && (
          <Button icon={<Upload />} onClick={() => setImporting(true)}>
            {t({ zh: '导入', en: 'Import' })}
          </Button>
        )}
        {addButton && moreTools?.(context as unknown as ListContext<AnyRow>)}
      </>
    ),
    children: () => (
      <>
        <Drawer
          isOpen={sheet !== null}
          title={t(
            sheet?.mode === 'update'
              ? { zh: '编辑{what}', en: 'Edit: {what}' }
              : { zh: '新增{what}', en: 'Add: {what}' },
            {
              what: sheet?.mode === 'update' ? ` ${nameOf(sheet.row)}` : t({ zh: of.title.zh, en: oneOf(of.title.en) }),
            },
          )}
          width={680}
          onClose={() => setSheet(null)}
        >
          {sheet && (
            <Suspense fallback={<Skeleton />}>
              <RecordForm
                key={sheet.mode === 'update' ? sheet.row.id : 'new'}
                fields={of.fields}
                initial={sheet.mode === 'update' ? sheet.row : { ...startWith, ...sheet.values }}
                parts={formParts}
                onSubmit={save}
                onCancel={() => setSheet(null)}
              />
            </Suspense>
          )}
        </Drawer>
        {isImporting && (
          <Suspense fallback={null}>
            <ImportDialog of={of} isOpen onClose={() => setImporting(false)} />
          </Suspense>
        )}
      </>
    ),
  };
  return <ListPage {...list} />;
}

/** Returns the singular of an English title: `Edge boxes` → `Edge box`. */
function oneOf(title: string): string {
  return title.replace(/(?<=x|s|ch)es$|(?<=[a-z])s$/, '');
}

/** Returns the fields a drawer lists: all except groups, which a page renders itself, and ids whose name is in another field. */
function shownKeys({ fields }: Resource): readonly string[] {
  return Object.keys(fields).filter(
    (key) =>
      fields[key].item?.kind !== 'group' &&
      !(fields[key].item?.kind === 'reference' && key.replace(/Ids$/, 'Names') in fields),
  );
}
