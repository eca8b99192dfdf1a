import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Access,
  exportPermission,
  type Field,
  type ModuleContract,
  permissionsOf,
  type Report,
  type Resource,
} from '@boyun/kernel/contract';
import { moduleNames } from './module-door.ts';
import { filesBelow, resolveRelative, root, type Source, sources } from './source.ts';

/** Everything the pages reach: files by path, the contracts, and the slot contributions between modules. */
interface Walk {
  readonly files: ReadonlyMap<string, Source>;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly declared: ReadonlySet<unknown>;
  readonly offers: ReadonlyMap<string, readonly [module: string, name: string][]>;
}

const SHELL = 'apps/web/src';
const DOORS = `${SHELL}/modules.ts`;

/** Returns the file behind a name of a module's web door, and whether it is lazily loaded. */
function behindDoor(walk: Walk, module: string, name: string): string[] {
  const door = walk.files.get(`modules/${module}/src/web.ts`)!;
  const re = door.parsed.module.staticExports.flatMap((one) => one.entries).find((one) => one.exportName.name === name);
  if (re?.moduleRequest) return [resolveRelative(door.path, re.moduleRequest.value)];
  const lazily = new RegExp(`export const ${name} = [^;]*?import\\('([^']+)'\\)`).exec(door.text);
  return lazily ? [resolveRelative(door.path, lazily[1]!)] : [];
}

/** Returns the files a page's file imports, in its module and others, except contracts and the kernel. */
function drawnFrom(walk: Walk, start: readonly string[]): Source[] {
  const found = new Map<string, Source>();
  const visit = (path: string): void => {
    const source = walk.files.get(path);
    if (!source || found.has(path) || /contract\.ts$/.test(path)) return;
    found.set(path, source);
    for (const [module, name] of walk.offers.get(path) ?? []) behindDoor(walk, module, name).forEach(visit);
    for (const { specifier, names } of importsWithNames(source)) {
      const door = /^@boyun\/([a-z-]+)\/web$/.exec(specifier)?.[1];
      if (specifier.startsWith('.')) visit(resolveRelative(path, specifier));
      else if (door && door !== 'kernel')
        for (const name of names) if (name !== 'pages') behindDoor(walk, door, name).forEach(visit);
    }
  };
  start.forEach(visit);
  return [...found.values()];
}

function importsWithNames(source: Source): { specifier: string; names: string[] }[] {
  const fixed = source.parsed.module.staticImports.map((one) => ({
    specifier: one.moduleRequest.value,
    names: one.entries.filter((entry) => !entry.isType).map((entry) => entry.importName.name ?? ''),
  }));
  const lazily = source.imports.filter((one) => !fixed.some((each) => each.specifier === one.specifier));
  return [...fixed, ...lazily.map(({ specifier }) => ({ specifier, names: [] }))];
}

