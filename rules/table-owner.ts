import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, root, type Source, sources, walk } from './source.ts';

/** A place where one module's SQL names a table of another. */
export interface TableUse {
  readonly path: string;
  readonly table: string;
  /** Module that makes the table. */
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

/** Every table of the kernel and of the modules. */
export function tableNames(): string[] {
  const texts = [...filesBelow('kernel'), ...filesBelow('modules')].filter((path) => path.endsWith('.sql'));
  return texts.flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(CREATE)].map((one) => one[1]!));
}

/** Which module makes which table. */
export function tableOwners(): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { module, text } of migrations())
    for (const [, table] of text.matchAll(CREATE)) owners.set(table!, module);
  return owners;
}

/** Every table of another module that a module's migrations and queries name. */
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

/** What stands in the texts of a file that look like SQL. */
function literalsOf(source: Source): string {
  const found: string[] = [];
  walk(source, (node) => {
    if (node.type === 'TemplateElement') found.push((node.value as { raw: string }).raw);
    if (node.type === 'Literal' && typeof node.value === 'string') found.push(node.value);
  });
  return found.filter((text) => /\b(select|insert|update|delete|from|join)\b/.test(text)).join('\n');
}
