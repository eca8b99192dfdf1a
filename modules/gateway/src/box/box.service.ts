import {
  type BoxContext,
  boxWho,
  type DeviceContext,
  deviceWho,
  findBoxCamera,
  isOfBarrier,
  noteBoxStatus,
} from '@boyun/devices/server';
import type { Kernel, TenantTx } from '@boyun/kernel/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Driver, PassingReply, RawMessage, Reading } from '../driver/driver.service.ts';
import {
  bodyOf,
  type DeviceEndpoint,
  type DeviceRoute,
  type Identified,
  rawOf,
  serveRoutes,
} from '../endpoint/device-endpoint.service.ts';
import { acceptAndTake } from '../intake/command-wait.service.ts';
import { noteInput } from '../intake/device-input.service.ts';
import { markSeen, takeReport } from '../intake/intake.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { takeRawBodies } from '../message/raw-body.service.ts';
import { boxCallSlot, boxStatusSlot } from './box-call.service.ts';
import {
  readBoxInput,
  readBoxPassing,
  readBoxStatus,
  readBoxSwipe,
  readLane,
  SWIPE_PATH,
} from './box-message.service.ts';
import { BOX_PREFIX, signedCalls } from './box-protocol.contract.ts';
import { findSender, replaySpot } from './box-replay.service.ts';
import { checkBoxCall, checkCall, markOf, type SignedCall, signersFor } from './box-signature.service.ts';
import { takeSpot, takeSpotSighting } from './box-spot.service.ts';
import { type CallMark, takeOnce } from './signed-call.service.ts';

/** Signed calls of boxes and cameras: passings, swipes, inputs, spots, and heartbeats that fetch commands. */
export const boxDriver: Driver = {
  protocol: signedCalls.name,
  mount: { kind: 'routes', prefix: BOX_PREFIX, open: openRoutes },
  readPassing,
  answer: passingReply,
  command: ({ id, kind }) => ({ CommandId: id, Kind: kind }),
  // Lines, voice and address are fields of the reply: the box has the screen.
  screen: ({ lines, code = null }) => ({ Lines: lines, PayUrl: code }),
  // The signature identifies the sender; the body of a heartbeat names nothing.
  health: () => null,
  replay: replaySpot,
  findSender,
};

function readPassing({ body, path, zone }: RawMessage): Reading {
  const message = path === SWIPE_PATH ? readBoxSwipe(body, zone) : readBoxPassing(body, zone);
  return { serialNo: null, message };
}

function passingReply({ answer, command, screen }: PassingReply): object {
  return {
    PassingId: answer.passingId,
    Decision: answer.decision,
    IsOpen: command !== null,
    ...screen,
    Voice: answer.voice,
    CommandId: answer.commandId,
    OrderId: answer.orderId ?? null,
    DueFen: answer.dueFen ?? 0,
    IsRepeated: answer.isRepeated,
  };
}

function openRoutes(app: FastifyInstance, kernel: Kernel): void {
  // A box whose clock is off learns by how much from any answer, also from the one that refuses its timestamp.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-server-time', kernel.clock.now().toISOString());
  });
  takeRawBodies(app, async (request) => {
    const signers = signersFor(kernel, request);
    return (await signers.cameras()).length > 0 || (await signers.boxes()).length > 0;
  });
  const passing: DeviceRoute<DeviceContext>['handle'] = async (device, request) => {
    const raw = { ...rawOf(kernel, request, request.url.split('?')[0]!, device.zone), origin: null };
    return success((await takeReport(kernel, boxDriver, device, raw)).reply ?? {});
  };
  serveRoutes<DeviceContext>(app, kernel, laneEndpoint, {
    passing: { keep: 'whole', handle: passing },
    swipe: { keep: 'whole', handle: passing },
    heartbeat: {
      keep: 'excerpt',
      handle: (device, request) =>
        answerOnce(kernel, device, markOf(request), async (tx) => {
          const commands = await acceptAndTake(tx, device.cameraId, 'call');
          const to = { serialNo: device.serialNo, now: tx.now };
          return { Commands: commands.filter(isOfBarrier).map((command) => boxDriver.command(command, to)) };
        }),
    },
    input: {
      keep: 'excerpt',
      handle(device, request) {
        const input = readBoxInput(bodyOf(request), device.zone);
        return answerOnce(kernel, device, markOf(request), async (tx) => {
          await noteInput(tx, device, { input, isClosed: true });
          return {};
        });
      },
    },
  });
  serveRoutes<BoxContext>(app, kernel, boxEndpoint, {
    spot: {
      keep: 'whole',
      async handle(box, request) {
        await takeSpot(kernel, boxWho(box), box, bodyOf(request));
        return success({});
      },
    },
    sighting: {
      keep: 'excerpt',
      async handle(box, request) {
        await takeSpotSighting(kernel, boxWho(box), box, bodyOf(request));
        return success({});
      },
    },
    status: { keep: 'never', handle: (box, request) => takeStatus(kernel, box, request) },
    ...Object.fromEntries(
      kernel.slots
        .all(boxCallSlot)
        .map((call): [string, DeviceRoute<BoxContext>] => [
          call.name,
          { keep: call.keep, handle: async (box, request) => success(await call.take(kernel, box, bodyOf(request))) },
        ]),
    ),
  });
}

