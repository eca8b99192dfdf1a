import { randomUUID } from 'node:crypto';
import type { BoxDatabase } from './database.ts';

/** An item that waits for the cloud. */
export interface QueuedItem {
  readonly seq: number;
  readonly itemId: string;
  readonly kind: 'passing' | 'cash' | 'barrier';
  /** By the clock of the box. */
  readonly atMs: number;
  readonly eventId: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Items the queue is made for. */
export const QUEUE_CAPACITY = 200_000;
/** Bytes of pictures kept at most. */
const PICTURE_BYTES = 1024 ** 3;

/** The passings, payments and barrier acts the cloud has not taken yet, in the order in which they happened. */
export class Queue {
  readonly #database: BoxDatabase;
  readonly #pictureBytes: number;

  constructor(database: BoxDatabase, pictureBytes = PICTURE_BYTES) {
    this.#database = database;
    this.#pictureBytes = pictureBytes;
  }

  /** Appends an item within the transaction of the change it reports; returns its place. */
  add(item: Omit<QueuedItem, 'seq' | 'itemId'>): number {
    const row = this.#database.one<{ seq: number }>(
      'insert into queue (item_id, kind, at_ms, event_id, body) values (?, ?, ?, ?, ?) returning seq',
      randomUUID(),
      item.kind,
      item.atMs,
      item.eventId,
      JSON.stringify(item.body),
    );
    return row!.seq;
  }

  get length(): number {
    return this.#database.one<{ n: number }>('select count(*) as n from queue')!.n;
  }

  get isEmpty(): boolean {
    return this.#database.one('select 1 from queue limit 1') === null;
  }

  get oldestMs(): number | null {
    return this.#database.one<{ at_ms: number }>('select at_ms from queue order by seq limit 1')?.at_ms ?? null;
  }

  /** The first items. */
  first(count: number): QueuedItem[] {
    return this.#database
      .all<{
        seq: number;
        itemId: string;
        kind: QueuedItem['kind'];
        atMs: number;
        eventId: string | null;
        body: string;
      }>(
        'select seq, item_id as itemId, kind, at_ms as atMs, event_id as eventId, body from queue order by seq limit ?',
        count,
      )
      .map((row) => ({ ...row, body: JSON.parse(row.body) as QueuedItem['body'] }));
  }

  /** Deletes an item that the cloud has taken, with its picture. */
  remove({ seq, eventId }: Pick<QueuedItem, 'seq' | 'eventId'>): void {
    this.#database.inTransaction(() => {
      this.#database.run('delete from queue where seq = ?', seq);
      if (eventId) this.#database.run('delete from picture where event_id = ?', eventId);
    });
  }

  /** Keeps the picture of a passing; the oldest ones go first when the disk would hold too much. */
  keepPicture(eventId: string, atMs: number, bytes: Uint8Array): void {
    this.#database.run(
      'insert into picture (event_id, at_ms, bytes) values (?, ?, ?) on conflict (event_id) do nothing',
      eventId,
      atMs,
      bytes,
    );
    while (this.#pictureSum() > this.#pictureBytes)
      this.#database.run(
        'delete from picture where event_id in (select event_id from picture order by at_ms limit 20)',
      );
  }

  #pictureSum(): number {
    return this.#database.one<{ n: number | null }>('select sum(length(bytes)) as n from picture')!.n ?? 0;
  }

  pictureOf(eventId: string): Uint8Array | null {
    return (
      this.#database.one<{ bytes: Uint8Array }>('select bytes from picture where event_id = ?', eventId)?.bytes ?? null
    );
  }

  /** Deletes the picture of a passing that nothing reports any more. */
  dropPicture(eventId: string): void {
    this.#database.run('delete from picture where event_id = ?', eventId);
  }
}
