import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Fields } from '../contract/field.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import { decode, type WireContext } from '../contract/wire.ts';
import type { TenantTx } from './database.ts';
import type { Kernel } from './kernel.ts';
import type { Read } from './request-body.ts';
import type { ResourceVerbs } from './resource-verb.ts';
import { type Authenticator, addressOf, languageOf, type ProofConsumer, requireProof, tokenOf } from './session.ts';
import { hidesPhones, type Who } from './who.ts';

/** Dependencies of the routes of all declared calls. */
export interface Routes {
  readonly app: FastifyInstance;
  readonly kernel: Kernel;
  readonly verbs: ResourceVerbs;
  /** Options of a route for signed-in callers: the caller is authenticated, or refused, before the body is read. */
  readonly signedIn: { onRequest(request: FastifyRequest): Promise<void> };
  /** The caller of a route with `signedIn`. */
  whoOf(request: FastifyRequest): Who;
  /** Returns a function that refuses within a transaction unless the caller has just given the password. */
  prove(request: FastifyRequest): (tx: TenantTx) => Promise<void>;
}

/** Prepares an app for routes of declared calls. */
export function makeRoutes(
  app: FastifyInstance,
  kernel: Kernel,
  verbs: ResourceVerbs,
  authenticate: Authenticator,
  consumeProof: ProofConsumer,
): Routes {
  const callers = new WeakMap<FastifyRequest, Who>();
  return {
    app,
    kernel,
    verbs,
    signedIn: {
      async onRequest(request) {
        const token = tokenOf(request.headers);
        if (!token) throw new Refusal(kernelRefusal['signed-out']);
        const language = languageOf(request.headers);
        const caller = { address: addressOf(request), requestId: request.id, language };
        callers.set(request, await authenticate(kernel, token, caller));
      },
    },
    whoOf: (request) => callers.get(request)!,
    prove: (request) => (tx) => requireProof(consumeProof, tx, request.headers),
  };
}

/** Returns the wire context of a caller; null is an unauthenticated caller. */
export function contextOf({ files }: Pick<Kernel, 'files'>, who: Who | null): WireContext {
  return {
    zone: who?.zone ?? 'Asia/Shanghai',
    hidesPhones: who !== null && hidesPhones(who),
    signFile: (key) => files.sign(key, '', who?.userId ?? null),
    // Without this check a caller could get a signed address for any file by naming its key.
    fileKey: (given) => {
      const isAddress = given.includes('/api/file/');
      const key = isAddress ? files.keyIn(given, who?.userId ?? null) : given;
      return key?.startsWith(`${who?.tenantId}/${isAddress ? '' : 'upload/'}`) ? key : null;
    },
  };
}

/** Reads fields from a body; throws the refusal `bad-input` with all issues. */
export const readFields: Read = <F extends Fields>(fields: F, raw: unknown, context: WireContext) => {
  const decoded = decode(fields, raw, context);
  if (!decoded.ok) throw new Refusal(kernelRefusal['bad-input'], {}, decoded.issues);
  return decoded.values;
};
