/**
 * Frames for a lane's screen on the camera's RS-485 port. Screens differ between makers; this is the plain
 * framing they are configured to here: STX (0x02), one byte of place, the text, ETX (0x03). Place 1 to 8 is the line;
 * 0x10 is an address to be drawn as a QR code. Text is GBK, the code of the screens' own fonts.
 */
const START = 0x02;
const END = 0x03;
const QR_PLACE = 0x10;
const MAX_LINES = 8;

/** One entry of `serialData`. */
export interface SerialData {
  readonly serialChannel: number;
  /** Base64. */
  readonly data: string;
  /** Length before base64. */
  readonly dataLen: number;
}

/** The frames that show lines of text and, if given, the QR code of an address. */
export function screenFrames(lines: readonly string[], payUrl: string | null): SerialData[] {
  const frames = lines.slice(0, MAX_LINES).map((line, index) => frame(index + 1, line));
  if (payUrl) frames.push(frame(QR_PLACE, payUrl));
  return frames;
}

function frame(place: number, text: string): SerialData {
  const bytes = Buffer.concat([Buffer.from([START, place]), encodeGbk(text), Buffer.from([END])]);
  return { serialChannel: 0, data: bytes.toString('base64'), dataLen: bytes.length };
}

let gbk: Map<string, number> | undefined;

/** Text in GBK; control characters are left out, what GBK lacks becomes a question mark. */
export function encodeGbk(text: string): Buffer {
  gbk ??= readGbk();
  const bytes: number[] = [];
  for (const char of text) {
    const code = char.codePointAt(0)!;
    if (code < 0x20 || code === 0x7f) continue;
    if (code < 0x80) bytes.push(code);
    else {
      const pair = gbk.get(char);
      if (pair === undefined) bytes.push(0x3f);
      else bytes.push(pair >> 8, pair & 0xff);
    }
  }
  return Buffer.from(bytes);
}

/** The platform only decodes GBK, so the table is made by decoding all of its pairs once. */
function readGbk(): Map<string, number> {
  const decoder = new TextDecoder('gbk');
  const table = new Map<string, number>();
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) {
      if (low === 0x7f) continue;
      const char = decoder.decode(Uint8Array.of(high, low));
      if (char.length === 1 && char !== '\ufffd' && !table.has(char)) table.set(char, (high << 8) | low);
    }
  return table;
}
