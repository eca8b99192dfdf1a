import { Readable } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { BillFault } from '@boyun/domain/reconcile';
import { zipParts } from '@boyun/kernel/server';

const MB = 1024 * 1024;

/** Bounds on a file of a bill; what a million payments need stays far below them. */
export const BILL_BOUNDS = {
  /** Rows of a file. */
  rows: 2_000_000,
  /** Bytes that it unpacks to, and how many times more than its packed bytes. */
  bytes: 1024 * MB,
  ratio: 200,
  /** Any file may unpack to as much. */
  freeBytes: 16 * MB,
  lineLength: 16_384,
  parts: 100,
} as const;

/** A text in a file: its name in the archive, and its lines in batches. */
export interface BillText {
  readonly name: string;
  lines(): AsyncGenerator<readonly string[]>;
}

/** Returns the texts in a file: those of a zip archive, or the one that it is, packed or not. */
export function textsOf(name: string, bytes: Buffer): BillText[] {
  const begins = bytes.subarray(0, 2).toString('hex');
  const most = Math.min(BILL_BOUNDS.bytes, Math.max(BILL_BOUNDS.freeBytes, bytes.length * BILL_BOUNDS.ratio));
  if (begins === '504b')
    return partsOf(bytes)
      .filter((part) => !part.name.endsWith('/'))
      .map((part) => ({
        name: part.name,
        lines: () => linesOf(part.method === 0 ? piecesOf(part.packed) : unpacked(part.packed, createInflateRaw), most),
      }));
  if (begins === '1f8b') return [{ name, lines: () => linesOf(unpacked(bytes, createGunzip), most) }];
  return [{ name, lines: () => linesOf(piecesOf(bytes), most) }];
}

function partsOf(bytes: Buffer) {
  try {
    return zipParts(bytes, BILL_BOUNDS.parts);
  } catch (error) {
    throw new BillFault('broken', { reason: (error as Error).message });
  }
}

type Pieces = AsyncIterable<Buffer> | Iterable<Buffer>;
const PIECE = 256 * 1024;

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** Unpacks piece by piece, as they are asked for. */
async function* unpacked(
  packed: Buffer,
  open: (options: { chunkSize: number }) => ReturnType<typeof createGunzip | typeof createInflateRaw>,
): AsyncGenerator<Buffer> {
  const source = Readable.from(piecesOf(packed));
  try {
    yield* source.pipe(open({ chunkSize: PIECE })) as AsyncIterable<Buffer>;
  } catch (error) {
    throw new BillFault('broken', { reason: (error as Error).message });
  } finally {
    source.destroy();
  }
}

/** The lines of a text, a batch for each piece of it. Chinese programs write GB 18030 where they do not write UTF-8. */
async function* linesOf(pieces: Pieces, mostBytes: number): AsyncGenerator<readonly string[]> {
  let decoder: TextDecoder | null = null;
  let rest = '';
  let left = mostBytes;
  for await (const piece of pieces) {
    left -= piece.length;
    if (left < 0) throw new BillFault('too-large', { limit: Math.round(mostBytes / MB) });
    decoder ??= decoderOf(piece);
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop()!;
    if (rest.length > BILL_BOUNDS.lineLength) throw new BillFault('too-long', { limit: BILL_BOUNDS.lineLength });
    yield lines;
  }
  const last = rest + (decoder?.decode() ?? '');
  if (last !== '') yield [last];
}

function decoderOf(begin: Buffer): TextDecoder {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(begin, { stream: true });
    return new TextDecoder('utf-8', { ignoreBOM: true });
  } catch {
    return new TextDecoder('gb18030');
  }
}
