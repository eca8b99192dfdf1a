import type { FastifyInstance } from 'fastify';
import type { Fields, Values } from '../contract/field.ts';
import type { Language } from '../contract/label.ts';
import type { ModuleContract } from '../contract/module.ts';
import type { Filters, Operation, Paging, Report, ReportRow } from '../contract/operation.ts';
import type { Resource, Row } from '../contract/resource.ts';
import type { Clock } from './clock.ts';
import type { Configuration } from './configuration.ts';
import type { Database, TenantTx } from './database.ts';
import type { FailureRetry } from './failure-retry.ts';
import type { Files } from './files.ts';
import type { AuditEntry } from './history.ts';
import type { Jobs } from './job.ts';
import type { ChannelHandler, Live } from './live.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Projection, Reaction } from './reaction.ts';
import type { RetainedKind } from './retention.ts';
import type { Secrets } from './secret.ts';
import type { SystemAlarms } from './system-alarm.ts';
import type { Tasks } from './task.ts';
import type { Who } from './who.ts';

/** What every part of the server may use. */
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
  /** Does a write of a table that was held; `note` stands beside it in the audit log. */
  readonly writeHeld: (tx: TenantTx, table: string, held: HeldWrite, note: object) => Promise<void>;
  /** What the modules count of every tenant. */
  readonly figures: readonly TenantFigure[];
  /** What tenants keep for a term only, of all modules. */
  readonly retained: readonly RetainedKind[];
  /** Where this server answers, once it listens. */
  readonly ownAddress: () => string | null;
}

