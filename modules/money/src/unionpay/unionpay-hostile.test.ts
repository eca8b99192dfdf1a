import type { CallFault, UnionpayFault } from '@boyun/simulator/provider/unionpay';
import { endured } from '@boyun/test-server/endurance';
import { HostileDay, type Hostility } from '@boyun/test-server/hostile-channel';
import { UnionpayWorld } from '@boyun/test-server/paying-world';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const PAYMENTS = endured(40, 1000);
const SEED = Number(process.env.SEED ?? 20_260_304);
const NOTICES: readonly (UnionpayFault | undefined)[] = [
  undefined,
  undefined,
  'wrong-amount',
  'wrong-merchant',
  'wrong-currency',
  'wrong-signature',
  'stranger',
  'unsigned',
];
const FAULTS: readonly CallFault[] = ['timeout', '5xx', 'forged', 'stranger', 'lost-answer'];

const world = new UnionpayWorld();
const { provider } = world;

beforeAll(() => world.begin(inject('databaseUrl')));
afterAll(() => world.end());

let endedRefunds = 0;

const settled = (state: string) => [...provider.trades.values()].filter((one) => one.state === state);

const hostility: Hostility = {
  // By the page of cards, or by the code of the app.
  apps: ['browser', 'unionpay'],
  failNext: (pick) => provider.failNext(pick(FAULTS)),
  failNoMore: () => provider.failNoMore(),
  async open(address, app) {
    if (app === 'browser') provider.open(await world.formOf(address));
  },
  settle(no, hasMoney) {
    if (provider.trades.get(no)?.state !== 'open') return;
    try {
      provider.settle(no, hasMoney ? 'done' : 'failed');
    } catch (error) {
      expect((error as Error).message).toContain('受理时间');
    }
  },
  isPaid: (no) => provider.trades.get(no)?.state === 'done',
  notify: (no, pick) => provider.notify(no, world.server.url, pick(NOTICES)),
  endRefunds() {
    // The first refund, and every fifth after it, is taken and fails later.
    for (const { no, kind, state } of [...provider.trades.values()])
      if (kind === 'refund' && state === 'open') provider.settle(no, endedRefunds++ % 5 ? 'done' : 'failed');
  },
  moved: () => settled('done').map(({ no, kind, fen }) => ({ no, isRefund: kind === 'refund', fen })),
};

test(`of ${PAYMENTS} payments with a hostile UnionPay none is lost and none is booked twice (seed ${SEED})`, async () => {
  const day = new HostileDay(world, hostility, SEED);
  await day.run(PAYMENTS);
  const [paid, back] = [false, true].map((isRefund) => hostility.moved().filter((one) => one.isRefund === isRefund));
  expect(paid!.length).toBeGreaterThan(PAYMENTS / 4);
  expect(back!.length).toBeGreaterThan(PAYMENTS / 40);
  expect(settled('failed').filter((one) => one.kind === 'refund').length).toBeGreaterThan(0);
  await day.expectNothingLost();
}, 600_000);
