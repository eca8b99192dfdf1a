import { type DeviceContext, findCamera } from '@boyun/devices/server';
import { type Kernel, tenantOfToken } from '@boyun/kernel/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DeviceFault } from '../message/device-fault.service.ts';
import { takeRawBodies } from '../message/raw-body.service.ts';
import type { DeviceEndpoint } from './device-endpoint.service.ts';

/** The endpoint of a protocol whose cameras are identified by the token in their address, below `<prefix>/:token`. */
export function tokenEndpoint(protocol: string, prefix: string, takenReply: object): DeviceEndpoint<DeviceContext> {
  return {
    protocol,
    pathOf: (route) => `${prefix}/…/${route}`,
    async identify(kernel, request) {
      const caller = await cameraOf(kernel, request);
      if (caller) return { caller, fault: null, claimed: caller };
      return { caller: null, fault: new DeviceFault('unknown', 'no camera has this token'), claimed: null };
    },
    named: async (_kernel, request) => ({ tenantId: tenantOfToken(tokenOf(request)) }),
    takenReply,
  };
}

/** Gives the routes of this scope their bodies as bytes; of callers without a valid token only the beginning is read. */
export function takeCameraBodies(app: FastifyInstance, kernel: Kernel): void {
  takeRawBodies(app, async (request) => (await cameraOf(kernel, request)) !== null);
}

const cameras = new WeakMap<FastifyRequest, Promise<DeviceContext | null>>();

/** The camera of the token in the path, looked up once for each request; null when there is none. */
export function cameraOf(kernel: Kernel, request: FastifyRequest): Promise<DeviceContext | null> {
  let found = cameras.get(request);
  if (!found) {
    found = findCamera(kernel.database, tokenOf(request));
    cameras.set(request, found);
  }
  return found;
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token?: string }).token ?? '';
}
