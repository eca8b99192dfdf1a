const SECRET_NAME = '(?:pass_?wd|password|passwd|pwd|token|secret|authorization)';
const REPLACED = '[cut]';

/** The text before a secret in JSON, in a multipart header, and in a form. Values are found without patterns. */
const JSON_NAME = new RegExp(`"\\w{0,64}?${SECRET_NAME}"\\s{0,64}:\\s{0,64}`, 'gi');
const PART_NAME = new RegExp(`name="?\\w{0,64}?${SECRET_NAME}"?`, 'gi');
const FORM_NAME = new RegExp(`(?:^|[&?\\s])\\w{0,64}?${SECRET_NAME}=`, 'gi');

const BASE64_FROM = 256;
const EXCERPT_LENGTH = 8000;
/** Characters searched for an excerpt, after pictures were shortened. */
const LOOKED_AT = 64 * 1024;

/** The message without the values of passwords, tokens and secrets, in JSON, form or multipart; in linear time. */
export function withoutSecrets(text: string): string {
  const json = replaceValues(text, JSON_NAME, jsonValue, `"${REPLACED}"`);
  const parts = replaceValues(json, PART_NAME, partValue, REPLACED);
  return replaceValues(parts, FORM_NAME, (all, from) => [from, endOf(all, from, isFormEnd)], REPLACED);
}

/** Returns the excerpt of a message for display: no secrets, pictures as their length, at most 8,000 characters. */
export function excerptOf(text: string): string {
  const short = withoutPictures(text);
  const looked = short.slice(0, LOOKED_AT);
  const shown = withoutSecrets(looked)
    // PostgreSQL keeps no zero characters, and others cannot be shown.
    .replace(/[^\P{C}\n\r\t]/gu, '·');
  const more = shown.length - EXCERPT_LENGTH + (short.length - looked.length);
  return more > 0 ? `${shown.slice(0, EXCERPT_LENGTH)} [${more} more]` : shown;
}

type FindValue = (text: string, from: number) => readonly [start: number, end: number] | null;

function replaceValues(text: string, name: RegExp, find: FindValue, replacement: string): string {
  const kept: string[] = [];
  let at = 0;
  name.lastIndex = 0;
  for (let match = name.exec(text); match; match = name.exec(text)) {
    const value = find(text, match.index + match[0].length);
    if (!value) continue;
    kept.push(text.slice(at, value[0]), replacement);
    at = value[1];
    name.lastIndex = Math.max(at, match.index + 1);
  }
  return kept.length === 0 ? text : kept.join('') + text.slice(at);
}

/** A JSON string up to its closing quote, or any other value up to the next comma, brace or space. */
function jsonValue(text: string, from: number): readonly [number, number] | null {
  if (text[from] !== '"') {
    const end = endOf(text, from, (code) => code === 0x2c || code === 0x7d || isSpace(code));
    return end === from ? null : [from, end];
  }
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return [from, Math.min(at + 1, text.length)];
}

/** The line behind the first empty line: headers of a part end with one. */
function partValue(text: string, from: number): readonly [number, number] | null {
  const start = /\r?\n\r?\n/g;
  start.lastIndex = from;
  const match = start.exec(text);
  if (!match) return null;
  const value = match.index + match[0].length;
  return [value, endOf(text, value, (code) => code === 0x0a || code === 0x0d)];
}

/** The text with values in base64 as their length. */
export function withoutPictures(text: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let start = 0; start < text.length; ) {
    let end = endOf(text, start, (code) => !isBase64(code));
    if (end - start >= BASE64_FROM) {
      while (text[end] === '=') end += 1;
      kept.push(text.slice(at, start), `[${end - start} base64]`);
      at = end;
    }
    start = end + 1;
  }
  return kept.join('') + text.slice(at);
}

function endOf(text: string, from: number, isEnd: (code: number) => boolean): number {
  let at = from;
  while (at < text.length && !isEnd(text.charCodeAt(at))) at += 1;
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isFormEnd(code: number): boolean {
  return code === 0x26 || isSpace(code);
}

function isBase64(code: number): boolean {
  return (
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2b ||
    code === 0x2f ||
    // The alphabet of addresses, which some makers use.
    code === 0x2d ||
    code === 0x5f
  );
}