/** Returns the contract declarations a file names. */
async function declaredIn(walk: Walk, source: Source): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const { specifier, names } of importsWithNames(source)) {
    const module = /^@boyun\/([a-z-]+)\/contract$/.exec(specifier)?.[1];
    const path = module ? `modules/${module}/src/contract.ts` : resolveRelative(source.path, specifier);
    if (module === 'kernel' || !/contract\.ts$/.test(path)) continue;
    const values = (await import(pathToFileURL(join(root, path)).href)) as Record<string, unknown>;
    found.push(...names.map((name) => values[name]).filter((value) => walk.declared.has(value)));
  }
  // Things of other modules by name: a reference to select, a form opened remotely.
  for (const [, name] of source.text.matchAll(/['"]([a-z]+(?:-[a-z]+)*)['"]/g))
    if (walk.resources.has(name!)) found.push(walk.resources.get(name!)!.can.list);
  return found;
}

function fieldsIn(declaration: object): Field[] {
  const tables = ['allFields', 'input', 'output', 'filters', 'columns'] as const;
  const below = (field: Field): Field[] => [
    field,
    ...Object.values(field.fields ?? {}).flatMap(below),
    ...(field.item ? below(field.item) : []),
  ];
  return tables.flatMap((key) =>
    Object.values((declaration as Record<string, Record<string, Field>>)[key] ?? {}).flatMap(below),
  );
}

/** Returns the permissions that guard a declaration, and those needed to select what it refers to. */
function rightsOf(walk: Walk, declaration: unknown): string[] {
  const one = declaration as Partial<Resource & Report> & { name: string; access?: Access; label?: unknown };
  const guards: (Access | undefined)[] = [one.access, ...Object.values(one.can ?? {})];
  // A permission itself, as required by a button.
  if (one.label) guards.push(one as unknown as Access);
  if ('columns' in one && 'filters' in one && one.access) guards.push(exportPermission(one as unknown as Report));
  for (const { to } of fieldsIn(one)) if (to) guards.push(walk.resources.get(to)?.can.list);
  return guards.flatMap((access) => (typeof access === 'object' ? [access.name] : []));
}

/**
 * Returns the pages that use each permission, derived from the code of the pages; permissions used by the shell or by no
 * page are omitted. A page uses what it names, what it embeds from other modules, and what is contributed to its slots.
 */
export async function pagesOfRights(contracts: readonly ModuleContract[]): Promise<Map<string, string[]>> {
  const files = new Map(sources().map((one) => [one.path, one]));
  const offers = new Map<string, [string, string][]>();
  const everywhere: string[] = [];
  const walk: Walk = {
    files,
    resources: new Map(contracts.flatMap((one) => one.resources).map((one) => [one.name, one])),
    declared: new Set<unknown>([
      ...contracts.flatMap((one) => [
        ...one.resources,
        ...one.operations,
        ...one.reports,
        ...one.workbooks,
        ...one.channels,
      ]),
      ...permissionsOf(contracts),
    ]),
    offers,
  };
  for (const module of moduleNames) {
    const door = files.get(`modules/${module}/src/web.ts`);
    if (!door) continue;
    const imported = new Map(
      door.parsed.module.staticImports.flatMap(({ moduleRequest, entries }) =>
        entries.map(({ importName }) => [
          importName.name ?? '',
          /^@boyun\/([a-z-]+)\/web$/.exec(moduleRequest.value)?.[1],
        ]),
      ),
    );
    for (const [, slot, given] of door.text.matchAll(/\bfill\((\w+), (.*)\)/g)) {
      const owner = imported.get(slot!);
      // Slots of contracts hold declarations, no parts of pages.
      if (!owner) continue;
      // The panel of a car repeats what pages list: a tenant without those pages does not get their rights by it.
      if (slot === 'carParts') continue;
      const parts = [...given!.matchAll(/\b[A-Z]\w+/g)].map(([part]): [string, string] => [module, part]);
      // Contributions to the kernel's own inputs may appear on every page.
      if (owner === 'kernel') everywhere.push(...parts.flatMap((part) => behindDoor(walk, ...part)));
      else for (const path of behindDoor(walk, owner, slot!)) offers.set(path, [...(offers.get(path) ?? []), ...parts]);
    }
  }
  const used = async (start: readonly string[]) => {
    const found = await Promise.all(drawnFrom(walk, start).map((source) => declaredIn(walk, source)));
    return found.flat().flatMap((one) => rightsOf(walk, one));
  };
  const shell = filesBelow(SHELL).filter((path) => path !== DOORS && /(?<!\.test)\.tsx?$/.test(path));
  // Besides its own calls, the shell looks up records by name; it changes none.
  const changes = new Set(
    [...walk.resources.values()].flatMap(({ can }) =>
      Object.values(can).flatMap((one) => (one === can.list ? [] : [one.name])),
    ),
  );
  const always = new Set((await used([...shell, ...everywhere])).filter((right) => !changes.has(right)));
  // A table has a permission for each operation, including those it does not offer.
  const known = new Set(permissionsOf(contracts).map((one) => one.name));
  const pages = new Map<string, Set<string>>();
  for (const module of moduleNames) {
    const door = files.get(`modules/${module}/src/web.ts`)!;
    const own = new Map(
      [...door.text.matchAll(/^ {2}(\w+): \(\) => import\('([^']+)'\)/gm)].map((one) => [one[1], one[2]]),
    );
    for (const page of contracts.find((one) => one.name === module)!.pages) {
      const start = own.get(page.key);
      const rights = start ? await used([resolveRelative(door.path, start)]) : [];
      const listed = page.resource ?? page.report;
      for (const right of [...rights, ...rightsOf(walk, page), ...(listed ? rightsOf(walk, listed) : [])])
        if (known.has(right) && !always.has(right)) pages.set(right, (pages.get(right) ?? new Set()).add(page.key));
    }
  }
  return new Map([...pages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([right, keys]) => [right, [...keys].sort()]));
}
