import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { hashToken, newToken } from '@boyun/kernel/server';
import type { Device, FleetResult, FleetRound } from './device-fleet.ts';
import { asOwner, type Ground } from './ground.ts';
import { type Run, runPaced } from './load.ts';
import { listenTo, makeJourneys, noteRequests, openBare } from './statement-log.ts';
import { median, ms, quantile, type Row } from './table.ts';
import { makeWorld, type World } from './world.ts';

const DEVICES = 2000;
/** Of four lanes each: a lane takes a car every few seconds, as in real ones, and not eight a second. */
const LOTS = 250;
/** Each device says every ten seconds that it lives, and asks for commands. */
const HEARTBEATS_PER_SECOND = 200;
const PASSINGS_PER_SECOND = 200;
/** Requests of strangers a second, while the same traffic goes on. */
const STRANGERS_PER_SECOND = 400;
const SECONDS = 10;
const ROUNDS = 3;
const AT_ONCE = 16;

/** What came of the traffic, for a test of the bench itself. */
export interface DeviceTraffic {
  readonly rows: Row[];
  readonly sent: number;
  readonly taken: number;
  readonly recorded: number;
}

/**
 * Two thousand cameras with heartbeats and 200 passings a second, by the product's own routes over HTTP, against the same statements
 * over the bare driver. The devices are played by a process of their own: this one only serves, and what is measured is the way from a
 * device to its answer. Then the same while strangers flood it with messages that no device may send.
 */
export async function benchDevices(ground: Ground): Promise<Row[]> {
  return (await runDevices(ground)).rows;
}

/** Runs the traffic and counts what was sent, taken and recorded. */
export async function runDevices(ground: Ground): Promise<DeviceTraffic> {
  const oursUrl = await ground.make('device_ours', 2);
  const first = await ground.product(oursUrl);
  const world = await makeWorld(first, ground.sized(LOTS));
  await first.stop();
  const devices = await asOwner(oursUrl, (client) => addDevices(client, world, ground.sized(DEVICES)));
  const bareUrl = await ground.copy('device_ours', 'device_bare');
  const product = await ground.product(oursUrl);
  const bare = await openBare(bareUrl, AT_ONCE);
  const fleet = fork(fileURLToPath(new URL('./device-fleet.ts', import.meta.url)), { execArgv: [] });
  try {
    listenTo(product.kernel.database);
    const journeys = makeJourneys();
    const url = await product.app.listen({ port: 0, host: '127.0.0.1' });
    noteRequests(product.app.server, (statements) => journeys.add(statements));
    const counts = { sent: 0, taken: 0, refused: 0 };
    const perSecond = HEARTBEATS_PER_SECOND + PASSINGS_PER_SECOND;
    const count = Math.max(1, ground.sized(SECONDS)) * perSecond;
    let start = 0;
    const round = async (strangersPerSecond = 0) => {
      journeys.clear();
      const result = await playRound(fleet, { url, devices, start, count, perSecond, strangersPerSecond });
      start += count;
      for (const key of ['sent', 'taken', 'refused'] as const) counts[key] += result[key];
      return result.passedMs;
    };
    await round();
    const rounds: Round[] = [];
    for (let at = 0; at < ROUNDS; at += 1) {
      const ours = await round();
      rounds.push({
        ours,
        theirs: await runPaced(
          journeys.all().map((read) => () => bare.play(read())),
          perSecond,
        ),
      });
    }
    const flooded = await round(STRANGERS_PER_SECOND);
    const recorded = await asOwner(oursUrl, async (client) => {
      const { rows } = await client.query<{ count: number }>('select count(*)::int as count from passing');
      return rows[0]!.count;
    });
    const rows = rowsOf(devices.length, rounds, { flooded, recorded, ...counts });
    return { rows, sent: counts.sent, taken: counts.taken, recorded };
  } finally {
    fleet.disconnect();
    await bare.close();
    await product.stop();
  }
}

interface Round {
  readonly ours: readonly number[];
  readonly theirs: Run;
}

/** Has the devices play a round. */
async function playRound(fleet: ChildProcess, round: FleetRound): Promise<FleetResult> {
  const ended = new AbortController();
  const died = once(fleet, 'exit', ended).then(() => {
    throw new Error('the process of the devices ended');
  });
  fleet.send(round);
  try {
    const [result] = (await Promise.race([once(fleet, 'message'), died])) as [FleetResult];
    return result;
  } finally {
    died.catch(() => undefined);
    ended.abort();
  }
}

/** The figures as lines of the table. */
function rowsOf(
  count: number,
  rounds: readonly Round[],
  {
    flooded,
    refused,
    recorded,
    taken,
    sent,
  }: Readonly<Record<'refused' | 'recorded' | 'taken' | 'sent', number>> & { flooded: readonly number[] },
): Row[] {
  const shares = [0.5, 0.99] as const;
  const [p50, p99] = shares.map((share) => median(rounds.map((one) => quantile(one.ours, share)))) as [number, number];
  const [bare50, bare99] = shares.map((share) => median(rounds.map((one) => quantile(one.theirs.tookMs, share)))) as [
    number,
    number,
  ];
  const what = `${count.toLocaleString('en')} devices, ${HEARTBEATS_PER_SECOND} heartbeats and ${PASSINGS_PER_SECOND} passings/s`;
  const after = quantile(flooded, 0.99);
  return [
    {
      metric: `devices: ${what}, p50 of a passing by its route`,
      ours: ms(p50),
      reference: `${ms(bare50)} (bare driver, all statements)`,
      ratio: p50 / bare50,
    },
    {
      metric: `devices: ${what}, p99 of a passing`,
      ours: ms(p99),
      reference: `${ms(bare99)} (bare driver)`,
      ratio: p99 / bare99,
      goal: 'p99 ≤ 250 ms',
      isMet: p99 <= 250,
    },
    {
      metric: `devices: p99 of a passing while strangers send ${STRANGERS_PER_SECOND}/s`,
      ours: ms(after),
      reference: `${ms(p99)} without, ${refused} refused`,
      ratio: after / p99,
      goal: 'ratio ≤ 3',
      isMet: after <= p99 * 3,
    },
    {
      metric: 'devices: passings recorded of those taken',
      ours: `${recorded}`,
      reference: `${taken}`,
      goal: 'all, once',
      isMet: recorded === taken && taken === sent,
    },
  ];
}

type Owner = Parameters<Parameters<typeof asOwner>[1]>[0];

/** Cameras with tokens, spread over the entries of the world. */
async function addDevices(client: Owner, world: World, count: number): Promise<Device[]> {
  const entries = world.lots.flatMap((lot) => lot.entries);
  const devices = Array.from({ length: count }, (_, number) => ({
    token: newToken(world.tenantId),
    serialNo: `bench-${number}`,
    lane: entries[number % entries.length]!,
  }));
  await client.query(
    `insert into camera (tenant_id, id, created_at, updated_at, name, lane_id, lot_id, protocol, serial_no, token_hash)
     select $1, uuidv7(), now(), now(), 'Camera ' || d.serial, d.lane, d.lot, 'vzenith-http', d.serial, d.hash
     from unnest($2::text[], $3::text[], $4::uuid[], $5::uuid[]) as d (serial, hash, lane, lot)`,
    [
      world.tenantId,
      devices.map((one) => one.serialNo),
      devices.map((one) => hashToken(one.token)),
      devices.map((one) => one.lane.laneId),
      devices.map((one) => one.lane.lotId),
    ],
  );
  return devices;
}
