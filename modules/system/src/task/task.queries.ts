import {
  canSeeAllTasks,
  type Filters,
  type Label,
  type Paging,
  type TaskKind,
  type TaskState,
} from '@boyun/kernel/contract';
import { Conditions, type TenantTx, type Who } from '@boyun/kernel/server';
import type { taskList } from './task.contract.ts';

/** A task as stored. */
export interface ShownTask {
  readonly id: string;
  readonly kind: keyof typeof TaskKind;
  readonly source: string;
  readonly state: TaskState;
  readonly doneCount: number;
  readonly totalCount: number;
  readonly fileKey: string | null;
  readonly fileName: string | null;
  readonly errorZh: Label['zh'] | null;
  readonly errorEn: Label['en'] | null;
  readonly account: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly expiresAt: Date | null;
}

const COLUMNS = `id, kind, source, state, done_count as "doneCount", total_count as "totalCount", file_key as "fileKey",
  file_name as "fileName", error_zh as "errorZh", error_en as "errorEn", account, created_at as "createdAt",
  started_at as "startedAt", ended_at as "endedAt", case when files <> '{}' then expires_at end as "expiresAt"`;

/**
 * Returns the conditions for the tasks the caller may see: own ones, or everyone's; an account limited to lots sees no
 * files of others.
 */
function seenBy(
  { tenantId, userId, isAdmin, permissions, lotIds, isOwnOnly }: Who,
  isMine: boolean | null,
): Conditions {
  const seesAll = lotIds === null && !isOwnOnly && (isAdmin || permissions.has(canSeeAllTasks.name));
  return new Conditions().add('tenant_id = ?', tenantId).add('account_id = ?', seesAll && !isMine ? null : userId);
}

/** Returns a page of the tasks the caller may see, their total, and how many are running. */
export async function findTasks(tx: TenantTx, filters: Filters<typeof taskList>, paging: Paging) {
  const where = seenBy(tx.who, filters.isMine)
    .add('kind = ?', filters.kind)
    .add('state = ?', filters.state)
    .add('created_at >= ?', filters.from)
    .add('created_at <= ?', filters.to);
  const [count] = await tx.query<{ total: number; openCount: number }>(
    `select count(*) as total, count(*) filter (where state in ('queued', 'running')) as "openCount"
     from task where ${where.sql}`,
    where.values,
  );
  const tasks = await tx.query<ShownTask>(
    `select ${COLUMNS} from task where ${where.sql} order by id desc`,
    where.values,
    paging,
  );
  return { tasks, ...count! };
}

/** Returns a task the caller may see, locked when `isLocked`; null otherwise. */
export async function findTask(tx: TenantTx, id: string, isLocked: boolean): Promise<ShownTask | null> {
  const where = seenBy(tx.who, null).add('id = ?', id);
  const [row] = await tx.query<ShownTask>(
    `select ${COLUMNS} from task where ${where.sql}${isLocked ? ' for update' : ''}`,
    where.values,
  );
  return row ?? null;
}

/** Ends a task; its process notices at its next step. Its files are deleted after a week like any others. */
export async function endCancelled(tx: TenantTx, id: string): Promise<void> {
  await tx.query(
    `update task set state = 'cancelled', ended_at = $3, expires_at = $3::timestamptz + interval '7 days'
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, tx.now],
  );
}
