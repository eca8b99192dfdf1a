import { findAccount } from '@boyun/access/server';
import { wallTime } from '@boyun/domain/period';
import { type Kernel, type Sweep, sweepFound, systemWho, type TenantTx, type Who } from '@boyun/kernel/server';
import { sendDirect } from '@boyun/push/server';
import { deliver } from '@boyun/system/server';
import { PausedWhy } from './report-schedule.contract.ts';
import { runFailed, runSent, schedulePaused } from './report-schedule-event.contract.ts';
import { findRecipients, findSchedule, lockSchedule, type Schedule, writeState } from './schedule.queries.ts';
import { hasRecipient, obstacleOf, reportOf, startRun } from './schedule.service.ts';

/** Runs that are looked at in one go. */
const BATCH = 200;
/** The largest file that is attached; a larger one is sent as a link. */
const ATTACHED_BYTES = 8 * 1024 * 1024;
const HUB = '/_cloud_operation/report';

/** Starts the runs of the schedules that are due. */
async function startDue(kernel: Kernel): Promise<void> {
  await sweepFound<{ tenantId: number; id: string }>(
    kernel,
    {
      sql: `select s.tenant_id, s.id from report_schedule s join tenant t on t.id = s.tenant_id and t.state = 'active'
        where s.state = 'active' and s.next_at <= $1 order by s.next_at limit ${BATCH}`,
      values: [kernel.clock.now()],
    },
    ({ tenantId, id }) => startOne(kernel, tenantId, id),
  );
}

async function startOne(kernel: Kernel, tenantId: number, id: string): Promise<void> {
  const { database, clock } = kernel;
  const found = await database.inTenant(systemWho(tenantId), (tx) => findSchedule(tx, id), { isRead: true });
  if (!found) return;
  const owner = await findAccount(kernel, tenantId, found.accountId, found.language);
  const isDue = (one: Schedule | null) => one?.state === 'active' && one.nextAt <= clock.now();
  const obstacle = obstacleOf(kernel.contracts, found, owner, clock.now());
  // The task is the owner's: it sees and exports what the owner may.
  await database.inTenant(obstacle ? systemWho(tenantId) : (owner as Who), async (tx) => {
    const schedule = await lockSchedule(tx, id);
    if (!schedule || !isDue(schedule)) return;
    if (obstacle) await pause(tx, schedule, obstacle);
    else if (await hasRecipient(tx, schedule)) await startRun(kernel, tx, schedule);
    else await pause(tx, schedule, 'no-recipient');
  });
}

/** Pauses a schedule that cannot run, and tells its owner. */
async function pause(
  tx: TenantTx,
  { id, name, report, accountId }: Schedule,
  why: keyof typeof PausedWhy,
): Promise<void> {
  await writeState(tx, id, why);
  tx.emit(schedulePaused, { subjectId: id, data: { scheduleId: id, name, report, state: 'paused' } });
  const subject = { subjectKind: 'report-schedule', subjectId: id, subject: name };
  tx.audit({ action: schedulePaused.kind, ...subject, before: { state: 'active' }, after: { state: 'paused', why } });
  await tellOwner(tx, accountId, {
    title: { zh: `定时报表已暂停：${name}`, en: `Scheduled report paused: ${name}` },
    body: { zh: `${PausedWhy[why].zh}。`, en: `${PausedWhy[why].en}.` },
    tab: 'schedules',
  });
}

function tellOwner(
  tx: TenantTx,
  accountId: string,
  { tab, ...words }: { title: { zh: string; en: string }; body: { zh: string; en: string }; tab: string },
) {
  return deliver(tx, {
    kind: 'reminder',
    ...words,
    path: `${HUB}?tab=${tab}`,
    sender: 'system',
    audience: 'report-schedule',
    accountIds: [accountId],
  });
}

/** The end of the task of a run. */
interface Ended {
  readonly id: string;
  readonly scheduleId: string;
  readonly state: string;
  readonly fileKey: string | null;
  readonly fileName: string | null;
  readonly doneCount: number;
  readonly expiresAt: Date;
  readonly errorZh: string | null;
  readonly errorEn: string | null;
  /** Of the tenant. */
  readonly zone: string;
}

/** Sends the files of the runs whose task has ended. */
async function sendEnded(kernel: Kernel): Promise<void> {
  await sweepFound<{ tenantId: number; id: string }>(
    kernel,
    {
      sql: `select r.tenant_id, r.id from report_run r
        join task k on k.tenant_id = r.tenant_id and k.id = r.task_id and k.state not in ('queued', 'running')
        where r.state = 'running' order by r.at limit ${BATCH}`,
    },
    ({ tenantId, id }) => kernel.database.inTenant(systemWho(tenantId), (tx) => sendOne(kernel, tx, id)),
  );
}

