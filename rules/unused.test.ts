import { expect, test } from 'vitest';
import { packageName, packages, resolveRelative, type Source, sources, walk } from './source.ts';

const all = packages();

/** Resolves an import to a file, through the doors of packages; null outside the repository. */
function targetOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return resolveRelative(from, specifier);
  const found = all.find((one) => one.name === packageName(specifier));
  const door = found?.exports[`.${specifier.slice(found.name.length)}`];
  return door ? `${found!.folder}/${door.replace(/^\.\//, '')}` : null;
}

/** Names a file imports, as `file name`; `file *` for all of them. */
function taken(source: Source): string[] {
  const { module } = source.parsed;
  const named = (specifier: string, names: readonly (string | null)[]) => {
    const target = targetOf(source.path, specifier);
    return target ? names.map((name) => `${target} ${name ?? '*'}`) : [];
  };
  return [
    ...module.staticImports.flatMap((one) =>
      named(
        one.moduleRequest.value,
        one.entries.map((entry) => entry.importName.name ?? (entry.importName.kind === 'Default' ? 'default' : null)),
      ),
    ),
    ...module.staticExports.flatMap((one) =>
      one.entries.flatMap((entry) =>
        entry.moduleRequest ? named(entry.moduleRequest.value, [entry.importName.name ?? null]) : [],
      ),
    ),
    ...source.imports.flatMap((one) => (isDynamic(source, one.specifier) ? named(one.specifier, [null]) : [])),
  ];
}

function isDynamic(source: Source, specifier: string): boolean {
  return source.parsed.module.dynamicImports.some((one) =>
    source.text.slice(one.moduleRequest.start, one.moduleRequest.end).includes(specifier),
  );
}

/** Values a file exports by name; types have no cost, and the doors of packages are for others. */
function offered(source: Source): string[] {
  return source.parsed.module.staticExports.flatMap((one) =>
    one.entries.flatMap((entry) =>
      entry.isType || entry.moduleRequest || !entry.exportName.name || isTypeDeclaration(source, one.start)
        ? []
        : [`${source.path} ${entry.exportName.name}`],
    ),
  );
}

function isTypeDeclaration(source: Source, start: number): boolean {
  return /^export (declare )?(type|interface)\b/.test(source.text.slice(start, start + 40));
}

/** Returns whether a file uses a name it exports, besides declaring it. */
function isUsedInside(path: string, name: string): boolean {
  const source = sources().find((one) => one.path === path)!;
  let count = 0;
  walk(source, (node) => {
    if (['Identifier', 'JSXIdentifier'].includes(node.type) && node.name === name) count += 1;
  });
  return count > 1;
}

/** Whether the doors of a package may offer what nothing takes; programs and what only tests use may not. */
function isLibrary({ folder }: { readonly folder: string }): boolean {
  return /^(domain$|kernel$|modules\/)/.test(folder);
}

test('every export is used', () => {
  const used = new Set(sources().flatMap(taken));
  const doors = new Set(
    all
      .filter(isLibrary)
      .flatMap((one) => Object.values(one.exports).map((door) => `${one.folder}/${door.replace(/^\.\//, '')}`)),
  );
  const wrong = sources()
    .filter((source) => !doors.has(source.path) && !/\.(test|bench)\.tsx?$|\.config\.ts$|\.mjs$/.test(source.path))
    .flatMap(offered)
    .filter((one) => !used.has(one) && !used.has(`${one.split(' ')[0]} *`))
    .filter((one) => !isUsedInside(...(one.split(' ') as [string, string])))
    .map((one) => `${one.replace(' ', ': ')} is used nowhere: remove it`);
  expect(wrong).toEqual([]);
});

test('every file is reachable from a program, a door or a test', () => {
  const PROGRAMS =
    /^apps\/(server|launch|web)\/[^/]+\.(ts|mjs)$|^box\/main\.ts$|^apps\/web\/src\/(main|phone)\.tsx$|^simulator\/(demo(\/maker)?|replay\/(main|derive-[a-z-]+))\.ts$|^test-server\/(clocked-server|test-database|test-worker)\.ts$|^bench\/(main|memory-server|reconcile-process)\.ts$|^bench\/reference\/[a-z]+\.tsx$|^upgrade\/dump\.ts$|^journeys\/[a-z-]+-pictures\.ts$|-thread(\.jobs)?\.ts$|\.(test|bench)\.tsx?$/;
  const doors = all.flatMap((one) =>
    Object.values(one.exports).map((door) => `${one.folder}/${door.replace(/^\.\//, '')}`),
  );
  const byPath = new Map(sources().map((source) => [source.path, source]));
  const reached = new Set<string>();
  const visit = (path: string): void => {
    const source = byPath.get(path);
    if (!source || reached.has(path)) return;
    reached.add(path);
    for (const one of source.imports) {
      const target = targetOf(path, one.specifier);
      if (target) visit(target);
    }
  };
  for (const path of [...doors, ...[...byPath.keys()].filter((one) => PROGRAMS.test(one))]) visit(path);
  const wrong = [...byPath.keys()].filter((path) => !reached.has(path)).map((path) => `${path}: nothing imports it`);
  expect(wrong).toEqual([]);
});
