import { type Language, say } from '../contract/label.ts';
import { kernelRefusal, Refusal, type RefusalRule } from '../contract/refusal.ts';
import { isTaskOpen, type TaskKind, type TaskState, taskCancelled, taskEnded, taskStarted } from '../contract/task.ts';
import type { TenantTx } from './database.ts';
import { TryAgain } from './job.ts';
import type { Kernel } from './kernel.ts';
import { isConnectionError } from './reaction-runner.ts';
import { checkAccess } from './session.ts';
import { sweepTenants } from './sweep-tenants.ts';
import { type AccountFinder, type Progress, subjectOf, type TaskEnd, type Tasks } from './task.ts';
import type { ActEnd, ActTask, Claim, TaskWork } from './task-run.ts';
import { note, storeEnd, TaskOver } from './task-store.ts';
import { coversLot, systemWho, type Who } from './who.ts';

/** The process is stopping. */
class Stopping extends Error {}

/** Name of the job that runs one task. */
export const TASK_JOB = 'task';
/** The job of an operation's task: long calculations do not hold up exports and imports. */
const ACT_JOB = 'task-act';
/** Maximum number of tasks at a time in a process: cars at gates come first. */
const MAX_CONCURRENT = 2;
/** Interval at which a run checks for cancellation and the permissions of its account. */
const LOOK_MS = 2000;
/** Number of ended processes after which a task is not retried. */
const MAX_RUNS = 10;
const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 7 * DAY_MS;
const REMEMBERED_MS = 90 * DAY_MS;

interface TaskTools {
  readonly kernel: Omit<Kernel, 'tasks'>;
  readonly findWho: AccountFinder;
  readonly works: Readonly<Record<TaskKind, TaskWork>>;
  readonly acts: ReadonlyMap<string, ActTask>;
}

/** Starts and runs tasks. */
export function makeTasks(tools: TaskTools): Tasks {
  return new TaskRunner(tools);
}

class TaskRunner implements Tasks {
  readonly #kernel: Kernel;
  readonly #findWho: AccountFinder;
  readonly #works: TaskTools['works'];
  readonly #acts: TaskTools['acts'];
  #isStopping = false;

  constructor({ kernel, findWho, works, acts }: TaskTools) {
    this.#kernel = { ...kernel, tasks: this };
    this.#findWho = findWho;
    this.#works = works;
    this.#acts = acts;
  }

