import { metresBetween } from '@boyun/domain/track';
import type { Product } from '@boyun/server/product';
import {
  type FleetPatrol,
  PATROL_SPEED,
  patrolPicture,
  placeOnWay,
  type SeenCar,
  signPatrol,
} from '../replay/patrol.ts';
import { vehicleFor } from '../replay/plate-mix.ts';
import { createRandom } from '../replay/random.ts';
import type { DemoWorld } from './build.ts';
import { spotNumber } from './detector.ts';
import { DEMO_LOTS } from './place.ts';
import { type Call, signIn } from './sign-in.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const SECONDS_A_POINT = 5;
/** As near as a plate is read from the road, in metres. */
const NEAR_METRES = 140;

/** The way of the patrol around the lots of the centre, and where they are. */
const WAY = [
  [114.0579, 22.5431],
  [114.0561, 22.5431],
  [114.0561, 22.5405],
  [114.0561, 22.537],
  [114.06, 22.537],
  [114.064, 22.537],
  [114.064, 22.533],
  [114.0664, 22.533],
  [114.0664, 22.5298],
  [114.069, 22.5298],
  [114.069, 22.536],
  [114.066, 22.54],
  [114.062, 22.5431],
] as const;
const STREET = { code: 'LC06', longitude: 114.0561, latitude: 22.5418 };

/** What the patrol of today has met so far. */
const MET_TODAY: readonly Omit<SeenCar, 'color'>[] = [
  { plate: '粤A88T02', lotCode: 'BJ01' },
  { plate: '湘A82K61', lotCode: STREET.code, spot: spotNumber(4) },
  { plate: '粤S5T902', lotCode: STREET.code, spot: spotNumber(8) },
  { plate: '粤B2M648', lotCode: STREET.code, spot: spotNumber(6) },
  { plate: '粤BD31907', lotCode: STREET.code, spot: spotNumber(7) },
  { plate: '粤B3N206', lotCode: STREET.code, spot: spotNumber(17) },
  // Seen in the last round, when it has been there for longer than two hours.
  { plate: '粤B9Q730', lotCode: STREET.code, spot: spotNumber(3) },
  { plate: '粤B5Y771', lotCode: 'XC03' },
];
/** Cars without an order that were met yesterday. */
const MET_YESTERDAY: readonly Omit<SeenCar, 'color'>[] = [
  { plate: '粤B1K770', lotCode: 'XC03' },
  { plate: '粤A88T02', lotCode: 'BJ01' },
  { plate: '湘B6T031', lotCode: 'BJ01' },
];

/** The cars that stand in lots there are, with the colours of their plates. */
const metIn = (lots: Lots, cars: readonly Omit<SeenCar, 'color'>[]): SeenCar[] =>
  cars.filter((one) => lots.has(one.lotCode)).map((one) => ({ ...one, color: vehicleFor(one.plate).color }));

/** Two patrol cars: one has a tour of yesterday behind it and is on another, which the live traffic goes on with; one is new. */
export async function addPatrols(product: Product, world: DemoWorld): Promise<void> {
  const admin = await signIn(product, 'admin');
  const lots = await lotsOf(admin);
  const patrol = await addCars(admin, lots);
  const now = product.kernel.clock.now().getTime();
  const say = sayer(product, patrol);
  const inside = await carsAt(admin, lots, now - 20 * MINUTE_MS);
  const before = await carsAt(admin, lots, now - 22 * HOUR_MS);
  await drive(say, patrol, {
    fromMs: now - 22 * HOUR_MS - 25 * MINUTE_MS,
    minutes: 50,
    cars: [...before, ...(await debtors(admin)), ...metIn(lots, MET_YESTERDAY)],
    RouteId: patrol.routes[1]!,
    isOver: true,
  });
  await handleYesterday(product);
  await drive(say, patrol, {
    fromMs: now - 40 * MINUTE_MS,
    minutes: 40,
    cars: [...inside, ...metIn(lots, MET_TODAY)],
    RouteId: patrol.routes[0]!,
    isOver: false,
  });
  const { routes: _, ...fleet } = patrol;
  // On the street the detectors go on with cars of their own.
  const met = metIn(lots, MET_TODAY).filter((one) => !one.spot);
  world.fleet.patrol = { ...fleet, cars: [...inside.slice(0, 6), ...met] };
}

