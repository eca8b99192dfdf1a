import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ConsumerLag,
  Consumers,
  type Jobs,
  Leases,
  makeMetrics,
  type Reaction,
  SetClock,
  startJobs,
  systemWho,
} from '@boyun/kernel/server';
import { eventNamed } from '@boyun/test-server/event';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, TEST_PACE, type TestServer, type TestUser } from '@boyun/test-server/server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-02T02:00:00Z');
const clock = new SetClock(START);
const logLines: string[] = [];
let server: TestServer;
let tenant: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, logLines });
  tenant = await server.newTenant();
});
afterAll(() => server?.stop());

const emit = (kind: string, lotIds: readonly (string | null)[]) =>
  server.product.kernel.database.inTenant({ ...systemWho(tenant.tenantId), requestId: 'request-7' }, async (tx) => {
    for (const [index, lotId] of lotIds.entries()) tx.emit(eventNamed(kind), { lotId, data: { index } });
  });

/** A reaction of the tests' own that notes what it took; what `react` does comes before that. */
function noting(name: string, react: (lotId: string | null) => Promise<void> = async () => undefined, more = {}) {
  const taken: { lotId: string | null; index: number }[] = [];
  const reaction: Reaction = {
    name,
    kinds: [`test.${name}`],
    async react(_tx, { lotId, data }) {
      await react(lotId);
      taken.push({ lotId, index: data.index as number });
    },
    ...more,
  };
  return { reaction, taken };
}

/** Consumers beside those of the product, with leases of their own. */
async function start(reactions: readonly Reaction[]) {
  const { database, log, systemAlarms } = server.product.kernel;
  const consumers = new Consumers({
    database,
    log,
    projections: [],
    reactions,
    systemAlarms,
    retryMs: [5, 10, 15, 20],
  });
  const leases = new Leases({ database, log });
  await consumers.register();
  await consumers.start(leases);
  await leases.start();
  return {
    consumers,
    async stop() {
      await consumers.stop();
      await leases.stop();
    },
  };
}

test('a paid car is let out with all consumers stopped', async () => {
  const own = await startTestServer(inject('databaseUrl'), { clock, isAlone: true });
  try {
    const user = await own.newTenant();
    const gate = new TestGate(own, user, clock, START);
    const lot = await gate.newLot();
    await own.product.consumers.stop();
    await gate.see(lot.entry, '粤A12345', 0);
    expect(await gate.see(lot.exit, '粤A12345', 90)).toMatchObject({ decision: 'hold' });
    const { database } = own.product.kernel;
    const [order] = await database.system<{ id: string }>('select id from parking_order where lot_id = $1', [lot.id]);
    const paid = await user.call('/api/order/collectCash', { OrderId: order!.id, Amount: '6.00' });
    expect(paid).toMatchObject({ state: 'success' });
    const commands = () =>
      database.system(`select id from gate_command where lot_id = $1 and kind = 'open' and lane_id = $2`, [
        lot.id,
        lot.exit.laneId,
      ]);
    await own.until('the barrier to be opened', async () => (await commands()).length > 0);
    // Nothing else in this test reads the log: the position has not moved past the payment.
    const [behind] = await database.system(
      `select from consumer_position p join event e on e.seq > p.seq and e.kind = 'order.settled'
       where p.name = 'release-after-payment'`,
    );
    expect(behind).toBeDefined();
    const [taken] = await database.system(`select from consumer_done where consumer = 'release-after-payment'`);
    expect(taken).toBeDefined();
  } finally {
    await own.stop();
  }
});

test('a reaction that a release adds takes nothing of the past, unless it asks for the beginning', async () => {
  const now = noting('added');
  const whole = noting('added-whole', undefined, { kinds: ['test.added'], from: 'beginning' });
  await emit('test.added', [null, null, null]);
  const running = await start([now.reaction, whole.reaction]);
  await server.until('the whole history', async () => whole.taken.length === 3);
  await emit('test.added', [null]);
  await running.consumers.drain();
  expect(now.taken).toHaveLength(1);
  expect(whole.taken).toHaveLength(4);
  await running.stop();
});

