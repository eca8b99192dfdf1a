import { SetClock } from '@boyun/kernel/server';
import { listScenarios } from '@boyun/test-server/gate-scenario';
import { TestGate } from '@boyun/test-server/lot';
import { scenarioPlayer } from '@boyun/test-server/scenario';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, inject, test } from 'vitest';

// Wednesday 09:00 in Shanghai; the lots charge 3 yuan per started hour, at most 15 in 24 hours.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
});
afterAll(() => server?.stop());

const player = scenarioPlayer(
  () => user,
  () => server,
  () => gate,
  START,
);

test.each(listScenarios(player).map((one) => [one[0], one] as const))('%s', (_, scenario) => player.play(scenario));
