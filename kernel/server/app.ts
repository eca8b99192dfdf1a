import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import { sendError } from './envelope.ts';
import { FILE_TYPES } from './file-type.ts';
import type { Kernel } from './kernel.ts';
import { mountReport, mountResource, mountWorkbook } from './list-route.ts';
import type { ServerModule } from './module.ts';
import { mountOpenApi } from './openapi.ts';
import { mountOperation } from './operation-route.ts';
import { packAnswers } from './packed-answer.ts';
import { readForms } from './request-body.ts';
import type { ResourceVerbs } from './resource-verb.ts';
import { makeRoutes } from './route.ts';
import { type Authenticator, languageOf, type ProofConsumer } from './session.ts';

const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;

/** Headers of every response. Pages replace the Content-Security-Policy, which allows nothing. */
const SAFE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(self), microphone=(), payment=(), usb=(), geolocation=(self)',
};
const HTTPS_HEADERS = {
  'strict-transport-security': 'max-age=31536000',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};

/** Builds the HTTP side of the server: every declared call with its access, the ingresses, files, documentation. */
export async function makeApp(options: {
  kernel: Kernel;
  modules: readonly ServerModule[];
  verbs: ResourceVerbs;
  authenticate: Authenticator;
  consumeProof: ProofConsumer;
  /** Why the server is not ready to take calls; null when it is. */
  notReadyReason: () => Promise<string | null>;
  /** Responds to addresses that match no call: the pages' own routes. */
  sendPage?: (reply: FastifyReply, path: string) => FastifyReply;
  server?: object;
}): Promise<FastifyInstance> {
  const { kernel, modules, verbs, authenticate, consumeProof } = options;
  const app = await startApp(kernel, options.server);
  const routes = makeRoutes(app, kernel, verbs, authenticate, consumeProof);
  const reports = new Map(modules.flatMap((one) => one.reports).map((one) => [one.report.name, one]));
  for (const module of modules) {
    for (const one of module.resources) mountResource(routes, one);
    for (const one of module.contract.workbooks) mountWorkbook(routes, one);
    for (const one of module.operations) mountOperation(routes, one, reports);
    for (const one of module.reports) mountReport(routes, one);
    for (const ingress of module.ingresses)
      await app.register(async (scope) => void (await ingress.mount(scope, kernel)), { prefix: ingress.prefix });
  }
  mountFiles(app, kernel);
  mountProbes(app, kernel, options.notReadyReason);
  mountOpenApi(app, kernel.contracts);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!;
    const isPage = request.method === 'GET' && !/^\/(api|assets)\//.test(path);
    if (isPage && options.sendPage) return options.sendPage(reply, path);
    const refusal = new Refusal(kernelRefusal['not-found'], { what: path });
    return sendError(reply, refusal, languageOf(request.headers), kernel.log, request.id, 404);
  });
  return app;
}

/** An app with the limits, headers, measurements and error answers of every route. */
async function startApp(kernel: Kernel, server?: object): Promise<FastifyInstance> {
  const app = fastify({
    ...server,
    bodyLimit: 1024 * 1024,
    genReqId: () => randomUUID(),
    loggerInstance: undefined,
    trustProxy: kernel.configuration.trustProxy ?? false,
    routerOptions: { maxParamLength: 300 },
  } as Parameters<typeof fastify>[0]) as unknown as FastifyInstance;
  readForms(app);
  await app.register(multipart, { limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 50 } });
  await app.register(rateLimit, { global: false });
  packAnswers(app);
  const warnAboutProxy = proxyWarning(kernel);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(request.protocol === 'https' ? { ...SAFE_HEADERS, ...HTTPS_HEADERS } : SAFE_HEADERS);
    warnAboutProxy(request);
  });
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url ?? 'unknown';
    kernel.metrics.calls.observe({ path, state: String(reply.statusCode) }, reply.elapsedTime / 1000);
    kernel.log.debug(
      { requestId: request.id, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'call',
    );
  });
  app.setErrorHandler((error, request, reply) =>
    sendError(reply, error, languageOf(request.headers), kernel.log, request.id),
  );
  return app;
}

/** Warns once about a proxy that TRUST_PROXY does not name: all callers then share its address. */
function proxyWarning({ log }: Kernel): (request: FastifyRequest) => void {
  let hasWarned = false;
  return (request) => {
    if (hasWarned || !request.headers['x-forwarded-for'] || request.ip !== request.socket.remoteAddress) return;
    hasWarned = true;
    log.warn({ proxy: request.ip }, 'X-Forwarded-For of a peer that TRUST_PROXY does not name is ignored');
  };
}

/** Serves stored files by signed addresses. */
function mountFiles(app: FastifyInstance, { files, clock, log }: Kernel): void {
  app.get('/api/file/*', async (request, reply) => {
    const key = (request.params as Record<string, string>)['*'] ?? '';
    const { e = '', s = '', n = '' } = request.query as Record<string, string>;
    const stream = files.check(key, e, s, n) ? await files.open(key) : null;
    if (!stream) {
      const refusal = new Refusal(kernelRefusal['not-found'], { what: key });
      return sendError(reply, refusal, 'zh', log, request.id, 404);
    }
    const type = FILE_TYPES[extname(key).slice(1)];
    const leftSeconds = Math.floor((Number(e) - clock.now().getTime()) / 1000);
    reply.header('cache-control', `private, max-age=${leftSeconds}, immutable`);
    if (!type?.startsWith('image/'))
      reply.header('content-disposition', `attachment${n && `; filename*=UTF-8''${headerText(n)}`}`);
    return reply.type(type ?? 'application/octet-stream').send(stream);
  });
}

/** Serves what watches the installation: liveness, readiness, metrics. */
function mountProbes(
  app: FastifyInstance,
  { metrics, live }: Kernel,
  notReadyReason: () => Promise<string | null>,
): void {
  app.get('/healthz', async () => ({ state: 'success' }));
  app.get('/readyz', async (_request, reply) => {
    const reason = await notReadyReason();
    return reply.code(reason ? 503 : 200).send(reason ? { state: 'fail', reason } : { state: 'success' });
  });
  app.get('/metrics', async (_request, reply) => {
    metrics.listeners.set(live.listenerCount);
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** Encodes a name for a header value (RFC 8187). */
function headerText(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}
