import type { DaySpanName, Rhythm } from '@boyun/domain/rhythm';
import type { ExportFormat, Language } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { PausedWhy } from './report-schedule.contract.ts';

/** A schedule as it is stored. */
export interface Schedule {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly report: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly period: DaySpanName | 'none';
  readonly rhythm: Rhythm['kind'];
  readonly weekDay: number | null;
  readonly monthDay: number | null;
  readonly atTime: string;
  readonly format: ExportFormat;
  readonly delivery: 'attachment' | 'link';
  readonly recipientIds: readonly string[];
  readonly language: Language;
  readonly state: 'active' | 'paused';
  readonly nextAt: Date;
}

const COLUMNS = `id, account_id, name, report, filters, period, rhythm, week_day, month_day, at_time, format, delivery, recipient_ids,
  language, state, next_at`;

/** Returns a schedule; null when there is none. */
export async function findSchedule(tx: TenantTx, id: string): Promise<Schedule | null> {
  const [row] = await tx.query<Schedule>(`select ${COLUMNS} from report_schedule where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    id,
  ]);
  return row ?? null;
}

/** Returns a schedule, locked; null when there is none. */
export async function lockSchedule(tx: TenantTx, id: string): Promise<Schedule | null> {
  const [row] = await tx.query<Schedule>(
    `select ${COLUMNS} from report_schedule where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Stores that a schedule is paused, and why, or that it is active. */
export async function writeState(
  tx: TenantTx,
  id: string,
  pausedWhy: PausedWhy | null,
  nextAt: Date | null = null,
): Promise<void> {
  await tx.query(
    `update report_schedule set state = $3, paused_why = $4, next_at = coalesce($5, next_at), updated_at = $6
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, pausedWhy ? 'paused' : 'active', pausedWhy, nextAt, tx.now],
  );
}

/** A recipient in use. */
export interface Recipient {
  readonly id: string;
  readonly name: string;
  readonly mail: string;
}

/** Returns those of some recipients that are in use. */
export function findRecipients(tx: TenantTx, ids: readonly string[]): Promise<Recipient[]> {
  return tx.query<Recipient>(
    `select id, name, mail from report_recipient where tenant_id = $1 and id = any($2::uuid[]) and is_active order by name, id`,
    [tx.tenantId, ids],
  );
}
