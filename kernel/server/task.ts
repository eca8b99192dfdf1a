import type { Access } from '../contract/access.ts';
import type { Label, Language } from '../contract/label.ts';
import type { ModuleContract } from '../contract/module.ts';
import { exportPermission } from '../contract/operation.ts';
import type { TaskKind } from '../contract/task.ts';
import type { TenantTx } from './database.ts';
import type { Kernel } from './module.ts';
import type { Who } from './who.ts';

/** A task as a process has taken it. */
export interface Claim {
  readonly tenantId: number;
  readonly id: string;
  readonly kind: TaskKind;
  readonly source: string;
  readonly accountId: string;
  readonly language: Language;
  /** What limited whoever started it: a session may have seen less than its account. */
  readonly limits: Pick<Who, 'lotIds' | 'isOwnOnly'>;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly doneCount: number;
  readonly run: number;
}

/** How far a task has come; `result` is what its work wants to know when it goes on after an interruption. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly result?: object;
}

/** One run of a task, as its work sees it. */
export interface TaskRun extends Claim {
  readonly kernel: Kernel;
  /** Its account with the rights it has now. */
  who(): Who;
  /** Notes the progress, in a transaction of the work or in one of its own; throws when the task is over or must stop. */
  note(progress: Progress, tx?: TenantTx): Promise<void>;
}

/** What a task leaves. */
export interface TaskEnd {
  readonly file?: { readonly key: string; readonly name: string };
  readonly result?: object;
}

/** Does the work of one kind; throws refusals, which its account is told. */
export type TaskWork = (run: TaskRun) => Promise<TaskEnd>;

/** Long work in the background: it survives the process that does it and has the rights its account has at the moment. */
export interface Tasks {
  /** Files a task of the caller; it begins once the transaction is committed. */
  start(
    tx: TenantTx,
    order: {
      kind: TaskKind;
      source: string;
      input: object;
      /** What the audit log says of it. */
      told: object;
      total?: number;
      files?: readonly string[];
    },
  ): Promise<string>;
  /** Waits until a task is over; answers its file and result, refuses as it was refused. */
  wait(who: Who, id: string): Promise<TaskEnd>;
  /** Takes what waits, and what was left by a process that is gone. */
  takeUp(): Promise<void>;
  /** Removes the files that are older than a week, and what has been over for long. */
  expire(): Promise<void>;
  /** Leaves what is in hand to other processes. */
  stop(): Promise<void>;
}

/** Reads an account or a key with the rights it has now; null for one that may do nothing. Provided by the modules that keep them. */
export type AccountFinder = (
  kernel: Pick<Kernel, 'database' | 'clock'>,
  tenantId: number,
  accountId: string,
  language: Language,
) => Promise<Who | null>;

/** What a task works on: its title, and the right it needs; null for what is no longer offered. */
export function subjectOf(
  contracts: readonly ModuleContract[],
  kind: TaskKind,
  source: string,
): { readonly title: Label; readonly access: Access } | null {
  const resource = contracts.flatMap((one) => one.resources).find((one) => one.name === source);
  if (resource) return { title: resource.title, access: resource.can[kind] };
  const book = contracts.flatMap((one) => one.workbooks).find((one) => one.name === source);
  if (book) return { title: book.title, access: book.access };
  const report = contracts.flatMap((one) => one.reports).find((one) => one.name === source);
  return report ? { title: report.title, access: exportPermission(report) } : null;
}
