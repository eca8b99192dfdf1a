import type { FastifyInstance } from 'fastify';

/** Largest message of a device: a picture of 2 MB in base64 with its crop and the rest. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * Lets the routes of this scope have their body as bytes, whatever content type a device claims: firmware sends JSON as
 * text, as a form or with no type at all, and a signature covers the bytes as they came.
 */
export function takeRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => {
    done(null, body);
  });
  // A body without a type reaches no parser.
  app.addHook('preHandler', async (request) => {
    request.body ??= Buffer.alloc(0);
  });
}
