const SECTOR = 512;
const FREE = 0xffffffff;
const END_OF_CHAIN = 0xfffffffe;
const FAT_SECTOR = 0xfffffffd;
const DIFAT_SECTOR = 0xfffffffc;
const ENTRIES = SECTOR / 4;
/** FAT sectors that the header itself lists. */
const IN_HEADER = 109;
/** Shorter streams would be kept in a stream of small sectors. */
const SMALLEST_STREAM = 4096;

/** Returns a compound file (MS-CFB, version 3) with one stream, as workbooks of Excel 97–2003 are stored. */
export function compoundFile(name: string, stream: Buffer): Buffer {
  const size = Math.max(stream.length, SMALLEST_STREAM);
  const streamSectors = Math.ceil(size / SECTOR);
  const directoryAt = streamSectors;
  let fatCount = 0;
  let difatCount = 0;
  for (;;) {
    const all = streamSectors + 1 + fatCount + difatCount;
    const fat = Math.ceil(all / ENTRIES);
    const difat = Math.ceil(Math.max(0, fat - IN_HEADER) / (ENTRIES - 1));
    if (fat === fatCount && difat === difatCount) break;
    [fatCount, difatCount] = [fat, difat];
  }
  const fatAt = directoryAt + 1;
  const difatAt = fatAt + fatCount;
  const file = Buffer.alloc(SECTOR * (1 + difatAt + difatCount));
  const offsetOf = (sector: number) => SECTOR * (1 + sector);
  writeHeader(file, { fatAt, fatCount, difatAt, difatCount, directoryAt });
  stream.copy(file, offsetOf(0));
  writeDirectory(file, offsetOf(directoryAt), name, size);
  const fat = new Uint32Array(fatCount * ENTRIES).fill(FREE);
  for (let sector = 0; sector < streamSectors; sector += 1)
    fat[sector] = sector === streamSectors - 1 ? END_OF_CHAIN : sector + 1;
  fat[directoryAt] = END_OF_CHAIN;
  fat.fill(FAT_SECTOR, fatAt, fatAt + fatCount);
  fat.fill(DIFAT_SECTOR, difatAt, difatAt + difatCount);
  for (const [index, entry] of fat.entries()) file.writeUInt32LE(entry, offsetOf(fatAt) + index * 4);
  // Each DIFAT sector lists FAT sectors and ends with the next DIFAT sector.
  for (let part = 0; part < difatCount; part += 1) {
    const at = offsetOf(difatAt + part);
    for (let index = 0; index < ENTRIES - 1; index += 1) {
      const listed = IN_HEADER + part * (ENTRIES - 1) + index;
      file.writeUInt32LE(listed < fatCount ? fatAt + listed : FREE, at + index * 4);
    }
    file.writeUInt32LE(part === difatCount - 1 ? END_OF_CHAIN : difatAt + part + 1, at + SECTOR - 4);
  }
  return file;
}

function writeHeader(
  file: Buffer,
  places: { fatAt: number; fatCount: number; difatAt: number; difatCount: number; directoryAt: number },
): void {
  const { fatAt, fatCount, difatAt, difatCount, directoryAt } = places;
  file.write('d0cf11e0a1b11ae1', 0, 'hex');
  file.writeUInt16LE(0x3e, 24);
  file.writeUInt16LE(3, 26);
  file.writeUInt16LE(0xfffe, 28);
  // Sectors of 2^9 bytes, small sectors of 2^6.
  file.writeUInt16LE(9, 30);
  file.writeUInt16LE(6, 32);
  file.writeUInt32LE(fatCount, 44);
  file.writeUInt32LE(directoryAt, 48);
  file.writeUInt32LE(SMALLEST_STREAM, 56);
  file.writeUInt32LE(END_OF_CHAIN, 60);
  file.writeUInt32LE(difatCount === 0 ? END_OF_CHAIN : difatAt, 68);
  file.writeUInt32LE(difatCount, 72);
  for (let index = 0; index < IN_HEADER; index += 1)
    file.writeUInt32LE(index < fatCount ? fatAt + index : FREE, 76 + index * 4);
}

function writeDirectory(file: Buffer, at: number, name: string, size: number): void {
  const entry = (index: number, title: string, kind: number, child: number, start: number, length: number) => {
    const from = at + index * 128;
    file.write(title, from, 'utf16le');
    file.writeUInt16LE(title === '' ? 0 : (title.length + 1) * 2, from + 64);
    file.writeUInt8(kind, from + 66);
    file.writeUInt8(1, from + 67);
    file.writeUInt32LE(FREE, from + 68);
    file.writeUInt32LE(FREE, from + 72);
    file.writeUInt32LE(child, from + 76);
    file.writeUInt32LE(start, from + 116);
    file.writeUInt32LE(length, from + 120);
  };
  entry(0, 'Root Entry', 5, 1, END_OF_CHAIN, 0);
  entry(1, name, 2, FREE, 0, size);
  entry(2, '', 0, FREE, 0, 0);
  entry(3, '', 0, FREE, 0, 0);
}
