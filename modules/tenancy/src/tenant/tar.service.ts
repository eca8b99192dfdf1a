/** End of an archive: two empty blocks. */
export const TAR_END = Buffer.alloc(1024);

const BLOCK = 512;
/** Maximum name length in ustar; file keys and table names are far shorter. */
const NAME_BYTES = 100;

/** Returns one file of a tar archive (POSIX ustar): header, content, and padding to a full block. */
export function tarEntry(name: string, bytes: Uint8Array, at: Date): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES) throw new RangeError(`too long a name for an archive: ${name}`);
  const header = Buffer.alloc(BLOCK);
  const number = (value: number, offset: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), offset);
  header.write(name, 0);
  number(0o644, 100, 7);
  number(0, 108, 7);
  number(0, 116, 7);
  number(bytes.length, 124, 11);
  number(Math.floor(at.getTime() / 1000), 136, 11);
  // The checksum is computed with its own field filled with spaces.
  header.write('        ', 148);
  header.write('0ustar\u000000', 156);
  number(
    header.reduce((sum, one) => sum + one, 0),
    148,
    6,
  );
  header[154] = 0;
  return Buffer.concat([header, bytes, Buffer.alloc(-bytes.length & (BLOCK - 1))]);
}