  async start(...[tx, order]: Parameters<Tasks['start']>): Promise<string> {
    const { kind, source, input, told, total = 0, files = [] } = order;
    const id = tx.newId();
    const { who } = tx;
    await tx.query(
      `insert into task (tenant_id, id, kind, source, account_id, account, language, limits, input, total_count, files, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        tx.tenantId,
        id,
        kind,
        source,
        who.userId,
        who.account,
        who.language,
        JSON.stringify({ lotIds: who.lotIds, isOwnOnly: who.isOwnOnly }),
        JSON.stringify(input),
        total,
        files,
        tx.now,
      ],
    );
    const subject = subjectOf(this.#kernel.contracts, kind, source)?.title[who.language] ?? source;
    tx.emit(taskStarted, { subjectId: id, data: { taskId: id, taskKind: kind, source } });
    tx.audit({ action: 'task.created', subjectKind: 'task', subjectId: id, subject, after: { kind, ...told } });
    await this.#queue(tx, { id, kind });
    return id;
  }

  async cancel(tx: TenantTx, id: string): Promise<void> {
    const expiresAt = new Date(tx.now.getTime() + KEPT_MS);
    const [task] = await tx.query<Pick<Claim, 'id' | 'kind' | 'source' | 'input' | 'language'>>(
      `update task set state = 'cancelled', ended_at = $3, expires_at = $4
       where tenant_id = $1 and id = $2 and state in ('queued', 'running') returning id, kind, source, input, language`,
      [tx.tenantId, id, tx.now, expiresAt],
    );
    if (!task) throw new Refusal(kernelRefusal['task-over']);
    tx.emit(taskCancelled, { subjectId: id, data: { taskId: id, taskKind: task.kind, source: task.source } });
    await this.#tellModule(tx, task, { state: 'cancelled', expiresAt });
  }

  async run(tenantId: number, id: string, stopping: AbortSignal = new AbortController().signal): Promise<void> {
    await this.#runJob(tenantId, id, stopping);
  }

  async wait(who: Who, id: string): Promise<TaskEnd> {
    for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 1.5, 500)) {
      const [row] = await this.#kernel.database.inTenant(
        who,
        (tx) =>
          tx.query<
            Omit<RefusalRule, 'status'> & { state: TaskState; key: string; name: string; result: object | null }
          >(
            `select state, error_code as code, error_zh as zh, error_en as en, file_key as key, file_name as name, result
             from task where tenant_id = $1 and id = $2`,
            [tx.tenantId, id],
          ),
        { isRead: true },
      );
      if (!row || row.state === 'cancelled') throw new Refusal(kernelRefusal['task-cancelled']);
      const { state, code, zh, en } = row;
      if (state === 'failed') throw new Refusal({ status: 422, code, zh, en });
      if (!isTaskOpen(row.state))
        return { ...(row.key ? { file: row } : {}), ...(row.result ? { result: row.result } : {}) };
      if (this.#isStopping) throw new Refusal(kernelRefusal.unavailable);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  async work(): Promise<void> {
    for (const [name, longPlaces] of [
      [TASK_JOB, MAX_CONCURRENT],
      [ACT_JOB, 1],
    ] as const)
      await this.#kernel.jobs.work(
        name,
        ({ tenantId, taskId }, stopping) => this.#runJob(tenantId as number, taskId as string, stopping),
        { longPlaces },
      );
  }

  queueOpen(): Promise<void> {
    const { database, log } = this.#kernel;
    return sweepTenants<{ tenantId: number; id: string; kind: TaskKind }>(
      { database: { ...database, system: database.closed.without(database.system) }, log },
      { sql: `select tenant_id, id, kind from task where state in ('queued', 'running')` },
      (tx, task) => this.#queue(tx, task),
    );
  }

  async expire(): Promise<void> {
    const { clock, database, files } = this.#kernel;
    const now = clock.now();
    const old = await database.system<{ tenantId: number; id: string; files: string[] }>(
      `select tenant_id, id, files from task where expires_at <= $1 and files <> '{}' limit 500`,
      [now],
    );
    for (const { tenantId, id, files: keys } of old) {
      for (const key of keys) await files.remove(key);
      await database.inTenant(systemWho(tenantId), async (tx) => {
        await tx.query('delete from task_failure where tenant_id = $1 and task_id = $2', [tenantId, id]);
        await tx.query(
          `update task set files = '{}', file_key = null,
             state = case when state = 'done' and file_key is not null then 'expired' else state end
           where tenant_id = $1 and id = $2`,
          [tenantId, id],
        );
      });
    }
    await database.system('delete from task where ended_at <= $1', [new Date(now.getTime() - REMEMBERED_MS)]);
  }

  stop(): void {
    this.#isStopping = true;
  }

  /** Queues the job that runs a task. Tasks of a tenant with many open ones have a lower priority. */
  async #queue(tx: TenantTx, { id: taskId, kind }: { id: string; kind: TaskKind }): Promise<void> {
    const [open] = await tx.query<{ count: number }>(
      `select count(*)::int as count from task where tenant_id = $1 and id <> $2 and state in ('queued', 'running')`,
      [tx.tenantId, taskId],
    );
    const options = { key: taskId, priority: -open!.count };
    await this.#kernel.jobs.send(tx, kind === 'act' ? ACT_JOB : TASK_JOB, { tenantId: tx.tenantId, taskId }, options);
  }

  async #runJob(tenantId: number, taskId: string, stopping: AbortSignal): Promise<void> {
    if (stopping.aborted) throw new TryAgain();
    const claim = await this.#begin(tenantId, taskId);
    if (!claim) return;
    const abort = new AbortController();
    const stop = () => abort.abort(new Stopping());
    stopping.addEventListener('abort', stop);
    if (stopping.aborted) stop();
    try {
      await this.#run(claim, abort);
    } catch (error) {
      await this.#giveUp(claim, error);
    } finally {
      stopping.removeEventListener('abort', stop);
    }
  }

  /** Records the start of a run of an open task, which ends earlier runs; null when the task has ended. */
  #begin(tenantId: number, id: string): Promise<Claim | null> {
    return this.#kernel.database.inTenant(systemWho(tenantId), async (tx) => {
      const [row] = await tx.query<Omit<Claim, 'tenantId'>>(
        `update task set state = 'running', run = run + 1, started_at = coalesce(started_at, $3)
         where tenant_id = $1 and id = $2 and state in ('queued', 'running')
         returning id, kind, source, account_id, language, limits, input, result,
           done_count, run`,
        [tenantId, id, tx.now],
      );
      return row ? { tenantId, ...row } : null;
    });
  }

  async #run(claim: Claim, abort: AbortController): Promise<void> {
    const { database, files } = this.#kernel;
    if (claim.run > MAX_RUNS) throw new Error(`given up after ${MAX_RUNS} runs`);
    let who = await this.#currentWho(claim);
    const look = setInterval(async () => {
      try {
        await this.#checkOpen(claim);
        who = await this.#currentWho(claim);
      } catch (error) {
        if (!isConnectionError(error)) abort.abort(error);
      }
    }, LOOK_MS);
    const noteIn = (tx: TenantTx, progress: Progress) => {
      abort.signal.throwIfAborted();
      return note(tx, claim, progress);
    };
    try {
      const left = await this.#works[claim.kind]({
        ...claim,
        kernel: this.#kernel,
        signal: abort.signal,
        who: () => who,
        note: (progress, tx) =>
          tx ? noteIn(tx, progress) : database.inTenant(systemWho(claim.tenantId), (own) => noteIn(own, progress)),
      });
      let isKept = false;
      try {
        // An account that has lost the permission does not get the file.
        await this.#currentWho(claim);
        isKept = await this.#end(claim, { state: 'done', ...left });
      } finally {
        if (!isKept && left.file) await files.remove(left.file.key);
      }
    } finally {
      clearInterval(look);
    }
  }

  /** Throws `TaskOver` when this run has been cancelled or a later one has begun. */
  async #checkOpen({ tenantId, id, run }: Claim): Promise<void> {
    const [row] = await this.#kernel.database.system(
      `select from task where tenant_id = $1 and id = $2 and run = $3 and state = 'running'`,
      [tenantId, id, run],
    );
    if (!row) throw new TaskOver();
  }

  /** Returns the account of a task with its current permissions; refuses when it may not do the task any more. */
  async #currentWho({ tenantId, accountId, language, kind, source, limits }: Claim): Promise<Who> {
    const who = await this.#findWho(this.#kernel, tenantId, accountId, language);
    const subject = subjectOf(this.#kernel.contracts, kind, source);
    if (!who || !subject) throw new Refusal(kernelRefusal['task-account']);
    checkAccess(subject.access, who);
    const lotIds = limits.lotIds === null ? who.lotIds : limits.lotIds.filter((one) => coversLot(who, one));
    return { ...who, lotIds, isOwnOnly: who.isOwnOnly || limits.isOwnOnly };
  }

  /** Ends a run that failed; throws `TryAgain` where another run follows. */
  async #giveUp(claim: Claim, error: unknown): Promise<void> {
    if (error instanceof TaskOver) return;
    const { database, log } = this.#kernel;
    if (error instanceof Stopping) {
      await database.system(
        `update task set state = 'queued' where tenant_id = $1 and id = $2 and run = $3 and state = 'running'`,
        [claim.tenantId, claim.id, claim.run],
      );
      throw new TryAgain();
    }
    // Without its database a run has ended; the task runs again like that of a dead process.
    if (isConnectionError(error)) throw new TryAgain();
    if (!(error instanceof Refusal)) log.error({ task: claim.id, err: error }, 'task failed');
    const refusal = error instanceof Refusal ? error : new Refusal(kernelRefusal['task-broken'], { id: claim.id });
    await this.#end(claim, { state: 'failed', error: filledIn(refusal) });
  }

  /** Stores the result of a run; returns false when the task had already ended. */
  #end(claim: Claim, end: Omit<ActEnd, 'expiresAt'>): Promise<boolean> {
    const { id, kind, source, language } = claim;
    const { state, error } = end;
    return this.#kernel.database.inTenant(systemWho(claim.tenantId), async (tx) => {
      const expiresAt = new Date(tx.now.getTime() + KEPT_MS);
      const ended = await storeEnd(tx, claim, end, expiresAt);
      if (!ended) return false;
      await this.#tellModule(tx, claim, { ...end, expiresAt });
      const data = { taskId: id, taskKind: kind, source, state };
      tx.emit(taskEnded, { subjectId: id, data });
      const subject = subjectOf(this.#kernel.contracts, kind, source)?.title[language] ?? source;
      const after = { state, doneCount: ended.doneCount, ...(error ? { error: error[language] } : {}) };
      tx.audit({ action: 'task.updated', subjectKind: 'task', subjectId: id, subject, after });
      return true;
    });
  }

  /** Lets the module of an operation record the end of its task. */
  async #tellModule(
    tx: TenantTx,
    { id, kind, source, input, language }: Pick<Claim, 'id' | 'kind' | 'source' | 'input' | 'language'>,
    end: ActEnd,
  ): Promise<void> {
    if (kind === 'act') await this.#acts.get(source)?.ended(tx, { id, input, language }, end);
  }
}

/** Returns a refusal with its values filled in for both languages, as it is stored for its account. */
function filledIn({ rule, params, issues }: Refusal): RefusalRule {
  const inLanguage = (language: Language) =>
    issues.length > 0 ? issues.map((one) => one[language]).join('; ') : say(rule, language, params);
  return { ...rule, zh: inLanguage('zh'), en: inLanguage('en') };
}
