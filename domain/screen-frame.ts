/**
 * Bytes that LED control cards of lanes and car parks take over RS-485 or TCP. Text is GBK, the code of their own fonts.
 *
 * - `card-64ff`: frames `DA 64 FF FF CMD DL data CRC` with the CRC-16 of Modbus, low byte first. 0x62 shows a line (font, colour, ways in
 *   and out), 0x30 says a text, 0x0C sets the brightness; the card answers with the same command and one byte, 0 for done. Vectors: the
 *   makers' samples "欢迎光临请入场停车" and "欢迎光临" (public sources of parking adapters quote them).
 * - `card-aa55`: frames `AA 55 number address 00 CMD length data CRC AF`, CRC-16 of Modbus over what follows the head with two zero bytes
 *   in place of itself, high byte first. 0x27 shows a line, 0x22 says a text. Vectors: the sample reply in Huaxia's document.
 * - `plain`: STX, one byte of place, text, ETX; place 1 to 8 is the line and 0x10 an address to be drawn as a QR code.
 */
import { encodeGbk } from './gbk.ts';

/** The formats of frames. */
export type ScreenFormat = 'plain' | 'card-64ff' | 'card-aa55';

/** What a screen is to show and say. */
export interface ScreenWords {
  readonly lines: readonly string[];
  /** Said aloud; null for nothing. */
  readonly voice?: string | null;
  /** An address to be drawn as a QR code, by formats that can. */
  readonly code?: string | null;
  /** Percent of the full brightness, by formats that can. */
  readonly brightness?: number | null;
}

/** The most lines of any screen. */
export const MOST_LINES = 4;
/** The length of a frame of the cards is one byte. */
const MOST_BYTES = 200;

/** The frames that make a screen show and say words. */
export function screenFrames(format: ScreenFormat, words: ScreenWords): Uint8Array[] {
  if (format === 'plain') return plainFrames(words);
  const lines = words.lines.slice(0, MOST_LINES);
  const { voice, brightness } = words;
  if (format === 'card-64ff')
    return [
      ...(brightness ? [frame64(0x0c, Uint8Array.of(Math.max(10, Math.min(100, brightness))))] : []),
      ...lines.map((line, index) => frame64(0x62, line64(index, encodeGbk(line, MOST_BYTES)))),
      ...(voice ? [frame64(0x30, join([1], encodeGbk(voice, MOST_BYTES)))] : []),
    ];
  return [
    ...lines.map((line, index) => frameAa55(index + 1, 0x27, join([index + 1, 0, 1, 0], encodeGbk(line, MOST_BYTES)))),
    ...(voice ? [frameAa55(lines.length + 1, 0x22, encodeGbk(voice, MOST_BYTES))] : []),
  ];
}

/** Whether a format can set the brightness. */
export const hasBrightness = (format: ScreenFormat): boolean => format === 'card-64ff';

/**
 * What a card says to the frames sent: true for done, false for refused, null where the bytes hold no answer of it (yet). Cards of `plain`
 * never answer.
 */
export function answerOf(format: ScreenFormat, bytes: Uint8Array): boolean | null {
  if (format === 'card-64ff') {
    for (let at = 0; at + 8 < bytes.length; at += 1) {
      const part = bytes.subarray(at, at + 9);
      if (part[1] === 0x64 && part[5] === 1 && crcOf(part.subarray(0, 7)) === (part[7]! | (part[8]! << 8)))
        return part[6] === 0;
    }
    return null;
  }
  if (format === 'card-aa55') {
    for (let at = 0; at + 10 < bytes.length; at += 1) {
      if (bytes[at] !== 0xaa || bytes[at + 1] !== 0x55) continue;
      const length = (bytes[at + 6]! << 8) | bytes[at + 7]!;
      const end = at + 8 + length;
      if (end + 2 >= bytes.length || bytes[end + 2] !== 0xaf) continue;
      const crc = crcOf(join(bytes.subarray(at + 2, end), [0, 0]));
      if (crc === ((bytes[end]! << 8) | bytes[end + 1]!)) return true;
    }
  }
  return null;
}

const join = (...parts: readonly ArrayLike<number>[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((one) => [...Array.from(one)]));

/** A line of the card: number, way in 0x15 (at once) and its speed, stay, way out and its speed, font 3, red, background, length. */
function line64(index: number, text: Uint8Array): Uint8Array {
  const look = [index, 0x15, 0x01, 0x00, 0x02, 0x15, 0x01, 0x03, 0x00, 0xff, 0, 0, 0, 0, 0, 0, 0];
  return join(look, [text.length, 0], text);
}

function frame64(command: number, data: Uint8Array): Uint8Array {
  const head = join([0x00, 0x64, 0xff, 0xff, command, data.length], data);
  const crc = crcOf(head);
  return join(head, [crc & 0xff, crc >> 8]);
}

function frameAa55(number: number, command: number, data: Uint8Array): Uint8Array {
  const head = join([number, 0x64, 0x00, command, data.length >> 8, data.length & 0xff], data);
  const crc = crcOf(join(head, [0, 0]));
  return join([0xaa, 0x55], head, [crc >> 8, crc & 0xff, 0xaf]);
}

const QR_PLACE = 0x10;
const PLAIN_LINES = 8;

function plainFrames({ lines, code }: ScreenWords): Uint8Array[] {
  const frame = (place: number, text: string) => join([0x02, place], encodeGbk(text), [0x03]);
  const frames = lines.slice(0, PLAIN_LINES).map((line, index) => frame(index + 1, line));
  if (code) frames.push(frame(QR_PLACE, code));
  return frames;
}

/** CRC-16 of Modbus. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}