async function sendOne(kernel: Kernel, tx: TenantTx, runId: string): Promise<void> {
  const [run] = await tx.query<Ended>(
    `select r.id, r.schedule_id, k.state, k.file_key, k.file_name, k.done_count, k.expires_at, k.error_zh, k.error_en, t.time_zone as zone
     from report_run r join task k on k.tenant_id = r.tenant_id and k.id = r.task_id join tenant t on t.id = r.tenant_id
     where r.tenant_id = $1 and r.id = $2 and r.state = 'running' for update of r`,
    [tx.tenantId, runId],
  );
  const schedule = run && (await findSchedule(tx, run.scheduleId));
  if (!run || !schedule) return;
  if (run.state !== 'done' || !run.fileKey) await fail(tx, schedule, run);
  else await send(kernel, tx, schedule, run as Sendable);
}

type Sendable = Ended & { readonly fileKey: string; readonly fileName: string };

async function fail(tx: TenantTx, { id, name, report, accountId }: Schedule, run: Ended): Promise<void> {
  const error = {
    zh: run.errorZh ?? (run.state === 'cancelled' ? '任务已取消' : '文件已过期'),
    en: run.errorEn ?? (run.state === 'cancelled' ? 'The task was cancelled' : 'The file has expired'),
  };
  await tx.query(
    `update report_run set state = 'failed', error_zh = $3, error_en = $4, ended_at = $5 where tenant_id = $1 and id = $2`,
    [tx.tenantId, run.id, error.zh, error.en, tx.now],
  );
  tx.emit(runFailed, { subjectId: id, data: { scheduleId: id, name, report, runId: run.id } });
  await tellOwner(tx, accountId, {
    title: { zh: `定时报表失败：${name}`, en: `Scheduled report failed: ${name}` },
    body: error,
    tab: 'runs',
  });
}

async function send(kernel: Kernel, tx: TenantTx, schedule: Schedule, run: Sendable): Promise<void> {
  const { id, name, report, language, recipientIds } = schedule;
  const recipients = await findRecipients(tx, recipientIds);
  const isAttached = schedule.delivery === 'attachment' && (await fits(kernel, run.fileKey));
  const title = reportOf(kernel.contracts, report)?.title[language] ?? report;
  const values = {
    name,
    report: title,
    rows: String(run.doneCount),
    time: wallTime(tx.now.getTime(), run.zone).replace('T', ' ').slice(0, 16),
    file: isAttached ? run.fileName : linkOf(kernel, run),
  };
  const sendIds: string[] = [];
  for (const { mail } of recipients)
    sendIds.push(
      await sendDirect(tx, kernel.jobs, {
        channel: 'mail',
        event: runSent,
        recipient: mail,
        values,
        language,
        ...(isAttached ? { file: { key: run.fileKey, name: run.fileName } } : {}),
      }),
    );
  await tx.query(
    `update report_run set state = 'sent', row_count = $3, file_key = $4, file_name = $5, expires_at = $6, recipients = $7, delivery = $8,
       ended_at = $9, send_ids = $10
     where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      run.id,
      run.doneCount,
      run.fileKey,
      run.fileName,
      run.expiresAt,
      recipients.map((one) => one.name),
      isAttached ? 'attachment' : 'link',
      tx.now,
      sendIds,
    ],
  );
  const data = { scheduleId: id, name, report, runId: run.id, title, rowCount: run.doneCount };
  tx.emit(runSent, { subjectId: id, data });
  const subject = { subjectKind: 'report-schedule', subjectId: id, subject: name };
  tx.audit({
    action: runSent.kind,
    ...subject,
    after: { file: run.fileName, recipients: recipients.map((one) => one.name) },
  });
}

/** The address of a file, valid as long as the file is kept. */
function linkOf({ files, configuration, ownAddress }: Kernel, run: Sendable): string {
  const path = files.signUntil(run.fileKey, run.fileName, run.expiresAt);
  return new URL(path, configuration.publicUrl ?? ownAddress() ?? 'http://localhost').href;
}

/** Whether a file is small enough to be attached. */
async function fits({ files }: Kernel, key: string): Promise<boolean> {
  const stream = await files.open(key);
  if (!stream) return false;
  let bytes = 0;
  for await (const part of stream) {
    bytes += (part as Buffer).length;
    if (bytes > ATTACHED_BYTES) break;
  }
  return bytes <= ATTACHED_BYTES;
}

/** Starts the schedules that are due, and sends the files that are ready. */
export const reportSchedules: Sweep = {
  name: 'report-schedules',
  everySeconds: 15,
  async run(kernel) {
    await startDue(kernel);
    await sendEnded(kernel);
  },
};
