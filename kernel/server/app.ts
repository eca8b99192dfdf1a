import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Fields } from '../contract/field.ts';
import { exportPermission, type Operation, pagingFields } from '../contract/operation.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import { type Verb, verbPath } from '../contract/resource.ts';
import { decode, encode, type WireContext, type WireObject, wireName } from '../contract/wire.ts';
import { importPath, type Workbook } from '../contract/workbook.ts';
import type { TenantTx } from './database.ts';
import { type Envelope, sendError, success } from './envelope.ts';
import { takeExport } from './export.ts';
import { FILE_TYPES } from './files.ts';
import type { AuditEntry } from './history.ts';
import { importTemplate, takeImport } from './import-call.ts';
import type { Kernel, OperationServer, ReportServer, ResourceServer, ServerModule } from './module.ts';
import { mountOpenApi } from './openapi.ts';
import { readBody, readForms } from './request-body.ts';
import { runVerb } from './resource-route.ts';
import type { ResourceVerbs } from './resource-verb.ts';
import { fillNamesDeep, reportRows } from './row-source.ts';
import {
  type Authenticator,
  addressOf,
  checkAccess,
  checkWriter,
  languageOf,
  type ProofTaker,
  requireProof,
  tokenOf,
} from './session.ts';
import { hidesPhones, type Who } from './who.ts';

const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;
/** What somebody who is not signed in may send; uploads, which are parsed piece by piece, are bounded by themselves. */
const PUBLIC_BODY_BYTES = 16 * 1024;

