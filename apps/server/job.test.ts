import { type Jobs, makeLog, startJobs, systemWho, TryAgain } from '@boyun/kernel/server';
import { startTestServer, TEST_PACE, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true });
  user = await server.newTenant();
});
afterAll(() => server?.stop());

test('a job whose sender was killed after its commit is passed on by another process', async () => {
  const jobs = await startJobs({ url: server.databaseUrl, log: makeLog('silent') });
  const taken: object[] = [];
  try {
    await jobs.work('left-behind', async (data) => void taken.push(data));
    await server.product.kernel.database.inTenant(systemWho(user.tenantId), async (tx) => {
      // A killed process gets no further than its commit.
      await jobs.send({ ...tx, afterCommit: () => undefined }, 'left-behind', { number: 7 });
    });
    await server.until('the job', async () => taken.length > 0);
    expect(taken).toEqual([{ number: 7 }]);
    const [rights] = await server.product.kernel.database.system(
      `select has_schema_privilege('boyun_app', 'pgboss', 'usage') as app, count(o.*)::int as orders from (select) one
       left join job_order o on true`,
    );
    // The application role reaches nothing of the queue.
    expect(rights).toEqual({ app: false, orders: 0 });
  } finally {
    await jobs.stop();
  }
});

/** Two processes' queues on the database of the server. */
async function withTwo(work: (first: Jobs, second: Jobs) => Promise<void>): Promise<void> {
  const start = () => startJobs({ url: server.databaseUrl, log: makeLog('silent'), pace: TEST_PACE });
  const [first, second] = await Promise.all([start(), start()]);
  try {
    await work(first, second);
  } finally {
    await Promise.all([first.stop(), second.stop()]);
  }
}

const send = (jobs: Jobs, name: string, data: object, options: { key?: string } = {}) =>
  server.product.kernel.database.inTenant(systemWho(user.tenantId), (tx) => jobs.send(tx, name, data, options));

test('of a key, one job is queued or running; a job that fails does not repeat those beside it', async () => {
  await withTwo(async (first, second) => {
    const begun: unknown[] = [];
    const ends: (() => void)[] = [];
    const handler = async ({ number }: Record<string, unknown>) => {
      begun.push(number);
      if (number === 2 && begun.filter((one) => one === 2).length === 1) throw new Error('once');
      if (number === 1) await new Promise<void>((resolve) => ends.push(resolve));
    };
    for (const jobs of [first, second]) await jobs.work('keyed', handler, { isWaiting: true });
    await send(first, 'keyed', { number: 1 }, { key: 'one' });
    await server.until('its run', async () => begun.length === 1);
    for (const jobs of [first, second]) await send(jobs, 'keyed', { number: 3 }, { key: 'one' });
    await send(first, 'keyed', { number: 2 });
    await send(first, 'keyed', { number: 4 });
    await server.until('the second try and the last one', async () => begun.length >= 4);
    for (const end of ends) end();
    expect(begun.toSorted()).toEqual([1, 2, 2, 4]);
  });
});

test('a process that stops hands its long job to another one', async () => {
  await withTwo(async (first, second) => {
    const began: string[] = [];
    const handlerOf =
      (by: string) =>
      async (_: object, stopping: AbortSignal): Promise<void> => {
        began.push(by);
        if (began.length > 1) return;
        await new Promise((resolve) => stopping.addEventListener('abort', resolve));
        throw new TryAgain();
      };
    await first.work('long', handlerOf('first'), { longPlaces: 1 });
    await send(first, 'long', {});
    await server.until('its run', async () => began.length === 1);
    await second.work('long', handlerOf('second'), { longPlaces: 1 });
    await first.stop();
    await server.until('the run of the other', async () => began.length === 2);
    expect(began).toEqual(['first', 'second']);
  });
});

test('periodic work that is overdue runs at a start, unless it never does', async () => {
  await withTwo(async (first, second) => {
    // The product beside them would take this work now and then, only to hand it back.
    await server.product.kernel.jobs.finish();
    const names = ['overdue', 'overdue and late'];
    // What is left behind is due a moment later.
    await first.repeat(names.map((name) => ({ name, everySeconds: 0.1, run: async () => undefined })));
    await first.finish();
    const ran: string[] = [];
    const works = names.map((name) => ({ name, everySeconds: 3600, run: async () => void ran.push(name) }));
    await second.repeat([works[0]!, { ...works[1]!, isNeverAtStart: true }]);
    await server.until('the overdue run', async () => ran.length > 0);
    expect(ran).toEqual(['overdue']);
  });
});
