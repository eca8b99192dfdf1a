import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

// The checksum is the SHA-256 of everything before it, as the comment of an empty gzip member at the end of the file. Tools and
// versions that know nothing of it read the file as before: members of gzip follow each other, and this one adds no bytes.

const MARK = 'BOYUN SHA256 ';

function trailerOf(hash: Hash): Buffer {
  // Magic, deflate, "has a comment", no time, no hints, system unknown.
  const head = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff]);
  // End of the comment, an empty block, and the CRC and length of no bytes.
  const foot = Buffer.from([0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([head, Buffer.from(`${MARK}${hash.digest('hex')}`), foot]);
}

const TRAILER_BYTES = trailerOf(createHash('sha256')).length;

/** Passes the bytes of a gzip file on and adds its checksum after them. */
export async function* withChecksum(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  yield trailerOf(hash);
}

/** The result of checking a file; `none` when it does not end with a recognizable checksum. */
export type ChecksumState = 'matches' | 'differs' | 'none' | 'empty';

/** Reads a file to its end and compares its checksum. Rejects with the file system's error when it cannot be read. */
export async function checksumState(file: string): Promise<ChecksumState> {
  const { size } = await stat(file);
  if (size === 0) return 'empty';
  const covered = Math.max(0, size - TRAILER_BYTES);
  const hash = createHash('sha256');
  let at = 0;
  let tail = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    const inside = Math.max(0, Math.min(chunk.length, covered - at));
    if (inside > 0) hash.update(chunk.subarray(0, inside));
    if (inside < chunk.length) tail = Buffer.concat([tail, chunk.subarray(inside)]);
    at += chunk.length;
  }
  if (tail.equals(trailerOf(hash))) return 'matches';
  return tail.includes(MARK) ? 'differs' : 'none';
}
