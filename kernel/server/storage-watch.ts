import { mkdir, statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import type { Database } from './database.ts';
import type { Metrics } from './metrics.ts';
import type { SystemAlarms } from './system-alarm.ts';

/** Free space below which a disk is short: less than both the share (0 to 1) and the bytes. */
export interface DiskLimit {
  readonly share: number;
  readonly bytes: number;
}

/** A disk that is watched: `name` is a label of the metric. */
export interface Volume {
  readonly name: 'files' | 'database';
  readonly folder: string;
}

const WARN: DiskLimit = { share: 0.1, bytes: 5e9 };
const CRITICAL: DiskLimit = { share: 0.02, bytes: 1e9 };
const WRITE_WITHIN_MS = 5000;
const FILLER = 'x'.repeat(32 * 1024);
const SIZE_EVERY_MS = 300_000;

/** Watches the free space of disks and whether the database accepts writes; raises system alarms and reports to `/readyz`. */
export class StorageWatch {
  readonly #options: {
    readonly database: Database;
    readonly systemAlarms: SystemAlarms;
    readonly volumes: readonly Volume[];
    readonly warn: DiskLimit;
    readonly critical: DiskLimit;
  };
  readonly #free: Gauge<'volume'>;
  readonly #size: Gauge<'volume'>;
  readonly #databaseSize: Gauge;
  readonly #faults = new Map<string, string>();
  #sizedAt = Number.NEGATIVE_INFINITY;

  constructor(options: {
    database: Database;
    systemAlarms: SystemAlarms;
    metrics: Metrics;
    volumes: readonly Volume[];
    warn?: DiskLimit | undefined;
    critical?: DiskLimit | undefined;
  }) {
    const { warn = WARN, critical = CRITICAL } = options;
    this.#options = { ...options, warn, critical };
    const registers = [options.metrics.registry];
    const labelNames = ['volume'] as const;
    this.#free = new Gauge({ name: 'boyun_disk_free_bytes', help: 'Free space of a disk', labelNames, registers });
    this.#size = new Gauge({ name: 'boyun_disk_size_bytes', help: 'Size of a disk', labelNames, registers });
    this.#databaseSize = new Gauge({ name: 'boyun_database_bytes', help: 'Size of the database', registers });
  }

  /** Why this process should get no calls; null when nothing is critical. In English, for `/readyz`. */
  get fault(): string | null {
    return this.#faults.size === 0 ? null : [...this.#faults.values()].join('; ');
  }

  /** Checks every disk and writes to the database once. Does not throw. */
  async check(): Promise<void> {
    await Promise.all([...this.#options.volumes.map((one) => this.#lookAt(one)), this.#writeProbe()]);
    await this.#measure();
  }

  async #lookAt({ name, folder }: Volume): Promise<void> {
    const { systemAlarms, warn, critical } = this.#options;
    const subject = `${name} ${hostname()}`;
    const space = await spaceOf(folder);
    if (!space) {
      // The folder does not exist or is not a folder any more.
      this.#faults.set(name, `${name}: the folder ${folder} cannot be read`);
      return systemAlarms.raise({
        name: 'disk-space',
        subject,
        zh: `无法读取${VOLUME[name].zh}目录 ${folder}，请检查磁盘`,
        en: `The ${VOLUME[name].en} folder ${folder} cannot be read; check the disk`,
      });
    }
    this.#free.set({ volume: name }, space.free);
    this.#size.set({ volume: name }, space.size);
    const figures = `${gigabytes(space.free)} GB free of ${gigabytes(space.size)} GB`;
    const isCritical = isBelow(space, critical);
    if (isCritical) this.#faults.set(name, `${name}: ${figures}`);
    else this.#faults.delete(name);
    if (!isCritical && !isBelow(space, warn)) return systemAlarms.clear('disk-space', subject);
    const [zh, en] = isCritical ? ['磁盘即将写满', 'almost full'] : ['磁盘空间不足', 'running full'];
    return systemAlarms.raise({
      name: 'disk-space',
      subject,
      zh: `${VOLUME[name].zh}${zh}：${folder} 剩余 ${gigabytes(space.free)} GB，共 ${gigabytes(space.size)} GB，请清理或扩容`,
      en: `The disk of the ${VOLUME[name].en} is ${en}: ${folder}, ${figures}; free some space or enlarge it`,
    });
  }

  async #writeProbe(): Promise<void> {
    const { database, systemAlarms } = this.#options;
    const written = database
      .system('update write_probe set written_at = $1, filler = $2', [database.clock.now(), FILLER])
      .then(
        () => null,
        (error: Error) => error.message,
      );
    const late = new AbortController();
    const fault = await Promise.race([
      written,
      pause(WRITE_WITHIN_MS, 'no answer in time', { signal: late.signal }).catch(() => null),
    ]);
    late.abort();
    if (fault === null) {
      this.#faults.delete('write');
      return systemAlarms.clear('database-write', 'database');
    }
    this.#faults.set('write', `the database takes no writes: ${fault}`);
    return systemAlarms.raise({
      name: 'database-write',
      subject: 'database',
      zh: '数据库无法写入，请检查数据库磁盘和日志',
      en: 'The database does not accept writes; check its disk and its log',
    });
  }

  /** Measures the database rarely, because PostgreSQL checks every file of it. */
  async #measure(): Promise<void> {
    if (performance.now() - this.#sizedAt < SIZE_EVERY_MS) return;
    this.#sizedAt = performance.now();
    const found = await this.#options.database
      .system<{ bytes: string }>('select pg_database_size(current_database())::text as bytes')
      .catch(() => []);
    if (found[0]) this.#databaseSize.set(Number(found[0].bytes));
  }
}

const VOLUME = {
  files: { zh: '文件', en: 'files' },
  database: { zh: '数据库', en: 'database' },
} as const;

/** Returns size and free bytes of the disk a folder is on; creates the folder if it is missing. Null when it cannot be read. */
async function spaceOf(folder: string): Promise<{ size: number; free: number } | null> {
  try {
    await mkdir(folder, { recursive: true });
    const { bsize, blocks, bavail } = await statfs(folder);
    return { size: bsize * blocks, free: bsize * bavail };
  } catch {
    return null;
  }
}

function isBelow({ size, free }: { size: number; free: number }, limit: DiskLimit): boolean {
  return free < limit.bytes && free < limit.share * size;
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1);
}
