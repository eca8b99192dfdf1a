import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Delivery, GateModel } from '../../../../apps/server/test-gate-model.ts';
import { TestGate } from '../../../../apps/server/test-lot.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../apps/server/test-server.ts';

/** A run is made by its seed alone: `MODEL_SEED=17 npx vitest run …/model-run.test.ts` does one again. */
const FIRST = Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 1_000_000));
const RUNS = process.env.MODEL_SEED ? 1 : Number(process.env.MODEL_RUNS ?? 8);
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

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Cars 1 and 7 have plates that no camera can tell apart; to the gate they are alike. */
const alikeOf = (car: number) => (car === 7 ? 1 : car);
/** The plate of a car as it is, and as a camera misreads it. */
const plateOf = (car: number) => `粤B8${String(car).padStart(2, '0')}50`;
const MISREADINGS: readonly ((plate: string) => string)[] = [
  (plate) => plate.replace('B8', 'BB'),
  (plate) => plate.replace(/50$/, '5D'),
  (plate) => plate.replace(/50$/, 'S0'),
];

interface Step {
  /** The minute in which it is delivered. */
  readonly at: number;
  /** Sent by several lanes at once. */
  readonly deliveries: readonly Delivery[];
}

/**
 * Whether two messages may arrive at the same moment: the same one twice, or those of two cars. Two cars never stand at the
 * exit together.
 */
function mayMeet(one: Delivery, other: Delivery): boolean {
  if (one.key === other.key) return true;
  const isAtExit = (message: Delivery) => message.way === 'out' && !message.isOffline;
  return one.car !== other.car && !(isAtExit(one) && isAtExit(other));
}

/** A day at a lot: cars that come and go several times, and everything that cameras and networks do to their messages. */
function day(random: () => number): Step[] {
  const sent: { at: number; delivery: Delivery }[] = [];
  const chance = (share: number) => random() < share;
  const upTo = (count: number) => Math.floor(random() * count);
  let key = 0;
  const send = (car: number, way: 'in' | 'out', at: number) => {
    if (chance(0.1)) return; // lost
    const plate = chance(0.2) ? MISREADINGS[upTo(MISREADINGS.length)]!(plateOf(car)) : plateOf(car);
    const isOffline = chance(0.2);
    const due = random();
    const driver = due < 0.7 ? 'pays' : due < 0.85 ? 'is-let-out' : 'backs-off';
    key += 1;
    const delivery: Delivery = { key: `k${key}`, way, car: alikeOf(car), plate, at, isOffline, driver };
    const arrives = isOffline ? at + 10 * (1 + upTo(30)) : at;
    sent.push({ at: arrives, delivery });
    // The camera did not hear the answer and sends again, perhaps much later.
    for (let more = upTo(3); chance(0.3) && more > 0; more -= 1) sent.push({ at: arrives + 10 * upTo(9), delivery });
    // The same car is read once more.
    if (chance(0.1) && !isOffline) {
      key += 1;
      sent.push({ at: at + 1, delivery: { ...delivery, key: `k${key}`, at: at + 1 } });
    }
  };
  for (let car = 1; car <= 8; car += 1) {
    let at = 10 * upTo(12);
    for (let visits = 1 + upTo(4); visits > 0; visits -= 1) {
      send(car, 'in', at);
      at += 10 * (1 + upTo(chance(0.1) ? 170 : 40));
      send(car, 'out', at);
      at += 10 * (1 + upTo(20));
    }
  }
  sent.sort((one, other) => one.at - other.at);
  const steps: Step[] = [];
  for (const { at, delivery } of sent) {
    const last = steps.at(-1);
    if (last && at === last.at && last.deliveries.every((one) => mayMeet(one, delivery)))
      steps[steps.length - 1] = { at, deliveries: [...last.deliveries, delivery] };
    else steps.push({ at, deliveries: [delivery] });
  }
  return steps;
}

test.each(SEEDS)('a day at the gate ends as it must, seed %i', { timeout: 60_000 }, async (seed) => {
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  const lot = await gate.newLot({ Unmatched: 'open' }, { Capacity: 500 });
  const model = new GateModel();
  const system = server.product.kernel.database;

  const deliver = async (message: Delivery, at: number) => {
    const answer = await gate.see(message.way === 'in' ? lot.entry : lot.exit, message.plate, message.at, {
      eventKey: message.key,
      isOffline: message.isOffline,
      receivedMinute: at,
    });
    // Drivers act on the first answer alone.
    if (answer.isRepeated || answer.decision !== 'hold' || message.driver === 'backs-off') return;
    const [passing] = await system.system<{ orderId: string; due: number }>(
      'select order_id as "orderId", due_fen as due from passing where id = $1',
      [answer.passingId],
    );
    // Of several stays that may be its own nobody knows which to pay; somebody lets it out.
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
  for (const { at, deliveries } of day(randomOf(seed))) {
    // Who stays away too long is signed out.
    for (; last < at; last = Math.min(at, last + 20)) {
      gate.at(last);
      await user.call('/api/tenantUser/getTenantUserInfo');
    }
    gate.at(at);
    await Promise.all(deliveries.map((one) => deliver(one, at)));
    for (const one of deliveries) model.take(one);
  }

  const orders = await system.system<object>(
    `select plate, (extract(epoch from entered_at - $3) / 60)::int as "from", (extract(epoch from left_at - $3) / 60)::int as "to",
       parking_state as state, case parking_state when 'inside' then 0 else fee_fen end as fee, paid_fen as paid
     from parking_order where tenant_id = $1 and lot_id = $2 order by plate, entered_at, id`,
    [user.tenantId, lot.id, START],
  );
  const stays = model.stays
    .map(({ car: _, ...stay }) => stay)
    .sort((one, other) => (one.plate === other.plate ? one.from - other.from : one.plate < other.plate ? -1 : 1));
  const byPlate = (rows: readonly object[]) =>
    [...(rows as { plate: string; from: number }[])].sort((one, other) =>
      one.plate === other.plate ? one.from - other.from : one.plate < other.plate ? -1 : 1,
    );
  expect(byPlate(orders)).toEqual(byPlate(stays));
  expect(await gate.inside(lot)).toBe(stays.filter((one) => one.state === 'inside').length);
  const passings = await system.system<{ key: string; hasOrder: boolean }>(
    `select event_key as key, order_id is not null as "hasOrder" from passing where tenant_id = $1 and lot_id = $2`,
    [user.tenantId, lot.id],
  );
  const told = (rows: { key: string; hasOrder: boolean }[]) => rows.map((one) => `${one.key} ${one.hasOrder}`).sort();
  expect(told(passings)).toEqual(
    told(model.seen.map((one) => ({ key: one.message.key, hasOrder: one.stay !== null }))),
  );
  const broken = (await verifyTenant(server.product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0);
  expect(broken).toEqual([]);
});