type Lots = ReadonlyMap<string, string>;

async function lotsOf(admin: Call): Promise<Lots> {
  const { Rows } = await admin('/api/parkLot/list', { PerPage: 100 });
  return new Map(Rows.map((one) => [one.Code!, one.Id]));
}

async function addCars(admin: Call, lots: Lots): Promise<FleetPatrol & { readonly routes: readonly string[] }> {
  const idsOf = (...codes: string[]) => codes.flatMap((code) => lots.get(code) ?? []);
  const add = (Name: string, Plate: string, SerialNo: string, ...codes: string[]) =>
    admin('/api/patrolCar/create', { Name, Plate, SerialNo, LotIds: idsOf(...codes), CanOpenOrders: true });
  const { Id: CarId } = await add('巡逻车01', '粤BD12345', 'PATROL-01', 'BJ01', STREET.code, 'XC03');
  if (idsOf('DJ04', 'HZ05').length > 0) await add('巡逻车02', '粤BD66018', 'PATROL-02', 'DJ04', 'HZ05');
  await admin('/api/parkSpot/create', { Number: spotNumber(17), LotId: lots.get(STREET.code), Kind: 'ev' });
  const { DeviceSecret: secret } = await admin('/api/patrolCar/rotateSecret', { CarId });
  const routes: string[] = [];
  for (const [Name, Days, StartsAt, ...codes] of [
    ['福田日巡', [], '10:00', 'BJ01', STREET.code, 'XC03'],
    ['福田夜巡', [1, 2, 3, 4, 5], '20:30', STREET.code, 'XC03', 'BJ01'],
  ] as const)
    routes.push(
      (
        await admin('/api/patrolCar/route/create', {
          Name,
          CarId,
          Days,
          StartsAt,
          ExpectedMinutes: 60,
          GraceMinutes: 60,
          Stops: idsOf(...codes).map((LotId) => ({ LotId })),
        })
      ).Id,
    );
  return { serial: 'PATROL-01', secret, name: '巡逻车01', way: WAY, cars: [], routes };
}

type Say = (name: string, body: object) => Promise<void>;

function sayer(product: Product, patrol: FleetPatrol): Say {
  return async (name, body) => {
    const url = `/api/patrol/${name}`;
    const payload = JSON.stringify(body);
    const headers = signPatrol(patrol, url, payload, product.kernel.clock.now().getTime());
    const answer = await product.app.inject({ method: 'POST', url, headers, payload });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
  };
}

/** The most cars of a lot that one tour meets. */
const MOST_CARS = 14;

/** Cars that stood in the lots of the way at a time, by their orders. */
async function carsAt(admin: Call, lots: Lots, atMs: number): Promise<SeenCar[]> {
  const cars: SeenCar[] = [];
  for (const lotCode of ['BJ01', 'XC03'].filter((code) => lots.has(code))) {
    const { Rows } = (await admin('/api/order/getOrderPage', {
      LotId: lots.get(lotCode),
      From: new Date(atMs - 8 * HOUR_MS).toISOString(),
      To: new Date(atMs - 30 * MINUTE_MS).toISOString(),
      PerPage: 200,
    })) as unknown as { Rows: readonly { Plate: string; LeftAt: string | null; PlateColor: SeenCar['color'] }[] };
    const there = Rows.filter((one) => !one.LeftAt || Date.parse(one.LeftAt) > atMs + HOUR_MS);
    for (const { Plate: plate, PlateColor: color } of there.slice(0, MOST_CARS))
      if (!plate.startsWith('临')) cars.push({ plate, color, lotCode });
  }
  return cars;
}

