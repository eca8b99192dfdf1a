import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PHONE_PATH } from '@boyun/kernel/contract';
import { type Configuration, sourceHash } from '@boyun/kernel/server';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Serves the built pages: hashed assets are cached for ever, the page itself is revalidated each time. Pages also
 * reach the servers of map tiles and of video that the configuration names.
 */
export async function serveWeb(app: FastifyInstance, folder: string, outside: Outside): Promise<void> {
  const policy = pagePolicy(readFileSync(join(folder, 'index.html'), 'utf8'), outside);
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = /[\\/]assets[\\/]/.test(path);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      // Scripts carry the policy too: a worker has that of its own answer.
      reply.header('content-security-policy', policy);
    },
  });
}

/** Servers the pages reach beside this one. */
type Outside = Pick<Configuration, 'mapTiles' | 'mediaUrls'>;

/**
 * The Content-Security-Policy of the pages: everything from this server, inline scripts of the page by their hashes,
 * pictures also from memory and from the server of the map tiles, which one map fetches itself, and video from media servers.
 */
function pagePolicy(html: string, { mapTiles, mediaUrls }: Outside): string {
  const media = (mediaUrls ?? '').split(',').filter(Boolean);
  const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => `'${sourceHash(code!)}'`);
  return Object.entries({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inline],
    'worker-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...(mapTiles ? [hostOf(mapTiles)] : [])],
    'connect-src': ["'self'", ...(mapTiles ? [hostOf(mapTiles)] : []), ...media],
    // Players fill a video from memory, displays from their own store.
    'media-src': ["'self'", 'blob:', ...media],
    // By which phones install the drivers' app.
    'manifest-src': ["'self'"],
    // The document that frames the site of a menu entry has a policy of its own.
    'frame-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  })
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** The host source of a tile address; a placeholder such as `{s}` in the host matches any subdomain. */
function hostOf(tiles: string): string {
  const [, scheme, host] = /^(https?:\/\/)([^/?#]+)/.exec(tiles)!;
  const name = host!.split('@').at(-1)!;
  return scheme + (name.includes('{') ? name.replace(/^.*\}[^.]*\./, '*.') : name);
}

/** The page itself, for every address that is one of its routes; those of drivers are a page of their own. */
export function sendPage(reply: FastifyReply, path: string): FastifyReply {
  const page = PHONE_PATH.test(path) ? 'phone.html' : 'index.html';
  return reply.header('cache-control', 'no-cache').sendFile(page);
}

/** Whether the pages have been built. */
export function hasWeb(folder: string): boolean {
  return existsSync(join(folder, 'index.html'));
}
