import { maskPhone, Refusal } from '@boyun/kernel/contract';
import {
  handle,
  handleFreely,
  type Kernel,
  notFound,
  type Sweep,
  serveReport,
  type TenantTx,
} from '@boyun/kernel/server';
import { type Holder, holderOf } from '../own/holder.service.ts';
import { customerOf } from '../session/driver-session.service.ts';
import { sendCode, takeCode } from '../sign-in/app-code.service.ts';
import { appRefusal } from '../sign-in/sign-in.contract.ts';
import { hasAgreedToSms } from '../sms/sms-consent.service.ts';
import {
  askOwnData,
  deleteOwnAccount,
  enterPrivacyRequest,
  getOwnRequests,
  getPrivacyRequest,
  openPrivacyFile,
  privacyRefusal,
  privacyRequests,
  type RequestKind,
  type RequestState,
  sendOwnCode,
} from './privacy.contract.ts';
import { closeAccount, file, type ReportLine, requireDeletable, requireHolder } from './privacy.service.ts';
import { dataAsked, deletionAsked, privacyRequestEntered } from './privacy-event.contract.ts';

const summed = (...outcomes: string[]) =>
  `coalesce((select sum((line->>'count')::int) from jsonb_path_query(r.report, '$[*] ? (${outcomes
    .map((one) => `@.outcome == "${one}"`)
    .join(' || ')})') line), 0)::int`;

/** Requests of persons about their data. */
export const privacyReport = serveReport(privacyRequests, {
  from: 'privacy_request',
  as: 'r',
  lot: null,
  own: 'r.entered_by_id = ?',
  period: 'r.asked_at',
  columns: {
    erasedCount: summed('erased', 'anonymous'),
    keptCount: summed('kept'),
  },
  order: 'r.asked_at desc, r.id desc',
});

interface RequestRow {
  readonly id: string;
  readonly kind: keyof typeof RequestKind;
  readonly state: keyof typeof RequestState;
  readonly askedAt: Date;
  readonly file: string | null;
  readonly report: ReportLine[];
}

const subjectOf = (customerId: string) => ({ subjectKind: 'customer', subjectId: customerId });

/** Deletes the account of the proven number; returns false where the code is wrong. */
async function deleteBy(tx: TenantTx, kernel: Kernel, { codeId, smsCode }: { codeId: string; smsCode: string }) {
  const holder: Holder = await holderOf(tx);
  await requireDeletable(tx, holder);
  if ((await takeCode(tx, codeId, smsCode)) !== holder.mobile) return false;
  await file(tx, kernel.jobs, holder, 'deletion');
  await closeAccount(tx, holder.customerId);
  tx.emit(deletionAsked, { lotId: null, subjectId: holder.customerId, data: {} });
  tx.audit({ action: deleteOwnAccount.audit!, ...subjectOf(holder.customerId) });
  return true;
}

/** What staff does with requests of persons. */
const staffServers = [
  handle(getPrivacyRequest, async (tx, { requestId }) => {
    const [row] = await tx.query<{ note: string | null; hasFile: boolean; report: ReportLine[] }>(
      `select note, file_key is not null as "hasFile", coalesce(report, '[]') as report from privacy_request
       where tenant_id = $1 and id = $2`,
      [tx.tenantId, requestId],
    );
    if (!row) throw notFound(tx.who, privacyRequests.title);
    return row;
  }),
  handle(enterPrivacyRequest, async (tx, { mobile, kind, note }, act, kernel) => {
    const holder = await requireHolder(tx, mobile);
    if (kind === 'deletion') await requireDeletable(tx, holder);
    const requestId = await file(tx, kernel.jobs, holder, kind, {
      enteredBy: tx.who.name,
      enteredById: tx.who.userId,
      note,
    });
    if (kind === 'deletion') await closeAccount(tx, holder.customerId);
    tx.emit(privacyRequestEntered, { lotId: null, subjectId: requestId, data: {} });
    act.describe({ ...subjectOf(holder.customerId), subject: maskPhone(mobile), after: { kind, note } });
    return { requestId };
  }),
  handle(openPrivacyFile, async (tx, { requestId, reason }, act) => {
    const [row] = await tx.query<{ customerId: string; maskedMobile: string; fileKey: string | null }>(
      'select customer_id, masked_mobile, file_key from privacy_request where tenant_id = $1 and id = $2',
      [tx.tenantId, requestId],
    );
    if (!row) throw notFound(tx.who, privacyRequests.title);
    if (!row.fileKey) throw new Refusal(privacyRefusal['no-file']);
    act.describe({ ...subjectOf(row.customerId), subject: row.maskedMobile, after: { reason } });
    return { file: row.fileKey };
  }),
];

/** What persons ask about their own data, and staff for them. */
export const privacyServers = [
  ...staffServers,
  handle(getOwnRequests, async (tx) => ({
    isSmsAgreed: await hasAgreedToSms(tx, (await holderOf(tx)).mobile),
    requests: await tx.query<RequestRow>(
      `select id, kind, state, asked_at, file_key as file, coalesce(report, '[]') as report from privacy_request
       where tenant_id = $1 and customer_id = $2 order by asked_at desc limit 10`,
      [tx.tenantId, customerOf(tx)],
    ),
  })),
  handle(askOwnData, async (tx, _, act, kernel) => {
    const holder = await holderOf(tx);
    await file(tx, kernel.jobs, holder, 'access');
    tx.emit(dataAsked, { lotId: null, subjectId: holder.customerId, data: {} });
    act.describe(subjectOf(holder.customerId));
    return {};
  }),
  handle(sendOwnCode, async (tx, _, act, kernel) => {
    const { customerId, mobile } = await holderOf(tx);
    act.describe(subjectOf(customerId));
    return sendCode(tx, kernel, { mobile, address: tx.who.address ?? '' });
  }),
  handleFreely(deleteOwnAccount, async (kernel, given, { who }) => {
    const isDone = await kernel.database.inTenant(who!, (tx) => deleteBy(tx, kernel, given));
    // Refused after the commit, so that the attempt stays counted.
    if (!isDone) throw new Refusal(appRefusal['wrong-code']);
    return {};
  }),
];

const WEEK_MS = 7 * 24 * 3_600_000;

/** Removes the files of accesses after a week. */
export const oldFiles: Sweep = {
  name: 'privacy-files',
  everySeconds: 3600,
  async run({ database, clock, files }) {
    const rows = await database.system<{ fileKey: string }>(
      `with old as (
         select tenant_id, id, file_key from privacy_request where file_key is not null and done_at < $1 limit 100
       ), emptied as (
         update privacy_request r set file_key = null from old where r.tenant_id = old.tenant_id and r.id = old.id
       )
       select file_key from old`,
      [new Date(clock.now().getTime() - WEEK_MS)],
    );
    for (const { fileKey } of rows) await files.remove(fileKey);
  },
};
