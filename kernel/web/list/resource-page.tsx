import type { Fields, Label, Resource, Values, Verb } from '@boyun/kernel/contract';
import { Button } from 'antd';
import { Pencil, Plus, Trash2, Upload } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { createRow, deleteRow, getRow, updateRow } from '../call.ts';
import { FieldValue, fieldText } from '../cell.tsx';
import { Drawer } from '../drawer.tsx';
import type { FormPartsOf } from '../form/record-fields.tsx';
import type { Initial } from '../form/record-state.ts';
import { type Translate, useText } from '../language.ts';
import { notify, REMOVED_WORDS, SENT_FOR_REVIEW } from '../notice.tsx';
import { ActButton, can } from '../permission.tsx';
import { type RowOf, refreshLists } from '../query.ts';
import { Skeleton } from '../state.tsx';
import { FieldList } from './field-list.tsx';
import { ListPage, type ListPageProps } from './list-page.tsx';
import type { ListContext } from './list-place.tsx';
import { type Batch, type BatchOutcome, BatchResult, DeleteRows } from './selection.tsx';

const ImportDialog = lazy(() => import('./import-dialog.tsx'));
const RecordForm = lazy(async () => ({ default: (await import('../form/record-form.tsx')).RecordForm }));

/** Props of a standard page; those of ListPage are allowed too, and omitted ones follow from the declaration. */
export interface ResourcePageProps<R extends Resource>
  extends Omit<ListPageProps<R>, 'source' | 'children' | 'keys' | 'toolbar' | 'rowActs'> {
  readonly of: R;
  /** Custom rendering of form fields by key; null leaves a field out. */
  readonly formParts?: FormPartsOf<R['fields']>;
  /** Returns initial values of a new row in addition to the declared defaults. */
  readonly startWith?: () => Initial<R['fields']>;
  /** More buttons of one row; `add` opens the form of a new row with these initial values. */
  readonly rowActs?: (
    row: RowOf<R>,
    context: ListContext<RowOf<R>>,
    add: ((values: Initial<R['fields']>) => void) | undefined,
  ) => ReactNode;
  /** Fields that the drawer renders with the cell of the list, by key. */
  readonly asListed?: readonly (keyof R['fields'] & string)[];
  /** Called once a new row is saved. */
  readonly onAdded?: (id: string) => unknown;
  /** Whether a row can be neither changed nor deleted; its buttons are then absent. */
  readonly isFixed?: (row: RowOf<R>) => boolean;
  /** Why a row cannot be deleted now; its button is disabled with this reason. */
  readonly deleteDisabledReason?: (row: RowOf<R>) => Label | null;
  /** Why a row can be neither changed nor deleted now; its buttons are disabled with this reason. */
  readonly changeDisabledReason?: (row: RowOf<R>) => Label | null;
  /** More buttons after the standard ones; where the standard add button is missing, they come first. */
  readonly moreTools?: (context: ListContext<RowOf<R>>) => ReactNode;
  /** Notes at the top of the drawer. */
  readonly detailNotes?: (row: RowOf<R>) => ReactNode;
  /** More sections of the drawer, below the fields. */
  readonly moreDetail?: (row: RowOf<R>, context: ListContext<RowOf<R>>) => ReactNode;
}

type PageProps = ResourcePageProps<Resource>;
type Row = RowOf<Resource>;
type Context = ListContext<Row>;

type Asked =
  | { readonly mode: 'create'; readonly values?: Initial<Resource['fields']> }
  | { readonly mode: 'update'; readonly row: Row };

/** The standard page of a resource: list, search, form, delete, export and import, according to verbs and permissions. */
export function ResourcePage<R extends Resource>(props: ResourcePageProps<R>) {
  // Its parts serve rows of any resource.
  return <Page {...(props as PageProps)} />;
}

