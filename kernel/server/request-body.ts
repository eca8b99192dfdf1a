import type { FastifyRequest } from 'fastify';
import qs from 'qs';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import type { Upload } from './module.ts';

/** The longest value in a body of parts that brings no file. */
const FIELD_BYTES = 16 * 1024;

/** Reads form-encoded values: nested ones flattened, with dots or brackets. */
export function parseForm(text: string): Record<string, unknown> {
  return qs.parse(text, { allowDots: true, depth: 8, arrayLimit: 5000, parameterLimit: 20_000 });
}

/**
 * The values of a call, and its file where one may come and came with them, in whatever order they were sent; `fileBytes`
 * bounds a file more than uploads are in general.
 */
export async function readBody(
  request: FastifyRequest,
  takesFile: boolean,
  fileBytes?: number,
): Promise<{ body: object; file: Upload | null }> {
  if (!request.isMultipart()) return { body: (request.body ?? {}) as object, file: null };
  const form = new URLSearchParams();
  let file: Upload | null = null;
  const small = { fieldSize: FIELD_BYTES };
  const limits = takesFile ? fileBytes && { ...small, fileSize: fileBytes } : { ...small, files: 0 };
  try {
    for await (const part of request.parts(limits ? { limits } : {})) {
      if (part.type === 'file') file = { name: part.filename, bytes: await part.toBuffer() };
      else form.append(part.fieldname, String(part.value));
    }
  } catch (error) {
    if (fileBytes && (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE')
      throw new Refusal(kernelRefusal['too-large'], { limit: `${Math.floor(fileBytes / 1024 / 1024)} MB` });
    // What the parser says of a body that is none has no status of its own.
    throw Object.assign(error as Error, { statusCode: (error as { statusCode?: number }).statusCode ?? 400 });
  }
  return { body: parseForm(form.toString()), file };
}
