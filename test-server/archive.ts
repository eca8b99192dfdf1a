import { crc32, deflateRawSync } from 'node:zlib';

/** A zip archive of parts by name; `saysSize` is the unpacked size its directory claims, whatever is true. */
export function archive(parts: Readonly<Record<string, string | Buffer>>, saysSize?: number): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content as string);
    const packed = deflateRawSync(bytes);
    const label = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    for (const [header, from] of [
      [local, 6],
      [entry, 8],
    ] as const) {
      header.writeUInt16LE(8, from + 2);
      header.writeUInt32LE(crc32(bytes), from + 8);
      header.writeUInt32LE(packed.length, from + 12);
      header.writeUInt32LE(saysSize ?? bytes.length, from + 16);
      header.writeUInt16LE(label.length, from + 20);
    }
    entry.writeUInt32LE(at, 42);
    bodies.push(local, label, packed);
    directory.push(entry, label);
    at += local.length + label.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length / 2, 8);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of as many sheets as are given, each with the XML of its rows, and its shared strings. */
export function rawWorkbook(
  { sheets, strings = '' }: { readonly sheets: readonly string[]; readonly strings?: string },
  saysSize?: number,
): Buffer {
  const of = (each: (number: number) => string) => sheets.map((_, index) => each(index + 1)).join('');
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATION}/${kind}" Target="${target}"/>`;
  return archive(
    {
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': `<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
      'xl/workbook.xml': `<workbook><sheets>${of((one) => `<sheet name="S${one}" sheetId="${one}" r:id="rId${one}"/>`)}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${of((one) =>
        relation(`rId${one}`, 'worksheet', `worksheets/sheet${one}.xml`),
      )}${relation('strings', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
      'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
      ...Object.fromEntries(
        sheets.map((rows, index) => [
          `xl/worksheets/sheet${index + 1}.xml`,
          `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
        ]),
      ),
    },
    saysSize,
  );
}
