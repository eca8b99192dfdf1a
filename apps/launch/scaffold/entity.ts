import { join } from 'node:path';
import { areaOf, Door } from './door.ts';
import { camelOf, checkNew, type NewPart, nextNumber, type Written, write } from './writing.ts';

/** The parts of an entity that differ between kinds of entities. */
export interface EntityShape {
  /** Fields of the contract, one a line, and the names they import. */
  readonly imports: readonly string[];
  readonly fields: string;
  readonly columns: readonly string[];
  readonly search: string;
  readonly subject: string;
  /** Columns of the table, one a line. */
  readonly sql: string;
  /** Indexes and foreign keys behind the columns. */
  readonly keys: string;
  /** Further declarations of the contract. */
  readonly more?: string;
  /** The field with the lots, where it is not `lotId`. */
  readonly lotField?: string;
  /** The server side in the door's list of resources. */
  readonly served?: string;
}

const PLAIN: EntityShape = {
  imports: [`import { optional, resource, text } from '@boyun/kernel/contract';`],
  fields: `name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    remark: optional(text({ zh: '备注', en: 'Remark' }, { max: 512, isLong: true })),`,
  columns: ['name', 'remark'],
  search: `name: 'contains'`,
  subject: 'row.name',
  sql: `name text not null,
  remark text,`,
  keys: 'unique (tenant_id, name)',
};

/** Writes a plain entity into a module: contract, migration and its lines in the doors. Returns the files; throws ScaffoldError. */
export function scaffold(part: NewPart): string[] {
  checkNew(part);
  const { files, contract, server } = entityParts(part, PLAIN);
  return write(part.module, [...files, [contract.path, contract.text], [server.path, server.text]]);
}

/** Returns the files of an entity, and the doors with its lines. */
export function entityParts(part: NewPart, shape: EntityShape): { files: Written[]; contract: Door; server: Door } {
  const { folder, entity } = part;
  const camel = camelOf(entity);
  const from = `./${entity}/${entity}.contract.ts`;
  const contract = new Door(folder, 'contract');
  const area = areaOf(contract);
  const page = `resourcePage('${camel}', ${camel}, { path: '/_cloud_${area}/${camel}', icon: 'list', area: '${area}' })`;
  contract
    .add('moduleContract', 'resources', camel)
    .add('moduleContract', 'pages', page)
    .import(
      `import { resourcePage } from '@boyun/kernel/contract';`,
      `import { ${camel} } from '${from}';`,
      `export { ${camel} };`,
    );
  const server = new Door(folder, 'server').add('serverModule', 'resources', shape.served ?? `serveResource(${camel})`);
  if (!shape.served)
    server.import(`import { serveResource } from '@boyun/kernel/server';`, `import { ${camel} } from '${from}';`);
  const files: Written[] = [
    [join(folder, `src/${entity}/${entity}.contract.ts`), contractOf(part, shape)],
    [join(folder, 'migrations', `${nextNumber(folder)}-${entity}.sql`), migrationOf(entity, shape)],
  ];
  return { files, contract, server };
}

function contractOf(
  { entity, zh, en }: NewPart,
  { imports, fields, columns, search, subject, more, lotField }: EntityShape,
): string {
  const camel = camelOf(entity);
  return `${imports.join('\n')}

/** ${en}. */
export const ${camel} = resource('${entity}', {
  title: { zh: '${zh}', en: '${en}' },
  path: '/api/${camel}',
  fields: {
    ${fields}
  },
  columns: [${columns.map((one) => `'${one}'`).join(', ')}],
  search: { ${search} },${
    lotField
      ? `
  lotField: '${lotField}',`
      : ''
  }
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => ${subject},
});
${more ?? ''}`;
}

function migrationOf(entity: string, { sql, keys }: EntityShape): string {
  const table = entity.replaceAll('-', '_');
  return `create table ${table} (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ${sql}
  primary key (tenant_id, id),
  ${keys}
);
select tenant_table('${table}');
`;
}
