import type { Driver, Recognised, Sniffed } from '../driver/driver.service.ts';
import { decodeText, isRecord, parseForm } from '../message/payload.service.ts';

const BEGINNING = 4096;

/** Reads a message as far as that is possible without knowing its maker. */
export function sniff(body: Uint8Array, contentType: string): Sniffed {
  const text = decodeText(body.subarray(0, BEGINNING)).trim();
  const isForm = /multipart|form/i.test(contentType) || text.startsWith('--');
  if (text.startsWith('{')) return { json: jsonOf(body), fields: {}, text };
  return { json: null, fields: isForm || /^[\w.]+=/.test(text) ? parseForm(body, contentType) : {}, text };
}

function jsonOf(body: Uint8Array): Sniffed['json'] {
  try {
    const value: unknown = JSON.parse(decodeText(body));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** The driver a message belongs to, and what it was told by; the makers are asked in their order, the mapped one last. */
export function recognise(
  drivers: readonly Driver[],
  body: Uint8Array,
  contentType: string,
): ({ readonly driver: Driver } & Recognised) | null {
  const message = sniff(body, contentType);
  for (const driver of drivers) {
    const found = driver.recognise?.(message);
    if (found) return { driver, ...found };
  }
  return null;
}
