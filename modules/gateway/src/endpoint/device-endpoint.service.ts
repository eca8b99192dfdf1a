import type { DeviceContext } from '@boyun/devices/server';
import { type Kernel, languageOf } from '@boyun/kernel/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RawMessage } from '../driver/driver.service.ts';
import { DeviceFault, faultAnswer } from '../message/device-fault.service.ts';
import { sizeOf } from '../message/raw-body.service.ts';
import { keepRefused } from '../quarantine/quarantine.service.ts';

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
  for (const [name, route] of Object.entries(routes))
    app.post(`/${name}`, async (request, reply) => {
      const path = endpoint.pathOf(name);
      const identified = await endpoint.identify(kernel, request, path);
      try {
        if (identified.fault) throw identified.fault;
        return reply.send(await route.handle(identified.caller, request, reply));
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
        if (error.isTaken) return reply.send(endpoint.takenReply);
        const { status, body } = faultAnswer(error, languageOf(request.headers));
        return reply.code(status).send(body);
      }
    });
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
    origin: `${request.protocol}://${request.host}`,
  };
}

/** The bytes of a request. */
export function bodyOf(request: FastifyRequest): Buffer {
  return request.body as Buffer;
}
