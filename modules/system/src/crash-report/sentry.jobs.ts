import { randomUUID } from 'node:crypto';
import type { Kernel } from '@boyun/kernel/server';

/** Name of the job that forwards an error of a page. */
export const SENTRY_JOB = 'send-crash-report';
const TIMEOUT_MS = 10_000;

interface Crash {
  readonly message: string;
  readonly stack: string | null;
  readonly page: string;
  readonly productVersion: string;
  readonly agent: string | null;
  readonly at: string;
  readonly tenantId: number;
}

/** Starts forwarding page errors to the configured Sentry-compatible service, if any. */
export async function startSentry(kernel: Kernel): Promise<void> {
  const { sentryDsn } = kernel.configuration;
  if (!sentryDsn) return;
  await kernel.jobs.work(SENTRY_JOB, (data) => sendToSentry(sentryDsn, data as unknown as Crash));
}

/** Sends one error in Sentry's envelope format; throws when it was not accepted, so that it is retried. */
async function sendToSentry(dsn: string, crash: Crash): Promise<void> {
  const address = new URL(dsn);
  const path = address.pathname.split('/');
  const project = path.pop()!;
  const eventId = randomUUID().replaceAll('-', '');
  const event = {
    event_id: eventId,
    timestamp: crash.at,
    platform: 'javascript',
    level: 'error',
    release: `boyun@${crash.productVersion}`,
    message: { formatted: crash.message },
    tags: { tenant: String(crash.tenantId) },
    request: { url: crash.page, headers: { 'User-Agent': crash.agent ?? '' } },
    extra: { stack: crash.stack },
  };
  const lines = [{ event_id: eventId, sent_at: crash.at }, { type: 'event' }, event];
  const answer = await fetch(`${address.protocol}//${address.host}${path.join('/')}/api/${project}/envelope/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': `Sentry sentry_version=7, sentry_client=boyun/${crash.productVersion}, sentry_key=${address.username}`,
    },
    body: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`the error-reporting service answered ${answer.status}`);
}
