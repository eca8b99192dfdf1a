import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, root, type Source, sources, walk } from './source.ts';

/** A place where one module's SQL names a table of another. */
export interface TableUse {
  readonly path: string;
  readonly table: string;
  /** Module that creates the table. */
  readonly owner: string;
  /** Module that names it. */
  readonly user: string;
}

const CREATE = /create table (?:if not exists )?(\w+)/g;
const USE = /\b(?:from|join|into|update|references)\s+"?([a-z_]+)"?/g;

function migrations(): { path: string; module: string; text: string }[] {
  return filesBelow('modules')
    .filter((path) => path.endsWith('.sql'))
    .map((path) => ({ path, module: path.split('/')[1]!, text: readFileSync(join(root, path), 'utf8') }));
}

/** Returns every table of the kernel and of the modules. */
export function tableNames(): string[] {
  const texts = [...filesBelow('kernel'), ...filesBelow('modules')].filter((path) => path.endsWith('.sql'));
  return texts.flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(CREATE)].map((one) => one[1]!));
}

/** Returns the owning module of each table. */
export function tableOwners(): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { module, text } of migrations())
    for (const [, table] of text.matchAll(CREATE)) owners.set(table!, module);
  return owners;
}

/** Returns every use of another module's table in a module's migrations and queries. */
export function tableUses(): TableUse[] {
  const owners = tableOwners();
  const texts = [
    ...migrations(),
    ...sources()
      .filter((source) => source.path.startsWith('modules/') && !/\.(test|bench)\.tsx?$/.test(source.path))
      .map((source) => ({ path: source.path, module: source.path.split('/')[1]!, text: literalsOf(source) })),
  ];
  return texts.flatMap(({ path, module, text }) =>
    [...new Set([...text.matchAll(USE)].map((one) => one[1]!))]
      .filter((table) => owners.has(table) && owners.get(table) !== module)
      .map((table) => ({ path, table, owner: owners.get(table)!, user: module })),
  );
}

/** Returns the string literals of a file that look like SQL. */
function literalsOf(source: Source): string {
  const found: string[] = [];
  walk(source, (node) => {
    if (node.type === 'TemplateElement') found.push((node.value as { raw: string }).raw);
    if (node.type === 'Literal' && typeof node.value === 'string') found.push(node.value);
  });
  return found.filter((text) => /\b(select|insert|update|delete|from|join)\b/.test(text)).join('\n');
}
