import { contentType } from '@boyun/kernel/server';

/** A picture or video as its content tells; `seconds` is the length of a video, null where it cannot be read. */
export interface Media {
  readonly kind: 'picture' | 'video';
  readonly ending: 'jpg' | 'png' | 'mp4';
  readonly seconds: number | null;
}

/** Returns what a file is; null for anything but JPEG, PNG and MP4. */
export function mediaOf(bytes: Buffer): Media | null {
  const ending = contentType(bytes);
  if (ending === 'jpg' || ending === 'png') return { kind: 'picture', ending, seconds: null };
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return null;
  return { kind: 'video', ending: 'mp4', seconds: lengthOf(bytes) };
}

/** A box of the ISO base media file format (ISO/IEC 14496-12, 4.2): its type and where its content is. */
interface Box {
  readonly type: string;
  readonly from: number;
  readonly to: number;
}

/** The boxes of a span, as far as their sizes make sense. */
function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= to;
    const head = isLong ? 16 : 8;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    if (size < head || at + size > to) break;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), from: at + head, to: at + size });
    at += size;
  }
  return boxes;
}

/** The length in whole seconds by the movie header (ISO/IEC 14496-12, 8.2.2), rounded up. */
function lengthOf(bytes: Buffer): number | null {
  const movie = boxesIn(bytes, 0, bytes.length).find((one) => one.type === 'moov');
  const header = movie && boxesIn(bytes, movie.from, movie.to).find((one) => one.type === 'mvhd');
  if (!header || header.to - header.from < 32) return null;
  const isLong = bytes.readUInt8(header.from) === 1;
  const at = header.from + (isLong ? 20 : 12);
  const perSecond = bytes.readUInt32BE(at);
  const length = isLong ? Number(bytes.readBigUInt64BE(at + 4)) : bytes.readUInt32BE(at + 4);
  return perSecond > 0 && length > 0 ? Math.ceil(length / perSecond) : null;
}
