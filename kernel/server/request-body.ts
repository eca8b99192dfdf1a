import type { FastifyRequest } from 'fastify';
import type { Upload } from './module.ts';

/** The values of a call, and its file where one came with them. */
export async function readBody(request: FastifyRequest): Promise<{ body: object; file: Upload | null }> {
  if (!request.isMultipart()) return { body: (request.body ?? {}) as object, file: null };
  const part = await request.file();
  if (!part) return { body: {}, file: null };
  const bytes = await part.toBuffer();
  const values = Object.entries(part.fields).flatMap(([key, one]) =>
    one && 'value' in one ? [[key, (one as { value: unknown }).value]] : [],
  );
  return { body: Object.fromEntries(values) as object, file: { name: part.filename, bytes } };
}