describe('lots', () => {
  test('do not wait for each other, and each keeps its order', async () => {
    const [slow, quick] = [randomUUID(), randomUUID()];
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { reaction, taken } = noting('lanes', async (lotId) => (lotId === slow ? gate : undefined));
    const running = await start([reaction]);
    await emit('test.lanes', [slow, quick, slow, quick, quick]);
    await server.until('the quick lot', async () => taken.length === 3);
    expect(taken.map((one) => one.index)).toEqual([1, 3, 4]);
    open();
    await running.consumers.drain();
    expect(taken.slice(3)).toEqual([
      { lotId: slow, index: 0 },
      { lotId: slow, index: 2 },
    ]);
    await running.stop();
  });

  test('take each event once, whichever processes read the log and however they end', async () => {
    const { database, log } = server.product.kernel;
    const lots = Array.from({ length: 5 }, () => randomUUID());
    const { reaction, taken } = noting('once');
    const parts = Array.from(
      { length: 3 },
      () => new Consumers({ database, log, projections: [], reactions: [reaction] }),
    );
    await parts[0]!.register();
    for (let round = 0; round < 20; round += 1) await emit('test.once', lots);
    // One ends in the middle of its work.
    const ending = parts[0]!.drain();
    await server.until('the first events', async () => taken.length > 5);
    await parts[0]!.stop();
    await Promise.all([ending, ...parts.slice(1).map((one) => one.drain())]);
    expect(taken).toHaveLength(100);
    for (const lot of lots) expect(taken.filter((one) => one.lotId === lot)).toHaveLength(20);
    await Promise.all(parts.map((one) => one.stop()));
  });

  test('with an event that keeps failing: it is tried five times, set aside with an alarm, and the others go on', async () => {
    const [bad, good] = [randomUUID(), randomUUID()];
    let tries = 0;
    const { reaction, taken } = noting('failing', async (lotId) => {
      if (lotId !== bad) return;
      tries += 1;
      if (tries <= 5) throw new Error('boom in the lane');
    });
    const running = await start([reaction]);
    await emit('test.failing', [bad, good, bad, good]);
    await running.consumers.drain();
    expect(tries).toBe(6);
    expect(taken.filter((one) => one.lotId === good)).toHaveLength(2);
    expect(taken.filter((one) => one.lotId === bad).map((one) => one.index)).toEqual([2]);
    const { database } = server.product.kernel;
    expect(await database.system(`select error, resolved_at from consumer_failure where consumer = 'failing'`)).toEqual(
      [{ error: 'boom in the lane', resolvedAt: null }],
    );
    const alarms = () =>
      database.system(`select of_tenant as of from system_alarm where name = 'event-set-aside' and ended_at is null`);
    await server.until('the alarm', async () => (await alarms()).length === 1);
    expect(await alarms()).toEqual([{ of: tenant.tenantId }]);
    const line = logLines.map((one) => JSON.parse(one)).find((one) => one.consumer === 'failing' && one.err);
    expect(line).toMatchObject({ level: 50, event: expect.any(String), requestId: 'request-7' });
    expect(line.err.stack).toContain('consumer.test.ts');
    await running.stop();
  });
});

