import { pattern } from '@boyun/domain/pattern';
import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import {
  containing,
  handle,
  handleFreely,
  type Kernel,
  type ReportQuery,
  runSql,
  selectionOf,
  serveReport,
  sql,
  systemWho,
  type TenantTx,
} from '@boyun/kernel/server';
import { signInRefusal } from '../account/sign-in-refusal.contract.ts';
import { findAttempts, reserveAttempt } from '../attempt/attempt.service.ts';
import { captchaLevel, isCaptcha } from '../sign-in/captcha.service.ts';
import { keyOfRegistrations, NO_LIMIT } from '../sign-in/captcha-level.service.ts';
import {
  getRegistrationTotals,
  getShare,
  getShareCode,
  register,
  registrations,
  type ShareChannel,
  shareRefusal,
} from './share.contract.ts';
import { registrationCreated } from './share-event.contract.ts';

/** Maximum number of registrations through one poster per day. */
const MOST_A_DAY = 500;
const DAY_MS = 24 * 3_600_000;
/** Maximum number of days in the totals by day. */
const MOST_DAYS = 62;
const PURPOSE = 'share';
/** Length of the signature: too long to guess, short enough for a code that can be scanned from a small picture. */
const SIGNATURE = 16;

/** Returns a signed code that names tenant and account, so that nothing needs to be stored. */
function codeOf(kernel: Pick<Kernel, 'secrets'>, tenantId: number, accountId: string): string {
  const named = `${tenantId}-${Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url')}`;
  return `${named}.${kernel.secrets.sign(PURPOSE, named).slice(0, SIGNATURE)}`;
}

interface Sharer {
  readonly accountId: string;
  readonly tenantName: string;
  readonly sharer: string;
}

/** Runs `work` as the holder of a code; refuses a code with a wrong signature or of a former employee. */
function asHolder<T>(kernel: Kernel, code: string, work: (tx: TenantTx, sharer: Sharer) => Promise<T>): Promise<T> {
  const [, tenant, account] = /^(\d{1,9})-([\w-]{22})\.[\w-]{16}$/.exec(code) ?? [];
  const tenantId = Number(tenant);
  const hex = Buffer.from(account ?? '', 'base64url').toString('hex');
  const accountId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (!account || codeOf(kernel, tenantId, accountId) !== code) throw new Refusal(shareRefusal['unknown-code']);
  return kernel.database.inTenant({ ...systemWho(tenantId, 'visitor'), kind: 'visitor' }, async (tx) => {
    const [found] = await tx.query<Omit<Sharer, 'accountId'>>(
      `select coalesce(s.brand_name, t.name) as "tenantName", a.name as sharer
       from account a join tenant t on t.id = a.tenant_id left join tenant_setting s on s.tenant_id = t.id
       where a.tenant_id = $1 and a.id = $2 and a.state = 'active' and t.state = 'active'`,
      [tenantId, accountId],
    );
    if (!found) throw new Refusal(shareRefusal['unknown-code']);
    return work(tx, { ...found, accountId });
  });
}

/** Ids increase with time, so a time range is a range of the primary key. */
const registrationRows: ReportQuery<typeof registrations> = {
  from: 'registration',
  as: 'r',
  joins: 'join account a on a.tenant_id = r.tenant_id and a.id = r.account_id',
  lot: null,
  own: 'r.account_id = ?',
  filters: { sharer: containing('a.name') },
  period: { at: 'r.at', id: 'r.id' },
  columns: { sharer: 'a.name' },
  order: 'r.id desc',
};

/** Registrations, newest first. */
export const registrationsReport = serveReport(registrations, registrationRows);

/** Operations on posters and registrations. */
export const shareOperations = [
  handleFreely(getShare, (kernel, { code }) => asHolder(kernel, code, async (_, sharer) => sharer)),
  handleFreely(
    register,
    async (kernel, { code, channel, name, mobile, plate, captchaId, captchaText }, { address }) => {
      if (plate && !pattern.plate.isValid(plate))
        throw new Refusal(kernelRefusal['bad-input'], {}, [
          { path: 'Plate', zh: pattern.plate.zh, en: pattern.plate.en },
        ]);
      await asHolder(kernel, code, async (tx, { accountId }) => {
        // A captcha is consumed whatever the outcome: this is not rolled back with the transaction.
        const { failuresBefore } = await findAttempts(kernel, keyOfRegistrations(address), NO_LIMIT);
        if (!(await isCaptcha(kernel, captchaId, captchaText, captchaLevel({ registrations: failuresBefore }))))
          throw new Refusal(signInRefusal['captcha-wrong']);
        await reserveAttempt(kernel, keyOfRegistrations(address), NO_LIMIT);
        const [today] = await tx.query<{ count: number }>(
          'select count(*) from registration where tenant_id = $1 and account_id = $2 and id >= first_uuid($3) and at >= $3',
          [tx.tenantId, accountId, new Date(tx.now.getTime() - DAY_MS)],
        );
        if (today!.count >= MOST_A_DAY) throw new Refusal(shareRefusal.busy);
        const id = tx.newId();
        const [made] = await tx.query(
          `insert into registration (tenant_id, id, at, account_id, channel, name, mobile, plate) values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (tenant_id, mobile) do nothing returning id`,
          [tx.tenantId, id, tx.now, accountId, channel, name, mobile, plate],
        );
        if (!made) return;
        tx.emit(registrationCreated, { subjectId: id, data: { id, accountId } });
        const after = { name, mobile, plate };
        tx.audit({ action: register.audit!, subjectKind: register.name, subjectId: id, subject: name, after });
      });
      return {};
    },
  ),
  handle(getRegistrationTotals, async (tx, filters, _act, kernel) => {
    const rows = selectionOf(registrationRows, { tx, who: tx.who, filters, kernel });
    const sharers = await runSql<{ accountId: string; sharer: string; count: number }>(
      tx,
      sql`select r.account_id, a.name as sharer, count(*)::int as count ${rows}
        group by 1, 2 order by count desc, sharer`,
    );
    const channels = await runSql<{ channel: keyof typeof ShareChannel; count: number }>(
      tx,
      sql`select r.channel, count(*)::int as count ${rows} group by 1 order by count desc, channel`,
    );
    const { zone } = tx.who;
    const days = await runSql<{ day: string; from: Date; to: Date; count: number }>(
      tx,
      sql`with one as (select (r.at at time zone ${zone})::date as day, count(*)::int as count ${rows} group by 1),
          every as (select generate_series(greatest(min(day), max(day) - ${MOST_DAYS - 1}::int), max(day), interval '1 day')::date as day from one)
        select every.day::text as day, every.day::timestamp at time zone ${zone} as from,
          (every.day + 1)::timestamp at time zone ${zone} - interval '1 millisecond' as to, coalesce(one.count, 0) as count
        from every left join one on one.day = every.day order by every.day`,
    );
    return { count: channels.reduce((sum, one) => sum + one.count, 0), sharers, channels, days };
  }),
  handle(getShareCode, async (tx, _, __, kernel) => ({ code: codeOf(kernel, tx.tenantId, tx.who.userId!) })),
];
