import { LORA_PREFIX } from '@boyun/devices/contract';
import { findLoraNetwork, type LoraContext } from '@boyun/devices/server';
import { type Ingress, type Kernel, tenantOfToken } from '@boyun/kernel/server';
import type { FastifyRequest } from 'fastify';
import { bodyOf, type DeviceEndpoint, serveRoutes } from '../endpoint/device-endpoint.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { takeRawBodies } from '../message/raw-body.service.ts';
import { takeLoraMessage } from './uplink.service.ts';

const TAKEN = { state: 'success', data: {}, message: '' };

/** Network servers of LoRaWAN: the HTTP integration of ChirpStack, the webhooks of The Things Stack. */
export const loraNetworks: Ingress = {
  name: 'lora',
  access: 'device',
  prefix: `${LORA_PREFIX}/:token`,
  mount(app, kernel) {
    takeRawBodies(app, async (request) => (await networkOf(kernel, request)) !== null);
    serveRoutes<LoraContext>(app, kernel, endpoint, {
      up: {
        keep: 'excerpt',
        async handle(network, request) {
          await takeLoraMessage(kernel, network, bodyOf(request));
          return TAKEN;
        },
      },
    });
  },
};

const endpoint: DeviceEndpoint<LoraContext> = {
  protocol: 'lora',
  pathOf: (route) => `${LORA_PREFIX}/…/${route}`,
  async identify(kernel, request) {
    const caller = await networkOf(kernel, request);
    if (caller) return { caller, fault: null, claimed: null };
    return { caller: null, fault: new DeviceFault('unknown', 'no network has this token'), claimed: null };
  },
  named: async (_kernel, request) => ({ tenantId: tenantOfToken(tokenOf(request)) }),
  takenReply: TAKEN,
};

const networks = new WeakMap<FastifyRequest, Promise<LoraContext | null>>();

function networkOf(kernel: Kernel, request: FastifyRequest): Promise<LoraContext | null> {
  let found = networks.get(request);
  if (!found) {
    found = findLoraNetwork(kernel.database, tokenOf(request));
    networks.set(request, found);
  }
  return found;
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token?: string }).token ?? '';
}