test('an event that was set aside is named by the verification and can be tried again there', async () => {
  const { database } = server.product.kernel;
  const user = await server.newTenant();
  // An alarm without a text: the reaction that makes a message of it fails.
  await database.inTenant(systemWho(user.tenantId), async (tx) => {
    tx.emit(eventNamed('alarm.raised'), { data: { severity: 'high', titleZh: '报警', titleEn: 'Alarm' } });
  });
  const named = async () => {
    const { data } = await user.call('/api/verify/run');
    return data.Checks.find((one: { Key: string }) => one.Key === 'consumer-failures').Broken;
  };
  const [failure] = await server.until('the event to be set aside', async () => {
    const found = await named();
    return found.length > 0 && found;
  });
  expect(failure).toMatchObject({ consumer: 'messages-from-events', kind: 'alarm.raised' });
  const alarms = () =>
    database.system(
      `select id from system_alarm where name = 'event-set-aside' and of_tenant = $1 and ended_at is null`,
      [user.tenantId],
    );
  await server.until('the alarm', async () => (await alarms()).length === 1);
  const retry = (as: TestUser) => as.call('/api/verify/retryFailure', { FailureId: failure.failureId });
  expect(await retry(await server.newUser(user))).toMatchObject({ code: 'kernel.no-permission' });
  expect(await retry(tenant)).toMatchObject({ code: 'kernel.not-found' });
  expect(await retry(user)).toMatchObject({ code: 'verify.still-failing' });
  expect(await named()).toHaveLength(1);

  const owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  await owner.query(
    `update event set data = data || '{"descriptionZh": "说明", "descriptionEn": "Text"}' where id = $1`,
    [failure.eventId],
  );
  await owner.end();
  expect(await retry(user)).toMatchObject({ state: 'success' });
  expect((await user.call('/api/serviceMsgCenter/list', { Kind: 'alarm', Text: '说明' })).data.Rows).toHaveLength(1);
  expect(await named()).toHaveLength(0);
  expect(await alarms()).toHaveLength(0);
  expect(await retry(user)).toMatchObject({ code: 'kernel.not-found' });
  const log = (await user.call('/api/auditLog/list', { Action: 'consumer-failure.retried' })).data;
  expect(log.Rows).toMatchObject([{ Account: user.account }]);
});

test('a consumer that is more than five seconds behind is a figure and an alarm until it has caught up', async () => {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { reaction } = noting('lagging', () => gate);
  const running = await start([reaction]);
  const { database, systemAlarms } = server.product.kernel;
  const metrics = makeMetrics();
  const lag = new ConsumerLag({ database, metrics, systemAlarms, consumers: ['lagging'] });
  const alarms = () =>
    database.system(
      `select from system_alarm where name = 'consumer-lag' and subject = 'lagging' and ended_at is null`,
    );
  const figure = async () =>
    Number((await metrics.registry.metrics()).match(/boyun_consumer_lag_seconds\{consumer="lagging"\} (\S+)/)?.[1]);
  const before = clock.now();
  await emit('test.lagging', [null]);
  await lag.look();
  clock.set(new Date(before.getTime() + 7000));
  expect(await figure()).toBe(7);
  await lag.look();
  expect(await alarms()).toHaveLength(0);
  await lag.look();
  expect(await alarms()).toHaveLength(1);
  open();
  await running.consumers.drain();
  await lag.look();
  expect(await figure()).toBe(0);
  expect(await alarms()).toHaveLength(0);
  clock.set(before);
  await running.stop();
});

test('periodic work runs in one process at a time, once in its period, and goes on in another one', async () => {
  const { log } = server.product.kernel;
  const runs: { by: number; at: number }[] = [];
  let atWork = 0;
  const works = (by: number) => [
    {
      name: 'test',
      everySeconds: 0.5,
      run: async () => {
        atWork += 1;
        expect(atWork).toBe(1);
        runs.push({ by, at: performance.now() });
        await pause(100);
        atWork -= 1;
        throw new Error('a run that fails is followed by the next');
      },
    },
    { name: 'test of an hour', everySeconds: 3600, run: async () => void runs.push({ by: 9, at: 0 }) },
  ];
  // The product beside them would take this work now and then, only to hand it back.
  await server.product.kernel.jobs.finish();
  const parts: Jobs[] = [];
  for (const by of [0, 1]) {
    const jobs = await startJobs({ url: server.databaseUrl, log, pace: TEST_PACE });
    await jobs.repeat(works(by));
    parts.push(jobs);
  }
  await server.until('some runs', async () => runs.length >= 6);
  await parts[0]!.stop();
  const count = runs.length;
  await server.until('runs in the other process', async () => runs.length >= count + 2);
  expect(new Set(runs.slice(count).map((one) => one.by))).toEqual(new Set([1]));
  expect(runs.some((one) => one.by === 9)).toBe(false);
  for (const [index, one] of runs.entries()) if (index > 0) expect(one.at - runs[index - 1]!.at).toBeGreaterThan(400);
  await parts[1]!.stop();
});
