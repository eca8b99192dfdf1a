import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  calm,
  closed,
  fleet,
  fromMs,
  noQuirks,
  open,
  type PlateResult,
  type Push,
  play,
  startServer,
  withScreen,
} from '@boyun/test-server/camera-server';
import { expect, test } from 'vitest';

test('every passing is acknowledged exactly once although answers are lost', async () => {
  let number = 0;
  const server = await startServer(() => open, { losesAnswer: () => ++number % 7 === 3 });
  const { log, stats } = await play(server.url, {
    misbehaviour: { duplicate: 0.05, lostAnswer: 0.05, late: 0.05, offline: 0.01 },
  });
  const acknowledged = log.map((entry) => entry.key);
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  expect(new Set(server.pushes.map((push) => push.key))).toEqual(new Set(acknowledged));
  expect(stats.acknowledged).toBe(acknowledged.length);
  expect(stats.errors).toBeGreaterThan(0);
  expect(stats.lostAnswers).toBeGreaterThan(0);
  expect(stats.duplicates).toBeGreaterThan(0);
  expect(stats.contradictions).toBe(0);
  expect(server.pushes.length).toBeGreaterThan(acknowledged.length);
  const unanswered = server.pushes.filter((push) => !push.wasAnswered);
  for (const push of unanswered) expect(acknowledged).toContain(push.key);
});

test('enough: no further car comes, and everything begun or kept is delivered', async () => {
  const enough = new AbortController();
  const server = await startServer(() => {
    if (server.pushes.length >= 100) enough.abort();
    return open;
  });
  const { log, stats } = await play(server.url, {
    misbehaviour: { ...calm, late: 0.05, offline: 0.05 },
    spanMs: 3650 * 86_400_000,
    enough: enough.signal,
  });
  expect(stats.acknowledged).toBeGreaterThanOrEqual(100);
  expect(stats.offline).toBeGreaterThan(0);
  expect(new Set(log.map((entry) => entry.key))).toEqual(new Set(server.pushes.map((push) => push.key)));
});

test('at full speed a camera that falls offline while a car is still queueing does not hold up the next visit', async () => {
  const server = await startServer(() => open, { answerMs: 5 });
  const { log, stats } = await play(server.url, {
    misbehaviour: { ...calm, late: 0.1, offline: 0.2 },
    quirks: noQuirks,
    volume: 0.5,
    spanMs: 3 * 86_400_000,
    concurrency: 200,
  });
  expect(stats.offline).toBeGreaterThan(0);
  expect(new Set(log.map((entry) => entry.key)).size).toBe(stats.acknowledged);
});

test('at full speed a message bears the real time where that is asked for', async () => {
  const server = await startServer(() => open);
  const startedMs = Date.now();
  await play(server.url, { misbehaviour: calm, stamp: 'wall' });
  expect(server.pushes.length).toBeGreaterThan(50);
  for (const push of server.pushes) expect(Math.abs(push.atMs - startedMs)).toBeLessThan(120_000);
});

