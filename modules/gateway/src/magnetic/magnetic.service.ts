import { findMagnetic, type MagneticContext } from '@boyun/devices/server';
import { type Ingress, type Kernel, tenantOfToken } from '@boyun/kernel/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkMagneticCall, signersFor } from '../box/box-signature.service.ts';
import { bodyOf, type DeviceEndpoint, serveRoutes } from '../endpoint/device-endpoint.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { parseJson } from '../message/payload.service.ts';
import { takeRawBodies } from '../message/raw-body.service.ts';
import { MAGNETIC_PREFIX } from './magnetic.contract.ts';
import { takeMagnetic } from './magnetic-message.service.ts';

const PROTOCOL = 'magnetic';

/** Detectors over HTTP that sign their calls with headers `serialnumber`, `timestamp` and `signature`. */
export const signedMagnetics: Ingress = {
  name: 'magnetic-signed',
  access: 'device',
  prefix: MAGNETIC_PREFIX,
  mount(app, kernel) {
    takeRawBodies(app, async (request) => (await signersFor(kernel, request).magnetics()).length > 0);
    serve(app, kernel, signedEndpoint, 'signed');
  },
};

/** Detectors over HTTP that know no signature: their token is in the address. */
export const tokenMagnetics: Ingress = {
  name: 'magnetic-token',
  access: 'device',
  prefix: `${MAGNETIC_PREFIX}/:token`,
  mount(app, kernel) {
    takeRawBodies(app, async (request) => (await detectorOf(kernel, request)) !== null);
    serve(app, kernel, tokenEndpoint, 'token');
  },
};

function serve(
  app: FastifyInstance,
  kernel: Kernel,
  endpoint: DeviceEndpoint<MagneticContext>,
  route: 'signed' | 'token',
): void {
  serveRoutes<MagneticContext>(app, kernel, endpoint, {
    report: {
      keep: 'excerpt',
      async handle(detector, request) {
        await takeMagnetic(kernel, detector, parseJson(bodyOf(request)), route);
        // A device without a clock of its own sets it by the answer.
        return success({ ServerTime: kernel.clock.now().toISOString() });
      },
    },
  });
}

const success = (data: object) => ({ state: 'success', data, message: '' });

const signedEndpoint: DeviceEndpoint<MagneticContext> = {
  protocol: `${PROTOCOL}-signed`,
  pathOf: (route) => `${MAGNETIC_PREFIX}/${route}`,
  async identify(kernel, request, path) {
    const { headers } = request;
    const call = { method: 'POST', path, body: bodyOf(request), headers, signers: signersFor(kernel, request) };
    const { device, fault } = await checkMagneticCall(kernel, call);
    return fault ? { caller: null, fault, claimed: device } : { caller: device, fault: null, claimed: device };
  },
  named: async (_kernel, { headers }) => ({ tenantId: null, serialNo: headers.serialnumber }),
  takenReply: success({}),
};

const tokenEndpoint: DeviceEndpoint<MagneticContext> = {
  protocol: `${PROTOCOL}-token`,
  pathOf: (route) => `${MAGNETIC_PREFIX}/…/${route}`,
  async identify(kernel, request) {
    const caller = await detectorOf(kernel, request);
    if (caller) return { caller, fault: null, claimed: caller };
    return { caller: null, fault: new DeviceFault('unknown', 'no detector has this token'), claimed: null };
  },
  named: async (_kernel, request) => ({ tenantId: tenantOfToken(tokenOf(request)) }),
  takenReply: success({}),
};

const detectors = new WeakMap<FastifyRequest, Promise<MagneticContext | null>>();

function detectorOf(kernel: Kernel, request: FastifyRequest): Promise<MagneticContext | null> {
  let found = detectors.get(request);
  if (!found) {
    found = findMagnetic(kernel.database, tokenOf(request));
    detectors.set(request, found);
  }
  return found;
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token?: string }).token ?? '';
}
