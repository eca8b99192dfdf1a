import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SetClock } from '@boyun/kernel/server';
import { BadLine } from '@boyun/test-server/bad-line';
import { laneScenarios, listScenarios } from '@boyun/test-server/gate-scenario';
import { TestGate } from '@boyun/test-server/lot';
import { type Scenario, scenarioPlayer } from '@boyun/test-server/scenario';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Box } from './box.ts';

// Wednesday 09:00 in Shanghai; the lots charge 3 yuan per started hour, at most 15 in 24 hours.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
const folder = mkdtempSync(join(tmpdir(), 'boyun-parity-'));
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let made = 0;
let groups = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const player = scenarioPlayer(
  () => user,
  () => server,
  () => gate,
  START,
);

/** What only the cloud can know: debts that arise while the box is alone, and that an invitation for one visit was used a moment ago. */
const ONLY_CLOUD = ['arrears above the limit wait, those at the limit do not', 'a visitor is free for an hour, once'];
const scenarios = [...listScenarios(player), ...laneScenarios(player)].filter(([what]) => !ONLY_CLOUD.includes(what));

/** Closes the stays of a car that comes again and again, so that it owes 3 yuan for each hour of them. */
const owing =
  (plate: string, ...minutes: number[]): Scenario[1][number] =>
  async (lot) => {
    for (const minute of minutes) await gate.see(lot.entry, plate, minute);
  };
const vip =
  (plate: string, policy: object): Scenario[1][number] =>
  async (lot) => {
    const LotIds = [lot.id];
    groups += 1;
    const VipGroupId = await player.make('/api/vipGroup/create', { Name: `Gold ${groups}`, LotIds, ...policy });
    await player.make('/api/vipVehicle/create', { VipGroupId, Plate: plate, ValidFrom: player.minute(-1000) });
  };
/** What the box is told ahead: debts above the limit of the lot, and the terms of VIP groups. Debts follow a plate, so each round has its own. */
const toldAhead = (round: number): readonly Scenario[] => {
  const [owes, owesLess, owesAlso, member] = [1, 2, 3, 4].map((one) => `粤B77${round}0${one}`) as [
    string,
    string,
    string,
    string,
  ];
  return [
    [
      'who owed too much before waits, who owed as much as allowed comes in',
      [owing(owes, 0, 60, 180), owing(owesLess, 181, 301)],
      [
        ['in', owes, 400, 'hold', 'arrears'],
        ['in', owesLess, 401, 'open', 'temporary'],
        ['in', member, 402, 'open', 'temporary'],
      ],
      ['duplicate-entry', 'duplicate-entry', 'duplicate-entry', 'arrears-entry', 'duplicate-entry'],
      {},
      { ArrearsLimit: '6.00' },
    ],
    [
      'a white list does not let in who owes too much',
      [owing(owesAlso, 0, 60, 180), player.white(owesAlso)],
      [['in', owesAlso, 400, 'hold', 'arrears']],
      ['duplicate-entry', 'duplicate-entry', 'arrears-entry'],
      {},
      { ArrearsLimit: '6.00' },
    ],
    ...VIP_TERMS.map(
      ([what, policy, standing, dueFen, minute]): Scenario => [
        `a VIP group: ${what}`,
        [vip(member, policy)],
        [
          ['in', member, minute, 'open', standing],
          ['out', member, minute + 120, dueFen > 0 ? 'hold' : 'open', standing, dueFen],
        ],
        [],
      ],
    ),
  ];
};

const SUNDAY = 4 * 24 * 60;
const VIP_TERMS = [
  ['a fifth off', { Effect: 'percent', Percent: 20 }, 'vip', 480, 0],
  ['a fixed price', { Effect: 'fixed-price', Price: '2.00' }, 'vip', 200, 0],
  ['the first hour', { Effect: 'minutes', Minutes: 60 }, 'vip', 300, 0],
  ['an amount off', { Effect: 'amount', Amount: '1.50' }, 'vip', 450, 0],
  ['free on Sundays, on another day', { Effect: 'free', Days: [0] }, 'vip', 600, 0],
  ['free on Sundays, on a Sunday', { Effect: 'free', Days: [0] }, 'vip', 0, SUNDAY],
  ['free for other vehicles', { Effect: 'free', VehicleKinds: ['truck'] }, 'temporary', 600, 0],
] as const;

/** Plays a scenario of the cloud at a box that has its rows and cannot reach it any more. */
async function playAlone([, ground, steps, , lane = {}, lot = {}]: Scenario): Promise<void> {
  gate.at(0);
  const place = await gate.newLot(lane, { Capacity: 30, ...lot });
  for (const prepare of ground) await prepare(place);
  made += 1;
  const SerialNo = `PARITY-${made}`;
  const LaneIds = [place.entry.laneId, place.exit.laneId];
  const created = await user.call('/api/boxManage/create', { Name: SerialNo, LotId: place.id, SerialNo, LaneIds });
  const { DeviceSecret: secret } = (await user.call('/api/boxManage/rotateSecret', { BoxId: created.data.Id })).data;
  const line = new BadLine(0);
  const box = new Box({
    folder: join(folder, SerialNo),
    access: { url: server.url, serialNo: SerialNo, secret, tenant: null },
    version: '1.0.0',
    clock,
    send: line.send,
  });
  await box.status();
  await box.sync.pull();
  line.state = 'down';
  await box.status().catch(() => undefined);
  for (const [index, [way, plate, minute, decision, standing, dueFen, more = {}]] of steps.entries()) {
    const { receivedMinute = minute, ...message } = more;
    gate.at(receivedMinute);
    const { laneId } = way === 'in' ? place.entry : place.exit;
    const camera = box.snapshot.all('camera').find((one) => one.LaneId === laneId)!;
    const answer = await box.gate.take(box.snapshot.all('lane').find((one) => one.Id === laneId)!, camera, {
      eventKey: `e${index}`,
      plate,
      plateColor: 1,
      confidence: 96,
      vehicleKind: null,
      happenedAt: new Date(START.getTime() + minute * 60_000),
      isOffline: false,
      picture: null,
      ...message,
    });
    const kept = box.passings.last(steps.length).find((one) => one.car.plate === plate && one.laneId === laneId)!;
    expect([
      way,
      plate,
      minute,
      answer.decision,
      kept.standing,
      ...(dueFen === undefined ? [] : [kept.dueFen]),
    ]).toEqual([way, plate, minute, decision, standing, ...(dueFen === undefined ? [] : [dueFen])]);
  }
  await box.close();
}

test.each(scenarios.map((one) => [one[0], one] as const))('alone, as in the cloud: %s', (_, scenario) =>
  playAlone(scenario),
);

const [inCloud, alone] = [toldAhead(1), toldAhead(2)];
test.each(inCloud.map(([what], index) => [what, index] as const))('in the cloud and alone: %s', async (_, index) => {
  await player.play(inCloud[index]!);
  await playAlone(alone[index]!);
});
