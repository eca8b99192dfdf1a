import { decode, Refusal, type Report } from '@boyun/kernel/contract';
import {
  handle,
  type Kernel,
  notFound,
  serveReport,
  serveResource,
  sql,
  type TenantTx,
  type Who,
} from '@boyun/kernel/server';
import { reportRecipient } from './report-recipient.contract.ts';
import {
  deleteSchedule,
  MOST_SCHEDULES,
  pauseSchedule,
  runList,
  runSchedule,
  saveSchedule,
  scheduleList,
  scheduleRefusal,
  stopRun,
} from './report-schedule.contract.ts';
import { runStopped, scheduleDeleted, schedulePaused, scheduleSaved } from './report-schedule-event.contract.ts';
import { findRecipients, lockSchedule, type Schedule, writeState } from './schedule.queries.ts';
import {
  dueAfter,
  hasRecipient,
  mayExport,
  obstacleOf,
  reportOf,
  startRun,
  storedFilters,
} from './schedule.service.ts';

export const reportRecipientServer = serveResource(reportRecipient);

const OWNER = '(select a.name from account_fact a where a.tenant_id = s.tenant_id and a.id = s.account_id)';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const SENDS = 'from push_send_fact p where p.tenant_id = r.tenant_id and p.id = any(r.send_ids)';
const MAILS = `(select case when bool_or(p.state = 'failed') then 'failed' when bool_or(p.state = 'kept') then 'kept'
  when bool_or(p.state = 'waiting') then 'waiting' when count(*) > 0 then 'sent' end ${SENDS})`;
const MAIL_FAULT = `(select max(p.answer) filter (where p.state = 'failed') ${SENDS})`;

/** Schedules are shown to their owners, and to administrators. */
const shownTo = ({ isAdmin, userId }: Who) => (isAdmin ? [] : [sql`s.account_id = ${userId ?? NOBODY}::uuid`]);

const titleOf = (kernel: Kernel, who: Who, name: string) =>
  reportOf(kernel.contracts, name)?.title[who.language] ?? name;

export const scheduleListServer = serveReport(scheduleList, ({ tx, kernel }) => ({
  from: 'report_schedule',
  as: 's',
  lot: null,
  own: 's.account_id = ?',
  where: shownTo(tx.who),
  filters: { name: 'position(lower(?) in lower(s.name)) > 0' },
  columns: {
    reportTitle: 's.report',
    ownerName: OWNER,
    isOwn: sql`s.account_id = ${tx.who.userId ?? NOBODY}::uuid`,
    nextAt: "case when s.state = 'active' then s.next_at end",
  },
  order: 's.name, s.id',
  finish: (rows) => rows.map((row) => ({ ...row, reportTitle: titleOf(kernel, tx.who, row.report) })),
}));

export const runListServer = serveReport(runList, ({ tx, kernel }) => ({
  from: 'report_run',
  as: 'r',
  joins: 'join report_schedule s on s.tenant_id = r.tenant_id and s.id = r.schedule_id',
  lot: null,
  own: 's.account_id = ?',
  where: shownTo(tx.who),
  period: { at: 'r.at', id: 'r.id' },
  columns: {
    name: 's.name',
    reportTitle: 's.report',
    mailState: MAILS,
    error: `coalesce(${tx.who.language === 'zh' ? 'r.error_zh' : 'r.error_en'}, ${MAIL_FAULT})`,
    isOwn: sql`s.account_id = ${tx.who.userId ?? NOBODY}::uuid`,
    url: null,
    recipients: `array_to_string(r.recipients, '、')`,
    ownerName: OWNER,
  },
  extra: { fileKey: 'r.file_key', report: 's.report' },
  order: 'r.id desc',
  finish: (rows) =>
    rows.map((row) => {
      const { fileKey, report, ...shown } = row as typeof row & {
        readonly fileKey: string | null;
        readonly report: string;
      };
      const isKept = fileKey && shown.expiresAt && shown.expiresAt > tx.now;
      const url = isKept ? kernel.files.sign(fileKey, shown.fileName ?? '', tx.who.userId) : null;
      return { ...shown, url, reportTitle: titleOf(kernel, tx.who, report) };
    }),
}));

/** Returns a schedule of the caller, locked; throws `not-found`. */
async function requireOwn(tx: TenantTx, id: string): Promise<Schedule> {
  const found = await lockSchedule(tx, id);
  if (!found || found.accountId !== tx.who.userId) throw notFound(tx.who, scheduleList.title);
  return found;
}

const eventOf = ({ id, name, report }: Pick<Schedule, 'id' | 'name' | 'report'>) => ({ scheduleId: id, name, report });

type Wish = Parameters<Parameters<typeof handle<typeof saveSchedule.input, typeof saveSchedule.output>>[1]>[1];

/** Refuses what cannot be scheduled; returns the report. */
async function checked(kernel: Kernel, tx: TenantTx, wish: Wish): Promise<Report> {
  const report = reportOf(kernel.contracts, wish.report);
  if (!report || !mayExport(tx.who, report)) throw new Refusal(scheduleRefusal.unknown);
  if (wish.rhythm === 'week' && wish.weekDay === null) throw new Refusal(scheduleRefusal['no-week-day']);
  if (wish.rhythm === 'month' && wish.monthDay === null) throw new Refusal(scheduleRefusal['no-month-day']);
  const ids = [...new Set(wish.recipientIds)];
  if ((await findRecipients(tx, ids)).length < ids.length) throw new Refusal(scheduleRefusal.recipients);
  return report;
}

