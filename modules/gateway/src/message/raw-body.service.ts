import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Largest message of a device: a picture of 2 MB in base64 with its crop and the rest. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** Bytes read from a caller with an unknown token or serial number; the rest is discarded as it arrives. */
export const STRANGER_BODY_BYTES = 16 * 1024;

/**
 * Gives the routes of this scope their body as bytes, whatever content type a device claims: firmware sends JSON as
 * text, as a form or with no type at all, and a signature covers the bytes as they came. Of callers that `isKnown`
 * rejects only the first 16 KB are read.
 */
export function takeRawBodies(app: FastifyInstance, isKnown: (request: FastifyRequest) => Promise<boolean>): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    if (await isKnown(request)) {
      if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge(payload);
      const { bytes, isWhole } = await readUpTo(payload, MAX_BODY_BYTES);
      if (!isWhole) throw tooLarge(payload);
      return bytes;
    }
    return (await readUpTo(payload, STRANGER_BODY_BYTES)).bytes;
  });
  // A body without a type reaches no parser.
  app.addHook('preHandler', async (request) => {
    request.body ??= Buffer.alloc(0);
  });
}

/** Bytes of the whole message: what the caller declares, at least what was read. */
export function sizeOf(request: FastifyRequest): number {
  const declared = Number(request.headers['content-length']);
  const read = (request.body as Buffer | undefined)?.length ?? 0;
  return Number.isSafeInteger(declared) ? Math.min(Math.max(declared, read), 2 ** 31 - 1) : read;
}

function tooLarge(payload: NodeJS.ReadableStream): Error {
  payload.resume();
  return new Refusal(kernelRefusal['too-large'], { limit: '4 MB' });
}

/** Reads a stream to its end or up to a number of bytes; beyond that it goes on without being kept. */
function readUpTo(stream: NodeJS.ReadableStream, max: number): Promise<{ bytes: Buffer; isWhole: boolean }> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    const end = (isWhole: boolean) => {
      stream.removeListener('data', take).removeListener('end', close).removeListener('error', reject);
      resolve({ bytes: Buffer.concat(parts), isWhole });
    };
    const close = () => end(true);
    const take = (part: Buffer) => {
      parts.push(length + part.length > max ? part.subarray(0, max - length) : part);
      length += part.length;
      if (length <= max) return;
      end(false);
      stream.on('error', () => undefined);
      stream.resume();
    };
    stream.on('data', take).on('end', close).on('error', reject);
  });
}