const success = (data: object) => ({ state: 'success', data, message: '' });

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
  if (!isRepeated) markSeen(kernel, device);
  return success(answer);
}

/** A box's heartbeat; answered with a configuration the box has not got yet. */
async function takeStatus(kernel: Kernel, box: BoxContext, request: FastifyRequest): Promise<object> {
  const status = readBoxStatus(bodyOf(request));
  const { answer } = await kernel.database.inTenant(boxWho(box), (tx) =>
    takeOnce(tx, markOf(request), async () => {
      const configuration = await noteBoxStatus(tx, box, status);
      const more: object[] = [];
      for (const part of kernel.slots.all(boxStatusSlot)) more.push(await part(tx, kernel, box, status));
      return {
        ...Object.assign({}, ...more),
        Configuration: configuration && { Number: configuration.number, ...(configuration.content as object) },
      };
    }),
  );
  return success({ ServerTime: kernel.clock.now().toISOString(), ...answer });
}

const signed = {
  protocol: signedCalls.name,
  pathOf: (route: string) => `${BOX_PREFIX}/${route}`,
  named: async (kernel: Kernel, { headers }: FastifyRequest) => ({
    tenantId: await tenantOfCode(kernel, headers.tenant),
    serialNo: headers.serialnumber,
  }),
  takenReply: success({}),
};

/** Calls about a lane. */
const laneEndpoint: DeviceEndpoint<DeviceContext> = {
  ...signed,
  identify: (kernel, request, path) => identifyCamera(kernel, signedCall(kernel, request, path)),
};

/** Calls of a box about itself and the spots it watches. */
const boxEndpoint: DeviceEndpoint<BoxContext> = {
  ...signed,
  async identify(kernel, request, path) {
    const { device, fault } = await checkBoxCall(kernel, signedCall(kernel, request, path));
    return fault ? { caller: null, fault, claimed: device } : { caller: device, fault: null, claimed: device };
  },
};

/** A camera signs for itself; a box signs for the camera of the lane it names. */
async function identifyCamera(kernel: Kernel, call: SignedCall): Promise<Identified<DeviceContext>> {
  const camera = await checkCall(kernel, call);
  if (!camera.fault) return { caller: camera.device, fault: null, claimed: camera.device };
  if (camera.fault.reason !== 'unknown') return { caller: null, fault: camera.fault, claimed: camera.device };
  const { device: box, fault } = await checkBoxCall(kernel, call);
  if (fault) return { caller: null, fault, claimed: box };
  try {
    const { laneCode, cameraSerialNo } = readLane(call.body);
    const device = await findBoxCamera(kernel.database, box, laneCode, cameraSerialNo);
    if (device) return { caller: device, fault: null, claimed: device };
    throw new DeviceFault('malformed', `LaneCode: no lane ${laneCode} with a camera`);
  } catch (error) {
    if (!(error instanceof DeviceFault)) throw error;
    return { caller: null, fault: error, claimed: box };
  }
}

function signedCall(kernel: Kernel, request: FastifyRequest, path: string): SignedCall {
  return {
    method: 'POST',
    path,
    body: bodyOf(request),
    headers: request.headers,
    signers: signersFor(kernel, request),
  };
}

async function tenantOfCode(kernel: Kernel, code: string | string[] | undefined): Promise<number | null> {
  if (typeof code !== 'string') return null;
  const [row] = await kernel.database.systemOf.gate<{ id: number }>('select id from tenant where code = $1', [code]);
  return row?.id ?? null;
}
