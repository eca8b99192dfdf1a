import type { AlipayFault } from '@boyun/simulator/provider/alipay';
import type { CallFault } from '@boyun/simulator/provider/desk-provider';
import { endured } from '@boyun/test-server/endurance';
import { HostileDay, type Hostility } from '@boyun/test-server/hostile-channel';
import { AlipayWorld } from '@boyun/test-server/paying-world';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const PAYMENTS = endured(80, 1000);
const SEED = Number(process.env.SEED ?? 20_260_304);
const NOTICES: readonly (AlipayFault | undefined)[] = [
  undefined,
  undefined,
  'wrong-amount',
  'wrong-merchant',
  'wrong-app',
  'wrong-signature',
  'unsigned',
];
const FAULTS: readonly CallFault[] = ['timeout', '5xx', 'forged', 'lost-answer'];

const world = new AlipayWorld();
const { provider } = world;

beforeAll(() => world.begin(inject('databaseUrl')));
afterAll(() => world.end());

const fenOf = (yuan: string) => Math.round(Number(yuan) * 100);

const hostility: Hostility = {
  apps: ['browser', 'alipay'],
  failNext: (pick) => provider.failNext(pick(FAULTS)),
  failNoMore: () => provider.failNoMore(),
  open: async (address) => void provider.open(address),
  settle(no, hasMoney) {
    // A payer without money leaves the trade open; one that the product has closed cannot be paid.
    if (hasMoney && provider.payments.get(no)?.state === 'WAIT_BUYER_PAY') provider.settle(no);
  },
  isPaid: (no) => provider.payments.get(no)?.state === 'TRADE_SUCCESS',
  notify: (no, pick) => provider.notify(no, world.server.url, pick(NOTICES)),
  // Alipay refunds at once.
  endRefunds: () => undefined,
  moved: () => [
    ...[...provider.payments.values()]
      .filter((one) => one.paidAt)
      .map(({ no, total }) => ({ no, isRefund: false, fen: fenOf(total) })),
    ...[...provider.refunds.values()].map(({ no, amount }) => ({ no, isRefund: true, fen: fenOf(amount) })),
  ],
};

test(`of ${PAYMENTS} payments with a hostile Alipay none is lost and none is booked twice (seed ${SEED})`, async () => {
  const day = new HostileDay(world, hostility, SEED);
  await day.run(PAYMENTS);
  const [paid, back] = [false, true].map((isRefund) => hostility.moved().filter((one) => one.isRefund === isRefund));
  expect(paid!.length).toBeGreaterThan(PAYMENTS / 4);
  expect(back!.length).toBeGreaterThan(PAYMENTS / 40);
  await day.expectNothingLost();
}, 600_000);
