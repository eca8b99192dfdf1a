import { inflateRawSync } from 'node:zlib';
import { kernelRefusal, Refusal, type RefusalRule } from '../contract/refusal.ts';
import { brokenArchive, type ZipPart, zipParts } from './zip-part.ts';

const MB = 1024 * 1024;

/**
 * Bounds on what an uploaded table may unpack to. A legal import (50,000 rows) stays far below; a file beyond a bound is refused before its
 * parser, which builds a tree of each part except the sheets, sees it.
 */
export const SHEET_BOUNDS = {
  /** Number of parts in the archive. */
  parts: 2000,
  /** Bytes of a sheet, of any other part, and of all parts. */
  sheetBytes: 192 * MB,
  partBytes: 64 * MB,
  allBytes: 320 * MB,
  /** Elements of a part that is parsed into a tree: each costs about 200 bytes of memory. */
  elements: 1_500_000,
  strings: 600_000,
  sheets: 100,
  /** Cells from the first column to the last filled or formatted one, over all rows. */
  cells: 10_000_000,
  columns: 16_384,
  /** Columns of a header row. */
  heads: 1000,
  /** Rows with content, over all sheets. */
  lines: 200_000,
  /** Characters of a cell, as in Excel. */
  cellLength: 32_767,
  /** Characters of all cells read. */
  textLength: 64 * MB,
} as const;

/** The longest a text of `cellLength` characters can be in XML, where each may be written as a character reference. */
const CELL_BYTES = SHEET_BOUNDS.cellLength * 10;

/** Returns the refusal of a file that exceeds a bound. */
export function passesBound(rule: RefusalRule, limit: number): Refusal {
  return new Refusal(rule, { limit: limit.toLocaleString('en') });
}

/** Refuses a workbook that exceeds a bound; unpacks part by part and stops at the first excess byte, whatever its directory says. */
export function checkWorkbook(bytes: Uint8Array): void {
  const parts = zipParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), SHEET_BOUNDS.parts);
  const sums = { bytes: 0, cells: 0, strings: 0 };
  for (const part of parts) {
    const isXml = /\.(xml|rels)$/i.test(part.name);
    const isSheet = /\/worksheets?\//i.test(part.name);
    const most = Math.min(
      isSheet ? SHEET_BOUNDS.sheetBytes : SHEET_BOUNDS.partBytes,
      SHEET_BOUNDS.allBytes - sums.bytes,
    );
    const content = unpack(part, most);
    sums.bytes += content.length;
    if (isXml) checkXml(content, isSheet, sums);
  }
}

function unpack({ method, packed }: ZipPart, most: number): Buffer {
  const tooLarge = () => passesBound(kernelRefusal['import-unpacked'], Math.ceil(most / MB));
  if (method === 0 || packed.length === 0) {
    if (packed.length > most) throw tooLarge();
    return packed;
  }
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(most, 1) });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw brokenArchive();
  }
}

const QUOTE = 0x22;
const OPEN = 0x3c;
const SLASH = 0x2f;
const CLOSE = 0x3e;
const COLON = 0x3a;

/** Counts elements, strings and cells of a part and measures its texts, without building anything. */
function checkXml(xml: Buffer, isSheet: boolean, sums: { cells: number; strings: number }): void {
  let elements = 0;
  let rowWidth = 0;
  let textFrom = 0;
  const endRow = () => {
    sums.cells += rowWidth;
    rowWidth = 0;
    if (sums.cells > SHEET_BOUNDS.cells) throw passesBound(kernelRefusal['import-cells'], SHEET_BOUNDS.cells);
  };
  for (let at = xml.indexOf(OPEN); at !== -1; at = xml.indexOf(OPEN, at + 1)) {
    if (at - textFrom > CELL_BYTES) throw passesBound(kernelRefusal['import-cell-length'], SHEET_BOUNDS.cellLength);
    const end = xml.indexOf(CLOSE, at);
    if (end === -1) break;
    // Text may also be in a CDATA section, and the parser is slow on a long tag.
    if (end - at > CELL_BYTES) throw passesBound(kernelRefusal['import-cell-length'], SHEET_BOUNDS.cellLength);
    textFrom = end + 1;
    if (xml[at + 1] === SLASH) continue;
    elements += 1;
    if (!isSheet && elements > SHEET_BOUNDS.elements)
      throw passesBound(kernelRefusal['import-elements'], SHEET_BOUNDS.elements);
    const name = localName(xml, at + 1, end);
    if (name === 'si') {
      sums.strings += 1;
      if (sums.strings > SHEET_BOUNDS.strings) throw passesBound(kernelRefusal['import-strings'], SHEET_BOUNDS.strings);
    } else if (name === 'row') endRow();
    else if (name === 'c') rowWidth = Math.max(rowWidth + 1, columnOf(xml, at + 1, end));
  }
  if (xml.length - textFrom > CELL_BYTES)
    throw passesBound(kernelRefusal['import-cell-length'], SHEET_BOUNDS.cellLength);
  endRow();
}

/** Returns the name of an element without its prefix, if it has at most three letters; else the empty string. */
function localName(xml: Buffer, from: number, end: number): string {
  let start = from;
  let at = from;
  for (; at < end && at - from < 40; at += 1) {
    const byte = xml[at]!;
    if (byte === COLON) start = at + 1;
    else if (byte <= 0x20 || byte === SLASH) break;
  }
  return at - start <= 3 ? xml.toString('latin1', start, at) : '';
}

/** Returns the column number in a cell's tag; the highest possible one when it cannot be read without a full parse. */
function columnOf(xml: Buffer, from: number, end: number): number {
  let widest = 0;
  let column = 0;
  let quotes = 0;
  let apostrophes = 0;
  for (let at = from; at < end; at += 1) {
    const byte = xml[at]!;
    // A character reference.
    if (byte === 0x26) return SHEET_BOUNDS.columns;
    if (byte === QUOTE) quotes += 1;
    else if (byte === 0x27) apostrophes += 1;
    const letter = (byte | 0x20) - 0x60;
    if (letter >= 1 && letter <= 26) column = Math.min(column * 26 + letter, SHEET_BOUNDS.columns);
    else {
      if (byte >= 0x30 && byte <= 0x39) widest = Math.max(widest, column);
      column = 0;
    }
  }
  // A `>` inside an attribute value does not end the tag.
  return quotes % 2 === 1 || apostrophes % 2 === 1 ? SHEET_BOUNDS.columns : widest;
}

/** Refuses comma-separated text with too many cells or too long a cell. */
export function checkCsv(text: string, delimiter: string): void {
  const separator = delimiter.charCodeAt(0);
  let cells = 0;
  let from = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let isQuoted = false;
  for (let at = from; at <= text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      if (isQuoted && text.charCodeAt(at + 1) === QUOTE) at += 1;
      else if (isQuoted || at === from) isQuoted = !isQuoted;
    }
    const isEnd = at >= text.length || (!isQuoted && (code === separator || code === 0x0a || code === 0x0d));
    if (!isEnd) continue;
    // In a quoted text every quotation mark may be doubled.
    if (at - from > SHEET_BOUNDS.cellLength * 2 + 2)
      throw passesBound(kernelRefusal['import-cell-length'], SHEET_BOUNDS.cellLength);
    from = at + 1;
    cells += 1;
    if (cells > SHEET_BOUNDS.cells) throw passesBound(kernelRefusal['import-cells'], SHEET_BOUNDS.cells);
  }
}