test('at full speed the messages of a car arrive in the order they happened', async () => {
  const server = await startServer(() => open, { losesAnswer: () => server.pushes.length % 11 === 5 });
  await play(server.url, {
    misbehaviour: { duplicate: 0, lostAnswer: 0.05, late: 0.1, offline: 0.02, lostHeartbeat: 0 },
    quirks: noQuirks,
    spanMs: 2 * 86_400_000,
  });
  const firstArrivals = [...new Map(server.pushes.toReversed().map((push) => [push.key, push])).values()].toReversed();
  const perCar = Map.groupBy(firstArrivals, (push) => push.result.license);
  perCar.delete('_无_');
  expect([...perCar.values()].filter((pushes) => pushes.length > 1).length).toBeGreaterThan(50);
  for (const pushes of perCar.values()) {
    const times = pushes.map((push) => push.atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  }
});

test('offline records come one by one, in the order they were read, with their own times', async () => {
  const server = await startServer(() => open);
  const { log, stats } = await play(server.url, { misbehaviour: { ...calm, offline: 0.2 }, quirks: noQuirks });
  expect(stats.offline).toBeGreaterThan(20);
  for (const { lanes } of fleet.lots) {
    for (const { serial } of lanes) {
      const offline = server.pushes.filter((push) => push.serial === serial && push.result.isoffline === 1);
      expect(offline.map((push) => push.result.plateid)).toEqual(
        offline.map((push) => push.result.plateid).sort((a, b) => a - b),
      );
      for (const push of offline) {
        expect(push.atMs).toBe(log.find((entry) => entry.key === push.key)?.atMs);
        expect(push.atMs).toBeLessThan(fromMs + 86_400_000);
      }
    }
  }
});

test('the next offline record waits for ContinuePushOffline', async () => {
  const refusals = new Map<string, number>();
  const server = await startServer((push) => {
    refusals.set(push.key, 0);
    return open;
  });
  // The first answer to an offline record lacks the permission to go on.
  const taken: string[] = [];
  server.server.removeAllListeners('request');
  server.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      if (!request.url?.endsWith('/plate')) return response.end('{"Response_AlarmInfoPlate":{}}');
      const { serialno, result } = JSON.parse(body).AlarmInfoPlate;
      const { plateid, isoffline } = result.PlateResult as PlateResult;
      const key = `${serialno}:${plateid}`;
      if (!isoffline) return response.end(JSON.stringify({ Response_AlarmInfoPlate: open }));
      taken.push(key);
      const isSecond = taken.filter((one) => one === key).length > 1;
      const answer = isSecond ? { ContinuePushOffline: { plateid, continue: 1 } } : open;
      return response.end(JSON.stringify({ Response_AlarmInfoPlate: answer }));
    });
  });
  await play(server.url, { misbehaviour: { ...calm, offline: 0.03 }, spanMs: 10 * 3_600_000, quirks: noQuirks });
  const perSerial = Map.groupBy(taken, (key) => key.split(':')[0]);
  expect(taken.length).toBeGreaterThan(2);
  for (const keys of perSerial.values()) {
    keys.forEach((key, place) => {
      expect(key).toBe(keys[place - (place % 2)]);
    });
  }
});

test('a car that must pay scans the code on the screen, pays, and is let out when it is read again', async () => {
  const owing = new Map<string, string>();
  const server = await startServer((push) => {
    if (!push.serial.endsWith('exit')) return open;
    const code = owing.get(push.result.license);
    if (code && server.payments.some((payment) => payment.Code === code && payment.Outcome === 'success')) return open;
    owing.set(push.result.license, code ?? `code${owing.size}`);
    return withScreen(`请缴费 12.00元\nhttp://pay.example/pay/${owing.get(push.result.license)}`);
  });
  const { stats } = await play(server.url, {
    misbehaviour: calm,
    quirks: noQuirks,
    habits: { openWaitMs: 1, pays: 1, paymentFails: 0 },
    spanMs: 6 * 3_600_000,
    fromMs: fromMs + 12 * 3_600_000,
  });
  expect(stats.paid).toBe(owing.size);
  expect(stats.paid).toBeGreaterThan(10);
  expect(stats.gaveUp).toBe(0);
  expect(server.inputs.filter((input) => input === 'token-a-exit/1=1').length).toBeGreaterThan(0);
});

test('a barrier that stays closed is opened by staff through the long poll', async () => {
  const server = await startServer((push) => (push.serial === 'a-exit' ? closed : open), {
    opensByPoll: 'token-a-exit',
  });
  const { stats } = await play(server.url, {
    speed: 36_000,
    fromMs: fromMs + 12 * 3_600_000,
    spanMs: 8 * 3_600_000,
    misbehaviour: calm,
    quirks: noQuirks,
    // A thousand hours are more than a minute and a half here: nobody gives up because the machine is busy.
    habits: { patienceMs: 3_600_000_000 },
    pictureShare: 0,
  });
  expect(stats.held).toBeGreaterThan(5);
  expect(stats.gaveUp).toBe(0);
  expect(stats.opened).toBe(stats.acknowledged);
  expect(server.inputs.filter((input) => input === 'token-a-exit/1=1').length).toBe(stats.held);
});

