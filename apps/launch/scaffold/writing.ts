import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What every scaffold is given; `zh` and `en` are the title, that of an entity in the plural in English. */
export interface NewPart {
  /** Absolute path of the module's folder. */
  readonly folder: string;
  readonly module: string;
  /** kebab-case and singular: `sentry-box`. */
  readonly entity: string;
  readonly zh: string;
  readonly en: string;
}

/** A file and its text. */
export type Written = readonly [path: string, text: string];

const BANNED = ['util', 'utils', 'helper', 'helpers', 'common', 'shared', 'manager', 'misc'];

/** Thrown when nothing was written; the message says what to do. */
export class ScaffoldError extends Error {}

/** `key-cabinet` in camel case: `keyCabinet`. */
export const camelOf = (name: string) => name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** `key-cabinet` in Pascal case: `KeyCabinet`. */
export const pascalOf = (name: string) => camelOf(`-${name}`);

/** Refuses titles that are not in both languages, or would need escaping in the code. */
export function checkTitle(zh: string, en: string): void {
  if (!/\p{Script=Han}/u.test(zh) || /\p{Script=Han}/u.test(en) || /['\\\n]/.test(zh + en))
    throw new ScaffoldError('Give the title in Chinese and in English, without quotes, like 岗亭 "Sentry boxes".');
}

/** Refuses unknown modules, names that are not kebab-case and names that are taken. */
export function checkNew({ folder, module, entity, zh, en }: NewPart): void {
  if (!existsSync(join(folder, 'src/contract.ts')))
    throw new ScaffoldError(`There is no module "${module}". Name one of the folders below modules/.`);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(entity) || BANNED.includes(entity))
    throw new ScaffoldError(`"${entity}" is no name of an entity. Write it singular in kebab-case, like sentry-box.`);
  if (existsSync(join(folder, 'src', entity)))
    throw new ScaffoldError(`modules/${module}/src/${entity} exists already. Choose another name or remove it.`);
  checkTitle(zh, en);
}

/** Refuses a module that may not import another one. */
export function requireAbove({ folder, module }: NewPart, below: string): void {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!(`@boyun/${below}` in dependencies))
    throw new ScaffoldError(
      `modules/${module} does not depend on ${below}. Choose a module that does, or add "@boyun/${below}": "*" to its dependencies.`,
    );
}

/** Returns the number of the next migration; each module counts from 0001. */
export function nextNumber(folder: string): string {
  const migrations = join(folder, 'migrations');
  mkdirSync(migrations, { recursive: true });
  const last = Math.max(0, ...readdirSync(migrations).map((file) => Number.parseInt(file, 10) || 0));
  return String(last + 1).padStart(4, '0');
}

/** Formats and writes files of a module; returns their paths. */
export function write(module: string, files: readonly Written[]): string[] {
  // All are formatted before the first is written: the formatter may refuse one.
  for (const [file, text] of formatted(module, files)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return files.map(([file]) => file);
}

/** Returns the files with their text formatted and its imports sorted, by one run of the formatter; migrations as they are. */
function formatted(module: string, files: readonly Written[]): Written[] {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const drafts = mkdtempSync(join(tmpdir(), 'boyun-scaffold-'));
  try {
    const all = files.map(([file, text], number) => {
      const draft = file.endsWith('.sql') ? null : join(drafts, `${number}`, basename(file));
      if (draft) mkdirSync(dirname(draft));
      if (draft) writeFileSync(draft, text);
      return { file, text, draft };
    });
    const how = ['check', '--write', '--vcs-enabled=false', `--config-path=${root}`];
    const done = spawnSync(process.execPath, [biome, ...how, drafts], { cwd: root, encoding: 'utf8' });
    if (done.status !== 0)
      throw new ScaffoldError(`The formatter refused a file of modules/${module}: ${done.stderr}${done.stdout}`);
    return all.map(({ file, text, draft }) => [file, draft ? readFileSync(draft, 'utf8') : text]);
  } finally {
    rmSync(drafts, { recursive: true, force: true });
  }
}
