import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { endured } from '@boyun/test-server/endurance';
import { dayAtGate, randomOf } from '@boyun/test-server/gate-day';
import { type Delivery, GateModel, toldOf } from '@boyun/test-server/gate-model';
import { storedPassings, storedStays } from '@boyun/test-server/gate-store';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

/** A run is made by its seed alone: `SEED=$RANDOM MODEL_RUNS=100 npx vitest run …/model-run.test.ts` looks further. */
const FIRST = Number(process.env.SEED ?? 1);
const RUNS = Number(process.env.MODEL_RUNS ?? (process.env.SEED ? 1 : endured(4, 24)));
const SEEDS = Array.from({ length: RUNS }, (_, index) => FIRST + index);

// Wednesday 09:00 in Shanghai; the lots charge 3 yuan per started hour, at most 15 in 24 hours.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
afterAll(() => server?.stop());

test.each(SEEDS)('a day at the gate ends as it must, seed %i', async (seed) => {
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  const lot = await gate.newLot({ Unmatched: 'open' }, { Capacity: 500 });
  const second = (way: 'entry' | 'exit') => gate.newLane(lot.id, `${way}2`, way, { Unmatched: 'open' });
  const lanes = { in: [lot.entry, await second('entry')], out: [lot.exit, await second('exit')] };
  const model = new GateModel();
  const system = server.product.kernel.database;

  const deliver = async (message: Delivery, at: number) => {
    const answer = await gate.see(lanes[message.way][message.lane]!, message.plate, message.at, {
      eventKey: message.key,
      isOffline: message.isOffline,
      receivedMinute: at,
    });
    // Drivers act on the first response only.
    if (answer.isRepeated || answer.decision !== 'hold' || message.driver === 'backs-off') return;
    const [passing] = await system.system<{ orderId: string; due: number }>(
      'select order_id, due_fen as due from passing where id = $1',
      [answer.passingId],
    );
    // If several stays may be its own, it cannot pay; a person lets it out.
    const done =
      message.driver === 'pays' && passing!.orderId
        ? await user.call('/api/order/collectCash', {
            OrderId: passing!.orderId,
            Amount: (passing!.due / 100).toFixed(2),
          })
        : await user.call('/api/passing/settle', { PassingId: answer.passingId, Outcome: 'admit', Reason: '放行' });
    expect(done.message).toBe('');
    await server.product.consumers.drain();
  };
  let last = 0;
  for (const { at, deliveries } of dayAtGate(randomOf(seed))) {
    // An idle session is signed out.
    for (; last < at; last = Math.min(at, last + 20)) {
      gate.at(last);
      await user.call('/api/tenantUser/getTenantUserInfo');
    }
    gate.at(at);
    await Promise.all(deliveries.map((one) => deliver(one, at)));
    for (const one of deliveries) model.take(one);
  }

  const told = toldOf(model);
  expect(await storedStays(system, user.tenantId, lot.id, START)).toEqual(told.stays);
  expect(await gate.inside(lot)).toBe(model.stays.filter((one) => one.state === 'inside').length);
  expect(await storedPassings(system, user.tenantId, lot.id)).toEqual(told.passings);
  const broken = (await verifyTenant(server.product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0);
  expect(broken).toEqual([]);
});
