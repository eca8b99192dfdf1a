import { type DeviceContext, keepCameraMessage } from '@boyun/devices/server';
import type { Kernel } from '@boyun/kernel/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Driver } from '../driver/driver.service.ts';
import { bodyOf, type DeviceRoute, rawOf, serveRoutes } from '../endpoint/device-endpoint.service.ts';
import { takeCameraBodies, tokenEndpoint } from '../endpoint/token-endpoint.service.ts';
import { CommandWaits, exchangeCommands } from '../intake/command-wait.service.ts';
import { applyInput } from '../intake/device-input.service.ts';
import { checkSerial, markSeen, takeReport } from '../intake/intake.service.ts';
import { parseForm, parseJson } from '../message/payload.service.ts';
import { screenFrames } from './screen.service.ts';
import { VZENITH_PREFIX, vzenithHttp } from './vzenith.contract.ts';
import {
  type PlatePush,
  readInputPush,
  readPlatePush,
  readSerialPush,
  readSnapshotPush,
} from './vzenith-message.service.ts';
import { commandReply, plateReply, relayOrder } from './vzenith-reply.service.ts';

const POLL_MS = 10_000;

/** The routes by the name of what is reported. */
const ROUTE_OF_NAME = { AlarmInfoPlate: 'plate', AlarmGioIn: 'io', SerialData: 'serial', TriggerImage: 'snapshot' };

/** HTTP push of Vzenith cameras: plates, inputs, serial data, snapshots, heartbeats, and the long poll that fetches commands. */
export function vzenithDriver(options: { pollMs?: number } = {}): Driver<PlatePush> {
  const driver: Driver<PlatePush> = {
    protocol: vzenithHttp.name,
    mount: {
      kind: 'routes',
      prefix: `${VZENITH_PREFIX}/:token`,
      open: (app, kernel) => openRoutes(app, kernel, driver, options.pollMs ?? POLL_MS),
    },
    readPassing: ({ body, receivedAt }) => readPlatePush(parseJson(body), receivedAt),
    recognise({ json, fields }) {
      const [name, route] = Object.entries(ROUTE_OF_NAME).find(([one]) => json?.[one] !== undefined) ?? [];
      if (name && route) return { route, signs: [name] };
      return fields.serialno ? { route: 'heartbeat', signs: ['serialno'] } : null;
    },
    answer: plateReply,
    command: ({ kind }) => relayOrder(kind),
    screen: screenFrames,
    // Of a heartbeat's fields only the serial number is used; its password is neither stored nor logged.
    health: ({ body, contentType }) => parseForm(body, contentType).serialno || null,
  };
  return driver;
}

function openRoutes(app: FastifyInstance, kernel: Kernel, driver: Driver<PlatePush>, pollMs: number): void {
  takeCameraBodies(app, kernel);
  const waits = new CommandWaits(kernel);
  app.addHook('preClose', async () => waits.close());
  const checkHealth = async (device: DeviceContext, request: FastifyRequest): Promise<DeviceContext> => {
    const serialNo = driver.health(rawOf(kernel, request, '', device.zone));
    const known = serialNo ? await checkSerial(kernel, device, serialNo) : device;
    markSeen(kernel, known);
    return known;
  };
  const routes: Readonly<Record<string, DeviceRoute<DeviceContext>>> = {
    plate: {
      keep: 'whole',
      async handle(device, request) {
        const { reply } = await takeReport(
          kernel,
          driver,
          device,
          rawOf(kernel, request, endpoint.pathOf('plate'), device.zone),
        );
        return reply ?? endpoint.takenReply;
      },
    },
    io: { keep: 'excerpt', handle: (device, request) => takeInput(kernel, device, bodyOf(request)) },
    serial: { keep: 'excerpt', handle: (device, request) => takeSerial(kernel, device, bodyOf(request)) },
    snapshot: { keep: 'excerpt', handle: (device, request) => takeSnapshot(kernel, device, bodyOf(request)) },
    heartbeat: {
      keep: 'excerpt',
      handle: async (device, request) =>
        commandReply(await exchangeCommands(kernel, await checkHealth(device, request), 'heartbeat')),
    },
    comet: {
      keep: 'excerpt',
      handle: async (device, request, reply) =>
        commandReply(await waits.wait(kernel, await checkHealth(device, request), pollMs, hangUpOf(reply))),
    },
  };
  serveRoutes(app, kernel, endpoint, routes);
}

/** The serial number of a camera is checked when its message has been read. */
const endpoint = tokenEndpoint(vzenithHttp.name, VZENITH_PREFIX, commandReply([]));

/** Aborted when the camera closes its connection. */
function hangUpOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

async function takeInput(kernel: Kernel, device: DeviceContext, body: Uint8Array): Promise<object> {
  const push = readInputPush(parseJson(body));
  const known = await checkSerial(kernel, device, push.serialNo);
  markSeen(kernel, known);
  await applyInput(kernel, known, push);
  return commandReply([]);
}

async function takeSerial(kernel: Kernel, device: DeviceContext, body: Uint8Array): Promise<object> {
  const { serialNo, channel, data } = readSerialPush(parseJson(body));
  const known = await checkSerial(kernel, device, serialNo);
  markSeen(kernel, known);
  await keepCameraMessage(kernel, known, { kind: 'serial', channel, data });
  return commandReply([]);
}

async function takeSnapshot(kernel: Kernel, device: DeviceContext, body: Uint8Array): Promise<object> {
  const picture = readSnapshotPush(parseJson(body));
  markSeen(kernel, device);
  await keepCameraMessage(kernel, device, { kind: 'snapshot', picture });
  return commandReply([]);
}
