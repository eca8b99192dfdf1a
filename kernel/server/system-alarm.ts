import { setTimeout as pause } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import type { Database, TenantTx } from './database.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { systemWho } from './who.ts';

/** A fault of the installation that an administrator must act on. */
export interface SystemAlarm {
  /** The kind of fault in kebab-case, such as `consumer-lag`: a label of the metric, so there must be few. */
  readonly name: string;
  /** What the fault concerns, such as the consumer's name; at most one alarm is open for each name and subject. */
  readonly subject: string;
  /** The problem and the remedy, in Chinese. */
  readonly zh: string;
  /** The same in English. */
  readonly en: string;
  /** The tenant concerned, whose administrators see the alarm too. */
  readonly tenantId?: number | null;
}

/** An alarm that has just been stored. */
export interface OpenedAlarm extends SystemAlarm {
  /** Id of its row; an alarm that is raised again after it ended has a new one. */
  readonly id: string;
}

/** Runs in the transaction that opens an alarm, which is above tenants (`tx.asTenant` reaches their tables). */
export type SystemAlarmListener = (tx: TenantTx, alarm: OpenedAlarm) => Promise<void>;

/** Minimum time in milliseconds before one process writes an open alarm again, or looks for a cleared one again. */
const REPEAT_MS = 30_000;
const COUNT_WITHIN_MS = 1000;
const MAX_KNOWN = 10_000;
const MAX_TEXT = 2000;
/** Days for which ended alarms are kept. */
const KEEP_DAYS = 180;

interface Known {
  readonly isOpen: boolean;
  readonly text: string;
  readonly at: number;
}

/**
 * Alarms about the installation itself. `raise` and `clear` are idempotent and cheap to repeat: code that watches a state calls one of them
 * on every check. Neither throws; if the database cannot be written, the error is logged and counted in the metric.
 */
export class SystemAlarms {
  readonly #database: Database;
  readonly #log: Log;
  readonly #listeners: SystemAlarmListener[] = [];
  /** What this process last wrote about each alarm. */
  readonly #known = new Map<string, Known>();
  /** Alarms that could not be stored, by name and subject. */
  readonly #unstored = new Map<string, SystemAlarm>();

  constructor(options: { database: Database; log: Log; metrics: Metrics }) {
    this.#database = options.database;
    this.#log = options.log;
    const count = () => this.#count();
    new Gauge({
      name: 'boyun_system_alarms',
      help: 'Open system alarms',
      labelNames: ['name'] as const,
      registers: [options.metrics.registry],
      async collect() {
        const counts = await count();
        this.reset();
        for (const [name, total] of counts) this.set({ name }, total);
      },
    });
  }

  /** Adds a listener to the transaction that opens an alarm; if it fails, the alarm is stored all the same. */
  onBegin(listener: SystemAlarmListener): void {
    this.#listeners.push(listener);
  }

  /** Opens an alarm, or notes that it persists; resolves once it is stored or storing has failed. */
  async raise(alarm: SystemAlarm): Promise<void> {
    const key = keyOf(alarm.name, alarm.subject);
    const text = `${alarm.zh}\n${alarm.en}`;
    if (this.#isFresh(key, true, text)) return;
    try {
      const hasBegun = await this.#store(alarm);
      this.#unstored.delete(key);
      this.#note(key, { isOpen: true, text, at: performance.now() });
      if (hasBegun) this.#log.error(lineOf(alarm), 'system alarm began');
    } catch (error) {
      const level = this.#unstored.has(key) ? 'debug' : 'error';
      this.#unstored.set(key, alarm);
      this.#log[level]({ ...lineOf(alarm), err: error }, 'system alarm began and could not be stored');
    }
  }

  /** Ends the open alarm of a name and subject, if there is one. */
  async clear(name: string, subject: string): Promise<void> {
    const key = keyOf(name, subject);
    if (this.#isFresh(key, false, '')) return;
    try {
      const ended = await this.#database.system<{ of: number | null }>(
        `update system_alarm set ended_at = $3, last_seen_at = $3 where name = $1 and subject = $2 and ended_at is null
         returning of_tenant as of`,
        [name, subject, this.#database.clock.now()],
      );
      this.#note(key, { isOpen: false, text: '', at: performance.now() });
      if (ended.length > 0 || this.#unstored.has(key))
        this.#log.info({ alarm: name, subject, tenant: ended[0]?.of ?? undefined }, 'system alarm ended');
      this.#unstored.delete(key);
    } catch (error) {
      this.#log.warn({ alarm: name, subject, err: error }, 'system alarm could not be ended');
    }
  }

  /** Deletes alarms that ended long ago. */
  async deleteOld(): Promise<void> {
    const now = this.#database.clock.now();
    await this.#database.system('delete from system_alarm where ended_at < $1', [
      new Date(now.getTime() - KEEP_DAYS * 86_400_000),
    ]);
  }

  /** Stores the alarm; returns true when it was not open before. */
  #store(alarm: SystemAlarm): Promise<boolean> {
    return this.#database.inTenant(
      systemWho(0),
      async (tx) => {
        const values = [
          alarm.name,
          alarm.subject,
          alarm.tenantId ?? null,
          alarm.zh.slice(0, MAX_TEXT),
          alarm.en.slice(0, MAX_TEXT),
        ];
        const id = tx.newId();
        const [row] = await tx.query<{ hasBegun: boolean }>(
          `insert into system_alarm as a (id, name, subject, of_tenant, text_zh, text_en, raised_at, last_seen_at)
           values ($6, $1, $2, $3, $4, $5, $7, $7)
           on conflict (name, subject) where ended_at is null do update
             set text_zh = excluded.text_zh, text_en = excluded.text_en, last_seen_at = excluded.last_seen_at
           returning id = $6 as "hasBegun"`,
          [...values, id, tx.now],
        );
        if (!row?.hasBegun) return false;
        for (const listener of this.#listeners)
          await tx
            .savepoint(() => listener(tx, { ...alarm, id }))
            .catch((error) => this.#log.error({ ...lineOf(alarm), err: error }, 'a system alarm was not announced'));
        return true;
      },
      { isAboveTenants: true },
    );
  }

  #isFresh(key: string, isOpen: boolean, text: string): boolean {
    const known = this.#known.get(key);
    return (
      known !== undefined && known.isOpen === isOpen && known.text === text && performance.now() - known.at < REPEAT_MS
    );
  }

  #note(key: string, known: Known): void {
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(key, known);
  }

  /** Counts open alarms by name; those of this process when the database does not respond soon. */
  async #count(): Promise<Map<string, number>> {
    const late = new AbortController();
    const stored = this.#database
      .system<{ name: string; total: number }>(
        'select name, count(*) as total from system_alarm where ended_at is null group by name',
      )
      .catch(() => null);
    const rows = await Promise.race([stored, pause(COUNT_WITHIN_MS, null, { signal: late.signal })]);
    late.abort();
    const open = rows ? [] : [...this.#known].filter(([, one]) => one.isOpen).map(([key]) => key.split(' ', 1)[0]!);
    const counts = new Map((rows ?? []).map(({ name, total }) => [name, total]));
    for (const name of [...open, ...[...this.#unstored.values()].map((one) => one.name)])
      counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  }
}

const keyOf = (name: string, subject: string) => `${name} ${subject}`;

function lineOf({ name, subject, en, tenantId }: SystemAlarm) {
  return { alarm: name, subject, tenant: tenantId ?? undefined, text: en };
}
