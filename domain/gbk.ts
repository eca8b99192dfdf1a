let table: Map<string, number> | undefined;

/**
 * Text in GBK; control characters are left out, what GBK lacks becomes a question mark, and what is longer than `most` bytes is cut at a
 * whole character.
 */
export function encodeGbk(text: string, most = Number.POSITIVE_INFINITY): Uint8Array {
  table ??= readTable();
  const bytes: number[] = [];
  for (const char of text) {
    const code = char.codePointAt(0)!;
    if (code < 0x20 || code === 0x7f) continue;
    const pair = code < 0x80 ? code : (table.get(char) ?? 0x3f);
    if (bytes.length + (pair > 0xff ? 2 : 1) > most) break;
    if (pair > 0xff) bytes.push(pair >> 8, pair & 0xff);
    else bytes.push(pair);
  }
  return Uint8Array.from(bytes);
}

/** The platform only decodes GBK, so the table is made by decoding all of its pairs once. */
function readTable(): Map<string, number> {
  const decoder = new TextDecoder('gbk');
  const pairs = new Map<string, number>();
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) {
      if (low === 0x7f) continue;
      const char = decoder.decode(Uint8Array.of(high, low));
      if (char.length === 1 && char !== '\ufffd' && !pairs.has(char)) pairs.set(char, (high << 8) | low);
    }
  return pairs;
}
