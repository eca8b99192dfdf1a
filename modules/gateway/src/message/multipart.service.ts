import { DeviceFault } from './device-fault.service.ts';

/** A part of a multipart message. */
export interface Part {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Most parts of a message. */
const MAX_PARTS = 20;

/** The parts of a multipart body (RFC 7578), whose boundary is in the content type or its first line; throws DeviceFault. */
export function partsOf(body: Uint8Array, contentType: string): Part[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const named = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  const boundary = named ?? /^--(\S+)/.exec(bytes.subarray(0, 200).toString('latin1'))?.[1];
  if (!boundary) throw new DeviceFault('malformed', 'not multipart');
  const parts: Part[] = [];
  const mark = Buffer.from(`--${boundary}`);
  for (let start = bytes.indexOf(mark); start >= 0; ) {
    const end = bytes.indexOf(mark, start + mark.length);
    if (end < 0) break;
    const part = partOf(bytes.subarray(start + mark.length, end));
    if (part) parts.push(part);
    if (parts.length > MAX_PARTS) throw new DeviceFault('malformed', 'too many parts');
    start = end;
  }
  return parts;
}

/** A part between two boundaries: headers, an empty line, content, a line break. */
function partOf(bytes: Buffer): Part | null {
  const gap = bytes.indexOf('\r\n\r\n');
  if (gap < 0) return null;
  const head = bytes.subarray(0, gap).toString('utf8');
  const name = /\bname="?([^";\r\n]+)"?/i.exec(head)?.[1];
  const isEnded = bytes.subarray(-2).equals(Buffer.from('\r\n'));
  return name ? { name, bytes: bytes.subarray(gap + 4, isEnded ? -2 : undefined) } : null;
}
