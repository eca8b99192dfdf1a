import type { ModuleContract } from '../contract/module.ts';
import type { Slots } from '../contract/slot.ts';
import type { Clock } from './clock.ts';
import type { Configuration } from './configuration.ts';
import type { Database, TenantTx } from './database.ts';
import type { FailureRetry } from './failure-retry.ts';
import type { Files } from './files.ts';
import type { Jobs } from './job.ts';
import type { Live } from './live.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { RetainedKind } from './retention.ts';
import type { Secrets } from './secret.ts';
import type { SystemAlarms } from './system-alarm.ts';
import type { Tasks } from './task.ts';

/** Services available to every part of the server. */
export interface Kernel {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly clock: Clock;
  readonly files: Files;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly systemAlarms: SystemAlarms;
  readonly failures: FailureRetry;
  readonly live: Live;
  readonly jobs: Jobs;
  readonly tasks: Tasks;
  readonly contracts: readonly ModuleContract[];
  /** Values that higher modules put into slots of lower ones. */
  readonly slots: Slots;
  /** Carries out a pending write of a table; `note` is added to its audit entry. */
  readonly applyPendingWrite: (tx: TenantTx, table: string, held: PendingWrite, note: object) => Promise<void>;
  /** The figures that modules count for every tenant. */
  readonly figures: readonly TenantFigure[];
  /** The data with retention terms, of all modules. */
  readonly retained: readonly RetainedKind[];
  /** The address of this server, once it listens. */
  readonly ownAddress: () => string | null;
}

/** A write of a plain table, stored to be carried out later. */
export interface PendingWrite {
  readonly act: 'create' | 'update' | 'delete';
  readonly id: string;
  /** The version of the row it was based on; null for a new row. */
  readonly version: number | null;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A figure about every tenant for the platform's staff: `tenantId` and `value` of each, from one query over all of them. */
export interface TenantFigure {
  /** Key of a column of the list of tenants. */
  readonly name: string;
  readonly sql: string;
  /** The query has a parameter: the moment since which it counts. */
  readonly isRecent?: true;
}