/** Headers of every answer. Answers that are pages replace the Content-Security-Policy, which allows nothing. */
const SAFE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)',
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
  takeProof: ProofTaker;
  /** Why the server takes no calls; null when it does. */
  whyNotReady: () => Promise<string | null>;
  /** Answers addresses that are no call: the pages' own routes. */
  sendPage?: (reply: FastifyReply) => FastifyReply;
  server?: object;
}): Promise<FastifyInstance> {
  const { kernel, modules, verbs, authenticate, takeProof } = options;
  const app = fastify({
    ...(options.server as object),
    bodyLimit: 1024 * 1024,
    genReqId: () => randomUUID(),
    loggerInstance: undefined,
    trustProxy: kernel.configuration.trustProxy ?? false,
    routerOptions: { maxParamLength: 300 },
  } as Parameters<typeof fastify>[0]) as unknown as FastifyInstance;
  readForms(app);
  await app.register(multipart, { limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 50 } });
  await app.register(rateLimit, { global: false });

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(request.protocol === 'https' ? { ...SAFE_HEADERS, ...HTTPS_HEADERS } : SAFE_HEADERS);
    warnOfProxy(request);
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

  let hasWarned = false;
  /** Warns once when a proxy is in front whose word is not taken: its address then counts as that of all callers. */
  function warnOfProxy(request: FastifyRequest): void {
    if (hasWarned || !request.headers['x-forwarded-for'] || request.ip !== request.socket.remoteAddress) return;
    hasWarned = true;
    kernel.log.warn({ proxy: request.ip }, 'X-Forwarded-For of a peer that TRUST_PROXY does not name is ignored');
  }

  const callers = new WeakMap<FastifyRequest, Who>();
  /** Options of a route for signed-in callers: who calls is found, or refused, before the body is read. */
  const signedIn = {
    onRequest: async (request: FastifyRequest) => {
      const token = tokenOf(request.headers);
      if (!token) throw new Refusal(kernelRefusal['signed-out']);
      const language = languageOf(request.headers);
      const caller = { address: addressOf(request), requestId: request.id, language };
      callers.set(request, await authenticate(kernel, token, caller));
    },
  };
  const whoOf = (request: FastifyRequest): Who => callers.get(request)!;
  const contextOf = (who: Who | null): WireContext => ({
    zone: who?.zone ?? 'Asia/Shanghai',
    hidesPhones: who !== null && hidesPhones(who),
    signFile: (key) => kernel.files.sign(key, '', who?.userId ?? null),
    // Whoever could name any key would have the files of others signed for him.
    fileKey: (given) => {
      const isAddress = given.includes('/api/file/');
      const key = isAddress ? kernel.files.keyIn(given, who?.userId ?? null) : given;
      return key?.startsWith(`${who?.tenantId}/${isAddress ? '' : 'upload/'}`) ? key : null;
    },
  });
  const read = <F extends Fields>(fields: F, raw: unknown, context: WireContext) => {
    const decoded = decode(fields, raw, context);
    if (!decoded.ok) throw new Refusal(kernelRefusal['bad-input'], {}, decoded.issues);
    return decoded.values;
  };

  const prove = (request: FastifyRequest) => (tx: TenantTx) => requireProof(takeProof, tx, request.headers);

  const mountOperation = (server: OperationServer) => {
    const { operation } = server;
    // Only the act's own transaction can take the proof together with the act.
    if (server.free && operation.needsPassword)
      throw new Error(`${operation.name} asks for the password: serve it with handle()`);
    const config = {
      rateLimit: operation.perMinute ? { max: operation.perMinute, timeWindow: '1 minute' } : (false as const),
    };
    const isPublic = operation.access === 'public';
    const options = isPublic ? { bodyLimit: PUBLIC_BODY_BYTES } : signedIn;
    app.post(operation.path, { config, ...options }, async (request) => {
      // A public call is answered whoever asks: a stale token must not stand in the way of signing in again.
      const who = isPublic ? null : whoOf(request);
      if (who) checkAccess(operation.access, who);
      if (who && !operation.isRead && !operation.isOpenToReaders) checkWriter(who);
      const context = contextOf(who);
      const { body, file } = await readBody(request, operation.takesFile === true, operation.fileBytes);
      const input = read(operation.input, body, context);
      const agent = request.headers['user-agent']?.slice(0, 500) ?? null;
      if (server.free) {
        const language = who?.language ?? languageOf(request.headers);
        const caller = { address: addressOf(request), agent, requestId: request.id, language, who, file };
        const output = await server.free(kernel, input as never, caller);
        return shaped(operation, encode(operation.output, output ?? {}, context));
      }
      const output = await kernel.database.inTenant(
        who!,
        async (tx) => {
          if (operation.needsPassword) await prove(request)(tx);
          let described: Partial<AuditEntry> = {};
          const act = {
            describe: (entry: Partial<AuditEntry>) => {
              described = { ...described, ...entry };
            },
            agent,
            file,
          };
          const result = (await server.handler!(tx, input as never, act, kernel)) ?? {};
          if (operation.audit)
            tx.audit({
              subjectKind: operation.name,
              after: masked(operation, input as Record<string, unknown>),
              ...described,
              action: operation.audit,
            });
          await fillNamesDeep(verbs, tx, operation.output, [result]);
          return result;
        },
        { isRead: operation.isRead === true, isAboveTenants: server.isAboveTenants === true },
      );
      return shaped(operation, encode(operation.output, output, context));
    });
  };

  const mountReport = (server: ReportServer) => {
    const { report } = server;
    const source = reportRows(verbs, server);
    app.post(report.path, signedIn, async (request) => {
      const who = whoOf(request);
      checkAccess(report.access, who);
      const context = contextOf(who);
      const { body } = await readBody(request, false);
      const filters = read(report.filters, body, context);
      const paging = read(pagingFields, body, context);
      const { rows, total, isEstimate, totals } = await kernel.database.inTenant(
        who,
        (tx) => source.list(tx, filters, paging, kernel),
        { isRead: true },
      );
      return success({
        Rows: rows.map((row) => encode(report.columns, row as never, context)),
        Total: total,
        ...(isEstimate ? { IsEstimate: true } : {}),
        Page: paging.page,
        PerPage: paging.perPage,
        ...(report.totals && totals ? { Totals: encode(report.totals, totals, context) } : {}),
      });
    });
    app.post(`${report.path}/export`, signedIn, async (request) => {
      const who = whoOf(request);
      checkAccess(exportPermission(report), who);
      return success(await takeExport(kernel, source, who, (await readBody(request, false)).body, read));
    });
  };

  const mountResource = (server: ResourceServer) => {
    const { resource } = server;
    for (const verb of resource.verbs as readonly Verb[])
      app.post(verbPath(resource, verb), signedIn, async (request) => {
        const who = whoOf(request);
        checkAccess(resource.can[verb], who);
        if (!READING.includes(verb)) checkWriter(who);
        return success(await runVerb(kernel, verbs, server, verb, request, who, read, contextOf(who), prove(request)));
      });
  };

  const mountWorkbook = (one: Workbook) => {
    app.post(importPath(one, 'import'), signedIn, async (request) => {
      const who = whoOf(request);
      checkAccess(one.access, who);
      checkWriter(who);
      return success(await takeImport(kernel, one, who, await readBody(request, true), read, contextOf(who)));
    });
    app.post(importPath(one, 'template'), signedIn, async (request) => {
      const who = whoOf(request);
      checkAccess(one.access, who);
      return success(await importTemplate(one, who.language));
    });
  };

  for (const module of modules) {
    for (const one of module.resources) mountResource(one);
    for (const one of module.contract.workbooks) mountWorkbook(one);
    for (const one of module.operations) mountOperation(one);
    for (const one of module.reports) mountReport(one);
    for (const ingress of module.ingresses)
      await app.register(async (scope) => void (await ingress.mount(scope, kernel)), { prefix: ingress.prefix });
  }

  app.get('/api/file/*', async (request, reply) => {
    const key = (request.params as Record<string, string>)['*'] ?? '';
    const { e = '', s = '', n = '' } = request.query as Record<string, string>;
    const stream = kernel.files.check(key, e, s, n) ? await kernel.files.open(key) : null;
    if (!stream)
      return sendError(
        reply,
        new Refusal(kernelRefusal['not-found'], { what: key }),
        'zh',
        kernel.log,
        request.id,
        404,
      );
    const type = FILE_TYPES[extname(key).slice(1)];
    const leftSeconds = Math.floor((Number(e) - kernel.clock.now().getTime()) / 1000);
    reply.header('cache-control', `private, max-age=${leftSeconds}, immutable`);
    if (!type?.startsWith('image/'))
      reply.header('content-disposition', `attachment${n && `; filename*=UTF-8''${headerText(n)}`}`);
    return reply.type(type ?? 'application/octet-stream').send(stream);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!;
    const isPage = request.method === 'GET' && !/^\/(api|assets)\//.test(path);
    if (isPage && options.sendPage) return options.sendPage(reply);
    const refusal = new Refusal(kernelRefusal['not-found'], { what: path });
    return sendError(reply, refusal, languageOf(request.headers), kernel.log, request.id, 404);
  });
  app.get('/healthz', async () => ({ state: 'success' }));
  app.get('/readyz', async (_request, reply) => {
    const reason = await options.whyNotReady();
    return reply.code(reason ? 503 : 200).send(reason ? { state: 'fail', reason } : { state: 'success' });
  });
  app.get('/metrics', async (_request, reply) => {
    kernel.metrics.listeners.set(kernel.live.listenerCount);
    return reply.type(kernel.metrics.registry.contentType).send(await kernel.metrics.registry.metrics());
  });
  mountOpenApi(app, kernel.contracts);
  return app;
}

const READING: readonly Verb[] = ['list', 'get', 'export', 'template'];

/** The envelope of an operation, its output where the product spec reads it. */
function shaped({ answersAs, output }: Operation, data: WireObject): Envelope & WireObject {
  if (answersAs === 'beside') return { ...data, ...success(data) };
  return success(answersAs === undefined ? data : data[wireName(answersAs, output[answersAs])]) as Envelope &
    WireObject;
}

/** A name as a header carries it (RFC 8187). */
function headerText(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Input for the audit log: secrets masked. */
function masked(operation: Operation, input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      operation.input[key]?.kind === 'secret' && value ? '******' : value,
    ]),
  );
}
