import {
  bodyOf,
  checkSigner,
  type DeviceEndpoint,
  DeviceFault,
  isSerial,
  pictureOf,
  readBody,
  serveRoutes,
  takeRawBodies,
} from '@boyun/gateway/server';
import { type Fields, Refusal, type Values } from '@boyun/kernel/contract';
import type { Ingress, Kernel } from '@boyun/kernel/server';
import type { FastifyRequest } from 'fastify';
import { type CarContext, findCar, findSigningCars, noteCarSeen } from '../car/patrol-car.queries.ts';
import { beginTour, findDriving, finishTour, requireRoute } from '../tour/patrol-tour.service.ts';
import { type CarClock, carWho, clockOf } from './car-clock.service.ts';
import { PATROL_PREFIX, pictureFields, positionFields, sightingFields, tourFields } from './patrol-call.contract.ts';
import { takePositions } from './position.service.ts';
import { pictureKey, takeSeenPlate } from './sighting.service.ts';

type SigningCar = Awaited<ReturnType<typeof findSigningCars>>[number];
const signing = new WeakMap<FastifyRequest, Promise<readonly SigningCar[]>>();

/** The cars with the serial number a request names, looked up once for it. */
function signersOf(kernel: Kernel, request: FastifyRequest): Promise<readonly SigningCar[]> {
  let found = signing.get(request);
  if (!found) {
    const { serialnumber: serialNo, tenant } = request.headers;
    const code = typeof tenant === 'string' && tenant !== '' ? tenant : null;
    found =
      typeof serialNo === 'string' && isSerial(serialNo)
        ? findSigningCars(kernel.database, serialNo, code)
        : Promise.resolve([]);
    signing.set(request, found);
  }
  return found;
}

const success = (data: object) => ({ state: 'success', data, message: '' });

const endpoint: DeviceEndpoint<CarContext> = {
  protocol: 'patrol',
  pathOf: (route) => `${PATROL_PREFIX}/${route}`,
  async identify(kernel, request, path) {
    const call = { method: 'POST', path, body: bodyOf(request), headers: request.headers };
    const { device, fault } = await checkSigner(kernel, call, () => signersOf(kernel, request));
    if (fault) return { caller: null, fault, claimed: device };
    if (device.isEnabled) return { caller: device, fault: null, claimed: device };
    return { caller: null, fault: new DeviceFault('unknown', 'the car is out of use'), claimed: device };
  },
  named: async (_kernel, { headers }) => ({ tenantId: null, serialNo: headers.serialnumber }),
  takenReply: success({}),
};

/** Signed calls of patrol cars: tours, positions, plates and their pictures, also those kept while they were offline. */
export const patrolIngress: Ingress = {
  name: 'patrol',
  access: 'device',
  prefix: PATROL_PREFIX,
  mount(app, kernel) {
    takeRawBodies(app, async (request) => (await signersOf(kernel, request)).length > 0);
    const clockOfCall = ({ headers }: FastifyRequest): CarClock =>
      clockOf(Number(headers.timestamp) * 1000, kernel.clock.now().getTime());
    serveRoutes<CarContext>(app, kernel, endpoint, {
      heartbeat: {
        keep: 'never',
        handle: async (car, request) => success(await takeHeartbeat(kernel, car, clockOfCall(request))),
      },
      tour: {
        keep: 'excerpt',
        handle: async (car, request) =>
          success({ TourId: await takeTour(kernel, car, clockOfCall(request), read(tourFields, request, car.zone)) }),
      },
      positions: {
        keep: 'excerpt',
        async handle(car, request) {
          const { positions } = read(positionFields, request, car.zone);
          return success({ TakenCount: await takePositions(kernel, car, clockOfCall(request), positions) });
        },
      },
      sightings: {
        keep: 'excerpt',
        handle: async (car, request) => success({ Results: await takeAll(kernel, car, clockOfCall(request), request) }),
      },
      picture: {
        keep: 'excerpt',
        async handle(car, request) {
          await takePicture(kernel, car, read(pictureFields, request, car.zone));
          return success({});
        },
      },
    });
  },
};

const read = <F extends Fields>(fields: F, request: FastifyRequest, zone: string): Values<F> =>
  readBody(fields, bodyOf(request), zone);

