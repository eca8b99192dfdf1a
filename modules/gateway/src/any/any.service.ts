import type { Ingress, Kernel } from '@boyun/kernel/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Driver } from '../driver/driver.service.ts';
import { answerRoute, bodyOf, servedRoutes } from '../endpoint/device-endpoint.service.ts';
import { cameraOf, takeCameraBodies, tokenEndpoint } from '../endpoint/token-endpoint.service.ts';
import { markSeen } from '../intake/intake.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { ANY_PREFIX, unknownMaker } from './any.contract.ts';
import { recognise } from './recognise.service.ts';

const endpoint = tokenEndpoint(unknownMaker.name, ANY_PREFIX, {});

/**
 * The address for any maker. Messages of a camera whose protocol is not known yet are captured; once it is, they go to the routes of that
 * protocol, so that nothing has to be changed at the device.
 */
export function anyIngress(drivers: readonly Driver[]): Ingress {
  return {
    name: unknownMaker.name,
    access: 'device',
    prefix: `${ANY_PREFIX}/:token`,
    mount(app, kernel) {
      takeCameraBodies(app, kernel);
      const take = (request: FastifyRequest, reply: FastifyReply) => takeAny(drivers, kernel, request, reply);
      app.post('/', take);
      app.post('/*', take);
    },
  };
}

async function takeAny(drivers: readonly Driver[], kernel: Kernel, request: FastifyRequest, reply: FastifyReply) {
  const device = await cameraOf(kernel, request);
  const served = device && servedRoutes(kernel, device.protocol);
  const rest = (request.params as Record<string, string>)['*'] ?? '';
  const name = served && (served.names.find((one) => rest === one) ?? routeOf(drivers, served.names, request));
  if (served && name) return served.answer(name, request, reply);
  return answerRoute(
    kernel,
    endpoint,
    {
      // Strangers leave one note, whatever they add to the address.
      name: device ? rest.slice(0, 100) : '',
      keep: 'whole',
      isCaptured: true,
      async handle(camera) {
        // A known maker whose message is none of its own.
        if (camera.protocol !== unknownMaker.name)
          throw new DeviceFault('malformed', `no message of ${camera.protocol}`, true);
        markSeen(kernel, camera);
        return {};
      },
    },
    request,
    reply,
  );
}

/** The route of a protocol that takes a message: the only one, or the one the message belongs to. */
function routeOf(drivers: readonly Driver[], names: readonly string[], request: FastifyRequest): string | null {
  if (names.length === 1) return names[0]!;
  const found = recognise(drivers, bodyOf(request), request.headers['content-type'] ?? '');
  return found && names.includes(found.route) ? found.route : null;
}