test('as many cars as the staff is given time for wait for it, whatever the patience of their drivers', async () => {
  const server = await startServer((push) => (push.serial === 'a-exit' ? closed : open), {
    opensByPoll: 'token-a-exit',
  });
  const { stats } = await play(server.url, {
    speed: 36_000,
    fromMs: fromMs + 12 * 3_600_000,
    spanMs: 8 * 3_600_000,
    misbehaviour: calm,
    quirks: noQuirks,
    habits: { patienceMs: 0 },
    staff: { free: 2, waitMs: 90_000 },
    pictureShare: 0,
  });
  expect(stats.held).toBeGreaterThan(5);
  expect(stats.gaveUp).toBe(0);
});

test('a car refused at the entry has no exit, and its barrier reports nothing', async () => {
  const server = await startServer(() => closed);
  const { log, stats } = await play(server.url, { misbehaviour: calm, quirks: noQuirks, spanMs: 12 * 3_600_000 });
  expect(stats.refused).toBe(log.length);
  expect(log.length).toBeGreaterThan(10);
  expect(log.every((entry) => entry.serial.endsWith('entry'))).toBe(true);
  expect(server.inputs).toEqual([]);
});

test('cars that wait at the exit leave no spot for others: no more cars come in than there are spots', async () => {
  const over = new AbortController();
  const of = (serial: string) => server.pushes.filter((push) => push.serial === serial).length;
  const server = await startServer((push) => {
    // The first driver's patience outlasts the traffic.
    if (of('a-exit') > 1) over.abort();
    return push.serial === 'a-exit' ? closed : open;
  });
  await play(server.url, {
    speed: 36_000,
    fromMs: fromMs + 7 * 3_600_000,
    spanMs: 12 * 3_600_000,
    misbehaviour: calm,
    quirks: noQuirks,
    habits: { patienceMs: 24 * 3_600_000 },
    pictureShare: 0,
    signal: over.signal,
  });
  expect(of('a-exit')).toBeGreaterThan(0);
  expect(of('a-entry')).toBe(fleet.lots[0]!.capacity);
});

test('a server that dies and comes back loses nothing', async () => {
  let server = await startServer(() => open);
  const { port, pushes } = server;
  const all = [...pushes];
  let acknowledged = 0;
  let restarting: Promise<void> | undefined;
  const restart = async (): Promise<void> => {
    all.push(...server.pushes);
    server.server.closeAllConnections();
    await new Promise<void>((resolve) => server.server.close(() => resolve()));
    server = await startServer(() => open, { port });
  };
  const { log, stats } = await play(server.url, {
    misbehaviour: calm,
    onAcknowledged: () => {
      acknowledged += 1;
      if (acknowledged === 20) restarting = restart();
    },
  });
  await restarting;
  all.push(...server.pushes);
  expect(log).toEqual([]);
  expect(stats.errors).toBeGreaterThan(0);
  expect(stats.acknowledged).toBe(new Set(all.map((push) => push.key)).size);
  const undisturbed = await play((await startServer(() => open)).url, { misbehaviour: calm });
  expect(stats.acknowledged).toBe(undisturbed.stats.acknowledged);
});

test('paced replay follows the clock, sends pictures and heartbeats, and stops when told', async () => {
  const stop = new AbortController();
  const server = await startServer((push) => {
    if (server.pushes.length > 5 && server.heartbeats.length > 3) stop.abort();
    return push.serial.endsWith('exit') ? closed : open;
  });
  const startedMs = Date.now();
  const { stats } = await play(server.url, {
    speed: 3600,
    fromMs: fromMs + 10 * 3_600_000,
    spanMs: 10 * 86_400_000,
    misbehaviour: calm,
    signal: stop.signal,
    inside: [{ plate: '粤B12345', color: 1, lotCode: 'a', enteredAtMs: fromMs + 2 * 3_600_000 }],
  });
  expect(stats.sent).toBeGreaterThan(5);
  for (const push of server.pushes) {
    const elapsedMs = (Date.now() - startedMs) * 3600;
    expect(push.atMs).toBeLessThanOrEqual(fromMs + 10 * 3_600_000 + elapsedMs);
  }
  expect(server.heartbeats[0]).toMatch(/name="pass_wd"\r\n\r\nadmin/);
  const [first] = server.pushes as (Push & { result: { imageFile: string; imageFileLen: number } })[];
  expect(Buffer.from(first!.result.imageFile, 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  expect(first!.result.imageFileLen).toBe(first!.result.imageFile.length);
});
