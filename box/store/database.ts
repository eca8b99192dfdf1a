import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SCHEMA } from './schema.ts';

/** The database was written by a newer program. */
export class NewerDatabase extends Error {}

/** The database of a box: one file, written through to the disk with each transaction. */
export class BoxDatabase {
  readonly #sqlite: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();
  #isInside = false;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#sqlite = new DatabaseSync(join(folder, 'box.sqlite'), { timeout: 5000 });
    this.#sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma auto_vacuum = incremental;');
    this.#migrate();
  }

  #migrate(): void {
    const [row] = this.all<{ user_version: number }>('pragma user_version');
    const version = row!.user_version;
    if (version > SCHEMA.length)
      throw new NewerDatabase(`The database has version ${version}; this program knows ${SCHEMA.length}.`);
    for (const [index, statements] of SCHEMA.entries())
      if (index >= version)
        this.inTransaction(() => this.#sqlite.exec(`${statements} pragma user_version = ${index + 1};`));
  }

  /** Runs work whose changes are kept together or not at all. A transaction inside another is part of it. */
  inTransaction<T>(work: () => T): T {
    if (this.#isInside) return work();
    this.#sqlite.exec('begin immediate');
    this.#isInside = true;
    try {
      const result = work();
      this.#sqlite.exec('commit');
      return result;
    } catch (error) {
      this.#sqlite.exec('rollback');
      throw error;
    } finally {
      this.#isInside = false;
    }
  }

  all<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.#statement(sql).all(...values) as T[];
  }

  one<T>(sql: string, ...values: SQLInputValue[]): T | null {
    return (this.#statement(sql).get(...values) as T | undefined) ?? null;
  }

  /** Returns the number of rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  #statement(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const made = this.#sqlite.prepare(sql);
    this.#prepared.set(sql, made);
    return made;
  }

  /** A value that outlives a restart; null where there is none. */
  meta(name: string): string | null {
    return this.one<{ value: string }>('select value from meta where name = ?', name)?.value ?? null;
  }

  setMeta(name: string, value: string | null): void {
    if (value === null) this.run('delete from meta where name = ?', name);
    else
      this.run(
        'insert into meta (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
        name,
        value,
      );
  }

  /** A number that outlives a restart; null where there is none. */
  number(name: string): number | null {
    const text = this.meta(name);
    return text === null ? null : Number(text);
  }

  close(): void {
    this.#sqlite.close();
  }
}