/** A write of a plain table as it is filed, to be done later. */
export interface HeldWrite {
  readonly act: 'create' | 'update' | 'delete';
  readonly id: string;
  /** The version of the row it was thought of for; null for a new row. */
  readonly version: number | null;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A write that was checked: what it would make of the row that is there; null is no row. */
export interface RowWrite<R extends Resource = Resource> {
  readonly held: HeldWrite;
  readonly before: Row<R> | null;
  readonly after: Row<R> | null;
}

/** Rung 1 of the ladder: what happens around the writes of a plain table. */
export interface ResourceHooks<R extends Resource = Resource> {
  /** Checks and completes the values before they are written; `before` is null for a new row. Throws refusals. */
  beforeWrite?(tx: TenantTx, values: Partial<Row<R>>, before: Row<R> | null): Promise<Partial<Row<R>>>;
  /** True keeps a write back, deletion included: nothing is written, until `Kernel.writeHeld` does what was held. */
  hold?(tx: TenantTx, write: RowWrite<R>): Promise<boolean>;
  afterWrite?(tx: TenantTx, row: Row<R>, before: Row<R> | null): Promise<void>;
  beforeDelete?(tx: TenantTx, row: Row<R>): Promise<void>;
  /** Takes a row away in another way than by deleting it, where histories name it. */
  remove?(tx: TenantTx, row: Row<R>): Promise<void>;
  /** Adds or replaces values of rows that are read. */
  afterRead?(tx: TenantTx, rows: Row<R>[]): Promise<void>;
}

/** A plain table with what happens around its writes. */
export interface ResourceServer {
  readonly resource: Resource;
  readonly hooks: ResourceHooks;
}

/** A handler may say more precisely what it did than the declaration can. */
export interface Act {
  /** Completes the audit entry of the operation. */
  describe(entry: Partial<Omit<AuditEntry, 'action'>>): void;
  /** What the caller's browser or program calls itself. */
  readonly agent: string | null;
  /** The file of an operation that takes one. */
  readonly file: Upload | null;
}

/** A file as it came in. */
export interface Upload {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Does an act inside one transaction of the caller's tenant and answers its output; throws refusals. */
export type OperationHandler<T extends Operation = Operation> = (
  tx: TenantTx,
  input: Values<T['input']>,
  act: Act,
  kernel: Kernel,
) => Promise<Values<T['output']>>;

/** A handler that opens its own transactions: signing in, long checks. */
export type FreeHandler<T extends Operation = Operation> = (
  kernel: Kernel,
  input: Values<T['input']>,
  caller: {
    readonly address: string;
    readonly agent: string | null;
    readonly requestId: string;
    /** What whoever calls reads. */
    readonly language: Language;
    readonly who: Who | null;
    /** The file of an operation that takes one. */
    readonly file: Upload | null;
  },
) => Promise<Values<T['output']>>;

/** An act with its handler, of one kind or the other. */
export interface OperationServer {
  readonly operation: Operation;
  readonly handler?: OperationHandler;
  readonly free?: FreeHandler;
  /** Its transaction is one above tenants. */
  readonly isAboveTenants?: true;
}

/** Rows of a report's page, how many there are in all, and figures over all of them. */
export interface ReportResult<T extends Report = Report> {
  readonly rows: Partial<ReportRow<T>>[];
  readonly total: number;
  /** `total` is about right only: there are too many rows to count while somebody waits. */
  readonly isEstimate?: boolean;
  readonly totals?: Readonly<Record<string, unknown>>;
}

/** Answers a page of a report inside a reading transaction. */
export type ReportHandler<T extends Report = Report> = (
  tx: TenantTx,
  filters: Filters<T>,
  paging: Paging,
  kernel: Kernel,
) => Promise<ReportResult<T>>;

/** A report with its handler. */
export interface ReportServer {
  readonly report: Report;
  readonly handler: ReportHandler;
}

/** Routes of a protocol that is not ours (cameras, payment notices); every one of them is access `device` or `public`. */
export interface Ingress {
  readonly name: string;
  readonly access: 'device' | 'public';
  readonly prefix: string;
  mount(app: FastifyInstance, kernel: Kernel): void | Promise<void>;
}

/** Work that one server process at a time does every few seconds. */
export interface Sweep {
  readonly name: string;
  readonly everySeconds: number;
  /** Each process does it for itself. */
  readonly isEverywhere?: true;
  run(kernel: Kernel): Promise<void>;
}

/** A figure about every tenant for the platform's staff: `tenantId` and `value` of each, from one query over all of them. */
export interface TenantFigure {
  /** Key of a column of the list of tenants. */
  readonly name: string;
  readonly sql: string;
  /** The query takes the moment since which it counts. */
  readonly isRecent?: true;
}

/** A module's server door. */
export interface ServerModule {
  readonly contract: ModuleContract;
  readonly migrations: URL;
  readonly resources: readonly ResourceServer[];
  readonly operations: readonly OperationServer[];
  readonly reports: readonly ReportServer[];
  readonly channels: readonly ChannelHandler[];
  readonly ingresses: readonly Ingress[];
  readonly projections: readonly Projection[];
  readonly reactions: readonly Reaction[];
  readonly sweeps: readonly Sweep[];
  readonly figures: readonly TenantFigure[];
  /** Tables partitioned by month. */
  readonly partitioned: readonly string[];
  /** What tenants keep for a term only. */
  readonly retained: readonly RetainedKind[];
  readonly start?: (kernel: Kernel) => Promise<void>;
}

/** Declares what a module serves; lists not given are empty. */
export function serverModule(
  contract: ModuleContract,
  migrations: URL,
  parts: Partial<Omit<ServerModule, 'contract' | 'migrations'>>,
): ServerModule {
  return {
    contract,
    migrations,
    resources: [],
    operations: [],
    reports: [],
    channels: [],
    ingresses: [],
    projections: [],
    reactions: [],
    sweeps: [],
    figures: [],
    partitioned: [],
    retained: [],
    ...parts,
  };
}

/** Serves a plain table. */
export function serve<F extends Fields>(resource: Resource<F>, hooks: ResourceHooks<Resource<F>> = {}): ResourceServer {
  return { resource, hooks: hooks as unknown as ResourceHooks };
}

/** Serves an act in one transaction of the caller's tenant. */
export function handle<I extends Fields, O extends Fields>(
  operation: Operation<I, O>,
  handler: OperationHandler<Operation<I, O>>,
): OperationServer {
  return { operation: operation as unknown as Operation, handler: handler as unknown as OperationHandler };
}

/** Serves an act of the platform's staff upon tenants, with what it does to them in one transaction. */
export function handleAboveTenants<I extends Fields, O extends Fields>(
  operation: Operation<I, O>,
  handler: OperationHandler<Operation<I, O>>,
): OperationServer {
  if (operation.access !== 'platform') throw new Error(`${operation.name} is not for the platform's staff alone`);
  return { ...handle(operation, handler), isAboveTenants: true };
}

/** Serves an act of a tenant that the log of the platform records too, in one transaction; its queries name the tenant. */
export function handleOnPlatform<I extends Fields, O extends Fields>(
  operation: Operation<I, O>,
  handler: OperationHandler<Operation<I, O>>,
): OperationServer {
  return { ...handle(operation, handler), isAboveTenants: true };
}

/** Serves an act that opens its own transactions. */
export function handleFreely<I extends Fields, O extends Fields>(
  operation: Operation<I, O>,
  free: FreeHandler<Operation<I, O>>,
): OperationServer {
  return { operation: operation as unknown as Operation, free: free as unknown as FreeHandler };
}

/** Serves a report. */
export function answer<F extends Fields, C extends Fields>(
  report: Report<F, C>,
  handler: ReportHandler<Report<F, C>>,
): ReportServer {
  return { report: report as unknown as Report, handler: handler as unknown as ReportHandler };
}

/** Serves a live channel: what events it tells of, and what it answers to the page if the page may ask. */
export function open(
  channel: ChannelHandler['channel'],
  kinds: readonly string[],
  message: ChannelHandler['message'],
  answer?: ChannelHandler['answer'],
): ChannelHandler {
  return { channel, kinds, message, ...(answer ? { answer } : {}) };
}
