import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, root, type Source, sources, walk } from './source.ts';

/** A place where one module's SQL names a table or view of another. */
export interface TableUse {
  readonly path: string;
  readonly table: string;
  /** Module that creates the table or view. */
  readonly owner: string;
  /** Module that names it, or `kernel`. */
  readonly user: string;
  /** What stands before the name. */
  readonly verb: 'from' | 'join' | 'using' | 'into' | 'update' | 'references';
}

const CREATE_TABLE = /create table (?:if not exists )?(\w+)/g;
const CREATE = /create (?:table(?: if not exists)?|(?:or replace )?view) (\w+)/g;
const USE = /\b(from|join|into|update|using|references)\s+"?([a-z_]+)"?/g;
/** What follows the first table of `from a x, b y`. */
const LIST = /\bfrom\s+\w+(?:\s+\w+)?((?:\s*,\s*\w+(?:\s+\w+)?)+)/g;

function migrations(): { path: string; module: string; text: string }[] {
  return filesBelow('modules')
    .filter((path) => path.endsWith('.sql'))
    .map((path) => ({ path, module: path.split('/')[1]!, text: readFileSync(join(root, path), 'utf8') }));
}

/** Returns every table of the kernel and of the modules. */
export function tableNames(): string[] {
  const texts = [...filesBelow('kernel'), ...filesBelow('modules')].filter((path) => path.endsWith('.sql'));
  return texts.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(CREATE_TABLE)].map((one) => one[1]!),
  );
}

/** Returns the owning module of each table and view. */
function owners(): Map<string, string> {
  return new Map(
    migrations().flatMap(({ module, text }) => [...text.matchAll(CREATE)].map((one) => [one[1]!, module] as const)),
  );
}

/** Returns every use of a module's table or view in the migrations and queries of the kernel and of other modules. */
export function tableUses(): TableUse[] {
  const known = owners();
  const texts = [
    ...migrations(),
    ...sources()
      .filter((source) => /^(modules|kernel)\//.test(source.path) && !/\.(test|bench)\.tsx?$/.test(source.path))
      .map((source) => ({ path: source.path, module: moduleOf(source.path), text: sqlOf(source) })),
  ];
  return texts.flatMap(({ path, module, text }) =>
    namesIn(text)
      .filter(({ table }) => known.has(table) && known.get(table) !== module)
      .map((one) => ({ path, ...one, owner: known.get(one.table)!, user: module })),
  );
}

function moduleOf(path: string): string {
  return path.startsWith('modules/') ? path.split('/')[1]! : 'kernel';
}

/** Returns the names that stand where SQL has a table, each once with each word before it. */
export function namesIn(sql: string): Pick<TableUse, 'table' | 'verb'>[] {
  const found = [...sql.matchAll(USE)].map((one) => `${one[1]} ${one[2]}`);
  const listed = [...sql.matchAll(LIST)].flatMap((one) => [...one[1]!.matchAll(/,\s*(\w+)/g)].map((name) => name[1]!));
  return [...new Set([...found, ...listed.map((name) => `from ${name}`)])].map((one) => {
    const [verb, table] = one.split(' ');
    return { verb: verb as TableUse['verb'], table: table! };
  });
}

/** Returns the string literals of a file that look like SQL. */
function sqlOf(source: Source): string {
  const found: string[] = [];
  walk(source, (node) => {
    // The table of a report: `from: 'stay_fact'`.
    const { key, value } = node as { key?: { name?: string }; value?: { value?: unknown } };
    if (
      node.type === 'Property' &&
      key?.name === 'from' &&
      typeof value?.value === 'string' &&
      /^[a-z_]+$/.test(value.value)
    )
      found.push(`from ${value.value}`);
    if (node.type === 'TemplateElement') found.push((node.value as { raw: string }).raw);
    if (node.type === 'Literal' && typeof node.value === 'string') found.push(node.value);
  });
  return found.filter((text) => /\b(select|insert|update|delete|from|join)\b/.test(text)).join('\n;\n');
}
