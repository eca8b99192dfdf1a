import { buildDemo } from '@boyun/simulator/demo/build';
import { runReplay } from '@boyun/simulator/replay/replay';
import type { Ground } from './ground.ts';
import { type MemorySample, memoryRows, startMeasuredServer } from './measured-server.ts';
import type { Row } from './table.ts';

/** What some two hundred busy lanes see in an hour. */
const PASSINGS = 20_000;
const SAMPLES = 40;

/** Memory of the server under cameras at full speed: what is left after collecting garbage, early and late in the run. */
export async function benchMemory(ground: Ground): Promise<Row[]> {
  const url = await ground.make('memory');
  const maker = await ground.product(url);
  const { fleet } = await buildDemo(maker, new Date(Date.now() - 60 * 24 * 3_600_000));
  await maker.stop();
  const server = await startMeasuredServer(ground, url);
  try {
    const wanted = ground.sized(PASSINGS);
    const every = Math.max(1, Math.floor(wanted / SAMPLES));
    const samples: Promise<MemorySample>[] = [];
    const stop = new AbortController();
    let taken = 0;
    const stats = await runReplay({
      url: server.address,
      fleet,
      speed: 'max',
      seed: 'memory',
      spanMs: 50 * 24 * 3_600_000,
      signal: stop.signal,
      onAcknowledged() {
        taken += 1;
        if (taken % every === 0 && samples.length < SAMPLES) samples.push(server.measure());
        if (taken === wanted) stop.abort();
      },
    });
    return [
      ...memoryRows(await Promise.all(samples), `${taken.toLocaleString('en')} passings`).map((row) => ({
        ...row,
        metric: `memory: ${row.metric}`,
      })),
      {
        metric: 'replay at full speed: passings a second over HTTP, inputs and payments beside them',
        ours: `${stats.eventsPerSecond} /s, p50 ${stats.p50Ms} ms`,
      },
    ];
  } finally {
    await server.stop();
  }
}