function Page(props: PageProps) {
  const { of, rowActs, moreTools, moreDetail, asListed = [], ...rest } = props;
  const { formParts: _formParts, startWith: _startWith, onAdded: _onAdded, isFixed: _isFixed, ...list } = rest;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isImporting, setImporting] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly BatchOutcome[] | null>(null);
  const t = useText();
  const add = hasVerb(of, 'create') ? () => setAsked({ mode: 'create' }) : undefined;
  const buttons = (row: Row, isText: boolean, context: Context) => (
    <RowButtons
      {...props}
      row={row}
      isText={isText}
      context={context}
      onEdit={(fresh) => setAsked({ mode: 'update', row: fresh })}
    />
  );
  const hasActs = hasVerb(of, 'update') || hasVerb(of, 'delete') || rowActs !== undefined;
  return (
    <ListPage
      actsWidth={124}
      detailTitle={(row) => <Title of={of} row={row} />}
      detailActs={(row, context) => buttons(row, false, context)}
      detail={(row, context) => (
        <>
          {props.detailNotes?.(row)}
          <FieldList
            fields={of.allFields}
            keys={[...shownKeys(of), 'createdAt', 'updatedAt']}
            row={row}
            cells={Object.fromEntries(asListed.map((key) => [key, asInList(props, key, row)]))}
          />
          {moreDetail?.(row, context)}
        </>
      )}
      batch={hasVerb(of, 'delete') ? deletions(props, t, setOutcomes) : undefined}
      {...list}
      source={of}
      empty={{ action: add && <AddButton onAdd={add} />, ...(props.empty ?? nothingYet(of, add !== undefined)) }}
      rowActs={
        hasActs
          ? (row, context) => (
              <>
                {rowActs?.(row, context, add && ((values) => setAsked({ mode: 'create', values })))}
                {buttons(row, true, context)}
              </>
            )
          : undefined
      }
      keys={() => ({ n: add })}
      toolbar={(context) => (
        <>
          {add ? <AddButton onAdd={add} /> : moreTools?.(context)}
          {hasVerb(of, 'import') && <ImportButton onOpen={() => setImporting(true)} />}
          {add && moreTools?.(context)}
        </>
      )}
    >
      {() => (
        <>
          <RowSheet {...props} asked={asked} onClose={() => setAsked(null)} />
          <BatchResult outcomes={outcomes} onClose={() => setOutcomes(null)} />
          {isImporting && (
            <Suspense fallback={null}>
              <ImportDialog of={of} isOpen onClose={() => setImporting(false)} />
            </Suspense>
          )}
        </>
      )}
    </ListPage>
  );
}

/** The deletion of several rows at once. */
function deletions(props: PageProps, t: Translate, onDone: (outcomes: readonly BatchOutcome[]) => void): Batch<Row> {
  const { of, isFixed, changeDisabledReason, deleteDisabledReason } = props;
  const name = (row: Row) => nameOf(of, row, t);
  return {
    name,
    isHidden: (row) => Boolean(isFixed?.(row) || changeDisabledReason?.(row) || deleteDisabledReason?.(row)),
    acts: (rows, clear) =>
      rows.length > 0 && (
        <DeleteRows
          of={of}
          rows={rows}
          name={name}
          onDone={(results) => {
            clear();
            onDone(results);
          }}
        />
      ),
  };
}

function hasVerb(of: Resource, verb: Verb): boolean {
  return of.verbs.includes(verb) && can(of.can[verb]);
}

/** The name of a row; references and choices are named by their text. */
function nameOf(of: Resource, row: Row, t: Translate): string {
  const field = of.fields[of.nameField];
  const value = row[of.nameField] ?? null;
  const isWorded = field?.kind === 'reference' || field?.kind === 'choice';
  return isWorded && value !== null ? fieldText(field, of.nameField, row, t) : String(value ?? of.subject(row));
}

function Title({ of, row }: { of: Resource; row: Row }) {
  const t = useText();
  const field = of.fields[of.nameField];
  if (field?.kind !== 'plate') return nameOf(of, row, t);
  return <FieldValue field={field} fieldKey={of.nameField} row={row} />;
}

/** A field as the list draws it. */
function asInList({ cells }: PageProps, key: string, row: Row): ReactNode {
  const slot = cells?.[key];
  return typeof slot === 'function' ? slot(row) : slot?.cell?.(row);
}

/** What an empty list says. */
function nothingYet(of: Resource, canAdd: boolean) {
  const hint = !canAdd
    ? { zh: '有数据后会显示在这里', en: 'New entries appear here' }
    : hasVerb(of, 'import')
      ? { zh: '点击“新增”添加第一条，或从文件导入', en: 'Add the first one, or import them from a file' }
      : { zh: '点击“新增”添加第一条', en: 'Add the first one' };
  return { title: { zh: `还没有${of.title.zh}`, en: `No ${of.title.en.toLowerCase()} yet` }, hint };
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  const t = useText();
  return (
    <Button type="primary" icon={<Plus />} onClick={onAdd}>
      {t({ zh: '新增', en: 'Add' })}
    </Button>
  );
}

