import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, type Gunzip } from 'node:zlib';
import { checksumState, withChecksum } from './backup-checksum.ts';

// A backup file is gzip over: the magic line, then entries. An entry is a JSON line; table and file entries are followed by
// chunks (4 bytes of length, big endian, then that many bytes) up to a chunk of length 0. The last entry is `end`: a file
// without it was cut off. The checksum of the whole file follows (backup-checksum.ts).

const MAGIC = 'BOYUN BACKUP\n';

/** The format this product writes; it reads no other. */
export const FORMAT_VERSION = 1;

const CHUNK_BYTES = 64 * 1024;

const LINE_LIMIT_BYTES = 64 * 1024 * 1024;

/** A partition of a table, with all that is needed to create it where the target has none. */
export type PartitionEntry = {
  schema: string;
  name: string;
  parent: { schema: string; name: string };
  /** `FOR VALUES …` or `DEFAULT`. */
  bound: string;
  /** `RANGE (…)` and the like when it is partitioned itself. */
  key: string | null;
  hasRowSecurity: boolean;
  isRowSecurityForced: boolean;
};

/** The first entry: the writer of the file and the version of the database in it. */
export type HeaderEntry = {
  type: 'header';
  formatVersion: number;
  /** The file ends with this checksum; backups of earlier versions have none. */
  checksum?: 'sha256';
  productVersion: string;
  /** When the backup was taken, as an ISO instant. */
  takenAt: string;
  /** Names of the applied migrations, sorted. */
  migrations: string[];
  partitions: PartitionEntry[];
};

/** A table's name and columns; its rows follow in COPY's text form. */
export type TableEntry = { type: 'table'; schema: string; name: string; columns: string[] };

/** Number of rows of the preceding table. */
export type RowsEntry = { type: 'rows'; rows: number };

/** The position of a sequence. */
export type SequenceEntry = { type: 'sequence'; schema: string; name: string; lastValue: string | null };

/** A file of the data folder, path relative with forward slashes; its bytes follow. */
export type FileEntry = { type: 'file'; path: string };

/** The last entry. */
export type EndEntry = { type: 'end'; tables: number; files: number };

/** Any entry of a backup file. */
export type Entry = HeaderEntry | TableEntry | RowsEntry | SequenceEntry | FileEntry | EndEntry;

/** Writes entries and their bytes into a backup file, with backpressure from the disk. */
export class BackupWriter {
  readonly #gzip = createGzip({ level: 6, chunkSize: CHUNK_BYTES });
  readonly #done: Promise<void>;

  constructor(file: string) {
    this.#done = pipeline(this.#gzip, withChecksum, createWriteStream(file, { mode: 0o600, flush: true }));
    // Reported by the next write or by close; unhandled it would end the process first.
    this.#done.catch(() => {});
    this.#gzip.write(MAGIC);
  }

  async #write(bytes: Uint8Array | string): Promise<void> {
    if (this.#gzip.destroyed) await this.#done;
    if (!this.#gzip.write(bytes)) await once(this.#gzip, 'drain').catch(() => this.#done);
  }

  /** Writes one entry. */
  async entry(entry: Entry): Promise<void> {
    await this.#write(`${JSON.stringify(entry)}\n`);
  }

  /** Writes all bytes of the preceding entry. */
  async bytes(source: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const whole of source) {
      // A huge row arrives as one chunk; it is split so that the reader never buffers more than this.
      for (let from = 0; from < whole.length; from += CHUNK_BYTES) {
        const chunk = whole.subarray(from, from + CHUNK_BYTES);
        const length = Buffer.alloc(4);
        length.writeUInt32BE(chunk.length);
        await this.#write(Buffer.concat([length, chunk]));
      }
    }
    await this.#write(Buffer.alloc(4));
  }

  /** Ends the file; it is on the disk when this resolves. */
  async close(): Promise<void> {
    this.#gzip.end();
    await this.#done;
  }

  /** Discards the file after an error. */
  async abort(): Promise<void> {
    this.#gzip.destroy();
    await this.#done.catch(() => {});
  }
}

/**
 * Reads a whole backup file without using any of it, and resolves when it is intact. Rejects with a sentence that names the
 * file when it cannot be read, is not a backup, or is damaged.
 */
