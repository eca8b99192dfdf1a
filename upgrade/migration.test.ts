import { BackupReader } from '@boyun/server/database/backup-format';
import { expect, test } from 'vitest';
import { changesSince, currentMigrations, dumpFile, frozen, nameOfDump, readManifests } from './manifest.ts';

const manifests = readManifests();

/** The migrations and the rows of each table in a dump; a table without rows counts 0. */
async function contentsOf(file: string): Promise<{ migrations: readonly string[]; rows: Record<string, number> }> {
  const reader = new BackupReader(file);
  try {
    const { migrations } = await reader.header();
    const rows: Record<string, number> = {};
    for (let table = ''; ; ) {
      const entry = await reader.entry();
      if (entry.type === 'end') return { migrations, rows };
      if (entry.type === 'table') {
        table = entry.name;
        for await (const _ of reader.bytes());
      } else if (entry.type === 'rows') rows[table] = entry.rows;
    }
  } finally {
    reader.close();
  }
}

test('migrations of a version that is out are as they were', async () => {
  const current = await currentMigrations();
  expect(manifests.flatMap((manifest) => changesSince(manifest, current))).toEqual([]);
});

test.each(manifests)('the dump of version $version has rows in every table there was', async (manifest) => {
  const { migrations, rows } = await contentsOf(dumpFile(manifest));
  expect(migrations.toSorted()).toEqual(manifest.migrations.map((one) => one.name).toSorted());
  expect(rows).toEqual(manifest.rows);
  const empty = Object.keys(rows).filter((table) => rows[table] === 0);
  const excused = manifest.unseen.filter((one) => !one.column).map((one) => one.table);
  expect(empty, 'make the dump again: npm run dump').toEqual(excused);
});

test('there is a dump', () => {
  expect(manifests.length, 'npm run dump').toBeGreaterThan(0);
});

test('a changed, lost or moved migration is found', () => {
  const [a, b, c] = ['a/0001-x.sql', 'b/0001-x.sql', 'b/0002-y.sql'].map((name) => ({ name, text: `-- ${name}` }));
  const manifest = { ...manifests[0]!, version: '1', migrations: [a!, b!].map(frozen) };
  expect(changesSince(manifest, [a!, b!, c!])).toEqual([]);
  expect(changesSince(manifest, [{ ...a!, text: '-- other' }, b!])).toEqual([
    'a/0001-x.sql is not as it was in version 1, which databases run: undo the change and write a new migration instead',
  ]);
  expect(changesSince(manifest, [a!])).toHaveLength(1);
  expect(changesSince(manifest, [b!, a!])).toHaveLength(1);
});

test('a dump of a new schema never replaces that of an old one', () => {
  const [a, b] = ['a/0001-x.sql', 'a/0002-y.sql'].map((name) => frozen({ name, text: `-- ${name}` }));
  const first = { version: '1.0.1', migrations: [a!] };
  expect(nameOfDump('1.0.1', [a!], [])).toBe('1.0.1');
  expect(nameOfDump('1.0.1', [a!], [first])).toBe('1.0.1');
  expect(nameOfDump('1.0.1', [a!, b!], [first])).toBe('1.0.1-2');
  expect(nameOfDump('1.0.10', [a!, b!], [first])).toBe('1.0.10');
});
