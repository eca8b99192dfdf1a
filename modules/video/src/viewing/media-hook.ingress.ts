import { hashToken, type Ingress, type Kernel, systemWho, tenantOfToken } from '@boyun/kernel/server';
import * as z from 'zod';
import { HOOK_PATH } from '../video-server/hook-path.service.ts';
import { SEEN_SECONDS } from './viewing.service.ts';
import { readToken } from './watch-token.service.ts';

const BODY_BYTES = 16 * 1024;

/** What MediaMTX asks (mediamtx.org, "Authentication": external HTTP server). */
const question = z.object({
  action: z.string().max(32),
  path: z.string().max(200),
  token: z.string().max(400).default(''),
  password: z.string().max(400).default(''),
  query: z.string().max(2000).default(''),
});
type Question = z.infer<typeof question>;

/** The action a viewing permits. */
const ACTION_OF: Readonly<Record<string, string>> = { live: 'read', record: 'playback' };

/**
 * Answers media servers: 200 where the token of the player is for this camera, in time, and of a viewing that is open; 401 to anything
 * else, publishing included.
 */
export const mediaHook: Ingress = {
  name: 'media-hook',
  access: 'public',
  prefix: HOOK_PATH,
  mount(app, kernel) {
    app.post<{ Params: { key: string } }>('/:key', { bodyLimit: BODY_BYTES }, async (request, reply) => {
      const parsed = question.safeParse(request.body);
      const isOpen = parsed.success && (await mayWatch(kernel, request.params.key, parsed.data));
      return reply.code(isOpen ? 200 : 401).send({ state: isOpen ? 'success' : 'fail' });
    });
  },
};

/** The token of a player: as such, as a password, or in the query of an address. */
function tokenIn({ token, password, query }: Question): string {
  return token || password || (new URLSearchParams(query).get('token') ?? '');
}

async function mayWatch(kernel: Kernel, key: string, asked: Question): Promise<boolean> {
  const tenantId = tenantOfToken(key);
  const now = kernel.clock.now();
  const watched = readToken(kernel.secrets, tokenIn(asked), now);
  if (tenantId === null || watched?.tenantId !== tenantId) return false;
  return kernel.database.inTenant(
    systemWho(tenantId, 'video'),
    async (tx) => {
      const [row] = await tx.query<{ kind: string }>(
        `select v.kind from video_viewing v join video_server s on s.tenant_id = v.tenant_id and s.id = v.server_id
         where v.tenant_id = $1 and v.id = $2 and s.hook_hash = $3 and s.is_enabled and v.path = $4 and v.ended_at is null
           and v.seen_at > $5`,
        [tenantId, watched.viewingId, hashToken(key), asked.path, new Date(now.getTime() - SEEN_SECONDS * 1000)],
      );
      return row !== undefined && ACTION_OF[row.kind] === asked.action;
    },
    { isRead: true, pool: 'driver' },
  );
}
