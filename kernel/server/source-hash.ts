import { createHash } from 'node:crypto';

/** The hash source of an inline script or style for a Content-Security-Policy, without the quotes around it. */
export function sourceHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
