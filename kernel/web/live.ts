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
  const connection = new LiveConnection(of, onMessage, onState, options);
  connection.open();
  return () => connection.stop();
}

class LiveConnection<Out extends Fields> {
  readonly #channel: Channel<Out>;
  readonly #onMessage: (message: Values<Out>) => void;
  readonly #onState: (state: LiveState) => void;
  readonly #options: LiveOptions;
  readonly #heartbeat: { readonly text: string; readonly everyMs: number };
  #socket: WebSocket | null = null;
  /** Time of the last message. */
  #lastSign: Date | null = null;
  #isStopped = false;
  /** Delay before the next attempt. */
  #waitMs = 0;
  #reconnectCount = 0;
  #heartbeatTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #requestTimer: ReturnType<typeof setInterval> | undefined;

  constructor(
    channel: Channel<Out>,
    onMessage: (message: Values<Out>) => void,
    onState: (state: LiveState) => void,
    options: LiveOptions,
  ) {
    this.#channel = channel;
    this.#onMessage = onMessage;
    this.#onState = onState;
    this.#options = options;
    this.#heartbeat = options.heartbeat ?? DEFAULT_HEARTBEAT;
  }

  open(): void {
    const token = readSession('token');
    if (this.#isStopped || !token || !canBeLive()) return;
    const address = socketAddress(this.#channel);
    const socket = this.#channel.token === 'protocol' ? new WebSocket(address, [token]) : new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#receive(event.data);
    socket.onerror = () => this.#options.onError?.();
    socket.onclose = (event) => this.#closed(event.code);
  }

  stop(): void {
    this.#isStopped = true;
    this.#clearTimers();
    this.#socket?.close();
  }

  #opened(): void {
    this.#waitMs = 0;
    this.#signOfLife();
    this.#options.onOpen?.();
    const { request } = this.#options;
    if (!request) return;
    this.#socket?.send(request.text);
    this.#requestTimer = setInterval(() => this.#socket?.send(request.text), request.everyMs);
  }

  #receive(data: unknown): void {
    this.#reconnectCount = 0;
    this.#signOfLife();
    if (data === 'success' || typeof data !== 'string') return;
    let raw: unknown;
    try {
      raw = JSON.parse(data);
    } catch {
      return;
    }
    this.#onMessage(decodeAnswer(this.#channel.out, raw));
  }

  #closed(code: number): void {
    this.#clearTimers();
    this.#options.onClose?.();
    if (this.#isStopped) return;
    this.#onState({ isLive: false, staleSince: this.#lastSign });
    if (code === SESSION_ENDED) {
      // The response contains the reason; the transport shows it and signs out, as after any other call.
      if (readSession('token')) void post('/api/tenantUser/getTenantUserInfo', {}, { isQuiet: true }).catch(() => {});
      return;
    }
    if (this.#reconnectCount >= (this.#options.maxReconnects ?? Number.POSITIVE_INFINITY)) {
      this.#options.onFail?.();
      return;
    }
    this.#reconnectCount += 1;
    this.#reconnectTimer = setTimeout(() => this.open(), this.#waitMs);
    this.#waitMs = Math.min(Math.max(this.#waitMs * 2, SECOND_WAIT_MS), LONGEST_WAIT_MS);
  }

  /** Restarts the time of silence after which the stream is stale, and the keep-alive. */
  #signOfLife(): void {
    this.#lastSign = now();
    clearTimeout(this.#silenceTimer);
    const silenceMs = this.#options.silenceMs ?? this.#heartbeat.everyMs * 2 + 5000;
    this.#silenceTimer = setTimeout(() => {
      this.#onState({ isLive: false, staleSince: this.#lastSign });
      this.#socket?.close();
    }, silenceMs);
    this.#onState({ isLive: true, staleSince: null });
    this.#scheduleHeartbeat();
  }

  #scheduleHeartbeat(): void {
    clearTimeout(this.#heartbeatTimer);
    this.#heartbeatTimer = setTimeout(() => {
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(this.#heartbeat.text);
      this.#scheduleHeartbeat();
    }, this.#heartbeat.everyMs);
  }

  #clearTimers(): void {
    clearTimeout(this.#heartbeatTimer);
    clearTimeout(this.#silenceTimer);
    clearTimeout(this.#reconnectTimer);
    clearInterval(this.#requestTimer);
  }
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
