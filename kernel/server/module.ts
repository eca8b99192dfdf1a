import type { FastifyInstance } from 'fastify';
import type { AnyEventType } from '../contract/event.ts';
import type { Fields, Values } from '../contract/field.ts';
import type { Language } from '../contract/label.ts';
import type { ModuleContract } from '../contract/module.ts';
import type { Operation, Report, ReportRow } from '../contract/operation.ts';
import type { Resource, Row } from '../contract/resource.ts';
import type { Filling } from '../contract/slot.ts';
import type { ChannelHandler } from './channel.ts';
import type { TenantTx } from './database.ts';
import type { AuditEntry } from './history.ts';
import type { Kernel, PendingWrite, TenantFigure } from './kernel.ts';
import type { Projection, Reaction } from './reaction.ts';
import type { ReportServer, RowShape } from './report.ts';
import type { RetainedKind } from './retention.ts';
import type { ActTask } from './task-run.ts';
import type { Who } from './who.ts';

/** A checked write: the row before and after it; null means no row. */
export interface RowWrite<R extends Resource = Resource> {
  readonly held: PendingWrite;
  readonly before: Row<R> | null;
  readonly after: Row<R> | null;
}

/** Step 1 of the ladder of escape: hooks around the writes of a plain table. */
export interface ResourceHooks<R extends Resource = Resource> {
  /** Checks and completes the values before they are written; `before` is null for a new row. Throws refusals. */
  beforeWrite?(tx: TenantTx, values: Partial<Row<R>>, before: Row<R> | null): Promise<Partial<Row<R>>>;
  /** Returns true to hold a write, including a deletion: nothing is written until `Kernel.applyPendingWrite` carries it out. */
  hold?(tx: TenantTx, write: RowWrite<R>): Promise<boolean>;
  afterWrite?(tx: TenantTx, row: Row<R>, before: Row<R> | null): Promise<void>;
  beforeDelete?(tx: TenantTx, row: Row<R>): Promise<void>;
  /** Removes a row other than by deleting it, where history refers to it. */
  remove?(tx: TenantTx, row: Row<R>): Promise<void>;
  /** Adds or replaces values of rows that are read. */
  afterRead?(tx: TenantTx, rows: Row<R>[]): Promise<void>;
}

/** A plain table with its hooks. */
export interface ResourceServer {
  readonly resource: Resource;
  readonly hooks: ResourceHooks;
}

/** Context of a handler, which can describe its act more precisely than the declaration. */
export interface Act {
  /** Completes the audit entry of the operation. */
  describe(entry: Partial<Omit<AuditEntry, 'action'>>): void;
  /** User agent of the caller. */
  readonly agent: string | null;
  /** The file of an operation that takes one. */
  readonly file: Upload | null;
}

/** An uploaded file. */
export interface Upload {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Carries out an act inside one transaction of the caller's tenant and returns its output; throws refusals. */
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
    /** Language of the caller. */
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
  /** `total` is an estimate, because there are too many rows to count in time. */
  readonly isEstimate?: boolean;
  readonly totals?: Readonly<Record<string, unknown>>;
  /** Of a report with columns of its own. */
  readonly shape?: RowShape;
}

/** Routes of a foreign protocol (cameras, payment notices); each has access `device` or `public`. */
export interface Ingress {
  readonly name: string;
  readonly access: 'device' | 'public';
  readonly prefix: string;
  mount(app: FastifyInstance, kernel: Kernel): void | Promise<void>;
}

/** Work done every few seconds by one server process at a time. */
export interface Sweep {
  readonly name: string;
  readonly everySeconds: number;
  run(kernel: Kernel): Promise<void>;
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
  /** The operations whose work is a task. */
  readonly tasks: readonly ActTask[];
  readonly figures: readonly TenantFigure[];
  /** Tables partitioned by month. */
  readonly partitioned: readonly string[];
  /** The data with retention terms. */
  readonly retained: readonly RetainedKind[];
  /** Values the module puts into slots of lower modules. */
  readonly slots: readonly Filling[];
  readonly start?: (kernel: Kernel) => Promise<void>;
}

/** Declares the server side of a module; omitted lists are empty. */
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
    tasks: [],
    figures: [],
    partitioned: [],
    retained: [],
    slots: [],
    ...parts,
  };
}

/** Serves a plain table. */
export function serveResource<F extends Fields>(
  resource: Resource<F>,
  hooks: ResourceHooks<Resource<F>> = {},
): ResourceServer {
  return { resource, hooks: hooks as unknown as ResourceHooks };
}

/** Serves an act in one transaction of the caller's tenant. */
export function handle<I extends Fields, O extends Fields>(
  operation: Operation<I, O>,
  handler: OperationHandler<Operation<I, O>>,
): OperationServer {
  return { operation: operation as unknown as Operation, handler: handler as unknown as OperationHandler };
}

/** Serves an act of platform staff on tenants, with its effects on them in one transaction. */
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

/**
 * Serves a live channel: the events it sends (null for all whose declaration says `live`), and its response to the
 * page if the page may ask.
 */
export function handleChannel(
  channel: ChannelHandler['channel'],
  events: readonly AnyEventType[] | null,
  message: ChannelHandler['message'],
  answer?: ChannelHandler['answer'],
): ChannelHandler {
  const kinds = events?.map((one) => one.kind) ?? null;
  return { channel, kinds, message, ...(answer ? { answer } : {}) };
}