/** Two cars that left without paying before. */
async function debtors(admin: Call): Promise<SeenCar[]> {
  const { Rows } = (await admin('/api/arrears/getByPlate', { PerPage: 2 })) as unknown as {
    Rows: readonly { Plate: string; PlateColor: SeenCar['color'] }[];
  };
  return Rows.map(({ Plate: plate, PlateColor: color }) => ({ plate, color, lotCode: 'BJ01' }));
}

interface Tour {
  readonly fromMs: number;
  readonly minutes: number;
  readonly cars: readonly SeenCar[];
  readonly RouteId: string;
  readonly isOver: boolean;
}

/** Drives a tour that lies in the past, as a device does that was offline meanwhile. */
async function drive(say: Say, patrol: FleetPatrol, { fromMs, minutes, cars, RouteId, isOver }: Tour): Promise<void> {
  const random = createRandom(`patrol ${fromMs > 0 ? minutes : 0}`);
  const at = (second: number) => new Date(fromMs + second * 1000).toISOString();
  await say('tour', { Act: 'start', HappenedAt: at(0), RouteId });
  const place = (second: number) => placeOnWay(patrol.way, second * PATROL_SPEED);
  const seconds = Array.from({ length: (minutes * 60) / SECONDS_A_POINT }, (_, index) => index * SECONDS_A_POINT);
  const points = seconds.map((second) => ({
    HappenedAt: at(second),
    ...place(second),
    Speed: Math.max(0, Math.round(random.normal(PATROL_SPEED * 3.6, 3))),
  }));
  for (let first = 0; first < points.length; first += 300)
    await say('positions', { Positions: points.slice(first, first + 300) });
  const near = Map.groupBy(
    seconds.filter((second) => second > 0),
    (second) => lotNear(place(second)),
  );
  const met = new Map<string, number>();
  for (const [index, car] of cars.entries()) {
    const times = near.get(car.lotCode) ?? [];
    const turn = met.get(car.lotCode) ?? 0;
    met.set(car.lotCode, turn + 1);
    const count = cars.filter((one) => one.lotCode === car.lotCode).length;
    const second = times[Math.floor(((turn + 0.5) / count) * times.length)] ?? 60;
    const seen = { EventId: `${fromMs}-${index}`, Plate: car.plate, PlateColor: car.color, HappenedAt: at(second) };
    const Picture = patrolPicture(patrol.name, car, fromMs + second * 1000);
    const where = { LotCode: car.lotCode, SpotNumber: car.spot ?? null, ...place(second) };
    await say('sightings', { Sightings: [{ ...seen, ...where, Confidence: 90 + random.below(10), Picture }] });
  }
  if (isOver) await say('tour', { Act: 'end', HappenedAt: at(minutes * 60) });
}

/** The lot beside a place of the way; an empty text where there is none. */
function lotNear({ Longitude: longitude, Latitude: latitude }: { Longitude: number; Latitude: number }): string {
  const beside = [...DEMO_LOTS, STREET].find((lot) => metresBetween(lot, { longitude, latitude }) < NEAR_METRES);
  return beside?.code ?? '';
}

/** What was done about what the tour of yesterday had found. */
async function handleYesterday(product: Product): Promise<void> {
  const operator = await signIn(product, 'operator');
  const { Rows } = (await operator('/api/patrolCar/finding/list', { State: 'open', PerPage: 50 })) as unknown as {
    Rows: readonly { Id: string; Kind: string; Plate: string }[];
  };
  for (const { Id: FindingId, Kind, Plate } of Rows) {
    if (Kind === 'arrears')
      await operator('/api/patrolCar/finding/confirm', {
        FindingId,
        Act: 'note',
        Note: '已电话联系车主，承诺三日内补缴',
      });
    if (Plate === '湘B6T031') await operator('/api/patrolCar/finding/confirm', { FindingId, Act: 'inspect' });
    if (Plate === '粤B1K770' && Kind === 'no-order')
      await operator('/api/patrolCar/finding/dismiss', { FindingId, Reason: '物业工程车，已登记' });
  }
}