export async function checkBackup(file: string): Promise<void> {
  const state = await checksumState(file).catch((error: Error) => {
    throw new Error(`${file} cannot be read (${error.message}).`);
  });
  if (state === 'matches') return;
  if (state === 'empty') throw new Error(`The backup ${file} is empty. Use another copy.`);
  const damaged = `The backup ${file} is damaged: its checksum does not match. Use another copy.`;
  if (state === 'differs') throw new Error(damaged);
  const reader = new BackupReader(file);
  try {
    const header = await reader.header();
    if (header.checksum) throw new Error(damaged);
    await reader.readThrough();
  } finally {
    reader.close();
  }
}

/** Reads a backup file in order; throws an error with a readable sentence when it is no backup, damaged or truncated. */
export class BackupReader {
  readonly #file: string;
  readonly #stream: Gunzip;
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  #isBackup = false;

  constructor(file: string) {
    this.#file = file;
    const input = createReadStream(file);
    const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
    input.on('error', (error) => gunzip.destroy(error));
    gunzip.on('close', () => input.destroy());
    // A stream destroyed before its end reports an error, which no caller awaits any more.
    gunzip.on('error', () => {});
    this.#stream = input.pipe(gunzip);
    this.#source = gunzip[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  #damage(detail: string): Error {
    return new Error(`The backup ${this.#file} is damaged (${detail}). Use another copy.`);
  }

  /** Reads the next chunk; returns false at the end of the file. */
  async #more(): Promise<boolean> {
    let next: IteratorResult<Buffer>;
    try {
      next = await this.#source.next();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
        throw new Error(`${this.#file} cannot be read (${message}).`);
      if (!this.#isBackup)
        throw new Error(`${this.#file} is not a Boyun backup, or is damaged at its beginning (${message}).`);
      throw this.#damage(message);
    }
    if (next.done) return false;
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value]);
    return true;
  }

  async #take(length: number): Promise<Buffer> {
    while (this.#rest.length < length) {
      if (!(await this.#more())) throw this.#damage('its end is missing');
    }
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async #line(): Promise<string> {
    let from = 0;
    for (;;) {
      const end = this.#rest.indexOf(10, from);
      if (end >= 0) return (await this.#take(end + 1)).toString('utf8', 0, end);
      from = this.#rest.length;
      if (from > LINE_LIMIT_BYTES || !(await this.#more())) throw this.#damage('its end is missing');
    }
  }

  /** Reads the magic line and the header. */
  async header(): Promise<HeaderEntry> {
    if ((await this.#take(MAGIC.length)).toString('latin1') !== MAGIC)
      throw new Error(`${this.#file} is not a Boyun backup.`);
    this.#isBackup = true;
    const header = await this.entry();
    if (header.type !== 'header' || header.formatVersion !== FORMAT_VERSION) {
      throw new Error(
        `${this.#file} has a format this version does not read. Restore it with the version that wrote it.`,
      );
    }
    return header;
  }

  /** Reads the next entry. */
  async entry(): Promise<Entry> {
    const line = await this.#line();
    try {
      return JSON.parse(line) as Entry;
    } catch {
      throw this.#damage('an entry is not readable');
    }
  }

  /** Reads all entries after the header and the rest of the file, for its structure and gzip's checksum. */
  async readThrough(): Promise<void> {
    const found = { tables: 0, files: 0 };
    for (;;) {
      const entry = await this.entry();
      if (entry.type === 'table' || entry.type === 'file') {
        for await (const _ of this.bytes());
        found[entry.type === 'table' ? 'tables' : 'files'] += 1;
      } else if (entry.type === 'end') {
        if (entry.tables !== found.tables || entry.files !== found.files) throw this.#damage('entries are missing');
        if (this.#rest.length > 0 || (await this.#more())) throw this.#damage('something follows its end');
        return;
      }
    }
  }

  /** Reads the bytes of the preceding entry, which must be read completely before the next entry. */
  async *bytes(): AsyncGenerator<Buffer> {
    for (;;) {
      const length = (await this.#take(4)).readUInt32BE();
      if (length === 0) return;
      if (length > CHUNK_BYTES) throw this.#damage('a length is out of range');
      yield await this.#take(length);
    }
  }

  /** Closes the file. */
  close(): void {
    this.#stream.destroy();
  }
}
