import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ParseResult, parseSync } from 'oxc-parser';

/** The repository's folder, with a trailing slash. */
export const root = fileURLToPath(new URL('../', import.meta.url));

const SKIPPED = new Set(['node_modules', 'dist', 'data', '.git', '.cache']);
/** Folders of the repository that contain code. */
export const ROOMS = [
  'domain',
  'kernel',
  'modules',
  'box',
  'apps',
  'simulator',
  'test-server',
  'bench',
  'journeys',
  'rules',
  'upgrade',
];

/** An import path and its target; `isType` for imports erased at run time. */
export interface ImportOf {
  readonly specifier: string;
  readonly isType: boolean;
}

/** One parsed TypeScript file. */
export interface Source {
  /** Relative to the root, with slashes: `kernel/server/clock.ts`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly ImportOf[];
  readonly parsed: ParseResult;
}

/** Returns all files below a folder of the repository, relative to the root, without installed or built ones. */
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

/** Returns every TypeScript and JavaScript file of the repository, parsed once. */
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
  /** Folder relative to the root: `modules/facilities`. */
  readonly folder: string;
  readonly name: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Returns every workspace, by its package.json. */
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

/** Returns the workspace of a file. */
export function packageOf(path: string, all: readonly Package[]): Package {
  const found = all.find((one) => path.startsWith(`${one.folder}/`));
  if (!found) throw new Error(`${path} belongs to no workspace: add a package.json to its folder`);
  return found;
}

/** Resolves a relative import to a path relative to the root. */
export function resolveRelative(from: string, specifier: string): string {
  return relative(root, join(root, dirname(from), specifier)).replaceAll('\\', '/');
}

/**
 * Returns the package of a bare import: `@boyun/kernel/server` → `@boyun/kernel`; null for relative imports and Node's
 * own modules.
 */
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

/** Returns the place of a node as `path:line`. */
export function placeOf(source: Source, start: number): string {
  return `${source.path}:${source.text.slice(0, start).split('\n').length}`;
}
