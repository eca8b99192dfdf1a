import type { TenantTx } from './database.ts';
import type { Progress } from './task.ts';
import type { ActEnd, Claim } from './task-run.ts';

/** A task has ended, or a later run of it has begun. */
export class TaskOver extends Error {}
/** Stores the progress of a run; throws `TaskOver` when it has ended. */
export async function note(
  tx: TenantTx,
  { tenantId, id, run }: Claim,
  { done, total, result }: Progress,
): Promise<void> {
  const rows = await tx.query(
    `update task set done_count = $4, total_count = $5, result = coalesce($6, result)
     where tenant_id = $1 and id = $2 and run = $3 and state = 'running' returning id`,
    [tenantId, id, run, done, total, result ? JSON.stringify(result) : null],
  );
  if (rows.length === 0) throw new TaskOver();
}

/** Writes how a run ended; null when the task had already ended. */
export async function storeEnd(
  tx: TenantTx,
  { tenantId, id, run }: Claim,
  { state, error, file, result }: Omit<ActEnd, 'expiresAt'>,
  expiresAt: Date,
): Promise<{ doneCount: number } | null> {
  const [row] = await tx.query<{ doneCount: number }>(
    `update task set state = $4, error_code = $12, error_zh = $5, error_en = $6, result = coalesce($7, result), file_key = $8,
       file_name = $9, files = case when $8::text is null then files else files || $8::text end, ended_at = $10,
       expires_at = $11, total_count = case when $4 = 'done' then done_count else total_count end
     where tenant_id = $1 and id = $2 and run = $3 and state = 'running'
     returning done_count`,
    [
      tenantId,
      id,
      run,
      state,
      error?.zh ?? null,
      error?.en ?? null,
      result ? JSON.stringify(result) : null,
      file?.key ?? null,
      file?.name ?? null,
      tx.now,
      expiresAt,
      error?.code ?? null,
    ],
  );
  return row ?? null;
}
