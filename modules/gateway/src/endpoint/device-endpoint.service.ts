import type { DeviceContext } from '@boyun/devices/server';
import { type Kernel, languageOf } from '@boyun/kernel/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RawMessage } from '../driver/driver.service.ts';
import { DeviceFault, faultAnswer } from '../message/device-fault.service.ts';
import { sizeOf } from '../message/raw-body.service.ts';
import { keepRefused } from '../quarantine/quarantine.service.ts';
import { noteMessage, type SeenMessage } from '../traffic/inspector.service.ts';

/** The sender of a request, or why it is refused. */
export type Identified<C> =
  | { readonly caller: C; readonly fault: null; readonly claimed: Claimed | null }
  | { readonly caller: null; readonly fault: DeviceFault; readonly claimed: Claimed | null };

/** The device a request names, whether authenticated or not. */
type Claimed = Pick<DeviceContext, 'tenantId' | 'lotId'> & { readonly cameraId?: string };

/** How the devices of a protocol identify themselves over HTTP. */
export interface DeviceEndpoint<C> {
  readonly protocol: string;
  /** The address of a route as it is logged and kept, without secrets. */
  pathOf(route: string): string;
  identify(kernel: Kernel, request: FastifyRequest, path: string): Promise<Identified<C>>;
  /** The sender claimed by an unauthenticated request. */
  named(
    kernel: Kernel,
    request: FastifyRequest,
  ): Promise<{ readonly tenantId: number | null; readonly serialNo?: string | string[] | undefined }>;
  /** The reply to a message that is quarantined and must not be sent again. */
  readonly takenReply: object;
}

/** A route of a protocol. */
export interface DeviceRoute<C> {
  /** How a refused message is kept: `whole` can be replayed; `never` for messages whose next one says the same. */
  readonly keep: 'whole' | 'excerpt' | 'never';
  /** Its messages are only looked at: nothing is booked. */
  readonly isCaptured?: true;
  /** Returns the reply. Throws DeviceFault for a message that cannot be taken. */
  handle(caller: C, request: FastifyRequest, reply: FastifyReply): Promise<object>;
}

/** Serves the routes of a protocol: a message that cannot be processed is refused and quarantined; an internal failure is answered with an error. */
export function serveRoutes<C>(
  app: FastifyInstance,
  kernel: Kernel,
  endpoint: DeviceEndpoint<C>,
  routes: Readonly<Record<string, DeviceRoute<C>>>,
): void {
  let served = servedBy.get(kernel);
  if (!served) {
    served = new Map();
    servedBy.set(kernel, served);
  }
  served.set(endpoint.protocol, {
    names: Object.keys(routes),
    answer: (name, request, reply) => answerRoute(kernel, endpoint, { name, ...routes[name]! }, request, reply),
  });
  for (const [name, route] of Object.entries(routes))
    app.post(`/${name}`, (request, reply) => answerRoute(kernel, endpoint, { name, ...route }, request, reply));
}

/** The routes of a protocol, for messages that arrive at another address. */
interface Served {
  readonly names: readonly string[];
  answer(name: string, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}
const servedBy = new WeakMap<Kernel, Map<string, Served>>();

/** The routes this process serves for a protocol; null for one without routes. */
export function servedRoutes(kernel: Kernel, protocol: string): Served | null {
  return servedBy.get(kernel)?.get(protocol) ?? null;
}

/** Answers a request at a route. */
export async function answerRoute<C>(
  kernel: Kernel,
  endpoint: DeviceEndpoint<C>,
  route: DeviceRoute<C> & { readonly name: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const path = endpoint.pathOf(route.name);
  const identified = await endpoint.identify(kernel, request, path);
  const see = (answer: object | null, outcome: SeenMessage['outcome'], detail: string | null) => {
    const { caller, claimed } = identified;
    if (caller === null || claimed?.cameraId === undefined || route.keep === 'never') return;
    const { cameraId, lotId, tenantId } = claimed;
    const message = {
      path,
      contentType: request.headers['content-type'] ?? '',
      address: request.ip,
      body: bodyOf(request),
    };
    const device = { cameraId, lotId, tenantId };
    const seen = { device, protocol: endpoint.protocol, ...message, reply: answer, outcome, detail };
    noteMessage(kernel, seen, outcome === 'taken' && route.keep === 'excerpt');
  };
  try {
    if (identified.fault) throw identified.fault;
    const answer = await route.handle(identified.caller, request, reply);
    see(answer, route.isCaptured ? 'captured' : 'taken', null);
    return reply.send(answer);
  } catch (error) {
    if (!(error instanceof DeviceFault)) throw error;
    if (route.keep !== 'never')
      await keepRefused(kernel, error, {
        protocol: endpoint.protocol,
        path,
        address: request.ip,
        body: bodyOf(request),
        size: sizeOf(request),
        isKeptWhole: route.keep === 'whole',
        device: identified.claimed,
        ...(await endpoint.named(kernel, request)),
      });
    const { status, body } = faultAnswer(error, languageOf(request.headers));
    see(error.isTaken ? endpoint.takenReply : body, 'refused', `${error.reason} ${error.detail}`.trim());
    return error.isTaken ? reply.send(endpoint.takenReply) : reply.code(status).send(body);
  }
}

/** The message a request carries. */
export function rawOf(
  kernel: Kernel,
  request: FastifyRequest,
  path: string,
  zone: string,
): RawMessage & { readonly origin: string } {
  return {
    body: bodyOf(request),
    path,
    contentType: request.headers['content-type'] ?? '',
    receivedAt: kernel.clock.now(),
    zone,
    // The address the device was configured with is the one a driver's phone reaches too.
    origin: originOf(request),
  };
}

/** The address of this server as the sender of a request knows it. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

/** The bytes of a request. */
export function bodyOf(request: FastifyRequest): Buffer {
  return request.body as Buffer;
}
