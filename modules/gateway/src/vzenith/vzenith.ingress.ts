import {
  barrierOpened,
  carPassed,
  type DeviceContext,
  deviceWho,
  findCamera,
  keepCameraMessage,
} from '@boyun/devices/server';
import { type Ingress, type Kernel, languageOf, type TenantTx, tenantOfToken } from '@boyun/kernel/server';
import { callFromLane } from '@boyun/passings/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DeviceFault, faultAnswer } from '../intake/device-fault.service.ts';
import { checkSerial, heard, type Intake, type RecordPassing, takePassing } from '../intake/intake.service.ts';
import { parseForm, parseJson } from '../intake/payload.service.ts';
import { sizeOf, takeRawBodies } from '../intake/raw-body.service.ts';
import { keepRefused } from '../quarantine/quarantine.service.ts';
import { CommandWaits, exchangeCommands } from './command-wait.service.ts';
import { readInputPush, readPlatePush, readSerialPush, readSnapshotPush } from './vzenith-message.service.ts';
import { commandReply, plateReply } from './vzenith-reply.service.ts';

/** First part of the addresses a Vzenith camera is given; the token makes it one camera's own. */
export const VZENITH_PREFIX = '/api/camera/vzenith';
const POLL_MS = 10_000;

type Handler = (device: DeviceContext, request: FastifyRequest, reply: FastifyReply) => Promise<object>;

/** HTTP push of Vzenith cameras: plates, inputs, serial data, snapshots, heartbeats, and the long poll that fetches commands. */
export function vzenithIngress(record: RecordPassing, options: { pollMs?: number } = {}): Ingress {
  return {
    name: 'vzenith',
    access: 'device',
    prefix: `${VZENITH_PREFIX}/:token`,
    mount(app, kernel) {
      takeRawBodies(app, async (request) => (await cameraOf(kernel, request)) !== null);
      const waits = new CommandWaits(kernel);
      app.addHook('preClose', async () => waits.close());
      const intake: Intake = { kernel, record };
      const routes: Readonly<Record<string, Handler>> = {
        plate: (device, request) => takePlate(intake, device, request.body as Buffer, originOf(request)),
        io: (device, request) => takeInput(kernel, device, request.body as Buffer),
        serial: (device, request) => takeSerial(kernel, device, request.body as Buffer),
        snapshot: (device, request) => takeSnapshot(kernel, device, request.body as Buffer),
        heartbeat: async (device, request) => {
          const known = await checkForm(kernel, device, request);
          heard({ kernel }, known);
          return commandReply(await exchangeCommands(kernel, known, 'heartbeat'));
        },
        comet: async (device, request, reply) => {
          const known = await checkForm(kernel, device, request);
          heard({ kernel }, known);
          const gone = new AbortController();
          reply.raw.once('close', () => gone.abort());
          return commandReply(await waits.wait(kernel, known, options.pollMs ?? POLL_MS, gone.signal));
        },
      };
      for (const [name, handler] of Object.entries(routes))
        app.post(`/${name}`, (request, reply) => answerDevice(kernel, name, handler, request, reply));
    },
  };
}

/** Takes a plate push and answers what the camera is to do; payment pages stand at `origin` for the driver's phone. */
async function takePlate(intake: Intake, device: DeviceContext, body: Uint8Array, origin: string): Promise<object> {
  const push = readPlatePush(parseJson(body), intake.kernel.clock.now());
  const known = await checkSerial(intake.kernel, device, push.serialNo);
  const answer = await takePassing(intake, known, push.message);
  const payUrl = answer.payUrl && absoluteUrl(answer.payUrl, origin);
  return plateReply({ ...answer, payUrl }, { plateId: push.plateId, isOffline: push.message.isOffline });
}

/** Where this server is reached, by what the camera was told to call. */
function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

function absoluteUrl(url: string, origin: string): string {
  return URL.canParse(url, origin) ? new URL(url, origin).href : url;
}

async function takeInput(kernel: Kernel, device: DeviceContext, body: Uint8Array): Promise<object> {
  const push = readInputPush(parseJson(body));
  const known = await checkSerial(kernel, device, push.serialNo);
  heard({ kernel }, known);
  await applyInput(kernel, known, push);
  return commandReply([]);
}

async function takeSerial(kernel: Kernel, device: DeviceContext, body: Uint8Array): Promise<object> {
  const { serialNo, channel, data } = readSerialPush(parseJson(body));
  const known = await checkSerial(kernel, device, serialNo);
  heard({ kernel }, known);
  await keepCameraMessage(kernel, known, { kind: 'serial', channel, data });
  return commandReply([]);
}

async function takeSnapshot(kernel: Kernel, device: DeviceContext, body: Uint8Array): Promise<object> {
  const picture = readSnapshotPush(parseJson(body));
  heard({ kernel }, device);
  await keepCameraMessage(kernel, device, { kind: 'snapshot', picture });
  return commandReply([]);
}

/** An input of a camera or box, as its protocol reports it. */
interface InputReport {
  readonly input: 'barrier' | 'loop' | 'call' | 'other';
  readonly isClosed: boolean;
}

/** Applies an input in a transaction of its own. */
export function applyInput(kernel: Kernel, device: DeviceContext, input: InputReport): Promise<void> {
  return kernel.database.inTenant(deviceWho(device), (tx) => noteInput(tx, device, input));
}

/** Applies an input to the commands and calls of its lane; only a closing contact has a meaning. */
export async function noteInput(tx: TenantTx, device: DeviceContext, { input, isClosed }: InputReport): Promise<void> {
  if (!isClosed) return;
  if (input === 'barrier') await barrierOpened(tx, device.laneId);
  else if (input === 'loop') await carPassed(tx, device.laneId);
  else if (input === 'call') await callFromLane(tx, device);
}

/** Of a heartbeat's fields only the serial number is looked at; its password is neither kept nor told to anybody. */
async function checkForm(kernel: Kernel, device: DeviceContext, request: FastifyRequest): Promise<DeviceContext> {
  const { serialno } = parseForm(request.body as Buffer, request.headers['content-type'] ?? '');
  return serialno ? checkSerial(kernel, device, serialno) : device;
}

const cameras = new WeakMap<FastifyRequest, Promise<DeviceContext | null>>();

/** The camera of the token in the path, looked up once for each request; null when there is none. */
function cameraOf(kernel: Kernel, request: FastifyRequest): Promise<DeviceContext | null> {
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

async function answerDevice(
  kernel: Kernel,
  name: string,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let device: DeviceContext | null = null;
  try {
    device = await cameraOf(kernel, request);
    if (!device) throw new DeviceFault('unknown', 'no camera has this token');
    return reply.send(await handler(device, request, reply));
  } catch (error) {
    if (!(error instanceof DeviceFault)) throw error;
    await keepRefused(kernel, error, {
      protocol: 'vzenith-http',
      path: `${VZENITH_PREFIX}/…/${name}`,
      address: request.ip,
      body: request.body as Buffer,
      size: sizeOf(request),
      isKeptWhole: name === 'plate',
      device,
      tenantId: tenantOfToken(tokenOf(request)),
    });
    if (error.isTaken) return reply.send(commandReply([]));
    const { status, body } = faultAnswer(error, languageOf(request.headers));
    return reply.code(status).send(body);
  }
}
