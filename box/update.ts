import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { CloudClock } from './clock.ts';
import type { BoxDatabase } from './store/database.ts';
import type { UpdateOrder } from './wire.ts';

const MOST_BYTES = 500_000_000;
const FETCH_MS = 30 * 60_000;
const INSTALLED = 'installed, takes effect with the restart';

/** What is said about an update. */
export interface UpdateState {
  readonly PlanId: string;
  readonly State: 'downloading' | 'waiting' | 'applied' | 'failed';
  readonly Detail?: string;
}

/** Runs the operator's command for an update; rejects where it fails. */
export type Install = (file: string, version: string) => Promise<void>;

/**
 * Follows the update plan of the cloud. The box fetches the package of the wanted version and checks its size and hash. It does not
 * replace itself: within the window it runs the install command of its settings, whose job is to unpack and restart; without one the
 * package waits for a person. `applied` is said only by a box that runs the version.
 */
export class Updates {
  readonly #folder: string;
  readonly #database: BoxDatabase;
  readonly #clock: CloudClock;
  readonly #version: string;
  readonly #install: Install | null;
  #running: Promise<void> | null = null;

  constructor(parts: {
    readonly folder: string;
    readonly database: BoxDatabase;
    readonly clock: CloudClock;
    readonly version: string;
    readonly install: Install | null;
  }) {
    this.#folder = join(parts.folder, 'update');
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#version = parts.version;
    this.#install = parts.install;
  }

  /** What to say with the next status; null where there is no plan. */
  get state(): UpdateState | null {
    const text = this.#database.meta('update');
    return text ? (JSON.parse(text) as UpdateState) : null;
  }

  #say(state: UpdateState | null): void {
    this.#database.setMeta('update', state && JSON.stringify(state));
  }

  /** Takes the order of a status; the work goes on by itself. */
  follow(order: UpdateOrder | null | undefined): Promise<void> {
    if (!order?.PlanId) {
      if (order?.PlanId === null) this.#say(null);
      return Promise.resolve();
    }
    this.#running ??= this.#work(order, order.PlanId).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #work(order: UpdateOrder, planId: string): Promise<void> {
    const before = this.state;
    const say = (State: UpdateState['State'], Detail?: string) =>
      this.#say({ PlanId: planId, State, ...(Detail ? { Detail } : {}) });
    if (order.Version === this.#version) return say('applied');
    if (before?.PlanId === planId && (before.State === 'failed' || before.Detail === INSTALLED)) return;
    const file = join(this.#folder, `${order.Sha256}.package`);
    try {
      if (before?.PlanId !== planId || before.State === 'downloading') {
        say('downloading');
        await this.#fetch(order, file);
        say('waiting');
      }
      if (!this.#install) return say('waiting', 'fetched and checked; no install command is set, a person installs it');
      if (!this.#isWithin(order)) return;
      await this.#install(file, order.Version);
      say('waiting', INSTALLED);
    } catch (error) {
      say('failed', (error as Error).message.slice(0, 200));
    }
  }

  #isWithin({ NotBefore, NotAfter }: UpdateOrder): boolean {
    const nowMs = this.#clock.nowMs();
    return (
      (NotBefore === null || Date.parse(NotBefore) <= nowMs) && (NotAfter === null || nowMs < Date.parse(NotAfter))
    );
  }

  async #fetch({ Url, Sha256, SizeBytes }: UpdateOrder, file: string): Promise<void> {
    if (SizeBytes > MOST_BYTES) throw new Error(`The package has ${SizeBytes} bytes; at most ${MOST_BYTES} are taken.`);
    mkdirSync(this.#folder, { recursive: true });
    for (const name of readdirSync(this.#folder)) rmSync(join(this.#folder, name));
    const response = await fetch(Url, { signal: AbortSignal.timeout(FETCH_MS) });
    if (!response.ok || !response.body) throw new Error(`The package was not sent: status ${response.status}.`);
    const hash = createHash('sha256');
    let size = 0;
    await pipeline(
      Readable.fromWeb(response.body as ReadableStream),
      async function* (parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          size += part.length;
          if (size > SizeBytes) throw new Error('The package is longer than the plan says.');
          hash.update(part);
          yield part;
        }
      },
      createWriteStream(file),
    );
    if (size !== SizeBytes) throw new Error('The package is shorter than the plan says.');
    if (hash.digest('hex') !== Sha256.toLowerCase()) throw new Error('The package is not the one of the plan.');
  }
}
