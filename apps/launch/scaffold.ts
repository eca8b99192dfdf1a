import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Input of the scaffold; `zh` and `en` are the entity's title, in the plural in English. */
export interface NewEntity {
  /** Absolute path of the module's folder. */
  readonly folder: string;
  readonly module: string;
  /** kebab-case and singular: `sentry-box`. */
  readonly entity: string;
  readonly zh: string;
  readonly en: string;
}

/** Input of the scaffold of a report. */
export interface NewReport extends NewEntity {
  /** Table or view of the module whose rows it lists. */
  readonly table: string;
}

const BANNED = ['util', 'utils', 'helper', 'helpers', 'common', 'shared', 'manager', 'misc'];

/** Thrown when nothing was written; the message says what to do. */
export class ScaffoldError extends Error {}

/**
 * Writes a plain entity into a module: contract, migration and its lines in the doors. Returns the files it changed; throws ScaffoldError.
 */
export function scaffold(entity: NewEntity): string[] {
  check(entity);
  const { folder } = entity;
  const name = entity.entity;
  const camel = camelOf(name);
  const doors = { contract: join(folder, 'src/contract.ts'), server: join(folder, 'src/server.ts') };
  const contract = readFileSync(doors.contract, 'utf8');
  const server = readFileSync(doors.server, 'utf8');
  const area = areaOf(contract);
  const from = `./${name}/${name}.contract.ts`;
  const written: [string, string][] = [
    [join(folder, `src/${name}/${name}.contract.ts`), contractOf(entity, camel)],
    [join(folder, 'migrations', `${nextNumber(folder)}-${name}.sql`), migrationOf(entity)],
    [
      doors.contract,
      addImport(
        addTo(
          addTo(contract, 'moduleContract', 'resources', camel),
          'moduleContract',
          'pages',
          `resourcePage('${camel}', ${camel}, { path: '/_cloud_${area}/${camel}', icon: 'list', area: '${area}' })`,
        ),
        [
          `import { resourcePage } from '@boyun/kernel/contract';`,
          `import { ${camel} } from '${from}';`,
          `export { ${camel} };`,
        ],
      ),
    ],
    [
      doors.server,
      addImport(addTo(server, 'serverModule', 'resources', `serveResource(${camel})`), [
        `import { serveResource } from '@boyun/kernel/server';`,
        `import { ${camel} } from '${from}';`,
      ]),
    ],
  ];
  return write(entity, written);
}

/** Writes a report into a module: contract, query, page and its lines in the doors. Returns and throws as `scaffold` does. */
export function scaffoldReport(report: NewReport): string[] {
  check(report);
  if (!/^[a-z][a-z0-9_]*$/.test(report.table))
    throw new ScaffoldError(
      `"${report.table}" is no name of a table. Name one of the module's tables or views, like sentry_log.`,
    );
  const { folder, entity: name } = report;
  const camel = camelOf(name);
  const doors = { contract: join(folder, 'src/contract.ts'), server: join(folder, 'src/server.ts') };
  const contract = readFileSync(doors.contract, 'utf8');
  const area = areaOf(contract);
  const page = `reportPage('${camel}', ${camel}, { path: '/_cloud_${area}/${camel}', icon: 'report', area: '${area}' })`;
  return write(report, [
    [join(folder, `src/${name}/${name}.contract.ts`), reportContractOf(report, camel)],
    [join(folder, `src/${name}/${name}.server.ts`), reportServerOf(report, camel)],
    [
      doors.contract,
      addImport(addTo(addTo(contract, 'moduleContract', 'reports', camel), 'moduleContract', 'pages', page), [
        `import { reportPage } from '@boyun/kernel/contract';`,
        `import { ${camel} } from './${name}/${name}.contract.ts';`,
      ]),
    ],
    [
      doors.server,
      addImport(addTo(readFileSync(doors.server, 'utf8'), 'serverModule', 'reports', `${camel}Server`), [
        `import { ${camel}Server } from './${name}/${name}.server.ts';`,
      ]),
    ],
  ]);
}

const camelOf = (name: string) => name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const areaOf = (contract: string) => /area: '(\w+)'/.exec(contract)?.[1] ?? 'basic';

function write({ folder, entity, module }: NewEntity, written: readonly [string, string][]): string[] {
  mkdirSync(join(folder, 'src', entity), { recursive: true });
  for (const [file, text] of written) writeFileSync(file, file.endsWith('.ts') ? formatted(file, text, module) : text);
  return written.map(([file]) => file);
}

