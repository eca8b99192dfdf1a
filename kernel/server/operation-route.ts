import type { FastifyRequest } from 'fastify';
import { exportPermission, type Operation } from '../contract/operation.ts';
import { encode, type WireObject, wireName } from '../contract/wire.ts';
import type { TenantTx } from './database.ts';
import { type Envelope, success } from './envelope.ts';
import { acceptExport, isFileAsked, withParameters } from './export.ts';
import type { AuditEntry } from './history.ts';
import type { OperationServer, Upload } from './module.ts';
import type { ReportServer } from './report.ts';
import { reportRows } from './report-rows.ts';
import { readBody } from './request-body.ts';
import { onceByKey, requestKeyOf } from './request-key.ts';
import { contextOf, type Routes, readFields } from './route.ts';
import { fillNamesDeep } from './row-source.ts';
import { addressOf, checkAccess, checkWriter, languageOf } from './session.ts';
import type { Who } from './who.ts';

/** The size of a body without signing in, in bytes; uploads are parsed piece by piece and have their own limit. */
const PUBLIC_BODY_BYTES = 16 * 1024;

/** Decoded input with the file and headers of its request. */
interface Sent {
  readonly input: Record<string, unknown>;
  readonly file: Upload | null;
  readonly agent: string | null;
}

/** Mounts the route of an operation; `reports` by name are those whose files it may return. */
export function mountOperation(
  routes: Routes,
  server: OperationServer,
  reports: ReadonlyMap<string, ReportServer>,
): void {
  const { app, kernel, signedIn, whoOf } = routes;
  const { operation } = server;
  // Only the operation's own transaction can use the proof up together with the change.
  if (server.free && operation.needsPassword)
    throw new Error(`${operation.name} asks for the password: serve it with handle()`);
  if (server.free && operation.isOnce) throw new Error(`${operation.name} takes effect once: serve it with handle()`);
  const config = {
    rateLimit: operation.perMinute ? { max: operation.perMinute, timeWindow: '1 minute' } : (false as const),
  };
  const isPublic = operation.access === 'public';
  const route = isPublic ? { bodyLimit: PUBLIC_BODY_BYTES } : signedIn;
  app.post(operation.path, { config, ...route }, async (request) => {
    // A public call ignores the token: a stale one must not prevent signing in again.
    const who = isPublic ? null : whoOf(request);
    if (who) checkAccess(operation.access, who);
    if (who && !operation.isRead && !operation.isOpenToReaders) checkWriter(who);
    const context = contextOf(kernel, who);
    const { body: sentBody, file } = await readBody(request, operation.takesFile === true, operation.fileBytes);
    const body = operation.fileOf ? withParameters(sentBody) : sentBody;
    const input = readFields(operation.input, body, context);
    const asked = operation.fileOf?.(input);
    if (asked && isFileAsked(body)) {
      checkAccess(exportPermission(asked), who!);
      const source = reportRows(routes.verbs, reports.get(asked.name)!);
      return success(await acceptExport(kernel, source, who!, body, readFields, 'xls')) as Envelope & WireObject;
    }
    const sent = { input, file, agent: request.headers['user-agent']?.slice(0, 500) ?? null };
    const encoded = (output: object): WireObject =>
      encode(operation.output, output as Readonly<Record<string, unknown>>, context);
    if (server.free) return shaped(operation, encoded(await runFreely(routes, server, request, who, sent)));
    const key = operation.isOnce ? requestKeyOf(request.headers) : null;
    const work = async (tx: TenantTx) => encoded(await runHandler(routes, server, tx, sent, routes.prove(request)));
    const { isRead = false } = operation;
    const options = { isRead, isAboveTenants: server.isAboveTenants === true };
    const answer = await kernel.database.inTenant(
      who!,
      (tx) => (key ? onceByKey(tx, { key, call: operation.name, input }, () => work(tx)) : work(tx)),
      options,
    );
    return shaped(operation, answer);
  });
}

async function runFreely(
  { kernel }: Routes,
  server: OperationServer,
  request: FastifyRequest,
  who: Who | null,
  { input, file, agent }: Sent,
): Promise<object> {
  const language = who?.language ?? languageOf(request.headers);
  const caller = { address: addressOf(request), agent, requestId: request.id, language, who, file };
  return (await server.free!(kernel, input, caller)) ?? {};
}

/** Runs the handler and adds the audit entry and the names of what the output refers to. */
async function runHandler(
  { kernel, verbs }: Routes,
  { operation, handler }: OperationServer,
  tx: TenantTx,
  { input, file, agent }: Sent,
  prove: (tx: TenantTx) => Promise<void>,
): Promise<object> {
  if (operation.needsPassword) await prove(tx);
  let described: Partial<AuditEntry> = {};
  const describe = (entry: Partial<AuditEntry>) => {
    described = { ...described, ...entry };
  };
  const result = (await handler!(tx, input, { describe, agent, file }, kernel)) ?? {};
  if (operation.audit)
    tx.audit({
      subjectKind: operation.name,
      after: masked(operation, input),
      ...described,
      action: operation.audit,
    });
  await fillNamesDeep(verbs, tx, operation.output, [result]);
  return result;
}

/** The envelope of an operation, its output where the product spec reads it. */
function shaped({ answersAs, output }: Operation, data: WireObject): Envelope & WireObject {
  if (answersAs === 'beside') return { ...data, ...success(data) };
  return success(answersAs === undefined ? data : data[wireName(answersAs, output[answersAs])]) as Envelope &
    WireObject;
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
