import type { Language } from '../contract/label.ts';
import type { Operation } from '../contract/operation.ts';
import type { RefusalRule } from '../contract/refusal.ts';
import type { TaskKind } from '../contract/task.ts';
import type { TenantTx } from './database.ts';
import type { Kernel } from './kernel.ts';
import type { Progress, TaskEnd } from './task.ts';
import type { Who } from './who.ts';

/** A task as one run of it finds it. */
export interface Claim {
  readonly tenantId: number;
  readonly id: string;
  readonly kind: TaskKind;
  readonly source: string;
  readonly accountId: string;
  readonly language: Language;
  /** Limits of the session that started it, which may have seen less than its account. */
  readonly limits: Pick<Who, 'lotIds' | 'isOwnOnly'>;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly doneCount: number;
  readonly run: number;
}

/** One run of a task, passed to its work. */
export interface TaskRun extends Claim {
  readonly kernel: Kernel;
  /** Aborts when the task has ended or must stop; the next `note` then throws. */
  readonly signal: AbortSignal;
  /** Its account with its current permissions. */
  who(): Who;
  /** Stores the progress, in a transaction of the work or in its own; throws when the task has ended or must stop. */
  note(progress: Progress, tx?: TenantTx): Promise<void>;
}

/** Carries out the work of one kind; throws refusals, which are shown to its account. */
export type TaskWork = (run: TaskRun) => Promise<TaskEnd>;

/** How a task of an operation ended. */
export interface ActEnd extends TaskEnd {
  readonly state: 'done' | 'failed' | 'cancelled';
  readonly error?: RefusalRule;
  /** Until when its file is kept. */
  readonly expiresAt: Date;
}

/** The long work of an operation, which its module does as a task. */
export interface ActTask {
  readonly operation: Operation;
  readonly work: TaskWork;
  /** Records the end in the module's own tables, in the transaction in which the task ends or is cancelled. */
  ended(
    tx: TenantTx,
    task: { readonly id: string; readonly input: Claim['input']; readonly language: Language },
    end: ActEnd,
  ): Promise<void>;
}