/** Operations on the caller's own schedules. */
export const scheduleOperations = [
  handle(saveSchedule, async (tx, wish, act, kernel) => {
    const before = wish.scheduleId ? await requireOwn(tx, wish.scheduleId) : null;
    const report = await checked(kernel, tx, wish);
    const id = before?.id ?? tx.newId();
    const given = wish.filters ?? before?.filters ?? {};
    const filters = storedFilters(report, given, wish.period);
    const decoded = decode(report.filters, filters, { zone: tx.who.zone });
    if (!decoded.ok) throw new Refusal(scheduleRefusal.unknown, {}, decoded.issues);
    const weekDay = wish.rhythm === 'week' ? Number(wish.weekDay) : null;
    const monthDay = wish.rhythm === 'month' ? wish.monthDay : null;
    const timed = { rhythm: wish.rhythm, weekDay, monthDay, atTime: wish.atTime };
    const schedule = {
      ...timed,
      id,
      accountId: tx.who.userId!,
      report: report.name,
      filters,
      period: wish.period,
    } as Schedule;
    if (obstacleOf(kernel.contracts, schedule, tx.who, tx.now)) throw new Refusal(scheduleRefusal['no-period']);
    await tx.query(
      `insert into report_schedule (tenant_id, id, created_at, updated_at, account_id, name, report, filters, period, rhythm, week_day,
         month_day, at_time, format, delivery, recipient_ids, language, next_at)
       values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
       on conflict (tenant_id, id) do update set updated_at = $3, name = $5, report = $6, filters = $7, period = $8, rhythm = $9,
         week_day = $10, month_day = $11, at_time = $12, format = $13, delivery = $14, recipient_ids = $15, language = $16, next_at = $17`,
      [
        tx.tenantId,
        id,
        tx.now,
        tx.who.userId,
        wish.name,
        report.name,
        JSON.stringify(filters),
        wish.period,
        wish.rhythm,
        weekDay,
        monthDay,
        wish.atTime,
        wish.format,
        wish.delivery,
        [...new Set(wish.recipientIds)],
        tx.who.language,
        dueAfter(timed as Schedule, tx.now, tx.who.zone),
      ],
    );
    const [count] = await tx.query<{ all: number }>(
      'select count(*)::int as all from report_schedule where tenant_id = $1 and account_id = $2',
      [tx.tenantId, tx.who.userId],
    );
    if (count!.all > MOST_SCHEDULES) throw new Refusal(scheduleRefusal['too-many'], { most: String(MOST_SCHEDULES) });
    tx.emit(scheduleSaved, { subjectId: id, data: { scheduleId: id, name: wish.name, report: report.name } });
    const { scheduleId: _, ...after } = wish;
    act.describe({ subjectKind: 'report-schedule', subjectId: id, subject: wish.name, after: { ...after, filters } });
    return { scheduleId: id };
  }),
  handle(pauseSchedule, async (tx, { scheduleId, isPaused }, act, kernel) => {
    const found = await requireOwn(tx, scheduleId);
    if (!isPaused && obstacleOf(kernel.contracts, found, tx.who, tx.now)) throw new Refusal(scheduleRefusal.unknown);
    await writeState(tx, scheduleId, isPaused ? 'by-hand' : null, dueAfter(found, tx.now, tx.who.zone));
    const state = isPaused ? 'paused' : 'active';
    tx.emit(schedulePaused, { subjectId: scheduleId, data: { ...eventOf(found), state } });
    const subject = { subjectKind: 'report-schedule', subjectId: scheduleId, subject: found.name };
    act.describe({ ...subject, before: { state: found.state }, after: { state } });
    return {};
  }),
  handle(runSchedule, async (tx, { scheduleId }, act, kernel) => {
    const found = await requireOwn(tx, scheduleId);
    if (found.state === 'paused') throw new Refusal(scheduleRefusal.paused);
    const [running] = await tx.query(
      `select from report_run where tenant_id = $1 and schedule_id = $2 and state = 'running'`,
      [tx.tenantId, scheduleId],
    );
    if (running) throw new Refusal(scheduleRefusal.running);
    if (obstacleOf(kernel.contracts, found, tx.who, tx.now)) throw new Refusal(scheduleRefusal.unknown);
    if (!(await hasRecipient(tx, found))) throw new Refusal(scheduleRefusal.recipients);
    const runId = await startRun(kernel, tx, found);
    act.describe({ subjectKind: 'report-schedule', subjectId: scheduleId, subject: found.name, after: { runId } });
    return { runId };
  }),
  handle(stopRun, async (tx, { runId }, act, kernel) => {
    const [run] = await tx.query<{ scheduleId: string; taskId: string; state: string }>(
      'select schedule_id, task_id, state from report_run where tenant_id = $1 and id = $2 for update',
      [tx.tenantId, runId],
    );
    if (!run) throw notFound(tx.who, runList.title);
    const found = await requireOwn(tx, run.scheduleId);
    if (run.state !== 'running') throw new Refusal(scheduleRefusal.ended);
    await kernel.tasks.cancel(tx, run.taskId);
    tx.emit(runStopped, { subjectId: found.id, data: { ...eventOf(found), runId } });
    act.describe({ subjectKind: 'report-schedule', subjectId: found.id, subject: found.name, after: { runId } });
    return {};
  }),
  handle(deleteSchedule, async (tx, { scheduleId }, act) => {
    const found = await requireOwn(tx, scheduleId);
    await tx.query('delete from report_schedule where tenant_id = $1 and id = $2', [tx.tenantId, scheduleId]);
    tx.emit(scheduleDeleted, { subjectId: scheduleId, data: eventOf(found) });
    const { name, report, filters, rhythm } = found;
    const before = { name, report, filters, rhythm };
    act.describe({ subjectKind: 'report-schedule', subjectId: scheduleId, subject: name, before });
    return {};
  }),
];
