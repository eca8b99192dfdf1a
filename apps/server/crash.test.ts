import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyTenant } from '@boyun/insight/server';
import { makeLog, openDatabase, systemClock } from '@boyun/kernel/server';
import { createRandom } from '@boyun/simulator/replay/random';
import { runReplay } from '@boyun/simulator/replay/replay';
import {
  type Acknowledgement,
  comparePassings,
  countUnfinished,
  tradeOutcomes,
} from '@boyun/test-server/crash/evidence';
import { ServerProcess, until } from '@boyun/test-server/crash/server-process';
import { buildWorld } from '@boyun/test-server/crash/world';
import { endured } from '@boyun/test-server/endurance';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from './database/cluster.ts';
import { removeDatabase } from './database/embedded.ts';

/** What is killed in turn; where two are, at once, before one can take care of the other. */
const TURNS = [
  ['server'],
  ['database'],
  ['server'],
  ['database'],
  ['server', 'database'],
  ['database', 'server'],
] as const;
const KILLS = endured(6, 20);
/** Cars that pass between two kills, at most. */
const TRAFFIC = endured(150, 50);
/** Cameras and networks misbehave far more often than in the field, since there is little time. */
const MISBEHAVIOUR = { duplicate: 0.05, lostAnswer: 0.05, late: 0.02, offline: 0.02, lostHeartbeat: 0.03 };

let dataDir: string;
let server: ServerProcess;

beforeEach(async () => {
  // A folder of this name is removed by the next run of the tests if this one cannot do so itself.
  dataDir = mkdtempSync(join(tmpdir(), `boyun-test-${process.pid}-crash-`));
  server = new ServerProcess(dataDir, await freePort());
});

afterEach(async () => {
  await server.kill();
  await removeDatabase(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

test('server and database killed again and again under traffic: nothing is lost, nothing is doubled', async () => {
  await server.start();
  const { tenantId, fleet } = await buildWorld(dataDir, server.databaseUrl());
  const acknowledged: Acknowledgement[] = [];
  const enough = new AbortController();
  const abort = new AbortController();
  const replay = runReplay({
    url: server.url,
    fleet,
    speed: 'max',
    fromMs: Date.parse('2026-03-02T10:00:00+08:00'),
    spanMs: 3650 * 86_400_000,
    stamp: 'wall',
    seed: 'crash',
    concurrency: 256,
    misbehaviour: MISBEHAVIOUR,
    habits: { paymentFails: 0.2 },
    enough: enough.signal,
    signal: abort.signal,
    onAcknowledged: (one) => void acknowledged.push(one),
  });
  replay.catch(() => undefined);
  try {
    const kills = await killAgainAndAgain(() => acknowledged.length);
    expect(kills.server).toBeGreaterThanOrEqual(KILLS / 2);
    expect(kills.database).toBeGreaterThanOrEqual(KILLS / 2);
    enough.abort();
    const stats = await replay;
    const database = new pg.Client({ connectionString: server.databaseUrl() });
    await database.connect();
    try {
      await until('the end of everything that was begun', async () => (await countUnfinished(database)) === 0);

      expect(stats).toMatchObject({ contradictions: 0, openedOffline: 0, rejected: 0, overflowed: 0 });
      expect(stats.acknowledged).toBe(acknowledged.length);
      // The traffic was what it was meant to be.
      for (const count of ['duplicates', 'lostAnswers', 'late', 'offline', 'held', 'paid', 'opened', 'errors'] as const)
        expect(stats[count], count).toBeGreaterThan(0);

      expect((await comparePassings(database, acknowledged)).slice(0, 5)).toEqual([]);
      const trades = await tradeOutcomes(database);
      // A payment that a kill kept from its provider is closed there when its lock expires; the sandbox books a closed trade as failed.
      expect(['fail failed', 'fail closed', 'success succeeded']).toEqual(
        expect.arrayContaining(trades.map((one) => one.outcome)),
      );
      const settled = trades.find((one) => one.outcome === 'success succeeded');
      expect(settled?.count).toBeGreaterThanOrEqual(stats.paid);
      const overpaid = await database.query('select payment_no from payment where excess_fen > 0');
      expect(overpaid.rows).toEqual([]);
    } finally {
      await database.end();
    }
    expect(await brokenChecks(tenantId)).toEqual([]);
  } finally {
    abort.abort();
    await replay.catch(() => undefined);
  }

  server.check();
  expect(await server.stop()).toBe(0);
  expect(server.databaseProcesses()).toEqual([]);
  expect(readdirSync(dataDir)).not.toContain('server.lock');
}, 1_800_000);

/** Kills server and database in turn, each at a random moment of the traffic and again only when cars drive again. */
async function killAgainAndAgain(progress: () => number): Promise<{ server: number; database: number }> {
  const random = createRandom('kills').next;
  const kills = { server: 0, database: 0 };
  for (let round = 0; kills.server + kills.database < KILLS; round += 1) {
    const goal = progress() + 1 + Math.floor(random() * TRAFFIC);
    await until('cars that drive again', () => {
      server.check();
      return progress() >= goal;
    });
    let killed = 0;
    const victims: readonly string[] = TURNS[round % TURNS.length]!;
    for (const victim of victims) {
      if (victim === 'server') {
        await server.kill();
        kills.server += 1;
      } else {
        killed = server.killDatabase();
        kills.database += 1;
      }
    }
    if (victims.includes('server')) await server.start();
    if (victims.includes('database')) await server.untilOtherPostmaster(killed);
  }
  return kills;
}

/** Every equation of the verification that does not hold, with its first rows. */
async function brokenChecks(tenantId: number): Promise<object[]> {
  const log = makeLog('silent');
  const database = openDatabase({ url: server.databaseUrl(), clock: systemClock, log });
  try {
    const results = await verifyTenant({ database, log }, tenantId);
    expect(results.reduce((sum, one) => sum + one.checkedCount, 0)).toBeGreaterThan(1000);
    return results
      .filter((one) => one.brokenCount > 0)
      .map(({ key, brokenCount, broken }) => ({ key, brokenCount, broken: broken.slice(0, 5) }));
  } finally {
    await database.close();
  }
}
