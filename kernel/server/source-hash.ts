import { createHash } from 'node:crypto';

/** Returns the hash source of an inline script or style for a Content-Security-Policy, without quotes. */
export function sourceHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
