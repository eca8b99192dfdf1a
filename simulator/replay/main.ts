import { createWriteStream } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { playDetectors } from './detector.ts';
import { readFleet, readInsideCars } from './fleet.ts';
import { playPatrol } from './patrol.ts';
import { type ReplayOptions, runReplay } from './replay.ts';
import type { ReplayStats } from './tally.ts';

const help = `Plays the traffic of car parks against a server, speaking as their cameras.

  npm run replay -- [options]

  --url ADDRESS        server, http://127.0.0.1:8080 by default
  --speed N|max        times as fast as the clock (1), or as fast as the server takes it
  --fleet FILE         lots, lanes, serials and tokens; demo-fleet.json of the data folder by default
  --from INSTANT       first instant of traffic (ISO 8601 with zone), now by default
  --for SPAN           how much traffic: 90m, 12h, 14d; endless by default, 1d with --speed max
  --volume X           how full the lots get, 1 by default
  --seed TEXT          the same seed plays the same traffic
  --resume FILE        cars inside at the start, whose exits are played too
  --stamp simulated|wall  clock in the messages; wall by default when sped up from now
  --pictures SHARE     share of passings with pictures, 0 to 1
  --concurrency N      cars on the way at once with --speed max, 64 by default
  --staff-wait SECONDS  two cars at exits wait this long (wall time) for a person
  --no-inputs          barriers and loops report nothing
  --calm               no duplicates, lost answers, late or offline records
  --log FILE           writes every acknowledged passing with its answer, one JSON line each
  --quiet              prints the last line only
  --while-stdin        ends as soon as its standard input does, thus with the program that started it
`;

/** The `replay` command: reads the arguments, plays, prints; returns the exit code. */
export async function main(args: string[]): Promise<number> {
  let settings: Settings | undefined;
  try {
    settings = readArguments(args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
  if (!settings) {
    console.log(help);
    return 0;
  }
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const { options, isQuiet, logFile } = settings;
  if (settings.isTiedToInput) endWithInput();
  const log = logFile ? createWriteStream(logFile) : undefined;
  const { fleet, url, seed = 1 } = options;
  // Streets have no hurry: their detectors and the patrol car report in the wall's time.
  const streets = new AbortController();
  const detectors = playDetectors({
    url,
    seed,
    detectors: options.speed === 'max' ? [] : (fleet.detectors ?? []),
    watch: fleet.watch,
    signal: AbortSignal.any([stop.signal, streets.signal]),
  });
  const drive =
    fleet.patrol && options.speed !== 'max'
      ? playPatrol({ url, patrol: fleet.patrol, seed, signal: AbortSignal.any([stop.signal, streets.signal]) })
      : null;
  const stats = await runReplay({
    ...options,
    signal: stop.signal,
    onAcknowledged: (acknowledgement) => log?.write(`${JSON.stringify(acknowledgement)}\n`),
    onStats: (now) => {
      if (!isQuiet) console.log(lineOf(now));
    },
  });
  streets.abort();
  await detectors;
  await drive;
  if (isQuiet) console.log(lineOf(stats));
  log?.end();
  return 0;
}

/** The system closes a pipe whose writer has died, however it died: no other sign of a `kill -9` reaches a child. */
function endWithInput(): void {
  process.stdin.once('error', () => process.exit());
  process.stdin.once('close', () => process.exit());
  process.stdin.resume();
  // Traffic that has an end is not held up by an input that has none.
  (process.stdin as Socket).unref();
}

type Settings = { options: ReplayOptions; isQuiet: boolean; logFile: string | undefined; isTiedToInput: boolean };

function readArguments(args: string[]): Settings | undefined {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean' },
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      speed: { type: 'string', default: '1' },
      fleet: {
        type: 'string',
        default: join(process.env.DATA_DIR ?? fileURLToPath(new URL('../../data', import.meta.url)), 'demo-fleet.json'),
      },
      from: { type: 'string' },
      for: { type: 'string' },
      volume: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      resume: { type: 'string' },
      stamp: { type: 'string' },
      pictures: { type: 'string' },
      concurrency: { type: 'string' },
      'staff-wait': { type: 'string' },
      'no-inputs': { type: 'boolean', default: false },
      calm: { type: 'boolean', default: false },
      log: { type: 'string' },
      quiet: { type: 'boolean', default: false },
      'while-stdin': { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const positive = (name: string, text: string): number => {
    const value = Number(text);
    if (!(value >= 0) || text.trim() === '') throw new Error(`--${name} must be a number of 0 or more, not "${text}".`);
    return value;
  };
  const speed = values.speed === 'max' ? 'max' : positive('speed', values.speed);
  if (speed === 0) throw new Error('--speed must be above 0, or max.');
  const { stamp } = values;
  if (stamp !== undefined && stamp !== 'simulated' && stamp !== 'wall') {
    throw new Error('--stamp must be simulated or wall.');
  }
  const options: ReplayOptions = {
    url: values.url,
    speed,
    fleet: readFleet(values.fleet),
    seed: values.seed,
    volume: positive('volume', values.volume),
    hasInputs: !values['no-inputs'],
  };
  if (stamp) options.stamp = stamp;
  if (values.resume) options.inside = readInsideCars(values.resume);
  if (values.pictures) options.pictureShare = positive('pictures', values.pictures);
  if (values.concurrency) options.concurrency = Math.max(1, positive('concurrency', values.concurrency));
  if (values['staff-wait']) options.staff = { free: 2, waitMs: positive('staff-wait', values['staff-wait']) * 1000 };
  if (values.calm) options.misbehaviour = { duplicate: 0, lostAnswer: 0, late: 0, offline: 0, lostHeartbeat: 0 };
  if (values.for) options.spanMs = readSpan(values.for);
  if (values.from) {
    options.fromMs = Date.parse(values.from);
    if (Number.isNaN(options.fromMs)) throw new Error(`--from must be an instant such as 2026-03-02T00:00:00+08:00.`);
  }
  return { options, isQuiet: values.quiet, logFile: values.log, isTiedToInput: values['while-stdin'] };
}

/** Reads 45s, 90m, 12h or 14d into milliseconds. */
function readSpan(text: string): number {
  const parts = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text);
  if (!parts) throw new Error(`--for must be a span such as 90m, 12h or 14d, not "${text}".`);
  const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
  return Number(parts[1]) * units[parts[2] as keyof typeof units];
}

function lineOf(stats: ReplayStats): string {
  const { sent, acknowledged, opened, refused, held, paid, errors, gaveUp, rejected } = stats;
  const counts = { sent, acknowledged, opened, refused, held, paid, 'gave up': gaveUp, errors, rejected };
  const words = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return `${words.join(' · ')} · ${stats.eventsPerSecond}/s · p50 ${stats.p50Ms} ms · p99 ${stats.p99Ms} ms`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
