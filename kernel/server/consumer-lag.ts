import { Gauge } from 'prom-client';
import type { Database } from './database.ts';
import type { Metrics } from './metrics.ts';
import type { SystemAlarms } from './system-alarm.ts';

/** A consumer that is further behind than this, in seconds, raises an alarm. */
const MAX_LAG_SECONDS = 5;
const ALARM = 'consumer-lag';

/** Lag of a consumer: the age of the first event it has not processed, 0 when it has processed all. */
interface Lag {
  readonly consumer: string;
  readonly seconds: number;
}

/** Monitors the lag of all consumers behind the event log, in whichever process they run. */
export class ConsumerLag {
  readonly #database: Database;
  readonly #systemAlarms: SystemAlarms;
  readonly #names: readonly string[];
  /** Consumers that were late at the last check: a single check may coincide with a burst. */
  #late = new Set<string>();

  constructor(options: {
    database: Database;
    metrics: Metrics;
    systemAlarms: SystemAlarms;
    consumers: readonly string[];
  }) {
    this.#database = options.database;
    this.#systemAlarms = options.systemAlarms;
    this.#names = options.consumers;
    const read = () => this.#read().catch(() => []);
    new Gauge({
      name: 'boyun_consumer_lag_seconds',
      help: 'Age of the first event a consumer has not taken',
      labelNames: ['consumer'] as const,
      registers: [options.metrics.registry],
      async collect() {
        for (const { consumer, seconds } of await read()) this.set({ consumer }, seconds);
      },
    });
  }

  /** Raises an alarm for each consumer that was late at this check and the one before, and clears the others. */
  async look(): Promise<void> {
    const lags = await this.#read();
    const late = lags.filter(({ seconds }) => seconds > MAX_LAG_SECONDS);
    for (const { consumer } of late) if (this.#late.has(consumer)) await this.#systemAlarms.raise(alarmOf(consumer));
    this.#late = new Set(late.map((one) => one.consumer));
    for (const { consumer } of lags) if (!this.#late.has(consumer)) await this.#systemAlarms.clear(ALARM, consumer);
  }

  async #read(): Promise<Lag[]> {
    const rows = await this.#database.system<{ consumer: string; at: Date | null }>(
      `select p.name as consumer, e.recorded_at as at from consumer_position p
       left join lateral (select recorded_at from event where seq > p.seq order by seq limit 1) e on true
       where p.name = any($1::text[])`,
      [this.#names],
    );
    const now = this.#database.clock.now().getTime();
    return rows.map(({ consumer, at }) => ({ consumer, seconds: at ? Math.max(0, (now - at.getTime()) / 1000) : 0 }));
  }
}

function alarmOf(consumer: string) {
  return {
    name: ALARM,
    subject: consumer,
    zh: `后台处理“${consumer}”落后事件日志超过${MAX_LAG_SECONDS}秒，相关通知、统计或放行可能延迟。请检查数据库负载、被长时间占用的锁和服务日志。`,
    en: `The consumer "${consumer}" is more than ${MAX_LAG_SECONDS} seconds behind the event log: notifications, statistics or releases may be late. Check the load of the database, locks held for long, and the server's log.`,
  };
}
