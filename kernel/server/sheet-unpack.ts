import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';

/** Most rows of one import. */
export const MOST_IMPORT_ROWS = 50_000;

/** A line of a table as the thread hands it over: its sheet, its number there, its cells; a time is `{ time }`, as if UTC. */
export type PackedLine = readonly [sheet: string, number: number, values: readonly unknown[]];

/** What the thread is given: a file, and where to write its lines; without a path it answers the heads alone. */
export interface SheetTask {
  readonly bytes: Uint8Array;
  readonly path: string | null;
}

/** How the thread ended. */
export type SheetThreadEnd =
  | { readonly heads: readonly PackedLine[] }
  | { readonly refusal: keyof typeof kernelRefusal; readonly params: Readonly<Record<string, unknown>> };

/** Memory of a thread beside the bytes it unpacks, which have bounds of their own. */
const HEAP = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };
/** The largest legal file takes a few seconds of a core. */
const MOST_MS = 120_000;
/** Threads at once in a process. */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Reads an uploaded table in a thread with memory and time of its own, so that no file can hold up or end the process.
 * Answers the first line of each sheet without a path; with one it writes all lines there, for `packedLines`. Refuses what
 * cannot be read and what passes a bound.
 */
export async function unpackSheets(task: SheetTask): Promise<readonly PackedLine[]> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
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
      late = setTimeout(() => resolve({ refusal: 'import-time', params: { seconds: MOST_MS / 1000 } }), MOST_MS);
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

/** The lines that `unpackSheets` wrote to a path. */
export async function* packedLines(path: string): AsyncGenerator<PackedLine> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }))
    yield JSON.parse(line) as PackedLine;
}
