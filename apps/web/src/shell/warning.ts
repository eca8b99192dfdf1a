import { connect, readSession } from '@boyun/kernel/web';
import { MESSAGE_TYPE, warningChannel } from '@boyun/system/contract';
import { useEffect } from 'react';
import { messageDot } from './dots.ts';

/** Product spec §9: heartbeat, how often it is asked for warnings, how often it comes back by itself. */
const HEARTBEAT_MS = 10_000;
const POLL_MS = 120_000;
const MAX_RECONNECTS = 2;
/** The page server of developers, which keeps no channel. */
const DEVELOPMENT_HOST = /^(localhost|127\.0\.0\.1):5173$/;

/** Whether pages come from the page server of developers. */
export function isDevelopmentHost(host: string): boolean {
  return DEVELOPMENT_HOST.test(host);
}

/** What the page asks on the warning channel (spec §3). */
export function getWarning(): string {
  const [TenantId, userId] = [readSession('tenantId'), readSession('userId')];
  return JSON.stringify({ MsgType: 'getWarning', TenantId, userId, Type: 1 });
}

/**
 * Keeps the warning channel open until the returned function is called: it lights the dot of the message centre and puts
 * it out. Closed by the server or the network, it comes back twice; then `onFail` is called and the channel stays closed.
 */
export function watchWarnings(onFail: () => void): () => void {
  if (isDevelopmentHost(location.host)) return () => undefined;
  return connect(
    warningChannel,
    (message) => messageDot.set(message.messageType === MESSAGE_TYPE.unread),
    () => undefined,
    {
      heartbeat: { text: 'success', everyMs: HEARTBEAT_MS },
      request: { text: getWarning(), everyMs: POLL_MS },
      maxReconnects: MAX_RECONNECTS,
      onFail,
    },
  );
}

/** Keeps the warning channel while the shell is shown; where it was given up, it is opened again when the network is back or the page is looked at. */
export function useWarnings(): void {
  useEffect(() => {
    let isGivenUp = false;
    const watch = () =>
      watchWarnings(() => {
        isGivenUp = true;
      });
    let stop = watch();
    const again = () => {
      if (!isGivenUp || document.hidden) return;
      isGivenUp = false;
      stop();
      stop = watch();
    };
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
      stop();
    };
  }, []);
}
