/** The value of a cell as it is written. */
export type CellValue = string | number | boolean | Date | null;

/** How large the pieces of a sheet are, about. */
const PIECE_BYTES = 256 * 1024;
/** The most bytes one sign of a text becomes: `_x0001_`. */
const SIGN_BYTES = 7;
/** More than all that a cell has beside its text. */
const FRAME_BYTES = 128;
const EPOCH_DAYS = 25_569;
const DAY_MS = 86_400_000;
/** Nine digits of a day are less than a tenth of a millisecond. */
const DAY_PARTS = 1e9;
const MOST_INTEGER = 0x7fff_ffff;
/** Above, a number of cents may have more digits than its text. */
const MOST_AMOUNT = MOST_INTEGER / 100;

/** What is written otherwise in the text of a cell: signs of XML, those that XML lacks, and what would be read as one of these. */
const SPECIAL = /[&<>"]|[^\t\n\P{Cc}]|[\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)/gu;
const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns a text as XML has it in cells and attributes. */
export const escaped = (text: string): string =>
  text.replace(
    SPECIAL,
    (sign) => NAMED[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );

/** 1 for the signs of ASCII that stand for themselves. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 0x20 && code < 0x7f && !'&<>"_'.includes(String.fromCharCode(code)) ? 1 : 0,
);

const bytesOf = (text: string) => Buffer.from(text);
const TEXT_END = bytesOf('</t></is></c>');
const SPACED_TEXT = bytesOf(' t="inlineStr"><is><t xml:space="preserve">');
const TEXT = bytesOf(' t="inlineStr"><is><t>');
const FLAGS = [bytesOf(' t="b"><v>0</v></c>'), bytesOf(' t="b"><v>1</v></c>')] as const;
const NUMBER = bytesOf('><v>');
const NUMBER_END = bytesOf('</v></c>');
const ROW = bytesOf('<row r="');
const ROW_HEAD_END = bytesOf('">');
const ROW_END = bytesOf('</row>');

/**
 * The rows of a sheet as bytes. They are written one by one into two buffers that take turns, because texts put together from parts would
 * leave a kilobyte of garbage for each row.
 */
export class SheetBytes {
  readonly #starts: readonly Uint8Array[];
  readonly #styles: readonly Uint8Array[];
  readonly #number = new Uint8Array(10);
  #buffer = Buffer.allocUnsafeSlow(PIECE_BYTES + FRAME_BYTES);
  #other = Buffer.allocUnsafeSlow(PIECE_BYTES + FRAME_BYTES);
  #at = 0;

  constructor(letters: readonly string[], styles: readonly number[]) {
    this.#starts = letters.map((one) => bytesOf(`<c r="${one}`));
    this.#styles = styles.map((one) => bytesOf(`" s="${one}"`));
  }

  /** Whether so much was written that it should be taken. */
  get isFull(): boolean {
    return this.#at >= PIECE_BYTES;
  }

  /** Returns what was written since it was last taken. It stays as it is until the next but one is taken. */
  take(): Buffer {
    const taken = this.#buffer.subarray(0, this.#at);
    [this.#buffer, this.#other] = [this.#other, this.#buffer];
    this.#at = 0;
    return taken;
  }

  addText(text: string): void {
    this.#room(text.length * 3);
    this.#at += this.#buffer.write(text, this.#at);
  }

  addRow(number: number, values: readonly CellValue[]): void {
    this.#room(FRAME_BYTES);
    this.#put(ROW);
    const start = this.#at;
    this.#putInteger(number);
    const digits = this.#at - start;
    for (let at = 0; at < digits; at += 1) this.#number[at] = this.#buffer[start + at]!;
    this.#put(ROW_HEAD_END);
    for (let column = 0; column < values.length; column += 1) {
      const value = values[column]!;
      if (value !== null) this.#putCell(column, digits, value);
    }
    this.#room(FRAME_BYTES);
    this.#put(ROW_END);
  }

  #putCell(column: number, digits: number, value: Exclude<CellValue, null>): void {
    const isText = typeof value === 'string';
    const number = typeof value === 'object' ? value.getTime() : value;
    if (typeof number === 'number' && !Number.isFinite(number)) return;
    this.#room(FRAME_BYTES + (isText ? value.length * SIGN_BYTES : 0));
    this.#put(this.#starts[column]!);
    for (let at = 0; at < digits; at += 1) this.#buffer[this.#at++] = this.#number[at]!;
    this.#put(this.#styles[column]!);
    if (isText) {
      this.#put(value === value.trim() ? TEXT : SPACED_TEXT);
      this.#putText(value);
      this.#put(TEXT_END);
      return;
    }
    if (typeof value === 'boolean') {
      this.#put(FLAGS[value ? 1 : 0]);
      return;
    }
    this.#put(NUMBER);
    if (typeof value === 'number') this.#putNumber(value);
    else this.#putTime(number as number);
    this.#put(NUMBER_END);
  }

  #putText(text: string): void {
    const buffer = this.#buffer;
    let at = this.#at;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code < 0x80 && PLAIN[code] === 1) buffer[at++] = code;
      else if (code >= 0x800 && (code < 0xd800 || (code >= 0xe000 && code < 0xfffe))) {
        buffer[at++] = 0xe0 | (code >> 12);
        buffer[at++] = 0x80 | ((code >> 6) & 0x3f);
        buffer[at++] = 0x80 | (code & 0x3f);
      } else {
        this.#at += buffer.write(escaped(text), this.#at);
        return;
      }
    }
    this.#at = at;
  }

  #putNumber(value: number): void {
    if (Number.isInteger(value) && Math.abs(value) <= MOST_INTEGER) {
      this.#putInteger(value);
      return;
    }
    const cents = Math.round(value * 100);
    if (Math.abs(value) < MOST_AMOUNT && cents / 100 === value) {
      if (value < 0) this.#buffer[this.#at++] = 0x2d;
      const whole = Math.abs(cents);
      this.#putInteger(Math.trunc(whole / 100));
      this.#putFraction(whole % 100, 100);
      return;
    }
    this.#at += this.#buffer.write(String(value), this.#at, 'latin1');
  }

  /** Days since the end of 1899. */
  #putTime(atMs: number): void {
    const day = Math.floor(atMs / DAY_MS);
    const part = Math.round(((atMs - day * DAY_MS) / DAY_MS) * DAY_PARTS);
    const number = day + EPOCH_DAYS;
    if (number < 0 || part === DAY_PARTS) {
      this.#at += this.#buffer.write(String(atMs / DAY_MS + EPOCH_DAYS), this.#at, 'latin1');
      return;
    }
    this.#putInteger(number);
    this.#putFraction(part, DAY_PARTS);
  }

  /** A point and the digits of a part of a whole, which is a power of ten; nothing where the part is 0. */
  #putFraction(part: number, whole: number): void {
    if (part === 0) return;
    this.#buffer[this.#at++] = 0x2e;
    for (let rest = part, unit = whole / 10; rest > 0; unit /= 10) {
      const digit = Math.trunc(rest / unit);
      this.#buffer[this.#at++] = 0x30 + digit;
      rest -= digit * unit;
    }
  }

  #putInteger(value: number): void {
    let rest = value;
    if (rest < 0) {
      this.#buffer[this.#at++] = 0x2d;
      rest = -rest;
    }
    let digits = 1;
    for (let most = 10; rest >= most; most *= 10) digits += 1;
    for (let at = this.#at + digits - 1; at >= this.#at; at -= 1) {
      const next = Math.trunc(rest / 10);
      this.#buffer[at] = 0x30 + rest - next * 10;
      rest = next;
    }
    this.#at += digits;
  }

  #put(bytes: Uint8Array): void {
    const buffer = this.#buffer;
    let at = this.#at;
    for (let index = 0; index < bytes.length; index += 1) buffer[at++] = bytes[index]!;
    this.#at = at;
  }

  /** Makes room for more bytes: a row may be longer than a buffer. */
  #room(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }
}
