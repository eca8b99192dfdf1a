import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asOwner, type Ground } from './ground.ts';
import { median, type Row } from './table.ts';

const GOAL = 1.15;

/** Bytes after collecting garbage; `backend` is the private memory of one connection of the database, on average, on Linux. */
export interface MemorySample {
  readonly rss: number;
  readonly heapUsed: number;
  readonly backend: number | null;
}

/** A product in a process of its own, so that nothing but the product is measured. */
export interface MeasuredServer {
  readonly address: string;
  readonly pid: number;
  /** One after the other: each answer belongs to its question. */
  measure(): Promise<MemorySample>;
  stop(): Promise<void>;
}

/** Starts the product on a prepared database. */
export async function startMeasuredServer(ground: Ground, databaseUrl: string): Promise<MeasuredServer> {
  const server = fork(fileURLToPath(new URL('./memory-server.ts', import.meta.url)), [databaseUrl, ground.folder], {
    // With the room for new objects that the product is started with.
    execArgv: ['--expose-gc', ...process.execArgv.filter((one) => one.startsWith('--max-semi-space-size'))],
  });
  const [{ address }] = (await once(server, 'message')) as [{ address: string }];
  let last: Promise<unknown> = Promise.resolve();
  const measureNow = async (): Promise<MemorySample> => {
    const answer = once(server, 'message');
    server.send('measure');
    const [sample] = (await answer) as [Omit<MemorySample, 'backend'>];
    return { ...sample, backend: await backendMemory(databaseUrl) };
  };
  return {
    address,
    pid: server.pid!,
    measure() {
      const next = last.then(measureNow);
      last = next;
      return next;
    },
    async stop() {
      if (server.connected) server.send('stop');
      if (server.exitCode === null) await once(server, 'exit');
    },
  };
}

/** Private memory of the backends that serve the database, in bytes for each; null where the system has no `/proc`. */
async function backendMemory(databaseUrl: string): Promise<number | null> {
  if (!existsSync('/proc/self/smaps_rollup')) return null;
  const pids = await asOwner(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows.map((one) => one.pid);
  });
  const sizes = pids.flatMap((pid) => {
    try {
      const lines = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').matchAll(/^Private_\w+:\s+(\d+) kB$/gm);
      return [[...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0)];
    } catch {
      // Ended since.
      return [];
    }
  });
  return sizes.length > 0 ? sizes.reduce((sum, one) => sum + one, 0) / sizes.length : null;
}

/** The last quarter of the samples against the second: what grows for ever shows, what fills once does not. */
export function memoryRows(samples: readonly MemorySample[], of: string): Row[] {
  const quarter = (number: number) => samples.slice((samples.length * (number - 1)) / 4, (samples.length * number) / 4);
  const rowOf = (name: string, pick: (sample: MemorySample) => number): Row => {
    const [early, late] = [2, 4].map((number) => median(quarter(number).map(pick)));
    const ratio = late! / early!;
    return {
      metric: `${name} in the last quarter of ${of}`,
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
    ...(samples.every((one) => one.backend !== null) ? [rowOf('each backend', (sample) => sample.backend!)] : []),
  ];
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
