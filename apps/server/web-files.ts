import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Serves the built pages: hashed assets for ever, the page itself anew each time. */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = /[\\/]assets[\\/]/.test(path);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** The page itself, for every address that is one of its routes. */
export function sendPage(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-cache').sendFile('index.html');
}

/** Whether the pages have been built. */
export function hasWeb(folder: string): boolean {
  return existsSync(join(folder, 'index.html'));
}
