import { type Permission, permission } from './access.ts';
import { type Field, type Fields, instant, integer, optional, readOnly, text, type Values } from './field.ts';
import type { Label } from './label.ts';

/** What can be done with the rows of a plain table, in the order of its buttons. */
export const RESOURCE_VERBS = ['list', 'get', 'create', 'update', 'delete', 'export', 'import', 'template'] as const;
export type Verb = (typeof RESOURCE_VERBS)[number];
export type Match = 'contains' | 'prefix' | 'equals' | 'range';

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

/** What a plain table offers; everything not stated has the usual meaning. */
export interface ResourceDeclaration<F extends Fields> {
  readonly title: Label;
  /** First part of the addresses of its verbs: `<path>/list`, `<path>/create` … */
  readonly path: string;
  readonly fields: F;
  /** Columns of the list, in order. */
  readonly columns: readonly (keyof F & string)[];
  readonly search: { readonly [K in keyof F]?: Match };
  /** What is offered; whoever can import can have the template for it. */
  readonly verbs: readonly Verb[];
  /** How a row is called in the audit log. */
  readonly subject: (row: Values<F>) => string;
  /** The field that names a row where another refers to it; default `name`. */
  readonly nameField?: keyof F & string;
  /** Which field holds the lot that decides who sees the row; default `lotId` if there is one; `id` for the lot itself. */
  readonly lotField?: (keyof F & string) | 'id' | null;
  /** Order of the list where the user chose none; default newest first. */
  readonly order?: readonly { readonly field: (keyof F & string) | 'id'; readonly isDescending?: boolean }[];
  /** Read-only fields that are no columns: `afterRead` fills them. */
  readonly computed?: readonly (keyof F & string)[];
  /** What deleting sets instead where history refers to the row: it is closed and stays. */
  readonly retire?: Partial<Values<F>>;
  /** Verbs that only administrators have; each asks for the password. */
  readonly adminVerbs?: readonly Verb[];
  /** Table name where it is not the snake-case of the resource's name. */
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
}

/** A row as code sees it. */
export type Row<R extends Resource> = Values<R['fields']> & Values<StandardFields>;

/** A row of a list: also carries the readable names of its references (`lotId` → `lotName`). */
export type Listed<R extends Resource> = Row<R> & {
  [K in keyof R['fields'] as K extends `${infer B}Id` ? `${B}Name` : never]: string | null;
};

/** Declares a plain table: its calls, its page, its rights, its import and export all follow from this. */
export function resource<const F extends Fields>(name: string, declaration: ResourceDeclaration<F>): Resource<F> {
  const can = {} as Record<Verb, Permission>;
  for (const verb of RESOURCE_VERBS) {
    // Seeing the list and opening a row are one right, as are importing and having the template for it.
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
  };
}

/** Whether a verb asks for the password. */
export function verbNeedsPassword(of: Pick<Resource, 'adminVerbs'>, verb: Verb): boolean {
  return verb === 'delete' || (of.adminVerbs?.includes(verb) ?? false);
}

/** Label of a verb's button. */
export function verbLabel(verb: Verb): Label {
  return VERB_LABELS[verb];
}

/** Address of a verb. */
export function verbPath(of: Resource, verb: Verb): string {
  return `${of.path}/${verb}`;
}

/** Fields a person fills in. */
export function writableFields(fields: Fields): Record<string, Field> {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => !field.isReadOnly));
}

/**
 * Fields that a cell of a table can bring: no files, nothing secret, nothing of several parts; of lists those of names or choices. A lot
 * that follows from something else may be named too: it tells things of the same name in different lots apart.
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
    en: 'Needed where things of different lots have the same name',
  },
};

/** Whether a table of rows must have a column for a field; a list that may be empty is so without a column. */
export function needsColumn({ isOptional, byDefault, kind, min }: Field): boolean {
  return !isOptional && byDefault === undefined && (kind !== 'list' || (min ?? 0) > 0);
}

/** Filter values of a list: `range` fields take `<key>From` and `<key>To`. */
export function searchFields(of: Pick<Resource, 'fields' | 'search'>): Record<string, Field> {
  const filters: Record<string, Field> = {};
  for (const [key, match] of Object.entries(of.search)) {
    const field = of.fields[key]!;
    const open = { ...optional(field), isReadOnly: false, byDefault: undefined };
    if (match === 'range') {
      filters[`${key}From`] = { ...open, label: { zh: `${field.label.zh}起`, en: `${field.label.en} from` } };
      filters[`${key}To`] = { ...open, label: { zh: `${field.label.zh}止`, en: `${field.label.en} to` } };
    } else if (match === 'equals') filters[key] = open;
    else filters[key] = { ...optional(text(field.label, { max: 64 })), min: 0 };
  }
  return filters;
}
