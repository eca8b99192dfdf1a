const SECRET_NAME = '(?:pass_?wd|password|passwd|pwd|token|secret|authorization)';
const REPLACED = '[cut]';

const JSON_TEXT = new RegExp(`("\\w*?${SECRET_NAME}"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"?|[^,}\\s]+)`, 'gi');
const FORM_TEXT = new RegExp(`((?:^|[&?\\s])\\w*?${SECRET_NAME}=)[^&\\s]*`, 'gi');
const PART_TEXT = new RegExp(
  `(name="?\\w*?${SECRET_NAME}"?[^\\r\\n]*(?:\\r?\\n[^\\r\\n]+)*\\r?\\n\\r?\\n)[^\\r\\n]*`,
  'gi',
);
const LONG_BASE64 = /[A-Za-z0-9+/]{256,}={0,2}/g;
const EXCERPT_LENGTH = 8000;

/** The message without the values of passwords, tokens and secrets, in JSON, form or multipart. */
export function withoutSecrets(text: string): string {
  return text
    .replace(JSON_TEXT, `$1"${REPLACED}"`)
    .replace(PART_TEXT, `$1${REPLACED}`)
    .replace(FORM_TEXT, `$1${REPLACED}`);
}

/** What a person is shown of a message: no secrets, pictures as their length, at most 8,000 characters. */
export function excerptOf(text: string): string {
  const shown = withoutSecrets(text)
    .replace(LONG_BASE64, (found) => `[${found.length} base64]`)
    // PostgreSQL keeps no zero characters, and others cannot be shown.
    .replace(/[^\P{C}\n\r\t]/gu, '·');
  return shown.length > EXCERPT_LENGTH
    ? `${shown.slice(0, EXCERPT_LENGTH)} [${shown.length - EXCERPT_LENGTH} more]`
    : shown;
}
