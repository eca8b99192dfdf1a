import { type Channel, decodeAnswer, type Fields, type Values } from '@boyun/kernel/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { now } from './now.ts';
import { readSession } from './session.ts';
import { post } from './transport.ts';

/** Whether a live stream is up to date; if not, since when the data may be outdated. */
export interface LiveState {
  readonly isLive: boolean;
  /** Time of the last message; null before the first one. */
  readonly staleSince: Date | null;
}

/** Options of a live connection. */
export interface LiveOptions {
  /** Text sent as a keep-alive, and its interval. */
  readonly heartbeat?: { readonly text: string; readonly everyMs: number };
  /** Text sent when the connection opens and then every `everyMs`. */
  readonly request?: { readonly text: string; readonly everyMs: number };
  /** The stream counts as stale after this time without a message. */
  readonly silenceMs?: number;
  /** Called each time the connection opens: events in the gap were missed, so the data must be refetched. */
  readonly onOpen?: () => void;
  readonly onClose?: () => void;
  readonly onError?: () => void;
  /**
   * Number of attempts without a message of the server after which the connection is given up and `onFail` is called; unlimited by default.
   */
  readonly maxReconnects?: number;
  readonly onFail?: () => void;
}

/** The first reconnect is immediate (spec §4); the delay of later ones starts with this and doubles each time. */
const SECOND_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** Close code of the server for an ended session; reconnecting would only be refused. */
const SESSION_ENDED = 4403;
const DEFAULT_HEARTBEAT = { text: 'success', everyMs: 30_000 };

/** Whether this browser supports live connections. */
export function canBeLive(): boolean {
  return typeof WebSocket !== 'undefined';
}

/** Returns the address of a channel on this host, with the token where the channel expects it in the query. */
export function socketAddress(of: Channel): string {
  const base = location.origin.replace(/^http/, 'ws');
  const token = readSession('token') ?? '';
  return of.token === 'query' ? `${base}${of.path}?token=${encodeURIComponent(token)}` : base + of.path;
}

/** Keeps a connection to a channel until the returned function is called; reconnects automatically with increasing delays. */
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
        // The response contains the reason; the transport shows it and signs out, as after any other call.
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
 * Subscribes to a channel while the component is shown. `kinds` lists the message kinds of interest (empty: all). Returns whether the data
 * is live, or since when it may be outdated.
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
