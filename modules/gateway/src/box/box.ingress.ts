import {
  type BoxContext,
  type DeviceContext,
  findBoxCamera,
  type GateCommand,
  noteBoxStatus,
} from '@boyun/devices/server';
import { type Ingress, type Kernel, languageOf, systemWho } from '@boyun/kernel/server';
import type { PassingMessage } from '@boyun/passings/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DeviceFault, faultAnswer } from '../intake/device-fault.service.ts';
import { heard, type Intake, type RecordPassing, takePassing } from '../intake/intake.service.ts';
import { sizeOf, takeRawBodies } from '../intake/raw-body.service.ts';
import { keepRefused } from '../quarantine/quarantine.service.ts';
import { exchangeCommands } from '../vzenith/command-wait.service.ts';
import { applyInput } from '../vzenith/vzenith.ingress.ts';
import { readBoxInput, readBoxPassing, readBoxStatus, readBoxSwipe, readLaneCode } from './box-message.service.ts';
import {
  type Checked,
  checkBoxCall,
  checkCall,
  type SignedCall,
  type Signers,
  signersOf,
} from './box-signature.service.ts';
import { SPOT_PATH, takeSpot } from './box-spot.service.ts';

/** First part of the addresses of signed calls. */
export const BOX_PREFIX = '/api/box';

type Handler = (device: DeviceContext, body: Buffer) => Promise<object>;

/** Signed calls of boxes and cameras: a passing, a heartbeat that fetches commands, an input. */
export function boxIngress(record: RecordPassing): Ingress {
  return {
    name: 'box',
    access: 'device',
    prefix: BOX_PREFIX,
    mount(app, kernel) {
      takeRawBodies(app, async (request) => {
        const signers = signersFor(kernel, request);
        return (await signers.cameras()).length > 0 || (await signers.boxes()).length > 0;
      });
      const intake: Intake = { kernel, record };
      const routes: Readonly<Record<string, Handler>> = {
        passing: (device, body) => takeBoxPassing(intake, device, readBoxPassing(body, device.zone)),
        swipe: (device, body) => takeBoxPassing(intake, device, readBoxSwipe(body, device.zone)),
        heartbeat: async (device) => {
          heard({ kernel }, device);
          return { Commands: (await exchangeCommands(kernel, device, 'call')).map(wireCommand) };
        },
        input: async (device, body) => {
          heard({ kernel }, device);
          await applyInput(kernel, device, { input: readBoxInput(body, device.zone), isClosed: true });
          return {};
        },
      };
      app.post('/spot', (request, reply) => answerSpot(kernel, request, reply));
      app.post('/status', (request, reply) => answerStatus(kernel, request, reply));
      for (const [name, handler] of Object.entries(routes))
        app.post(`/${name}`, (request, reply) => answerCall(kernel, name, handler, request, reply));
    },
  };
}

async function takeBoxPassing(intake: Intake, device: DeviceContext, message: PassingMessage): Promise<object> {
  const answer = await takePassing(intake, device, message);
  return {
    PassingId: answer.passingId,
    Decision: answer.decision,
    // An offline record never opens, whatever was decided about it.
    IsOpen: answer.decision === 'open' && !message.isOffline,
    Lines: answer.lines,
    Voice: answer.voice,
    PayUrl: answer.payUrl,
    CommandId: answer.commandId,
    IsRepeated: answer.isRepeated,
  };
}

function wireCommand(command: GateCommand): object {
  return { CommandId: command.id, Kind: command.kind };
}

const signers = new WeakMap<FastifyRequest, Signers>();

function signersFor(kernel: Kernel, request: FastifyRequest): Signers {
  const found = signers.get(request) ?? signersOf(kernel, request.headers);
  signers.set(request, found);
  return found;
}

function signedCall(kernel: Kernel, request: FastifyRequest, path: string): SignedCall {
  const body = request.body as Buffer;
  return { method: 'POST', path, body, headers: request.headers, signers: signersFor(kernel, request) };
}

