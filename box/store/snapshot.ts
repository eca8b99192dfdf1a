import type { ChangedRow, ListValue, Sections } from '../wire.ts';
import type { BoxDatabase } from './database.ts';
import type { Stays } from './stays.ts';

const CURSOR = 'cursor';
const ROUND = 'round';

/** What the cloud sent: lanes, cameras, tariffs, lists, people. It stays usable however long the cloud is away. */
export class Snapshot {
  readonly #database: BoxDatabase;
  readonly #stays: Stays;
  /** Parsed values of the small sections, until something changes. */
  readonly #kept = new Map<string, unknown[]>();

  constructor(database: BoxDatabase, stays: Stays) {
    this.#database = database;
    this.#stays = stays;
  }

  get cursor(): string | null {
    return this.#database.meta(CURSOR);
  }

  /** Whether there is enough to decide alone. */
  get isUsable(): boolean {
    return this.all('lot').length > 0 && this.all('lane').length > 0;
  }

  /** Keeps a page with the cursor behind it. `asked` is the mark it was asked for at: what happened here since is newer. */
  apply(
    page: {
      readonly cursor: string;
      readonly rows: readonly ChangedRow[];
      readonly isStart: boolean;
      readonly isFull: boolean;
      readonly isLast: boolean;
    },
    asked: number,
  ): void {
    this.#database.inTransaction(() => {
      const round = (this.#database.number(ROUND) ?? 0) + (page.isStart ? 1 : 0);
      this.#database.setMeta(ROUND, String(round));
      if (page.isStart) this.#database.setMeta('round-began', String(asked));
      for (const row of page.rows) this.#applyRow(row, round, asked);
      if (page.isFull && page.isLast) this.#forgetBefore(round);
      this.#database.setMeta(CURSOR, page.cursor);
    });
    this.#kept.clear();
  }

  /** Asks for everything anew with the next call. */
  forgetCursor(): void {
    this.#database.setMeta(CURSOR, null);
  }

  #applyRow({ Section, Key, Value }: ChangedRow, round: number, asked: number): void {
    if (Section === 'stay') {
      this.#stays.applyRow(Key, Value, round, asked);
      return;
    }
    if (Value === null) {
      this.#database.run('delete from fact where section = ? and key = ?', Section, Key);
      if (Section === 'list') this.#database.run('delete from listed where key = ?', Key);
      return;
    }
    const text = JSON.stringify(Value);
    if (Section === 'list')
      this.#database.run(
        `insert into listed (key, plate, value, round) values (?, ?, ?, ?)
         on conflict (key) do update set plate = excluded.plate, value = excluded.value, round = excluded.round`,
        Key,
        (Value as ListValue).Plate,
        text,
        round,
      );
    else
      this.#database.run(
        `insert into fact (section, key, value, round) values (?, ?, ?, ?)
         on conflict (section, key) do update set value = excluded.value, round = excluded.round`,
        Section,
        Key,
        text,
        round,
      );
  }

  /** Deletes what a full snapshot did not name any more. */
  #forgetBefore(round: number): void {
    this.#database.run('delete from fact where round < ?', round);
    this.#database.run('delete from listed where round < ?', round);
    this.#stays.forgetBefore(round, this.#database.number('round-began') ?? 0);
  }

  /** All values of a section. */
  all<S extends keyof Sections>(section: S): readonly Sections[S][] {
    const known = this.#kept.get(section) as Sections[S][] | undefined;
    if (known) return known;
    const rows = this.#database.all<{ value: string }>(
      'select value from fact where section = ? order by key',
      section,
    );
    const values = rows.map((row) => JSON.parse(row.value) as Sections[S]);
    this.#kept.set(section, values);
    return values;
  }

  /** The values of a section for a plate; keys there begin with it. */
  ofPlate<S extends 'vip' | 'debt'>(section: S, plate: string): readonly Sections[S][] {
    return this.#database
      .all<{ value: string }>(
        'select value from fact where section = ? and key >= ? and key < ? order by key',
        section,
        `${plate}/`,
        `${plate}0`,
      )
      .map((row) => JSON.parse(row.value) as Sections[S]);
  }

  /** The entries of lists for a plate at a time, the most important of each list first. */
  entriesOf(plate: string, atMs: number): ListValue[] {
    const rows = this.#database.all<{ value: string }>('select value from listed where plate = ?', plate);
    return rows
      .map((row) => JSON.parse(row.value) as ListValue)
      .filter(
        ({ ValidFrom, ValidUntil }) =>
          (ValidFrom === null || Date.parse(ValidFrom) <= atMs) &&
          (ValidUntil === null || Date.parse(ValidUntil) > atMs),
      )
      .sort(
        (a, b) =>
          Number(b.Action === 'deny') - Number(a.Action === 'deny') ||
          Number(a.IsWide) - Number(b.IsWide) ||
          (a.EntryId < b.EntryId ? 1 : -1),
      );
  }

  /**
   * The entries that cover a stay which began with one of them: that entry, and others of its list that have a place for each of their
   * plates, as a pack for the night beside one for the day.
   */
  covering(kind: string, entryId: string, plate: string): ListValue[] {
    const rows = this.#database.all<{ value: string }>('select value from listed where plate = ?', plate);
    const entries = rows.map((row) => JSON.parse(row.value) as ListValue).filter((one) => one.Kind === kind);
    if (!entries.some((one) => one.EntryId === entryId)) return [];
    return entries.filter((one) => one.EntryId === entryId || (one.Places !== null && one.SharedCount <= one.Places));
  }
}
