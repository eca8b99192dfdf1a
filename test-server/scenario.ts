import { deepEqual } from 'node:assert/strict';
import type { TestGate, TestLot } from './lot.ts';
import type { TestServer, TestUser } from './server.ts';

/** Puts entries on lists before the cars come. */
type Ground = (lot: TestLot) => Promise<unknown>;

/** One car at a gate: which way, which plate, when, and what is expected of it: decision, standing, what is due. */
type Step = readonly [
  way: 'in' | 'out',
  plate: string,
  minute: number,
  decision: string,
  standing: string,
  dueFen?: number,
  more?: Parameters<TestGate['see']>[3],
];

/** What happens at a lot and what is expected: lists, cars, alarms, how its lanes and the lot are set. */
export type Scenario = readonly [
  what: string,
  ground: Ground[],
  steps: Step[],
  alarms: string[],
  lane?: object,
  lot?: object,
];

/** Plays scenarios at the gate of a test tenant; minutes count from `start`. */
export function scenarioPlayer(user: () => TestUser, server: () => TestServer, gate: () => TestGate, start: Date) {
  const minute = (count: number) => new Date(start.getTime() + count * 60_000).toISOString();
  async function make(path: string, body: object): Promise<string> {
    const answer = await user().call(`${path}`, body);
    deepEqual([path, answer.message], [path, '']);
    return answer.data.Id ?? answer.data.PackId;
  }
  let made = 0;
  const always = { ValidFrom: minute(-100_000), ValidUntil: null };

  const list =
    (path: string, values: object): Ground =>
    (lot) =>
      make(`${path}/create`, { LotIds: [lot.id], ...always, ...values });
  const black = (plate: string, Action = 'deny') => list('/api/billBlackPlate', { Plate: plate, Action, Reason: 'x' });
  const white = (plate: string) => list('/api/billWhitePlate', { Plate: plate });
  const free = (plate: string, values: object = {}) => list('/api/billFreePlate', { Plate: plate, ...values });
  const visit = (plate: string, values: object = {}) =>
    list('/api/billVisitPlate', { Plate: plate, HostName: 'Host', ValidUntil: minute(10_000), ...values });
  const fixed =
    (...plates: string[]): Ground =>
    async (lot) => {
      made += 1;
      const SpotId = await make('/api/parkSpot/create', { Number: `F${made}`, LotId: lot.id, Kind: 'fixed' });
      for (const Plate of plates) await make('/api/billFixedPlate/create', { Plate, LotId: lot.id, SpotId, ...always });
    };
  const pack =
    (plates: string[], rule: object = {}, from = -1000): Ground =>
    async (lot) => {
      made += 1;
      const PackRuleId = await make('/api/packRule/create', {
        Name: `Rule${made}`,
        Price: '300.00',
        PlatesPerPack: plates.length,
        LotIds: [lot.id],
        ...rule,
      });
      const sale = { OwnerName: 'Li', ValidFrom: minute(from), Amount: '300.00' };
      await make('/api/pack/sell', { PackRuleId, LotId: lot.id, Plates: plates, ...sale });
    };

  const play = async ([, ground, steps, alarms, lane = {}, lot = {}]: Scenario) => {
    gate().at(0);
    const place = await gate().newLot(lane, { Capacity: 30, ...lot });
    for (const prepare of ground) await prepare(place);
    for (const [way, plate, at, decision, standing, dueFen, more] of steps) {
      const answer = await gate().see(way === 'in' ? place.entry : place.exit, plate, at, more);
      const [row] = await server().product.kernel.database.system<{ decision: string; standing: string; due: number }>(
        'select decision, standing, due_fen as due from passing where id = $1',
        [answer.passingId],
      );
      deepEqual(
        [way, plate, at, row!.decision, row!.standing, ...(dueFen === undefined ? [] : [row!.due])],
        [way, plate, at, decision, standing, ...(dueFen === undefined ? [] : [dueFen])],
      );
    }
    // Alarms of how a lane was set follow from events, a moment later.
    await server().until('the alarms', async () => (await gate().alarms(place)).length >= alarms.length);
    deepEqual(await gate().alarms(place), alarms);
  };
  return { minute, make, list, black, white, free, visit, fixed, pack, play };
}
