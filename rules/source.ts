import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ParseResult, parseSync } from 'oxc-parser';

/** The repository's folder, with a slash at the end. */
export const root = fileURLToPath(new URL('../', import.meta.url));

const SKIPPED = new Set(['node_modules', 'dist', 'data', '.git', '.cache']);
const ROOMS = ['domain', 'kernel', 'modules', 'apps', 'bench', 'journeys', 'rules'];

/** A path and where it leads: `isType` when nothing of it is left at run time. */
export interface ImportOf {
  readonly specifier: string;
  readonly isType: boolean;
}

/** One file of TypeScript, read and parsed. */
export interface Source {
  /** From the root, with slashes: `kernel/server/clock.ts`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly ImportOf[];
  readonly parsed: ParseResult;
}

/** All files below a folder of the repository, as paths from the root; what is installed or built is left out. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !SKIPPED.has(entry.name))
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

function importsOf(parsed: ParseResult, text: string): ImportOf[] {
  const found: ImportOf[] = [];
  for (const one of parsed.module.staticImports)
    found.push({
      specifier: one.moduleRequest.value,
      isType: one.entries.length > 0 && one.entries.every((entry) => entry.isType),
    });
  for (const one of parsed.module.staticExports)
    for (const entry of one.entries)
      if (entry.moduleRequest) found.push({ specifier: entry.moduleRequest.value, isType: entry.isType });
  for (const one of parsed.module.dynamicImports) {
    const literal = /^['"`]([^'"`$]+)['"`]$/.exec(text.slice(one.moduleRequest.start, one.moduleRequest.end))?.[1];
    if (literal) found.push({ specifier: literal, isType: false });
  }
  return found;
}

let known: Source[] | undefined;

/** Every TypeScript and JavaScript file of the repository, parsed once. */
export function sources(): readonly Source[] {
  known ??= ROOMS.flatMap((room) => filesBelow(room))
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const parsed = parseSync(path, text);
      return { path, text, parsed, imports: importsOf(parsed, text) };
    });
  return known;
}

/** A workspace of the repository. */
export interface Package {
  /** Folder from the root: `modules/facilities`. */
  readonly folder: string;
  readonly name: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Every workspace, by its package.json. */
export function packages(): Package[] {
  return ROOMS.flatMap((room) => filesBelow(room))
    .filter((path) => path.endsWith('/package.json'))
    .map((path) => {
      const json = JSON.parse(readFileSync(join(root, path), 'utf8'));
      return {
        folder: dirname(path),
        name: json.name,
        exports: json.exports ?? {},
        dependencies: json.dependencies ?? {},
        devDependencies: json.devDependencies ?? {},
      };
    });
}

/** The workspace a file belongs to. */
export function packageOf(path: string, all: readonly Package[]): Package {
  const found = all.find((one) => path.startsWith(`${one.folder}/`));
  if (!found) throw new Error(`${path} belongs to no workspace: add a package.json to its folder`);
  return found;
}

/** The file a relative import leads to, as a path from the root. */
export function resolveRelative(from: string, specifier: string): string {
  return relative(root, join(root, dirname(from), specifier)).replaceAll('\\', '/');
}

/** The package a bare import names: `@boyun/kernel/server` → `@boyun/kernel`; null for relative ones and Node's own. */
export function packageName(specifier: string): string | null {
  if (/^[./]|^node:|^virtual:/.test(specifier)) return null;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Calls `visit` with every node of a file's syntax tree. */
export function walk(source: Source, visit: (node: Node) => void): void {
  const step = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) step(one);
    else if (value && typeof value === 'object') {
      if (typeof (value as Node).type === 'string') visit(value as Node);
      for (const one of Object.values(value)) if (one && typeof one === 'object') step(one);
    }
  };
  step(source.parsed.program.body);
}

/** `path:line` of a place in a file. */
export function placeOf(source: Source, start: number): string {
  return `${source.path}:${source.text.slice(0, start).split('\n').length}`;
}
