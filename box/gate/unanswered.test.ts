import { edgePush, edgeRows, type HandedOver } from '@boyun/test-server/edge-box';
import { endMachines, Machine, START } from '@boyun/test-server/edge-machine';
import { afterEach, expect, test } from 'vitest';

const A = '粤B10001';
const B = '粤B10002';

afterEach(endMachines);

const kindsOf = (items: readonly HandedOver[]) => items.map((one) => `${one.Kind} ${one.Plate} ${one.Decision}`);

type Push = ReturnType<typeof edgePush>;
const ASKED = 60;

/** A box that dies before it has answered these cars, and starts again without the cloud at a minute. */
async function dyingWith(pushes: readonly Push[], minute: number): Promise<Machine> {
  let isHung = true;
  const machine: Machine = new Machine(edgeRows(), {
    askMs: 1000,
    send: (url, init) =>
      isHung && url.endsWith('/passing') ? new Promise(() => undefined) : machine.cloud.send(url, init),
  });
  machine.at(ASKED);
  await machine.synced();
  const dying = pushes.map((one) => machine.box.app.inject({ method: 'POST', ...one }).catch(() => null));
  await expect.poll(() => machine.box.passings.undecided().length, { interval: 5 }).toBe(pushes.length);
  await machine.box.close();
  await Promise.all(dying);
  isHung = false;
  machine.cloud.line = 'down';
  machine.at(minute);
  machine.start();
  await machine.box.status().catch(() => undefined);
  return machine;
}

test.each([
  ['a record that its camera had stored', 0, true, ASKED],
  ['a car whose box was gone for long', ASKED - 0.1, false, ASKED + 20],
])('%s is in the books once its camera was answered, with its time', async (_what, minute, isOffline, restarted) => {
  const push = edgePush('E1', A, new Date(START + minute * 60_000), { isOffline });
  const machine = await dyingWith([push, edgePush('E1', B, new Date(START + ASKED * 60_000))], restarted);
  for (const _ of [1, 2]) expect((await machine.box.app.inject({ method: 'POST', ...push })).statusCode).toBe(200);
  machine.cloud.line = 'up';
  await machine.box.sync.handOver();
  expect(kindsOf(machine.cloud.taken)).toEqual([`passing ${A} open`]);
  const { At, OffsetMs } = machine.cloud.taken[0] as unknown as { At: string; OffsetMs: number };
  expect(Date.parse(At) + OffsetMs).toBe(START + minute * 60_000);
  expect(machine.box.stays.inside(A)?.enteredMs).toBe(START + minute * 60_000);
});

test('the last car at its lane is handed over too, if after a restart nobody decides and no camera repeats', async () => {
  const machine = await dyingWith([edgePush('E1', A, new Date(START + ASKED * 60_000))], ASKED);
  machine.cloud.line = 'up';
  machine.at(ASKED + 9);
  await machine.box.status();
  await machine.box.sync.handOver();
  expect([machine.cloud.taken.length, machine.box.passings.waitingAt('E1')?.car.plate]).toEqual([0, A]);
  machine.at(ASKED + 11);
  await machine.box.status();
  await machine.box.sync.handOver();
  expect(kindsOf(machine.cloud.taken)).toEqual([`passing ${A} hold`]);
  expect(machine.box.passings.waitingAt('E1')).toBeNull();
});

test('a car that its camera must repeat is not let in before by another that leaves, and keeps its time', async () => {
  const push = edgePush('E1', A, new Date(START + ASKED * 60_000));
  const machine = await dyingWith([push], ASKED + 0.2);
  await machine.see('E1', B, ASKED - 1, { isOffline: true });
  expect((await machine.see('X1', B, ASKED + 0.3)).isOpen).toBe(true);
  expect(machine.box.passings.waitingAt('E1')?.car.plate).toBe(A);
  expect((await machine.box.app.inject({ method: 'POST', ...push })).body).toContain('"info":"ok"');
  expect(machine.box.stays.inside(A)?.enteredMs).toBe(START + ASKED * 60_000);
});
