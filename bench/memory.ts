import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildDemo } from '../apps/server/demo/build.ts';
import type { Ground } from './ground.ts';
import { runReplay } from './replay/replay.ts';
import { median, type Row } from './table.ts';

/** What some two hundred busy lanes see in an hour. */
const PASSINGS = 20_000;
const SAMPLES = 40;
const GOAL = 1.15;

interface Sample {
  readonly rss: number;
  readonly heapUsed: number;
}

/** Memory of the server under cameras at full speed: what is left after collecting garbage, early and late in the run. */
export async function benchMemory(ground: Ground): Promise<Row[]> {
  const url = await ground.make('memory');
  const maker = await ground.product(url);
  const { fleet } = await buildDemo(maker, new Date(Date.now() - 60 * 24 * 3_600_000));
  await maker.stop();
  const server = fork(fileURLToPath(new URL('./memory-server.ts', import.meta.url)), [url, ground.folder], {
    execArgv: ['--expose-gc'],
  });
  try {
    const [{ address }] = (await once(server, 'message')) as [{ address: string }];
    const measure = async () => {
      const answer = once(server, 'message');
      server.send('measure');
      return ((await answer) as [Sample])[0];
    };
    const wanted = ground.sized(PASSINGS);
    const every = Math.max(1, Math.floor(wanted / SAMPLES));
    const samples: Promise<Sample>[] = [];
    const stop = new AbortController();
    let taken = 0;
    const stats = await runReplay({
      url: address,
      fleet,
      speed: 'max',
      seed: 'memory',
      spanMs: 50 * 24 * 3_600_000,
      signal: stop.signal,
      onAcknowledged() {
        taken += 1;
        if (taken % every === 0 && samples.length < SAMPLES) samples.push(measureAfter(samples.at(-1), measure));
        if (taken === wanted) stop.abort();
      },
    });
    const found = await Promise.all(samples);
    const quarter = (number: number) => found.slice((found.length * (number - 1)) / 4, (found.length * number) / 4);
    const rowOf = (name: string, pick: (sample: Sample) => number): Row => {
      const [early, late] = [2, 4].map((number) => median(quarter(number).map(pick)));
      const ratio = late! / early!;
      return {
        metric: `memory: ${name} in the last quarter of ${taken.toLocaleString('en')} passings`,
        ours: megabytes(late!),
        reference: `${megabytes(early!)} (second quarter)`,
        ratio,
        goal: `ratio ≤ ${GOAL}`,
        isMet: ratio <= GOAL,
      };
    };
    return [
      rowOf('heap', (sample) => sample.heapUsed),
      rowOf('resident', (sample) => sample.rss),
      {
        metric: 'replay at full speed: passings a second over HTTP, inputs and payments beside them',
        ours: `${stats.eventsPerSecond} /s, p50 ${stats.p50Ms} ms`,
      },
    ];
  } finally {
    if (server.connected) server.send('stop');
    if (server.exitCode === null) await once(server, 'exit');
  }
}

/** One after the other: each answer belongs to its question. */
async function measureAfter(before: Promise<Sample> | undefined, measure: () => Promise<Sample>): Promise<Sample> {
  await before;
  return measure();
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