function check({ folder, module, entity, zh, en }: NewEntity): void {
  if (!existsSync(join(folder, 'src/contract.ts')))
    throw new ScaffoldError(`There is no module "${module}". Name one of the folders below modules/.`);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(entity) || BANNED.includes(entity))
    throw new ScaffoldError(`"${entity}" is no name of an entity. Write it singular in kebab-case, like sentry-box.`);
  if (existsSync(join(folder, 'src', entity)))
    throw new ScaffoldError(`modules/${module}/src/${entity} exists already. Choose another name or remove it.`);
  if (!/\p{Script=Han}/u.test(zh) || /\p{Script=Han}/u.test(en) || /['\\\n]/.test(zh + en))
    throw new ScaffoldError('Give the title in Chinese and in English, without quotes, like 岗亭 "Sentry boxes".');
}

function contractOf({ entity, zh, en }: NewEntity, camel: string): string {
  return `import { optional, resource, text } from '@boyun/kernel/contract';

/** ${en}. */
export const ${camel} = resource('${entity}', {
  title: { zh: '${zh}', en: '${en}' },
  path: '/api/${camel}',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    remark: optional(text({ zh: '备注', en: 'Remark' }, { max: 512, isLong: true })),
  },
  columns: ['name', 'remark'],
  search: { name: 'contains' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.name,
});
`;
}

function reportContractOf({ entity, zh, en }: NewReport, camel: string): string {
  return `import { instant, optional, permission, report, text } from '@boyun/kernel/contract';

/** ${en}. */
export const ${camel} = report('${entity}', {
  title: { zh: '${zh}', en: '${en}' },
  path: '/api/${camel}/list',
  access: permission('${entity}.list', { zh: '查看${zh}', en: 'View: ${en}' }),
  filters: {
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    createdAt: instant({ zh: '创建时间', en: 'Created' }),
  },
});
`;
}

function reportServerOf({ entity, table, en }: NewReport, camel: string): string {
  return `import { serveReport } from '@boyun/kernel/server';
import { ${camel} } from './${entity}.contract.ts';

/** ${en}, the latest first. */
export const ${camel}Server = serveReport(${camel}, {
  from: '${table}',
  as: 'r',
  // The column with the lot, for accounts of some lots: 'r.lot_id'.
  lot: null,
  // The condition for accounts that see only their own rows: 'r.account_id = ?'.
  own: null,
  period: 'r.created_at',
  order: 'r.created_at desc, r.id desc',
});
`;
}

function migrationOf({ entity }: NewEntity): string {
  const table = entity.replaceAll('-', '_');
  return `create table ${table} (
  tenant_id int not null references tenant,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name text not null,
  remark text,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select tenant_table('${table}');
`;
}

/** Returns the next migration number; each module counts from 0001. */
function nextNumber(folder: string): string {
  const migrations = join(folder, 'migrations');
  mkdirSync(migrations, { recursive: true });
  const last = Math.max(0, ...readdirSync(migrations).map((file) => Number.parseInt(file, 10) || 0));
  return String(last + 1).padStart(4, '0');
}

/** Adds an entry to a list in the object passed to a door's function; creates the list if it is missing. */
function addTo(text: string, call: string, list: string, entry: string): string {
  const start = text.indexOf('{', text.indexOf(`${call}(`));
  if (start < 0) throw new ScaffoldError(`The door calls no ${call}(…, { … }). Write the entity's lines by hand.`);
  const end = closing(text, start);
  const found = new RegExp(`\\b${list}: \\[`).exec(text.slice(start, end));
  if (!found) return `${text.slice(0, start + 1)} ${list}: [${entry}],${text.slice(start + 1)}`;
  const close = closing(text, start + found.index + found[0].length - 1);
  const before = text.slice(0, close).trimEnd();
  return `${before}${/[[,]$/.test(before) ? '' : ','} ${entry}${text.slice(close)}`;
}

/** Returns the position of the bracket that closes the one at `start`. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let place = start; place < text.length; place += 1) {
    if ('([{'.includes(text[place]!)) depth += 1;
    if (')]}'.includes(text[place]!)) depth -= 1;
    if (depth === 0) return place;
  }
  throw new ScaffoldError('The brackets of the door do not match. Correct it first.');
}

/** Inserts lines after the last import; names from an already imported module are added to that import. */
function addImport(text: string, lines: readonly string[]): string {
  let out = text;
  for (const line of lines) {
    const [, name, source] = /^import \{ (\w+) \} from '(.*)';$/.exec(line) ?? [];
    const known = name && new RegExp(`^import \\{([^}]*)\\} from '${source}';$`, 'm').exec(out);
    if (known) {
      const names = known[1]!.split(',').map((one) => one.trim());
      if (names.includes(name)) continue;
      out = out.replace(known[0], `import { ${[...names.filter(Boolean), name].join(', ')} } from '${source}';`);
      continue;
    }
    const imports = [...out.matchAll(/^import [^;]*;$/gm)];
    const last = imports.at(-1);
    const end = last ? last.index + last[0].length : 0;
    out = `${out.slice(0, end)}\n${line}${out.slice(end)}`;
  }
  return out;
}

/** Returns the formatted text, with sorted imports. */
function formatted(file: string, text: string, module: string): string {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  // The formatter's settings apply below modules/, wherever the copy of the module is.
  const place = join('modules', module, file.slice(file.lastIndexOf('/src/') + 1));
  const done = spawnSync(process.execPath, [biome, 'check', '--write', `--stdin-file-path=${place}`], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  });
  if (done.status !== 0 || !done.stdout) throw new ScaffoldError(`The formatter refused ${place}: ${done.stderr}`);
  return done.stdout;
}

function main(args: readonly string[]): number {
  const isReport = args[0] === 'report';
  const [module, entity, zh, en, table] = isReport ? args.slice(1) : args;
  if (!module || !entity || !zh || !en || (isReport && !table)) {
    process.stderr.write('Say: npm run scaffold -- <module> <entity> <中文名> "<English title>"\n');
    process.stderr.write('Like: npm run scaffold -- facilities key-cabinet 钥匙柜 "Key cabinets"\n');
    process.stderr.write(
      'For a report: npm run scaffold -- report <module> <report> <中文名> "<English title>" <table or view>\n',
    );
    return 2;
  }
  try {
    const entry = { folder: join(root, 'modules', module), module, entity, zh, en };
    const files = table && isReport ? scaffoldReport({ ...entry, table }) : scaffold(entry);
    process.stdout.write(`${files.map((file) => relative(root, file)).join('\n')}\n`);
    process.stdout.write(
      isReport
        ? 'Now: its filters and columns in the contract, its lot and its order in the query; then npm test -- rules -u\n'
        : 'Now: its fields in the contract, a column for each in the migration; then npm test -- rules -u\n',
    );
    return 0;
  } catch (error) {
    if (!(error instanceof ScaffoldError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
