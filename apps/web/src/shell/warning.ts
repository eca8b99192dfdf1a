import { connect, readSession } from '@boyun/kernel/web';
import { MESSAGE_TYPE, warningChannel } from '@boyun/system/contract';
import { useEffect } from 'react';
import { messageDot } from './dots.ts';

/** Product spec §9: heartbeat, interval of warning requests, number of automatic reconnects. */
const HEARTBEAT_MS = 10_000;
const POLL_MS = 120_000;
const MAX_RECONNECTS = 2;
/** The development server of the pages, which has no channel. */
const DEVELOPMENT_HOST = /^(localhost|127\.0\.0\.1):5173$/;

/** Whether the pages come from the development server. */
export function isDevelopmentHost(host: string): boolean {
  return DEVELOPMENT_HOST.test(host);
}

/** The request for warnings on the warning channel (spec §3). */
export function getWarning(): string {
  const [TenantId, userId] = [readSession('tenantId'), readSession('userId')];
  return JSON.stringify({ MsgType: 'getWarning', TenantId, userId, Type: 1 });
}

/**
 * Keeps the warning channel open until the returned function is called; it sets and clears the dot of the message centre. After being
 * closed by the server or the network it reconnects twice; then `onFail` is called and the channel stays closed.
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

/**
 * Keeps the warning channel open while the shell is shown; once given up, it is opened again when the network returns or the page becomes
 * visible.
 */
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