function takeHeartbeat(kernel: Kernel, car: CarContext, clock: CarClock): Promise<object> {
  return kernel.database.inTenant(carWho(car), async (tx) => {
    await findCar(tx, car.carId);
    await noteCarSeen(tx, car.carId, clock.offsetMs);
    const routes = await tx.query<{ Id: string; Name: string }>(
      'select id as "Id", name as "Name" from patrol_route where tenant_id = $1 and car_id = $2 and is_enabled order by name',
      [tx.tenantId, car.carId],
    );
    const tour = await findDriving(tx, car.carId);
    return { ServerTime: tx.now.toISOString(), TourId: tour?.id ?? null, Routes: routes };
  });
}

/** Begins or ends a tour as of when the car did; the same call again changes nothing. */
function takeTour(
  kernel: Kernel,
  car: CarContext,
  clock: CarClock,
  { act, routeId, happenedAt }: Values<typeof tourFields>,
): Promise<string | null> {
  const at = clock.correct(happenedAt);
  if (!at) throw new DeviceFault('malformed', 'HappenedAt: too long ago');
  return kernel.database.inTenant(carWho(car), async (tx) => {
    await findCar(tx, car.carId);
    await noteCarSeen(tx, car.carId, clock.offsetMs);
    const driving = await findDriving(tx, car.carId);
    const startedMs = driving?.startedAt?.getTime() ?? 0;
    if (act === 'end') {
      if (!driving || startedMs > at.getTime()) return null;
      await finishTour(tx, driving, at, 'car');
      return driving.id;
    }
    const [begun] = await tx.query<{ id: string }>(
      // Corrected by its clock, the time of a repeated call differs by that of its way.
      `select id from patrol_tour where tenant_id = $1 and car_id = $2
         and started_at between $3::timestamptz - interval '10 seconds' and $3::timestamptz + interval '10 seconds'`,
      [tx.tenantId, car.carId, at],
    );
    if (begun) return begun.id;
    if (startedMs > at.getTime()) throw new DeviceFault('malformed', 'HappenedAt: a later tour has begun');
    if (driving) await finishTour(tx, driving, at, 'car');
    try {
      const route = routeId ? await requireRoute(tx, car, routeId) : null;
      return await beginTour(tx, car, route, { at, by: 'car', driver: null });
    } catch (error) {
      if (error instanceof Refusal) throw new DeviceFault('malformed', `RouteId: ${error.message}`);
      throw error;
    }
  });
}

/** Takes the plates of a call one after the other: each counts by itself. */
async function takeAll(kernel: Kernel, car: CarContext, clock: CarClock, request: FastifyRequest): Promise<object[]> {
  const results: object[] = [];
  for (const { picture, ...seen } of read(sightingFields, request, car.zone).sightings) {
    const taken = await takeSeenPlate(kernel, car, clock, { ...seen, picture: pictureOf(picture) });
    results.push({ EventId: seen.eventId, Outcome: taken.outcome, Kinds: taken.kinds, IsRepeated: taken.isRepeated });
  }
  return results;
}

async function takePicture(
  kernel: Kernel,
  car: CarContext,
  { eventId, picture }: Values<typeof pictureFields>,
): Promise<void> {
  const bytes = pictureOf(picture);
  if (!bytes) throw new DeviceFault('malformed', 'Picture: not a JPEG or PNG of at most 2 MB');
  const isKnown = await kernel.database.inTenant(carWho(car), async (tx) => {
    const [row] = await tx.query<{ id: string; at: Date; picture: string | null }>(
      'select id, at, picture from patrol_sighting where tenant_id = $1 and car_id = $2 and event_key = $3 for update',
      [tx.tenantId, car.carId, eventId],
    );
    if (!row || row.picture) return row !== undefined;
    const key = pictureKey(car, eventId, row.at);
    await kernel.files.spool(key, Buffer.from(bytes));
    await tx.query('update patrol_sighting set picture = $3 where tenant_id = $1 and id = $2', [
      tx.tenantId,
      row.id,
      key,
    ]);
    return true;
  });
  if (!isKnown) throw new DeviceFault('malformed', `EventId: nothing was reported as ${eventId}`);
}
