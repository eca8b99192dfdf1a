import { fileURLToPath } from 'node:url';
import { hashPasswordsCheaply } from '@boyun/access/server';
import { type Clock, idleJobs, makeLog, readConfiguration, systemClock } from '@boyun/kernel/server';
import { makeProduct } from '@boyun/server/product';
import { buildDemo, type DemoWorld } from '@boyun/simulator/demo/build';
import type { DemoLot } from '@boyun/simulator/demo/place';

hashPasswordsCheaply();

const PLACE = { area: '福田片区', region: '440304', address: '滨江大道88号', longitude: 114.0579, latitude: 22.5431 };

/** Lots of the test: at the first everybody pays from the first minute on, at the others short stays are free. */
const LOTS: readonly DemoLot[] = [
  {
    ...PLACE,
    code: 'CZ01',
    name: '车站停车场',
    capacity: 30,
    profile: 'lot-08',
    tariff: 'station-two-days',
    entries: 1,
    exits: 6,
    // A notice may be lost with the server; then the provider is asked once the lock has run out.
    orderLockSeconds: 6,
  },
  {
    ...PLACE,
    code: 'SW02',
    name: '商务中心',
    capacity: 120,
    profile: 'lot-01',
    tariff: 'shenzhen-class-1-workday',
    entries: 2,
    exits: 2,
  },
  {
    ...PLACE,
    code: 'GW03',
    name: '购物广场',
    capacity: 120,
    profile: 'lot-03',
    tariff: 'mall-workday-holiday',
    entries: 2,
    exits: 2,
  },
];

/** Makes tenant, lots and cameras in the database of a running server, through the calls a person would make. */
export async function buildWorld(dataDir: string, databaseUrl: string, clock: Clock = systemClock): Promise<DemoWorld> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const configuration = readConfiguration({ DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' }, root);
  const product = await makeProduct({ configuration, databaseUrl, log: makeLog('silent'), clock, jobs: idleJobs() });
  try {
    return await buildDemo(product, clock.now(), LOTS);
  } finally {
    await product.stop();
  }
}
