import { constants, crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';
import { type CellValue, escaped, SheetBytes } from './sheet-bytes.ts';

/** A column of a streamed sheet. */
export interface StreamedColumn {
  readonly header: string;
  readonly width: number;
  /** Excel's number format of its cells. */
  readonly numFmt?: string;
}

/** A sheet of Excel holds no more rows. */
const MOST_ROWS = 1_048_576;
/** The largest size and place a plain zip file can name. */
const MOST_BYTES = 0xffff_ffff;
const PACKED_BYTES = 64 * 1024;
const FIRST_FORMAT = 164;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * Writes a workbook of one sheet as batches of its rows arrive, each of which is asked for when those before are packed. Its header row stays
 * in sight.
 */
export async function* xlsxStream(
  batches: AsyncIterable<readonly (readonly CellValue[])[]>,
  { name, columns }: { readonly name: string; readonly columns: readonly StreamedColumn[] },
): AsyncGenerator<Uint8Array> {
  const formats = [...new Set(columns.flatMap((one) => one.numFmt ?? []))];
  const styles = columns.map((one) => (one.numFmt === undefined ? 0 : formats.indexOf(one.numFmt) + 1));
  const text = (xml: string) => [Buffer.from(xml)];
  yield* zipOf([
    ['[Content_Types].xml', text(contentTypes())],
    ['_rels/.rels', text(relations([['officeDocument', 'xl/workbook.xml']]))],
    ['xl/workbook.xml', text(workbook(name))],
    [
      'xl/_rels/workbook.xml.rels',
      text(
        relations([
          ['worksheet', 'worksheets/sheet1.xml'],
          ['styles', 'styles.xml'],
        ]),
      ),
    ],
    ['xl/styles.xml', text(stylesOf(formats))],
    ['xl/worksheets/sheet1.xml', sheet(batches, columns, styles)],
  ]);
}

const contentTypes = () =>
  `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`;

const relations = (targets: readonly (readonly [type: string, target: string])[]) =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const workbook = (name: string) =>
  `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** A style for each format, after the one without. */
function stylesOf(formats: readonly string[]): string {
  const named = formats.map((one, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${escaped(one)}"/>`);
  const used = formats.map(
    (_, at) =>
      `<xf numFmtId="${FIRST_FORMAT + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  return `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="${named.length}">${named.join('')}</numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${used.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${used.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`.replace(
    '<numFmts count="0"></numFmts>',
    '',
  );
}

/** The bytes of the sheet in pieces of some size; one stays as it is until the next but one is asked for. */
async function* sheet(
  batches: AsyncIterable<readonly (readonly CellValue[])[]>,
  columns: readonly StreamedColumn[],
  styles: readonly number[],
): AsyncGenerator<Uint8Array> {
  const bytes = new SheetBytes(
    columns.map((_, at) => letterOf(at)),
    styles,
  );
  const widths = columns.map(
    (one, at) => `<col min="${at + 1}" max="${at + 1}" width="${one.width}" customWidth="1"/>`,
  );
  bytes.addText(
    `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${
      widths.length > 0 ? `<cols>${widths.join('')}</cols>` : ''
    }<sheetData>`,
  );
  let number = 1;
  bytes.addRow(
    number,
    columns.map((one) => one.header),
  );
  for await (const batch of batches)
    for (const values of batch) {
      number += 1;
      if (number > MOST_ROWS) throw new Error(`a sheet holds ${MOST_ROWS} rows`);
      bytes.addRow(number, values);
      if (bytes.isFull) yield bytes.take();
    }
  bytes.addText('</sheetData></worksheet>');
  yield bytes.take();
}

function letterOf(index: number): string {
  return `${index >= 26 ? letterOf(Math.floor(index / 26) - 1) : ''}${String.fromCharCode(65 + (index % 26))}`;
}

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Zips files whose sizes are only known afterwards. */
async function* zipOf(files: readonly (readonly [path: string, pieces: Pieces])[]): AsyncGenerator<Uint8Array> {
  const records: Buffer[] = [];
  let offset = 0;
  for (const [path, pieces] of files) {
    const name = Buffer.from(path);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x0403_4b50, 0);
    head.writeUInt16LE(20, 4);
    // The sizes follow the data.
    head.writeUInt16LE(8, 6);
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(33, 12);
    head.writeUInt16LE(name.length, 26);
    yield Buffer.concat([head, name]);
    const sum = { crc: 0, size: 0 };
    let packedSize = 0;
    for await (const packed of packedOf(pieces, sum)) {
      packedSize += packed.length;
      yield packed;
    }
    const end = Buffer.alloc(16);
    end.writeUInt32LE(0x0807_4b50, 0);
    end.writeUInt32LE(sum.crc, 4);
    end.writeUInt32LE(bounded(packedSize), 8);
    end.writeUInt32LE(bounded(sum.size), 12);
    yield end;
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x0201_4b50, 0);
    record.writeUInt16LE(20, 4);
    head.copy(record, 6, 4, 14);
    end.copy(record, 16, 4, 16);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt32LE(bounded(offset), 42);
    records.push(Buffer.concat([record, name]));
    offset += head.length + name.length + packedSize + end.length;
  }
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(bounded(offset), 16);
  yield Buffer.concat([directory, end]);
}

/**
 * Packs pieces in a thread of its own, with little effort: sheets repeat themselves. A piece is asked for only when the one before the last
 * is packed, and packing waits for its reader, so that no more is in memory than a few pieces.
 */
async function* packedOf(pieces: Pieces, sum: { crc: number; size: number }): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: PACKED_BYTES });
  const feed = async () => {
    let packed: Promise<unknown> = Promise.resolve();
    for await (const piece of pieces) {
      await packed;
      sum.crc = crc32(piece, sum.crc);
      sum.size += piece.length;
      packed = written(deflate, piece);
      // It is awaited with the next piece; until then its error is no unhandled one.
      packed.catch(() => undefined);
    }
    await packed;
    deflate.end();
  };
  // An error of the rows destroys the packing, whose reader throws it.
  feed().catch((error: Error) => deflate.destroy(error));
  for await (const chunk of deflate) yield chunk as Buffer;
}

const written = (deflate: DeflateRaw, piece: Uint8Array) =>
  new Promise<void>((resolve, reject) => {
    deflate.write(piece, (error) => (error ? reject(error) : resolve()));
  });

function bounded(size: number): number {
  if (size > MOST_BYTES) throw new Error('a workbook holds 4 GiB');
  return size;
}
