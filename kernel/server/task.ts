import type { Access } from '../contract/access.ts';
import type { Label, Language } from '../contract/label.ts';
import type { ModuleContract } from '../contract/module.ts';
import { exportPermission } from '../contract/operation.ts';
import type { TaskKind } from '../contract/task.ts';
import type { TenantTx } from './database.ts';
import type { AccountServices } from './session.ts';
import type { Who } from './who.ts';

/** Progress of a task; `result` is what its work needs to resume after an interruption. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly result?: object;
}

/** Result of a task. */
export interface TaskEnd {
  readonly file?: { readonly key: string; readonly name: string };
  readonly result?: object;
  /** Data that the operation's module stores itself, in its `ended`; it is not stored with the task. */
  readonly outcome?: object;
}

/** Long work in the background: it survives the process that runs it, and has its account's current permissions. */
export interface Tasks {
  /** Creates a task of the caller; it starts once the transaction is committed. */
  start(
    tx: TenantTx,
    order: {
      kind: TaskKind;
      source: string;
      input: object;
      /** Content of its audit entry. */
      told: object;
      total?: number;
      files?: readonly string[];
    },
  ): Promise<string>;
  /** Cancels an open task in the transaction of the caller, who may do so; refuses when it has ended. */
  cancel(tx: TenantTx, id: string): Promise<void>;
  /** Runs an open task in this process, as its job does. Throws `TryAgain` when the process stops before it is done. */
  run(tenantId: number, id: string, stopping?: AbortSignal): Promise<void>;
  /** Waits until a task ends; returns its file and result, or throws its refusal. */
  wait(who: Who, id: string): Promise<TaskEnd>;
  /** Begins to run tasks in this process. */
  work(): Promise<void>;
  /** Queues open tasks whose job is missing from the queue, as after a restore of the tables alone. */
  queueOpen(): Promise<void>;
  /** Deletes files older than a week, and tasks that ended long ago. */
  expire(): Promise<void>;
  /** Ends all waits; the tasks continue in other processes. */
  stop(): void;
}

/** Returns an account or a key with its current permissions; null for one without any. Provided by the modules that manage them. */
export type AccountFinder = (
  services: AccountServices,
  tenantId: number,
  accountId: string,
  language: Language,
) => Promise<Who | null>;

/** Returns what a task works on: its title and the required permission; null when it is no longer offered. */
export function subjectOf(
  contracts: readonly ModuleContract[],
  kind: TaskKind,
  source: string,
): { readonly title: Label; readonly access: Access } | null {
  if (kind === 'act') {
    const operation = contracts.flatMap((one) => one.operations).find((one) => one.name === source);
    return operation?.task ? { title: operation.task.title, access: operation.access } : null;
  }
  const resource = contracts.flatMap((one) => one.resources).find((one) => one.name === source);
  if (resource) return { title: resource.title, access: resource.can[kind] };
  const book = contracts.flatMap((one) => one.workbooks).find((one) => one.name === source);
  if (book) return { title: book.title, access: book.access };
  const report = contracts.flatMap((one) => one.reports).find((one) => one.name === source);
  return report ? { title: report.title, access: exportPermission(report) } : null;
}

/** Returns the address of the page that shows the result of an operation's task; null for other tasks. */
export function resultPathOf(
  contracts: readonly ModuleContract[],
  { kind, source, input }: { kind: TaskKind; source: string; input: Readonly<Record<string, unknown>> | null },
): string | null {
  if (kind !== 'act' || !input) return null;
  const operation = contracts.flatMap((one) => one.operations).find((one) => one.name === source);
  return operation?.task?.path(input) ?? null;
}
