import type { Label } from '@boyun/kernel/contract';
import { encodeBody } from './form-body.ts';
import { currentLanguage, translate } from './language.ts';
import { announce, notify } from './notice.tsx';
import { authorization, clearSession } from './session.ts';

/** A problem with one input: its path in wire names (`Rows[0].Plate`) and a sentence in the current language. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

/** The server's response to every call (spec §7). */
export interface Envelope {
  readonly state: string;
  readonly data: unknown;
  readonly message: string;
  readonly code?: string;
  readonly issues?: readonly FieldIssue[];
}

/** A failed call: the server's sentence, its stable code, and the field issues. */
export class CallFailure extends Error {
  readonly code: string;
  readonly issues: readonly FieldIssue[];
  /** HTTP status, 0 when there was no response. */
  readonly status: number;
  readonly data: unknown;

  constructor(message: string, code: string, status: number, issues: readonly FieldIssue[] = [], data: unknown = null) {
    super(message);
    this.name = 'CallFailure';
    this.code = code;
    this.status = status;
    this.issues = issues;
    this.data = data;
  }
}

/** Options of a call; `isQuiet` leaves showing errors to the caller (401 and 403 are always shown). */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly isQuiet?: boolean;
  /** Default 600 s (spec §9). */
  readonly timeoutMs?: number;
  /** Proof that the password was entered, for an act that requires it; asked for by default. */
  readonly proof?: string;
  /** Question asked before an act that requires the password; that of the act by default. */
  readonly question?: Label;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Default timeout of a call (spec §9). */
export const CALL_TIMEOUT_MS = 600_000;
/** Timeout of calls of the alarm area (spec §9). */
export const ALARM_TIMEOUT_MS = 200_000;
const TRANSPORT_NOTICE_MS = 5000;
const REDIRECT_MS = 5000;
/** Code of a failure without a response of our server. */
const TRANSPORT = 'transport';

const FAILED = { zh: '失败', en: 'Failed' };
const ELSEWHERE = {
  zh: '账号在其他地方登陆，5秒后将跳转到登陆页',
  en: 'This account was signed in elsewhere, you will be taken to the sign-in page in 5 seconds',
};
const UNREACHABLE = { zh: '无法连接服务器，请检查网络', en: 'The server cannot be reached, check the network' };
const TIMED_OUT = { zh: '服务器响应超时', en: 'The server took too long to respond' };
const BROKEN = { zh: '服务器异常（{status}）', en: 'Server error ({status})' };
const SIGNED_OUT = { zh: '登录已失效，请重新登录', en: 'You are signed out, please sign in again' };

let leaving: ReturnType<typeof setTimeout> | null = null;

/** Clears the session and goes to the sign-in page. */
export function goToSignIn(afterMs: number): void {
  clearSession();
  if (leaving) return;
  leaving = setTimeout(() => {
    leaving = null;
    location.assign('/');
  }, afterMs);
}

/** Posts one call and returns its envelope when the state is `success`; rejects with a CallFailure otherwise. */
export async function post(
  path: string,
  body: Readonly<Record<string, unknown>> = {},
  options: CallOptions = {},
): Promise<Envelope> {
  const { content, type } = encodeBody(body);
  const headers: Record<string, string> = {
    'X-Requested-With': 'XMLHttpRequest',
    'Cache-Control': 'no-cache',
    Pragma: 'no-cache',
    'Accept-Language': currentLanguage() === 'zh' ? 'zh-CN' : 'en',
    ...options.headers,
  };
  if (type) headers['Content-Type'] = type;
  const token = authorization();
  if (token) headers.Authorization ??= token;
  const timeout = AbortSignal.timeout(options.timeoutMs ?? CALL_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;

  let answer: Response;
  let text: string;
  try {
    answer = await fetch(path, {
      method: 'POST',
      body: content,
      headers,
      credentials: 'include',
      cache: 'no-store',
      signal,
    });
    text = await answer.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw transportFailure(translate(timeout.aborted ? TIMED_OUT : UNREACHABLE), options);
  }
  return readAnswer(answer.status, text, options);
}

function readAnswer(status: number, text: string, options: CallOptions): Envelope {
  let envelope: Envelope | null = null;
  try {
    envelope = JSON.parse(text) as Envelope;
  } catch {
    // A proxy's error page instead of our response: handled by its status below.
  }
  // An HTTP error is a transport error, whatever its body.
  const isAnswer = status < 400 && typeof envelope?.state === 'string';
  const fail = (fallback: string) =>
    new CallFailure(
      envelope?.message || fallback,
      envelope?.code ?? (isAnswer ? '' : TRANSPORT),
      status,
      envelope?.issues ?? [],
      envelope?.data ?? null,
    );

  if (status === 403 || status === 404 || String(envelope?.state) === '403') {
    const failure = fail(translate(ELSEWHERE));
    // Whoever gives a token of its own deals with its end.
    if (options.headers?.Authorization) throw failure;
    if (!leaving) notify('bad', status === 404 ? ELSEWHERE : failure.message, REDIRECT_MS);
    goToSignIn(REDIRECT_MS);
    throw failure;
  }
  if (status === 401 || String(envelope?.state) === '401') {
    const failure = fail(translate(SIGNED_OUT));
    // Whoever gives a token of its own deals with its end.
    if (options.headers?.Authorization) throw failure;
    // The reason for leaving the page was shown; later failures follow from it.
    if (!leaving) notify('bad', failure.message, 3000);
    // Without a session only the sign-in page is useful.
    if (authorization()) goToSignIn(3000);
    throw failure;
  }
  if (isAnswer && envelope?.state === 'success') return envelope;
  const failure = fail(translate(BROKEN, { status }));
  if (!options.isQuiet) notifyFailure(failure);
  throw failure;
}

/** Shows the error of a failed call to the user (spec §8); the end of the session was already shown. */
export function notifyFailure({ status, code, message }: CallFailure): void {
  if (status > 0 && status < 400 && code !== TRANSPORT) announce('bad', FAILED, message, 3000);
  else notify('bad', message, TRANSPORT_NOTICE_MS);
}

function transportFailure(message: string, options: CallOptions): CallFailure {
  const failure = new CallFailure(message, TRANSPORT, 0);
  if (!options.isQuiet) notifyFailure(failure);
  return failure;
}
