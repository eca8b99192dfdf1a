import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Migration, readMigrations } from '@boyun/kernel/server';
import { migrationSources } from '@boyun/server/schema';
import type { Unseen } from './coverage.ts';

/** Where the dumps are. */
export const DUMPS = fileURLToPath(new URL('./dumps/', import.meta.url));

/** A migration as it was when a dump was made. */
export interface FrozenMigration {
  readonly name: string;
  /** SHA-256 of its SQL, as hexadecimal digits. */
  readonly sha256: string;
}

/** What `<version>.json` says of the dump `<version>.backup` beside it. */
export interface Manifest {
  /** The product's version; `1.0.1215-2` for the second schema of a version. */
  readonly version: string;
  /** What the product's clock showed at the end, as an ISO instant. */
  readonly madeAt: string;
  /** The migrations of its schema, in the order in which they were applied. */
  readonly migrations: readonly FrozenMigration[];
  /** Codes of the tenants made by calls of the product, whose figures add up; the others have rows planted with SQL. */
  readonly tenants: readonly string[];
  /** Number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** What it lacks: tables without a row, and values of a state without one. */
  readonly unseen: readonly Unseen[];
}

/** The manifests of all dumps, oldest first. */
export function readManifests(): Manifest[] {
  if (!existsSync(DUMPS)) return [];
  return readdirSync(DUMPS)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(DUMPS, name), 'utf8')) as Manifest)
    .sort((one, other) => one.version.localeCompare(other.version, 'en', { numeric: true }));
}

/** The file of a dump. */
export function dumpFile({ version }: Pick<Manifest, 'version'>): string {
  return join(DUMPS, `${version}.backup`);
}

/** What a dump of these migrations is called: as the one that has the same, else the version with the next number. */
export function nameOfDump(
  product: string,
  migrations: readonly FrozenMigration[],
  manifests: readonly Pick<Manifest, 'version' | 'migrations'>[],
): string {
  const ofProduct = manifests.filter(({ version }) => version === product || version.startsWith(`${product}-`));
  const text = JSON.stringify(migrations);
  const same = ofProduct.find((one) => JSON.stringify(one.migrations) === text);
  if (same) return same.version;
  return ofProduct.length === 0 ? product : `${product}-${ofProduct.length + 1}`;
}

/** The migrations of the product as they are now, in order. */
export function currentMigrations(): Promise<Migration[]> {
  return readMigrations(migrationSources);
}

/** A migration in the form of a manifest. */
export function frozen({ name, text }: Migration): FrozenMigration {
  return { name, sha256: createHash('sha256').update(text).digest('hex') };
}

/** Sentences on each migration of a manifest that is missing, changed or applied in another order than then. */
export function changesSince({ version, migrations }: Manifest, current: readonly Migration[]): string[] {
  const now = new Map(current.map((one) => [one.name, frozen(one).sha256]));
  const wrong = migrations
    .filter(({ name, sha256 }) => now.get(name) !== sha256)
    .map(
      ({ name }) =>
        `${name} is not as it was in version ${version}, which databases run: undo the change and write a new migration instead`,
    );
  if (wrong.length > 0) return wrong;
  const known = new Set(migrations.map((one) => one.name));
  const order = current.map((one) => one.name).filter((name) => known.has(name));
  return order.every((name, index) => name === migrations[index]!.name)
    ? []
    : [`the migrations of version ${version} are in another order now: a new module goes behind those it depends on`];
}
