import { dayOfKey, wallTime, zoneClock } from '@boyun/domain/period';
import { daysNamed, nextOf, type Rhythm } from '@boyun/domain/rhythm';
import {
  decode,
  exportPermission,
  type ModuleContract,
  parseWireTime,
  periodKeys,
  type Report,
} from '@boyun/kernel/contract';
import { exportOrder, isAllowed, type Kernel, type TenantTx, type Who } from '@boyun/kernel/server';
import type { PausedWhy } from './report-schedule.contract.ts';
import { runStarted } from './report-schedule-event.contract.ts';
import { findRecipients, type Schedule } from './schedule.queries.ts';

/** Returns a report that can be scheduled, by its name; null where there is none. */
export function reportOf(contracts: readonly ModuleContract[], name: string): Report | null {
  const found = contracts.flatMap((one) => one.reports).find((one) => one.name === name);
  return found && found.access !== 'platform' ? found : null;
}

/** Whether an account may export a report. */
export function mayExport(who: Who, report: Report): boolean {
  return isAllowed(report.access, who) && isAllowed(exportPermission(report), who);
}

/** Returns when a schedule is due next. */
export function dueAfter(
  of: Pick<Schedule, 'rhythm' | 'weekDay' | 'monthDay' | 'atTime'>,
  after: Date,
  zone: string,
): Date {
  const rhythm = { kind: of.rhythm, at: of.atTime, weekDay: of.weekDay, monthDay: of.monthDay } as Rhythm;
  return new Date(nextOf(rhythm, after.getTime(), zone));
}

/** Returns the filters of a run, decoded: those of the schedule, completed with the days it covers; null where they no longer fit. */
function filtersOf(schedule: Schedule, report: Report, who: Who, now: Date): Readonly<Record<string, unknown>> | null {
  const decoded = decode(report.filters, schedule.filters, { zone: who.zone });
  if (!decoded.ok) return null;
  if (schedule.period === 'none') return decoded.values;
  const keys = periodKeys(report.filters);
  if (!keys) return null;
  const today = dayOfKey(wallTime(now.getTime(), who.zone).slice(0, 10));
  const { from, to } = daysNamed(schedule.period, today);
  const isDay = report.filters[keys[0]]!.kind === 'day';
  const end = zoneClock(who.zone).dayStart(dayOfKey(to) + 1) - 1000;
  return {
    ...decoded.values,
    [keys[0]]: isDay ? from : parseWireTime(`${from} 00:00:00`, who.zone),
    [keys[1]]: isDay ? to : new Date(end),
  };
}

/** Returns why a schedule cannot run for its owner; null where it can. */
export function obstacleOf(
  contracts: readonly ModuleContract[],
  schedule: Schedule,
  owner: Who | null,
  now: Date,
): PausedWhy | null {
  if (!owner) return 'owner-left';
  const report = reportOf(contracts, schedule.report);
  if (!report || !mayExport(owner, report)) return 'no-right';
  return filtersOf(schedule, report, owner, now) ? null : 'changed';
}

/** Starts a run in a transaction of the owner: a task writes the file. Returns the id of the run. */
export async function startRun(kernel: Kernel, tx: TenantTx, schedule: Schedule): Promise<string> {
  const report = reportOf(kernel.contracts, schedule.report)!;
  const day = wallTime(tx.now.getTime(), tx.who.zone).slice(0, 10);
  const order = exportOrder(report, {
    filters: filtersOf(schedule, report, tx.who, tx.now)!,
    format: schedule.format,
    fileName: `${schedule.name} ${day}.${schedule.format}`,
    zone: tx.who.zone,
  });
  const taskId = await kernel.tasks.start(tx, order);
  const id = tx.newId();
  await tx.query(
    `insert into report_run (tenant_id, id, schedule_id, at, task_id, delivery) values ($1, $2, $3, $4, $5, $6)`,
    [tx.tenantId, id, schedule.id, tx.now, taskId, schedule.delivery],
  );
  await tx.query('update report_schedule set last_at = $3, next_at = $4 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    schedule.id,
    tx.now,
    dueAfter(schedule, tx.now, tx.who.zone),
  ]);
  const { name } = schedule;
  tx.emit(runStarted, {
    subjectId: schedule.id,
    data: { scheduleId: schedule.id, name, report: report.name, runId: id },
  });
  return id;
}

/** Whether any recipient of a schedule is in use. */
export async function hasRecipient(tx: TenantTx, schedule: Schedule): Promise<boolean> {
  return (await findRecipients(tx, schedule.recipientIds)).length > 0;
}

/** Filters as they are stored, without those that the period completes. */
export function storedFilters(
  report: Report,
  filters: Readonly<Record<string, unknown>>,
  period: string,
): Record<string, unknown> {
  const keys = period === 'none' ? null : periodKeys(report.filters);
  const named = keys ? keys.map((key) => key.charAt(0).toUpperCase() + key.slice(1)) : [];
  return Object.fromEntries(Object.entries(filters).filter(([key]) => !named.includes(key)));
}
