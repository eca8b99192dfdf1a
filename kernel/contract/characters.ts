// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;

/** Whether a text can be stored: well-formed Unicode without U+0000, which PostgreSQL rejects. */
export function isKeepable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Whether a text can be a name or a plate: storable, without control characters or bidirectional formatting characters. */
export function isPlainLine(text: string): boolean {
  return isKeepable(text) && !CONTROL.test(text);
}

/** Whether all texts and keys within some data can be stored. */
export function isKeepableData(data: unknown): boolean {
  if (typeof data === 'string') return isKeepable(data);
  if (data === null || typeof data !== 'object') return true;
  return Object.entries(data).every(([key, value]) => isKeepable(key) && isKeepableData(value));
}
