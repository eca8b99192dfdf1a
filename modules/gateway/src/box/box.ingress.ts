import {
  type BoxContext,
  boxWho,
  type DeviceContext,
  deviceWho,
  findBoxCamera,
  type GateCommand,
  noteBoxStatus,
} from '@boyun/devices/server';
import { type Ingress, type Kernel, languageOf, systemWho, type TenantTx } from '@boyun/kernel/server';
import type { PassingMessage } from '@boyun/passings/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DeviceFault, faultAnswer } from '../intake/device-fault.service.ts';
import { heard, type Intake, type RecordPassing, takePassing } from '../intake/intake.service.ts';
import { sizeOf, takeRawBodies } from '../intake/raw-body.service.ts';
import { keepRefused } from '../quarantine/quarantine.service.ts';
import { acceptAndTake } from '../vzenith/command-wait.service.ts';
import { noteInput } from '../vzenith/vzenith.ingress.ts';
import { readBoxInput, readBoxPassing, readBoxStatus, readBoxSwipe, readLaneCode } from './box-message.service.ts';
import {
  type Checked,
  checkBoxCall,
  checkCall,
  markOf,
  type SignedCall,
  type Signers,
  signersOf,
} from './box-signature.service.ts';
import { SPOT_PATH, takeSpot } from './box-spot.service.ts';
import { type CallMark, takeOnce } from './signed-call.service.ts';

/** First part of the addresses of signed calls. */
export const BOX_PREFIX = '/api/box';

type Handler = (device: DeviceContext, body: Buffer, mark: CallMark) => Promise<object>;

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
        heartbeat: (device, _, mark) =>
          answerOnce(kernel, device, mark, async (tx) => ({
            Commands: (await acceptAndTake(tx, device.cameraId, 'call')).map(wireCommand),
          })),
        input: (device, body, mark) => {
          const input = readBoxInput(body, device.zone);
          return answerOnce(kernel, device, mark, async (tx) => {
            await noteInput(tx, device, { input, isClosed: true });
            return {};
          });
        },
      };
      app.post('/spot', (request, reply) => answerSpot(kernel, request, reply));
      app.post('/status', (request, reply) => answerStatus(kernel, request, reply));
      for (const [name, handler] of Object.entries(routes))
        app.post(`/${name}`, (request, reply) => answerCall(kernel, name, handler, request, reply));
    },
  };
}

/** Answers a call that has no event id; a repeated one gets the first answer and is no sign of life. */
async function answerOnce(
  kernel: Kernel,
  device: DeviceContext,
  mark: CallMark,
  work: (tx: TenantTx) => Promise<object>,
): Promise<object> {
  const { answer, isRepeated } = await kernel.database.inTenant(deviceWho(device), (tx) =>
    takeOnce(tx, mark, () => work(tx)),
  );
  if (!isRepeated) heard({ kernel }, device);
  return answer;
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
    const data = await handler(checked.device, body, markOf(request));
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
    const { device } = checked;
    const status = readBoxStatus(body);
    const { answer } = await kernel.database.inTenant(boxWho(device), (tx) =>
      takeOnce(tx, markOf(request), async () => {
        const configuration = await noteBoxStatus(tx, device, status);
        return {
          Configuration: configuration && { Number: configuration.number, ...(configuration.content as object) },
        };
      }),
    );
    const data = { ServerTime: kernel.clock.now().toISOString(), ...answer };
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
