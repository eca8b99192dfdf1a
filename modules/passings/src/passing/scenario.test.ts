import { SetClock } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { type Scenario, scenarioPlayer } from '@boyun/test-server/scenario';
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

const { black, white, free, visit, fixed, pack, play } = scenarioPlayer(
  () => user,
  () => server,
  () => gate,
  START,
);
const A = '粤B10001';
const B = '粤B10002';
const night = { DailyFrom: '20:00', DailyTo: '08:00' };
const day = { DailyFrom: '10:00', DailyTo: '20:00' };

const scenarios: readonly Scenario[] = [
  [
    'a car on no list pays',
    [],
    [
      ['in', A, 0, 'open', 'temporary'],
      ['out', A, 90, 'hold', 'temporary', 600],
    ],
    [],
  ],
  ['a black car stays outside', [black(A)], [['in', A, 0, 'refuse', 'black']], ['black-entry']],
  [
    'a watched car pays',
    [black(A, 'warn')],
    [
      ['in', A, 0, 'open', 'black'],
      ['out', A, 90, 'hold', 'black', 600],
    ],
    ['black-entry'],
  ],
  [
    'a black car that is white too stays outside',
    [white(A), black(A)],
    [['in', A, 0, 'refuse', 'black']],
    ['black-entry'],
  ],
  [
    'a white car is free',
    [white(A)],
    [
      ['in', A, 0, 'open', 'white'],
      ['out', A, 900, 'open', 'white', 0],
    ],
    [],
  ],
  [
    'a free car is free',
    [free(A)],
    [
      ['in', A, 0, 'open', 'free'],
      ['out', A, 900, 'open', 'free', 0],
    ],
    [],
  ],
  [
    'free for 90 minutes, then it pays',
    [free(A, { MinutesPerStay: 90 })],
    [
      ['in', A, 0, 'open', 'free'],
      ['out', A, 150, 'hold', 'free', 300],
    ],
    [],
  ],
  [
    'free once a day',
    [free(A, { TimesPerDay: 1 })],
    [
      ['in', A, 0, 'open', 'free'],
      ['out', A, 60, 'open', 'free', 0],
      ['in', A, 100, 'open', 'temporary'],
      ['out', A, 150, 'hold', 'temporary', 300],
    ],
    [],
  ],
  [
    'free within hours only',
    [free(A, day)],
    [
      ['in', A, 0, 'open', 'temporary'],
      ['out', A, 120, 'hold', 'temporary', 300],
    ],
    [],
  ],
  [
    'a fixed car is free',
    [fixed(A)],
    [
      ['in', A, 0, 'open', 'fixed'],
      ['out', A, 900, 'open', 'fixed', 0],
    ],
    [],
  ],
  [
    'two cars of one spot: the second pays',
    [fixed(A, B)],
    [
      ['in', A, 0, 'open', 'fixed'],
      ['in', B, 10, 'open', 'temporary'],
      ['out', B, 70, 'hold', 'temporary', 300],
      ['out', A, 80, 'open', 'fixed', 0],
    ],
    [],
  ],
  [
    'two cars of one spot, one after the other',
    [fixed(A, B)],
    [
      ['in', A, 0, 'open', 'fixed'],
      ['out', A, 10, 'open', 'fixed', 0],
      ['in', B, 20, 'open', 'fixed'],
      ['out', B, 80, 'open', 'fixed', 0],
    ],
    [],
  ],
  [
    'a pack is free',
    [pack([A])],
    [
      ['in', A, 0, 'open', 'pack'],
      ['out', A, 900, 'open', 'pack', 0],
    ],
    [],
  ],
  [
    'two plates of a pack, one place: the second pays',
    [pack([A, B])],
    [
      ['in', A, 0, 'open', 'pack'],
      ['in', B, 10, 'open', 'temporary'],
      ['out', B, 70, 'hold', 'temporary', 300],
    ],
    [],
  ],
  [
    'two plates of a pack, two places',
    [pack([A, B], { CarsPerPack: 2 })],
    [
      ['in', A, 0, 'open', 'pack'],
      ['in', B, 10, 'open', 'pack'],
      ['out', B, 70, 'open', 'pack', 0],
    ],
    [],
  ],
  [
    'a day pack covers its hours: nine to ten is paid',
    [pack([A], day)],
    [
      ['in', A, 0, 'open', 'temporary'],
      ['out', A, 300, 'hold', 'temporary', 300],
    ],
    [],
  ],
  [
    'a night pack by day pays',
    [pack([A], night)],
    [
      ['in', A, 0, 'open', 'temporary'],
      ['out', A, 90, 'hold', 'temporary', 600],
    ],
    [],
  ],
  [
    'a day pack and a night pack are free together',
    [pack([A], { DailyFrom: '08:00', DailyTo: '20:00' }), pack([A], night)],
    [
      ['in', A, 0, 'open', 'pack'],
      ['out', A, 900, 'open', 'pack', 0],
    ],
    [],
  ],
  [
    'a pack for large vehicles does not help a small one',
    [pack([A], { VehicleKinds: ['large'] })],
    [['in', A, 0, 'open', 'temporary', undefined, { vehicleKind: 'small' }]],
    [],
  ],
  [
    'a pack that begins while the car is inside',
    [pack([A], {}, 60)],
    [
      ['in', A, 0, 'open', 'temporary'],
      ['out', A, 50, 'hold', 'temporary', 300],
    ],
    [],
  ],
  ['a fixed car comes before its pack', [pack([A]), fixed(A)], [['in', A, 0, 'open', 'fixed']], []],
  [
    'a pack helps where the spot is taken',
    [fixed(A, B), pack([B])],
    [
      ['in', A, 0, 'open', 'fixed'],
      ['in', B, 10, 'open', 'pack'],
      ['out', B, 70, 'open', 'pack', 0],
    ],
    [],
  ],
  [
    'a visitor is free for an hour, once',
    [visit(A, { FreeMinutes: 60 })],
    [
      ['in', A, 0, 'open', 'visitor'],
      ['out', A, 90, 'hold', 'visitor', 300],
      ['in', A, 200, 'open', 'temporary'],
    ],
    ['duplicate-entry'],
  ],
  [
    'a visitor who waits for his approval is a temporary car',
    [visit(A, { Approval: 'host' })],
    [['in', A, 0, 'open', 'temporary']],
    [],
  ],
];

test.each(scenarios.map((one) => [one[0], one] as const))('%s', (_, scenario) => play(scenario));
