import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';

/** Maximum number of rows per import. */
export const MAX_IMPORT_ROWS = 50_000;

/** A line of a table as the thread returns it: its sheet, its row number, its cells; a time is `{ time }`, as if UTC. */
export type PackedLine = readonly [sheet: string, number: number, values: readonly unknown[]];

/** Input of the thread: a file, and the path to write its lines to; without a path it returns only the headers. */
export interface SheetTask {
  readonly bytes: Uint8Array;
  readonly path: string | null;
}

/** How the thread ended. */
export type SheetThreadEnd =
  | { readonly heads: readonly PackedLine[] }
  | { readonly refusal: keyof typeof kernelRefusal; readonly params: Readonly<Record<string, unknown>> };

/** Heap limits of a thread, apart from the bytes it unpacks, which have their own bounds. */
const HEAP = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };
/** Time limit; the largest legal file takes a few seconds of CPU time. */
const TIMEOUT_MS = 120_000;
/** Maximum number of concurrent threads in a process. */
const MAX_THREADS = 2;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Parses an uploaded table in a worker thread with limits on memory and time, so that no file can block or crash the process. Without a
 * path it returns the first line of each sheet; with one it writes all lines there, for `packedLines`. Refuses files that cannot be read or
 * exceed a bound.
 */
export async function unpackSheets(task: SheetTask): Promise<readonly PackedLine[]> {
  if (running >= MAX_THREADS) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    const end = await runThread(task);
    if ('heads' in end) return end.heads;
    throw new Refusal(kernelRefusal[end.refusal], end.params);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function runThread(task: SheetTask): Promise<SheetThreadEnd> {
  const thread = new Worker(new URL('./sheet-thread.ts', import.meta.url), { workerData: task, resourceLimits: HEAP });
  thread.unref();
  let late: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      late = setTimeout(() => resolve({ refusal: 'import-time', params: { seconds: TIMEOUT_MS / 1000 } }), TIMEOUT_MS);
      thread.once('message', resolve);
      thread.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ refusal: 'import-memory', params: {} }) : reject(error),
      );
      thread.once('exit', (code) => reject(new Error(`the thread that reads a table ended with ${code}`)));
    });
  } finally {
    clearTimeout(late);
    await thread.terminate();
  }
}

/** Yields the lines that `unpackSheets` wrote to a path. */
export async function* packedLines(path: string): AsyncGenerator<PackedLine> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }))
    yield JSON.parse(line) as PackedLine;
}
