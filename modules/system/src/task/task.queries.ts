import { canSeeAllTasks, type Label, type TaskKind, type TaskState } from '@boyun/kernel/contract';
import { Conditions, type TenantTx, type Who } from '@boyun/kernel/server';

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
  /** Of the tasks of operations. */
  readonly input: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly expiresAt: Date | null;
}

const COLUMNS = `id, kind, source, state, done_count, total_count, file_key,
  file_name, error_zh, error_en, account, created_at,
  started_at, ended_at, case when files <> '{}' then expires_at end as "expiresAt",
  case when kind = 'act' then input end as input`;

/** Whether the caller sees everyone's tasks; an account limited to lots sees no files of others. */
export function seesAllTasks({ isAdmin, permissions, lotIds, isOwnOnly }: Who): boolean {
  return lotIds === null && !isOwnOnly && (isAdmin || permissions.has(canSeeAllTasks.name));
}

/** Returns a task the caller may see, locked when `isLocked`; null otherwise. */
export async function findTask(tx: TenantTx, id: string, isLocked: boolean): Promise<ShownTask | null> {
  const where = new Conditions()
    .add('tenant_id = ?', tx.tenantId)
    .add('account_id = ?', seesAllTasks(tx.who) ? null : tx.who.userId)
    .add('id = ?', id);
  const [row] = await tx.query<ShownTask>(
    `select ${COLUMNS} from task where ${where.sql}${isLocked ? ' for update' : ''}`,
    where.values,
  );
  return row ?? null;
}