async function answerCall(
  kernel: Kernel,
  name: string,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = `${BOX_PREFIX}/${name}`;
  const body = request.body as Buffer;
  const checked = await whoCalls(kernel, signedCall(kernel, request, path));
  try {
    if (checked.fault) throw checked.fault;
    const data = await handler(checked.device, body);
    return reply.send({ state: 'success', data, message: '' });
  } catch (error) {
    if (!(error instanceof DeviceFault)) throw error;
    await keepRefused(kernel, error, {
      protocol: 'signed',
      path,
      address: request.ip,
      body,
      size: sizeOf(request),
      isKeptWhole: name === 'passing' || name === 'swipe',
      device: checked.device ?? checked.box,
      tenantId: await tenantOfCode(kernel, request.headers.tenant),
      serialNo: request.headers.serialnumber,
    });
    const { status, body: said } = faultAnswer(error, languageOf(request.headers));
    return reply.code(status).send(said);
  }
}

/** A camera signs for itself; a box signs for the camera of the lane it names. */
async function whoCalls(
  kernel: Kernel,
  call: SignedCall,
): Promise<Checked<DeviceContext> & { readonly box: BoxContext | null }> {
  const camera = await checkCall(kernel, call);
  if (camera.fault?.reason !== 'unknown') return { ...camera, box: null };
  const checked = await checkBoxCall(kernel, call);
  const box = checked.device;
  if (checked.fault) return { device: null, box, fault: checked.fault };
  try {
    const laneCode = readLaneCode(call.body);
    const device = await findBoxCamera(kernel.database, checked.device, laneCode);
    if (device) return { device, box, fault: null };
    return { device: null, box, fault: new DeviceFault('malformed', `LaneCode: no lane ${laneCode} with a camera`) };
  } catch (error) {
    if (!(error instanceof DeviceFault)) throw error;
    return { device: null, box, fault: error };
  }
}

/** A box's heartbeat; answered with a configuration the box has not got yet. */
async function answerStatus(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = request.body as Buffer;
  try {
    const path = `${BOX_PREFIX}/status`;
    const checked = await checkBoxCall(kernel, signedCall(kernel, request, path));
    if (checked.fault) throw checked.fault;
    const configuration = await noteBoxStatus(kernel, checked.device, readBoxStatus(body));
    const data = {
      ServerTime: kernel.clock.now().toISOString(),
      Configuration: configuration && { Number: configuration.number, ...(configuration.content as object) },
    };
    return reply.send({ state: 'success', data, message: '' });
  } catch (error) {
    if (!(error instanceof DeviceFault)) throw error;
    // A heartbeat carries nothing worth keeping: the next one says the same.
    const { status, body: said } = faultAnswer(error, languageOf(request.headers));
    return reply.code(status).send(said);
  }
}

/** What a detector below a spot told its box; refused where the box's lot has no such detector. */
async function answerSpot(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = request.body as Buffer;
  const path = SPOT_PATH;
  const checked = await checkBoxCall(kernel, signedCall(kernel, request, path));
  try {
    if (checked.fault) throw checked.fault;
    const { tenantId, lotId, boxName, zone } = checked.device;
    await takeSpot(kernel, { ...systemWho(tenantId, boxName), kind: 'device' }, { lotId, zone }, body);
    return reply.send({ state: 'success', data: {}, message: '' });
  } catch (error) {
    if (!(error instanceof DeviceFault)) throw error;
    await keepRefused(kernel, error, {
      protocol: 'signed',
      path,
      address: request.ip,
      body,
      size: sizeOf(request),
      isKeptWhole: true,
      device: checked.device,
      tenantId: await tenantOfCode(kernel, request.headers.tenant),
      serialNo: request.headers.serialnumber,
    });
    const { status, body: said } = faultAnswer(error, languageOf(request.headers));
    return reply.code(status).send(said);
  }
}

async function tenantOfCode(kernel: Kernel, code: string | string[] | undefined): Promise<number | null> {
  if (typeof code !== 'string') return null;
  const [row] = await kernel.database.systemOf.gate<{ id: number }>('select id from tenant where code = $1', [code]);
  return row?.id ?? null;
}
