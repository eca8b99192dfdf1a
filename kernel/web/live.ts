import { type Channel, decodeAnswer, type Fields, type Values } from '@boyun/kernel/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { now } from './now.ts';
import { readSession } from './session.ts';
import { post } from './transport.ts';

/** Whether a live stream can be trusted right now; when not, since when what is shown may be old. */
export interface LiveState {
  readonly isLive: boolean;
  /** Moment of the last sign of life; null before the first one. */
  readonly staleSince: Date | null;
}

/** How a live connection is kept. */
export interface LiveOptions {
  /** Text sent to keep the connection alive, and how often. */
  readonly heartbeat?: { readonly text: string; readonly everyMs: number };
  /** Text sent when the connection opens and then every `everyMs`. */
  readonly request?: { readonly text: string; readonly everyMs: number };
  /** No sign of life for this long means stale. */
  readonly silenceMs?: number;
  /** Each time the connection stands: nobody tells of what happened before, so what is shown is asked for anew. */
  readonly onOpen?: () => void;
  readonly onClose?: () => void;
  readonly onError?: () => void;
  /** After so many attempts without a word of the server it is given up and `onFail` called; for ever unless given. */
  readonly maxReconnects?: number;
  readonly onFail?: () => void;
}

/** The first reconnect is immediate (spec §4), later ones wait this long and then twice as long each time. */
const SECOND_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** The server's word that the session is over; connecting again would only be refused. */
const SESSION_ENDED = 4403;
const DEFAULT_HEARTBEAT = { text: 'success', everyMs: 30_000 };

/** Whether this browser can keep a live connection at all. */
export function canBeLive(): boolean {
  return typeof WebSocket !== 'undefined';
}

/** Address of a channel on this host, with the token where the channel wants it in the query. */
export function socketAddress(of: Channel): string {
  const base = location.origin.replace(/^http/, 'ws');
  const token = readSession('token') ?? '';
  return of.token === 'query' ? `${base}${of.path}?token=${encodeURIComponent(token)}` : base + of.path;
}

/** Keeps a connection to a channel until the returned function is called; reconnects by itself, waiting longer each time. */
export function connect<Out extends Fields>(
  of: Channel<Out>,
  onMessage: (message: Values<Out>) => void,
  onState: (state: LiveState) => void,
  options: LiveOptions = {},
): () => void {
  const heartbeat = options.heartbeat ?? DEFAULT_HEARTBEAT;
  const silenceMs = options.silenceMs ?? heartbeat.everyMs * 2 + 5000;
  let socket: WebSocket | null = null;
  let lastSign: Date | null = null;
  let isStopped = false;
  let waitMs = 0;
  let reconnects = 0;
  let beat: ReturnType<typeof setTimeout>;
  let silence: ReturnType<typeof setTimeout>;
  let again: ReturnType<typeof setTimeout>;
  let asking: ReturnType<typeof setInterval>;

  const clear = () => {
    clearTimeout(beat);
    clearTimeout(silence);
    clearTimeout(again);
    clearInterval(asking);
  };
  const scheduleBeat = () => {
    clearTimeout(beat);
    beat = setTimeout(() => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(heartbeat.text);
      scheduleBeat();
    }, heartbeat.everyMs);
  };
  const alive = () => {
    lastSign = now();
    clearTimeout(silence);
    silence = setTimeout(() => {
      onState({ isLive: false, staleSince: lastSign });
      socket?.close();
    }, silenceMs);
    onState({ isLive: true, staleSince: null });
  };
  const open = () => {
    const token = readSession('token');
    if (isStopped || !token || !canBeLive()) return;
    socket = of.token === 'protocol' ? new WebSocket(socketAddress(of), [token]) : new WebSocket(socketAddress(of));
    socket.onopen = () => {
      waitMs = 0;
      alive();
      scheduleBeat();
      options.onOpen?.();
      const { request } = options;
      if (request) {
        socket?.send(request.text);
        asking = setInterval(() => socket?.send(request.text), request.everyMs);
      }
    };
    socket.onmessage = (event) => {
      reconnects = 0;
      alive();
      scheduleBeat();
      if (event.data === 'success' || typeof event.data !== 'string') return;
      let raw: unknown;
      try {
        raw = JSON.parse(event.data);
      } catch {
        return;
      }
      onMessage(decodeAnswer(of.out, raw));
    };
    socket.onerror = () => options.onError?.();
    socket.onclose = (event) => {
      clear();
      options.onClose?.();
      if (isStopped) return;
      if (event.code === SESSION_ENDED) {
        onState({ isLive: false, staleSince: lastSign });
        // The answer says why, and the transport tells the user and leaves, as after any other call.
        if (readSession('token')) void post('/api/tenantUser/getTenantUserInfo', {}, { isQuiet: true }).catch(() => {});
        return;
      }
      onState({ isLive: false, staleSince: lastSign });
      if (reconnects >= (options.maxReconnects ?? Number.POSITIVE_INFINITY)) {
        options.onFail?.();
        return;
      }
      reconnects += 1;
      again = setTimeout(open, waitMs);
      waitMs = Math.min(Math.max(waitMs * 2, SECOND_WAIT_MS), LONGEST_WAIT_MS);
    };
  };
  open();
  return () => {
    isStopped = true;
    clear();
    socket?.close();
  };
}

/**
 * Follows a channel while the component is shown. `kinds` lists the message kinds of interest (the message's `kind`,
 * empty: all); the answer says honestly whether what is shown is live or since when it may be old.
 */
export function useLive<Out extends Fields>(
  of: Channel<Out>,
  kinds: readonly (string | number)[],
  handler: (message: Values<Out>) => void,
  options: LiveOptions = {},
): LiveState {
  const [state, setState] = useState<LiveState>({ isLive: false, staleSince: null });
  const onMessage = useEffectEvent((message: Values<Out>) => {
    const kind = (message as Record<string, unknown>).kind as string | number;
    if (kinds.length === 0 || kinds.includes(kind)) handler(message);
  });
  const onOpen = useEffectEvent(() => options.onOpen?.());
  const onClose = useEffectEvent(() => options.onClose?.());
  const onError = useEffectEvent(() => options.onError?.());
  const { heartbeat, request, silenceMs } = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: heartbeat and request are constants of the caller
  useEffect(() => {
    const change = (next: LiveState) => setState((last) => (last.isLive && next.isLive ? last : next));
    return connect(of, (message) => onMessage(message), change, {
      heartbeat,
      request,
      silenceMs,
      onOpen: () => onOpen(),
      onClose: () => onClose(),
      onError: () => onError(),
    });
  }, [of]);
  return state;
}
