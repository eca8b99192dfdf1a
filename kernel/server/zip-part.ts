import { kernelRefusal, Refusal } from '../contract/refusal.ts';

/** A file of an archive, as it is packed in it. */
export interface ZipPart {
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly packed: Buffer;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/** The refusal of an archive that cannot be read. */
export const brokenArchive = () => new Refusal(kernelRefusal['import-file'], { reason: 'not a complete archive' });

/** Returns the files of a zip archive without unpacking them; refuses more than `most`. */
export function zipParts(bytes: Buffer, most: number): ZipPart[] {
  let end = bytes.length - 22;
  while (end >= 0 && end >= bytes.length - 65_557 && bytes.readUInt32LE(end) !== END) end -= 1;
  if (end < 0 || bytes.readUInt32LE(end) !== END) throw brokenArchive();
  const count = bytes.readUInt16LE(end + 10);
  if (count > most) throw new Refusal(kernelRefusal['import-parts'], { limit: most.toLocaleString('en') });
  const parts: ZipPart[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw brokenArchive();
    const size = bytes.readUInt32LE(at + 20);
    const nameLength = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== LOCAL) throw brokenArchive();
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    // A parser would take the size of such a part from elsewhere, and could find another one than we do.
    const isUnsized = size === 0 && (bytes.readUInt16LE(at + 8) & 8) !== 0;
    if (isUnsized || from + size > bytes.length) throw brokenArchive();
    parts.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.subarray(from, from + size),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}
