import type { FastifyReply } from 'fastify';
import { type Language, say } from '../contract/label.ts';
import { kernelRefusal, Refusal, type RefusalRule } from '../contract/refusal.ts';
import type { Log } from './log.ts';
import { isConnectionError } from './reaction-runner.ts';

/** The spec's response envelope: `state` is `success`, `fail`, `401`, `403`, or `error` for a bug; `code` identifies the refusal. */
export interface Envelope {
  readonly state: string;
  readonly data: unknown;
  readonly message: string;
  readonly code?: string;
  readonly issues?: readonly { path: string; message: string }[];
  readonly requestId?: string;
}

/** Returns the envelope of a successful response. */
export function success(data: unknown): Envelope {
  return { state: 'success', data, message: '' };
}

/** Statuses that are also sent as HTTP statuses; a business refusal is a 200 response with state `fail`. */
const HTTP_STATUSES = new Set([401, 403, 413, 429, 503]);

/** Sends any error as the spec's envelope; only refusals include details. `status` overrides the HTTP status. */
export function sendError(
  reply: FastifyReply,
  error: unknown,
  language: Language,
  log: Log,
  requestId: string,
  status?: number,
): FastifyReply {
  const refusal = asRefusal(error, reply.request.routeOptions.bodyLimit);
  if (!refusal) {
    log.error({ requestId, err: error }, 'unexpected error');
    const message = language === 'zh' ? `系统错误，请求编号${requestId}` : `Unexpected error, request ${requestId}`;
    return reply
      .code(500)
      .send({ state: 'error', data: null, message, code: 'kernel.error', requestId } satisfies Envelope);
  }
  const { rule } = refusal;
  // Operators need to know that the server refuses for lack of time or connections, and where.
  if (rule.status === 503) log.warn({ requestId, err: error }, 'refused for now');
  const isHttp = HTTP_STATUSES.has(rule.status);
  const issues = refusal.issues.map((one) => ({ path: one.path, message: one[language] }));
  const params =
    rule === kernelRefusal['bad-input'] && issues.length > 0
      ? {
          reason: issues
            .slice(0, 5)
            .map((one) => one.message)
            .join(language === 'zh' ? '；' : '; '),
        }
      : refusal.params;
  return reply.code(status ?? (isHttp ? rule.status : 200)).send({
    state: rule.status === 401 || rule.status === 403 ? String(rule.status) : 'fail',
    data: null,
    message: say(rule, language, params),
    code: rule.code,
    ...(issues.length > 0 ? { issues } : {}),
  } satisfies Envelope);
}

/** PostgreSQL errors: lock timeout, serialization failure, deadlock, idle-in-transaction timeout. */
const BUSY = new Set(['55P03', '40001', '40P01', '25P03']);
/** PostgreSQL error: statement timeout. */
const QUERY_CANCELED = '57014';

/**
 * Maps database and framework errors that are really refusals; null for any other error. `bodyBytes` is the largest body of the address.
 */
export function asRefusal(error: unknown, bodyBytes = 1024 * 1024): Refusal | null {
  if (error instanceof Refusal) return error;
  const { code, table, statusCode, detail } = error as {
    code?: string;
    table?: string;
    detail?: string;
    statusCode?: number;
  };
  if (code === '23503') {
    const isMissing = /is not present/.test(detail ?? '');
    return isMissing
      ? new Refusal(kernelRefusal['not-found'], { what: table ?? '' })
      : new Refusal(kernelRefusal['in-use'], { what: table ?? '' });
  }
  if (code === '23505') {
    const what = duplicateOf(detail);
    return what
      ? new Refusal(kernelRefusal.duplicate, { what })
      : new Refusal({ ...kernelRefusal.duplicate, ...SAME_ROW });
  }
  if (code && BUSY.has(code)) return new Refusal(kernelRefusal.busy);
  if (code === QUERY_CANCELED) return new Refusal(kernelRefusal['too-slow']);
  // Characters the database cannot store and no earlier check refused: U+0000 and unpaired surrogates.
  if (code === '22021' || code === '22P05') return new Refusal(kernelRefusal['bad-input'], { reason: 'U+0000' });
  if (isConnectionError(error)) return new Refusal(kernelRefusal.unavailable);
  if (statusCode === 413 || code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal(kernelRefusal['too-large'], {
      limit: code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? `${Math.round(bodyBytes / 1024)} KB` : '20 MB',
    });
  if (statusCode === 429) return new Refusal(kernelRefusal['too-many']);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal(kernelRefusal['bad-input'], { reason: (error as Error).message });
  return null;
}

/** Returns why one of several rows was refused, in words; throws what is no refusal of the row. */
export function rowRefusal(error: unknown, language: Language): { readonly rule: RefusalRule; readonly words: string } {
  const refusal = asRefusal(error);
  if (!refusal || refusal.rule === kernelRefusal.unavailable) throw error;
  const { rule, params, issues } = refusal;
  const reasons = issues.map((one) => one[language]).join(language === 'zh' ? '；' : '; ');
  return { rule, words: reasons || say(rule, language, params) };
}

/** A row that exists already, where row-level security keeps PostgreSQL from saying which of its values. */
const SAME_ROW = { zh: '相同的记录已存在', en: 'The same record already exists' };

/** Returns the values of a violated unique index, without the tenant. */
function duplicateOf(detail: string | undefined): string {
  const found = /Key \((.*?)\)=\((.*?)\) already exists/.exec(detail ?? '');
  if (!found) return '';
  const columns = found[1]!.split(', ');
  const values = found[2]!.split(', ');
  return values.filter((_, index) => !/tenant_id$|_id$/.test(columns[index] ?? '')).join(' ') || values.join(' ');
}