function ImportButton({ onOpen }: { onOpen: () => void }) {
  const t = useText();
  return (
    <Button icon={<Upload />} onClick={onOpen}>
      {t({ zh: '导入', en: 'Import' })}
    </Button>
  );
}

/** The buttons that change and delete a row. */
function RowButtons({
  of,
  row,
  isText,
  context,
  isFixed,
  changeDisabledReason,
  deleteDisabledReason,
  onEdit,
}: PageProps & { row: Row; isText: boolean; context: Context; onEdit: (row: Row) => void }) {
  const t = useText();
  if (isFixed?.(row)) return null;
  const impossible = changeDisabledReason?.(row);
  // The row is fetched again where `get` is offered, because the list may be outdated.
  const edit = async () => onEdit(of.verbs.includes('get') ? await getRow(of, row.id) : row);
  const remove = async () => {
    const name = nameOf(of, row, t);
    const done = await deleteRow(of, row.id, { question: { zh: `是否删除“${name}”？`, en: `Delete "${name}"?` } });
    notify('good', REMOVED_WORDS[done]);
    if (context.state.openId === row.id) context.state.setOpen(null);
    await refreshLists(of.name);
  };
  return (
    <>
      {hasVerb(of, 'update') && (
        <ActButton
          type={isText ? 'link' : 'default'}
          size="small"
          icon={isText ? undefined : <Pencil />}
          disabledReason={impossible}
          onAct={edit}
        >
          {t({ zh: '编辑', en: 'Edit' })}
        </ActButton>
      )}
      {hasVerb(of, 'delete') && (
        <ActButton
          type={isText ? 'link' : 'default'}
          danger
          size="small"
          icon={isText ? undefined : <Trash2 />}
          disabledReason={impossible ?? deleteDisabledReason?.(row)}
          onAct={remove}
        >
          {t({ zh: '删除', en: 'Delete' })}
        </ActButton>
      )}
    </>
  );
}

/** The drawer with the form of a new or existing row. */
function RowSheet({
  of,
  formParts,
  startWith,
  onAdded,
  asked,
  onClose,
}: PageProps & { asked: Asked | null; onClose: () => void }) {
  const t = useText();
  const edited = asked?.mode === 'update' ? asked.row : null;
  const save = async (values: Values<Resource['fields']>) => {
    const saved = edited ? await updateRow(of, edited, values) : await createRow(of, values);
    onClose();
    notify('good', saved.isPending ? SENT_FOR_REVIEW : { zh: '保存成功', en: 'Saved' });
    await refreshLists(of.name);
    if (!edited && !saved.isPending) await onAdded?.(saved.id);
  };
  return (
    <Drawer
      isOpen={asked !== null}
      title={
        edited
          ? t({ zh: '编辑{what}', en: 'Edit: {what}' }, { what: ` ${nameOf(of, edited, t)}` })
          : t({ zh: '新增{what}', en: 'Add: {what}' }, { what: t({ zh: of.title.zh, en: oneOf(of.title.en) }) })
      }
      width={680}
      onClose={onClose}
    >
      {asked && (
        <Suspense fallback={<Skeleton />}>
          <RecordForm
            key={edited?.id ?? 'new'}
            fields={of.fields as Fields}
            initial={asked.mode === 'update' ? asked.row : { ...startWith?.(), ...asked.values }}
            parts={formParts}
            onSubmit={save}
            onCancel={onClose}
          />
        </Suspense>
      )}
    </Drawer>
  );
}

/** Returns the singular of an English title: `Edge boxes` → `Edge box`. */
function oneOf(title: string): string {
  return title.replace(/(?<=x|s|ch)es$|(?<=[a-z])s$/, '');
}

/** Returns the fields a drawer lists: all except groups, which a page renders itself. */
function shownKeys({ fields }: Resource): readonly string[] {
  return Object.keys(fields).filter((key) => fields[key].item?.kind !== 'group');
}
