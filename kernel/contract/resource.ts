import { type Permission, permission } from './access.ts';
import { type EventType, event } from './event.ts';
import { type Field, type Fields, instant, integer, optional, readOnly, text, type Values } from './field.ts';
import type { Label } from './label.ts';

/** The operations on rows of a plain table, in the order of its buttons. */
export const RESOURCE_VERBS = ['list', 'get', 'create', 'update', 'delete', 'export', 'import', 'template'] as const;
export type Verb = (typeof RESOURCE_VERBS)[number];
/** How a list is searched by a field; `has`: a list that contains a value. */
export type Match = 'contains' | 'prefix' | 'equals' | 'range' | 'has';

const VERB_LABELS: Record<Verb, Label> = {
  list: { zh: '查看', en: 'View' },
  get: { zh: '详情', en: 'Open' },
  create: { zh: '新增', en: 'Add' },
  update: { zh: '修改', en: 'Edit' },
  delete: { zh: '删除', en: 'Delete' },
  export: { zh: '导出', en: 'Export' },
  import: { zh: '导入', en: 'Import' },
  template: { zh: '导入模板', en: 'Import template' },
};

/** What happens to a row of a plain table. */
export type RowChange = 'created' | 'updated' | 'deleted';

const CHANGE_LABELS: Record<RowChange, Label> = {
  created: { zh: '新增', en: 'created' },
  updated: { zh: '修改', en: 'updated' },
  deleted: { zh: '删除', en: 'deleted' },
};

const rowEventFields = { id: text({ zh: '编号', en: 'Id' }, { max: 36 }) };
type RowEventFields = typeof rowEventFields;

/** Declaration of a plain table; omitted options have their usual meaning. */
export interface ResourceDeclaration<F extends Fields> {
  readonly title: Label;
  /** First part of the addresses of its verbs: `<path>/list`, `<path>/create` … */
  readonly path: string;
  readonly fields: F;
  /** Columns of the list, in order. */
  readonly columns: readonly (keyof F & string)[];
  readonly search: { readonly [K in keyof F]?: Match };
  /** The verbs offered; permission to import includes the template. */
  readonly verbs: readonly Verb[];
  /** The name of a row in the audit log. */
  readonly subject: (row: Values<F>) => string;
  /** The field that names a row where another refers to it; default `name`. */
  readonly nameField?: keyof F & string;
  /**
   * The field with the lot or the lots that decide who sees the row; default `lotId` if there is one; `id` for the lot itself. A row of
   * several lots is seen by who sees one of them, and changed by who sees all.
   */
  readonly lotField?: (keyof F & string) | 'id' | null;
  /** A row of several lots is seen only by who sees all of them. */
  readonly isSeenWhole?: true;
  /** Default order of the list; newest first when left out. */
  readonly order?: readonly { readonly field: (keyof F & string) | 'id'; readonly isDescending?: boolean }[];
  /** Read-only fields without a column, filled by `afterRead`. */
  readonly computed?: readonly (keyof F & string)[];
  /** Values that deleting sets instead when history refers to the row: it is closed and kept. */
  readonly retire?: Partial<Values<F>>;
  /** Verbs for administrators only; each asks for the password. */
  readonly adminVerbs?: readonly Verb[];
  /** The question of the password before rows are imported, where the import gives something away; a check asks for none. */
  readonly importQuestion?: Label;
  /** Table name, where it is not the resource's name in snake case. */
  readonly table?: string;
}

const STANDARD_FIELDS = {
  id: readOnly(text({ zh: '编号', en: 'Id' })),
  version: readOnly(integer({ zh: '版本', en: 'Version' })),
  createdAt: readOnly(instant({ zh: '创建时间', en: 'Created' })),
  updatedAt: readOnly(instant({ zh: '更新时间', en: 'Updated' })),
};
type StandardFields = typeof STANDARD_FIELDS;

/** A plain table of the product. */
// biome-ignore lint/suspicious/noExplicitAny: a resource takes rows in `subject`, so a list of different ones has no common field type but `any`
export interface Resource<F extends Fields = any> extends ResourceDeclaration<F> {
  readonly name: string;
  readonly table: string;
  readonly nameField: keyof F & string;
  readonly lotField: (keyof F & string) | 'id' | null;
  /** Declared fields plus id, version, createdAt, updatedAt. */
  readonly allFields: F & StandardFields;
  readonly can: Readonly<Record<Verb, Permission>>;
  /** The events of its rows: `<name>.created`, `.updated` and `.deleted`. */
  readonly events: Readonly<Record<RowChange, EventType<RowEventFields>>>;
}

/** A row as typed in code. */
export type Row<R extends Resource> = Values<R['fields']> & Values<StandardFields>;

/** A row of a list, with the readable names of its references (`lotId` → `lotName`, `lotIds` → `lotNames`). */
export type Listed<R extends Resource> = Row<R> & {
  [K in keyof R['fields'] as K extends `${infer B}Id` ? `${B}Name` : K extends `${infer B}Ids` ? `${B}Names` : never]:
    | string
    | null;
};

