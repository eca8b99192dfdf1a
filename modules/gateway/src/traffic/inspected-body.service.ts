import { partsOf } from '../message/multipart.service.ts';
import { decodeText, isPicture } from '../message/payload.service.ts';
import { withoutPictures, withoutSecrets } from '../quarantine/redaction.service.ts';

/** Most characters of a message that are kept. */
const BODY_CHARS = 12_000;

/** A message as it is kept: without secrets, pictures as their length. */
interface InspectedBody {
  readonly text: string;
  /** Nothing but pictures is missing: it can be read again. */
  readonly isWhole: boolean;
  readonly hasPicture: boolean;
}

/** The text of a message; of a form of several parts, the parts that are bytes are replaced by their length. */
export function inspectBody(body: Buffer, contentType: string): InspectedBody {
  const isForm = /multipart/i.test(contentType);
  const { text, hasPicture } = isForm ? partsText(body, contentType) : { text: decodeText(body), hasPicture: false };
  const short = withoutPictures(text);
  const shown = withoutSecrets(short.slice(0, BODY_CHARS * 4))
    // PostgreSQL keeps no zero characters, and others cannot be shown.
    .replace(/[^\P{C}\n\r\t]/gu, '·');
  return {
    text: shown.slice(0, BODY_CHARS),
    isWhole: shown.length <= BODY_CHARS && short.length <= BODY_CHARS * 4,
    hasPicture: hasPicture || short.length < text.length,
  };
}

function partsText(body: Buffer, contentType: string): { text: string; hasPicture: boolean } {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  try {
    const parts = partsOf(body, contentType);
    const mark = boundary ?? '----';
    const text = parts.map(({ name, bytes }) => {
      const content = isText(bytes) ? decodeText(bytes) : `[${bytes.length} bytes]`;
      return `--${mark}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
    });
    return { text: `${text.join('')}--${mark}--\r\n`, hasPicture: parts.some(({ bytes }) => isPicture(bytes)) };
  } catch {
    return { text: decodeText(body), hasPicture: false };
  }
}

const isText = (bytes: Buffer) => !isPicture(bytes) && !bytes.subarray(0, 512).includes(0);
