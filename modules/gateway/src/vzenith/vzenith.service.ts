import { type DeviceContext, type GateCommand, keepCameraMessage, keepSnapshot } from '@boyun/devices/server';
import type { Kernel } from '@boyun/kernel/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { partsOf } from '../driver/carry.service.ts';
import type { Driver } from '../driver/driver.service.ts';
import { bodyOf, type DeviceRoute, originOf, rawOf, serveRoutes } from '../endpoint/device-endpoint.service.ts';
import { takeCameraBodies, tokenEndpoint } from '../endpoint/token-endpoint.service.ts';
import { CommandWaits, exchangeCommands } from '../intake/command-wait.service.ts';
import { applyInput } from '../intake/device-input.service.ts';
import { checkSerial, markSeen, takeReport } from '../intake/intake.service.ts';
import { parseJson } from '../message/payload.service.ts';
import { VZENITH_PREFIX, vzenithHttp } from './vzenith.contract.ts';
import { vzenithFormat } from './vzenith-format.service.ts';
import { type PlatePush, readInputPush, readSerialPush, readSnapshotPush } from './vzenith-message.service.ts';
import { commandReply } from './vzenith-reply.service.ts';

const POLL_MS = 10_000;

/** HTTP push of Vzenith cameras: plates, inputs, serial data, snapshots, heartbeats, and the long poll that fetches commands. */
export function vzenithDriver(options: { pollMs?: number } = {}): Driver<PlatePush> {
  const driver: Driver<PlatePush> = {
    ...vzenithFormat,
    mount: {
      kind: 'routes',
      prefix: `${VZENITH_PREFIX}/:token`,
      open: (app, kernel) => openRoutes(app, kernel, driver, options.pollMs ?? POLL_MS),
    },
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
  const carry = (
    request: FastifyRequest,
    commands: readonly GateCommand[],
    { serialNo, zone, laneScreen = null }: DeviceContext,
  ) => {
    const { token } = request.params as { token: string };
    const addressOf = (route: string) => `${originOf(request)}${vzenithHttp.pathOf!(route, token)}`;
    return commandReply(partsOf(driver, commands, { serialNo, zone, laneScreen, now: kernel.clock.now(), addressOf }));
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
        carry(request, await exchangeCommands(kernel, await checkHealth(device, request), 'heartbeat'), device),
    },
    comet: {
      keep: 'excerpt',
      handle: async (device, request, reply) =>
        carry(request, await waits.wait(kernel, await checkHealth(device, request), pollMs, hangUpOf(reply)), device),
    },
  };
  serveRoutes(app, kernel, endpoint, routes);
}

/** The serial number of a camera is checked when its message has been read. */
const endpoint = tokenEndpoint(vzenithHttp.name, VZENITH_PREFIX, commandReply({}));

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
  return commandReply({});
}

async function takeSerial(kernel: Kernel, device: DeviceContext, body: Uint8Array): Promise<object> {
  const { serialNo, channel, data } = readSerialPush(parseJson(body));
  const known = await checkSerial(kernel, device, serialNo);
  markSeen(kernel, known);
  await keepCameraMessage(kernel, known, { kind: 'serial', channel, data });
  return commandReply({});
}

async function takeSnapshot(kernel: Kernel, device: DeviceContext, body: Uint8Array): Promise<object> {
  const picture = readSnapshotPush(parseJson(body));
  markSeen(kernel, device);
  await keepSnapshot(kernel, device, picture);
  return commandReply({});
}