/** Declares a plain table, from which its calls, page, permissions, import and export are derived. */
export function resource<const F extends Fields>(name: string, declaration: ResourceDeclaration<F>): Resource<F> {
  const can = {} as Record<Verb, Permission>;
  for (const verb of RESOURCE_VERBS) {
    // List and get share one permission, as do import and template.
    const right = verb === 'get' ? 'list' : verb === 'template' ? 'import' : verb;
    const granted = permission(`${name}.${right}`, {
      zh: `${VERB_LABELS[right].zh}${declaration.title.zh}`,
      en: `${VERB_LABELS[right].en}: ${declaration.title.en}`,
    });
    can[verb] = declaration.adminVerbs?.includes(verb) ? { ...granted, isAdminOnly: true } : granted;
  }
  const lotField =
    declaration.lotField !== undefined ? declaration.lotField : 'lotId' in declaration.fields ? 'lotId' : null;
  const { verbs } = declaration;
  return {
    ...declaration,
    verbs: verbs.includes('import') ? [...verbs, 'template'] : verbs,
    name,
    table: declaration.table ?? name.replaceAll('-', '_'),
    nameField: declaration.nameField ?? ('name' as keyof F & string),
    lotField,
    allFields: { ...STANDARD_FIELDS, ...declaration.fields },
    can,
    events: {
      created: rowEvent(name, 'created', declaration.title),
      updated: rowEvent(name, 'updated', declaration.title),
      deleted: rowEvent(name, 'deleted', declaration.title),
    },
  };
}

function rowEvent(name: string, change: RowChange, { zh, en }: Label): EventType<RowEventFields> {
  const words = CHANGE_LABELS[change];
  return event(`${name}.${change}`, {
    label: { zh: `${words.zh}${zh}`, en: `${en}: ${words.en}` },
    fields: rowEventFields,
  });
}

/** Whether a verb asks for the password. */
export function verbNeedsPassword(of: Pick<Resource, 'adminVerbs' | 'importQuestion'>, verb: Verb): boolean {
  if (verb === 'import' && of.importQuestion) return true;
  return verb === 'delete' || (of.adminVerbs?.includes(verb) ?? false);
}

/** The most rows that one call deletes. */
export const MOST_DELETED = 200;

/** Returns the label of a verb's button. */
export function verbLabel(verb: Verb): Label {
  return VERB_LABELS[verb];
}

/** Returns the address of a verb. */
export function verbPath(of: Resource, verb: Verb): string {
  return `${of.path}/${verb}`;
}

/** Returns the fields a person fills in. */
export function writableFields(fields: Fields): Record<string, Field> {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => !field.isReadOnly));
}

/**
 * Returns the fields that a cell of a table can contain: no files, secrets or groups; of lists only those of references or choices. A
 * read-only lot may be given too, to distinguish things of the same name in different lots.
 */
export function importableFields(fields: Fields): Record<string, Field> {
  const isCell = ({ kind, item }: Field) =>
    kind === 'list'
      ? ['reference', 'choice'].includes(item!.kind)
      : !['group', 'file', 'secret', 'json'].includes(kind);
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]): [string, Field][] => {
      if (field.isReadOnly) return key === 'lotId' ? [[key, { ...field, isReadOnly: false, ...LOT_CELL }]] : [];
      return isCell(field) ? [[key, field]] : [];
    }),
  );
}

const LOT_CELL = {
  isOptional: true,
  hint: {
    zh: '不同车场有同名的对象时填写',
    en: 'Required when the name exists in several lots',
  },
};

/** Whether a table must have a column for a field; a list that may be empty needs none. */
export function needsColumn({ isOptional, byDefault, kind, min }: Field): boolean {
  return !isOptional && byDefault === undefined && (kind !== 'list' || (min ?? 0) > 0);
}

/** Returns the key of one value of a list: `lotIds` → `lotId`. */
export function oneOfKey(key: string): string {
  return key.replace(/s$/, '');
}

/** Whether a row may belong to no lot, and so to all of them. */
export function mayLackLot({ fields, lotField }: Pick<Resource, 'fields' | 'lotField'>): boolean {
  const field: Field | undefined = lotField === null || lotField === 'id' ? undefined : fields[lotField];
  return field !== undefined && (field.kind === 'list' ? !field.min : field.isOptional);
}

/** Returns the ids of the lots of a row; empty where it belongs to no lot. */
export function lotsOf({ lotField }: Pick<Resource, 'lotField'>, row: object): readonly string[] {
  const value = lotField === null ? null : (row as Readonly<Record<string, unknown>>)[lotField];
  return [value ?? []].flat() as string[];
}

/** Returns the filters of a list: `range` fields become `<key>From` and `<key>To`, `has` fields the singular of their key. */
export function searchFields(of: Pick<Resource, 'fields' | 'search'>): Record<string, Field> {
  const filters: Record<string, Field> = {};
  for (const [key, match] of Object.entries(of.search)) {
    const field = of.fields[key]!;
    const open = { ...optional(field), isReadOnly: false, byDefault: undefined };
    if (match === 'range') {
      filters[`${key}From`] = { ...open, label: { zh: `${field.label.zh}起`, en: `${field.label.en} from` } };
      filters[`${key}To`] = { ...open, label: { zh: `${field.label.zh}止`, en: `${field.label.en} to` } };
    } else if (match === 'equals') filters[key] = open;
    else if (match === 'has') filters[oneOfKey(key)] = { ...optional(field.item!), label: field.label };
    else filters[key] = { ...optional(text(field.label, { max: 64 })), min: 0 };
  }
  return filters;
}
