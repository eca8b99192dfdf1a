import { createHash } from 'node:crypto';
import { accountsWithin } from '@boyun/access/server';
import { containing, handleFreely, serveReport, sql } from '@boyun/kernel/server';
import { crashReportList, reportCrash } from './crash-report.contract.ts';
import { crashReported } from './crash-report-event.contract.ts';
import { SENTRY_JOB } from './sentry.jobs.ts';

/** Maximum number of kinds of errors stored per tenant, so that ever-changing errors cannot fill the table. */
const MAX_KINDS = 500;

/** Returns the fingerprint that groups errors: the message without numbers, and the place of origin. */
function fingerprintOf(message: string, stack: string | null): string {
  const place = /\n?\s*at .+/.exec(stack ?? '')?.[0].trim() ?? '';
  return createHash('sha256')
    .update(`${message.replaceAll(/\d+/g, '#')}\n${place}`)
    .digest('base64url')
    .slice(0, 22);
}

/** Stores an error of a page. It is itself a log, so no audit entry is written. */
export const reportCrashServer = handleFreely(reportCrash, async (kernel, input, { who, agent }) => {
  const { message, stack, page, productVersion } = input;
  await kernel.database.inTenant(who!, async (tx) => {
    const values = [
      tx.tenantId,
      tx.newId(),
      tx.now,
      fingerprintOf(message, stack),
      message,
      stack,
      page,
      tx.who.account,
      agent,
      productVersion,
    ];
    await tx.query(
      `insert into crash_report as c (tenant_id, id, first_at, last_at, fingerprint, message, stack, page, account, agent, product_version)
       select $1::int, $2::uuid, $3::timestamptz, $3, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text, $10::text
       where (select count(*) from crash_report where tenant_id = $1) < ${MAX_KINDS}
         or exists (select from crash_report where tenant_id = $1 and fingerprint = $4)
       on conflict (tenant_id, fingerprint) do update set last_at = excluded.last_at, count = c.count + 1,
         message = excluded.message, stack = excluded.stack, page = excluded.page, account = excluded.account,
         agent = excluded.agent, product_version = excluded.product_version`,
      values,
    );
    tx.emit(crashReported, { data: { page, message } });
    if (kernel.configuration.sentryDsn)
      await kernel.jobs.send(tx, SENTRY_JOB, { ...input, agent, at: tx.now.toISOString(), tenantId: tx.tenantId });
  });
  return {};
});

/** The page errors of a tenant. */
export const crashReportReport = serveReport(crashReportList, async ({ tx }) => {
  const accounts = await accountsWithin(tx);
  return {
    from: 'crash_report',
    as: 'c',
    lot: null,
    own: null,
    where: accounts ? [sql`c.account = any(${accounts.map((one) => one.account)}::text[])`] : [],
    filters: { text: containing('c.message', 'c.page') },
    period: 'c.last_at',
    order: 'c.last_at desc, c.id desc',
  };
});
