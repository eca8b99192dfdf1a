import { setTimeout as sleep } from 'node:timers/promises';
import type { Camera } from './camera.ts';
import type { Dialect } from './dialect.ts';
import type { Poster } from './post.ts';
import type { Random } from './random.ts';
import type { Tally } from './tally.ts';

/** What a camera's standing connections need. */
export type LinkParts = {
  camera: Camera;
  dialect: Dialect;
  token: string;
  /** Senders of their own: long polls would occupy the connections of the pushes. */
  poster: Poster;
  random: Random;
  tally: Tally;
  signal: AbortSignal;
  nowMs: () => number;
  /** Wall time between heartbeats; cameras send one every 5 s. */
  heartbeatMs: number;
  lostHeartbeat: number;
};

/** Sends heartbeats until aborted, where the maker does; one that failed is sent again after a second. */
export async function keepHeartbeat(parts: LinkParts): Promise<void> {
  const { camera, dialect, random, signal } = parts;
  const sent = dialect.heartbeat?.(camera.identity);
  let isFailed = false;
  // All cameras begin at once: the first beats are spread over half a second.
  let waitMs = random.between(0, 500);
  await untilAborted(signal, async () => {
    await sleep(isFailed ? 1000 : waitMs, undefined, { signal });
    waitMs = parts.heartbeatMs * random.between(0.95, 1.05);
    camera.catchUp(parts.nowMs());
    if (!sent || camera.isOffline(parts.nowMs()) || random.chance(parts.lostHeartbeat)) return;
    isFailed = true;
    const answer = await parts.poster.post(dialect.base(parts.token) + sent.path, sent.body, {
      contentType: sent.contentType,
      timeoutMs: 5000,
      signal,
    });
    isFailed = answer.status >= 300;
    const command = isFailed ? undefined : dialect.read(answer.text);
    if (command) camera.obey(command);
    if (!isFailed) parts.tally.counts.heartbeats += 1;
  });
}

/** Keeps one long poll open until aborted, where the maker has one; the next follows each reply at once. */
export async function keepLongPoll(parts: LinkParts): Promise<void> {
  const { camera, dialect, signal } = parts;
  const sent = dialect.poll?.(camera.identity);
  if (!sent) return;
  let quickReplies = 0;
  await untilAborted(signal, async () => {
    if (camera.isOffline(parts.nowMs())) {
      await sleep(500, undefined, { signal });
      return;
    }
    const answer = await parts.poster.post(dialect.base(parts.token) + sent.path, sent.body, {
      contentType: sent.contentType,
      timeoutMs: 120_000,
      signal,
    });
    const command = answer.status === 200 ? dialect.read(answer.text) : undefined;
    if (command) camera.obey(command);
    // A server that does not hold the poll but says nothing must not be flooded.
    quickReplies = answer.tookMs < 50 && !command?.opens ? quickReplies + 1 : 0;
    if (answer.status !== 200 || quickReplies > 3) await sleep(1000, undefined, { signal });
  });
}

async function untilAborted(signal: AbortSignal, step: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      await step();
    } catch {
      if (signal.aborted) return;
      await sleep(1000, undefined, { signal }).catch(() => undefined);
    }
  }
}
