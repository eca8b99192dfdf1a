import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPlainLine } from '../contract/characters.ts';
import type { Fields, Values } from '../contract/field.ts';
import { isBoundedJson } from '../contract/json-bounds.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import type { WireContext } from '../contract/wire.ts';
import { parseForm } from './form-parser.ts';
import type { Upload } from './module.ts';

/** Reads fields of a body; see `readFields`. */
export type Read = <F extends Fields>(fields: F, raw: unknown, context: WireContext) => Values<F>;

/** Longest value in a multipart body without a file. */
const FIELD_BYTES = 16 * 1024;

/** Makes an application read form-encoded and JSON bodies, with bounds on nesting and number of values. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseForm(String(body)));
    } catch (error) {
      done(error as Error);
    }
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (!isBoundedJson(String(body)))
      return done(new Refusal(kernelRefusal['bad-input'], { reason: 'JSON nested too deep, or with too many values' }));
    return parseJson(request, String(body), done);
  });
}

/**
 * Returns the values of a call and its file, if one is allowed and was sent, in any order of parts; `fileBytes` lowers the general limit of
 * uploads.
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
      const name = part.type === 'file' ? part.filename : part.fieldname;
      if (!isPlainLine(name ?? '')) throw new Refusal(kernelRefusal['bad-input'], { reason: 'File name' });
      if (part.type === 'file') file = { name: part.filename, bytes: await part.toBuffer() };
      else form.append(part.fieldname, String(part.value));
    }
  } catch (error) {
    if (fileBytes && (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE')
      throw new Refusal(kernelRefusal['too-large'], { limit: `${Math.floor(fileBytes / 1024 / 1024)} MB` });
    if (error instanceof Refusal) throw error;
    // Parser errors for malformed bodies carry no status.
    throw Object.assign(error as Error, { statusCode: (error as { statusCode?: number }).statusCode ?? 400 });
  }
  return { body: parseForm(form.toString()), file };
}
