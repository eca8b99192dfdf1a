import { pattern } from '@boyun/domain/pattern';
import { normalizePlate, plateColor, plateColorOf } from '@boyun/domain/plate';
import { kernelRefusal, type Language, Refusal } from '@boyun/kernel/contract';
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
import { addCar } from '../car/car.service.ts';
import { nameOfTenant, shownText } from '../consent/consent.service.ts';
import { sendCode } from '../sign-in/app-code.service.ts';
import { enterByCode, type ProvenPhone } from '../sign-in/enter-app.service.ts';
import { appRefusal } from '../sign-in/sign-in.contract.ts';
import {
  getRegistrationTotals,
  getShare,
  getShareCode,
  registrations,
  type ShareChannel,
  sendShareCode,
  shareRefusal,
  shareRegister,
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
  /** The code of the tenant. */
  readonly tenant: string;
  readonly tenantName: string;
  readonly sharer: string;
}

/** Runs `work` as the holder of a code; refuses a code with a wrong signature or of a former employee. */
function asHolder<T>(
  kernel: Kernel,
  code: string,
  language: Language,
  work: (tx: TenantTx, sharer: Sharer) => Promise<T>,
): Promise<T> {
  const [, tenant, account] = /^(\d{1,9})-([\w-]{22})\.[\w-]{16}$/.exec(code) ?? [];
  const tenantId = Number(tenant);
  const hex = Buffer.from(account ?? '', 'base64url').toString('hex');
  const accountId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (!account || codeOf(kernel, tenantId, accountId) !== code) throw new Refusal(shareRefusal['unknown-code']);
  return kernel.database.inTenant({ ...systemWho(tenantId, 'driver'), kind: 'visitor', language }, async (tx) => {
    const [tenant] = await tx.query<{ code: string }>(`select code from tenant where id = $1 and state = 'active'`, [
      tenantId,
    ]);
    const [account] = await tx.query<{ name: string }>(
      `select name from account_fact where tenant_id = $1 and id = $2 and state = 'active'`,
      [tenantId, accountId],
    );
    if (!tenant || !account) throw new Refusal(shareRefusal['unknown-code']);
    const sharer = { accountId, tenant: tenant.code, tenantName: await nameOfTenant(tx), sharer: account.name };
    return work(tx, sharer);
  });
}

const registrationRows: ReportQuery<typeof registrations> = {
  from: 'customer',
  as: 'r',
  joins: `join account_fact a on a.tenant_id = r.tenant_id and a.id = r.referrer_id
    left join lateral (select c.plate from customer_car c where c.tenant_id = r.tenant_id and c.customer_id = r.id
      order by c.is_default desc, c.created_at limit 1) car on true`,
  lot: null,
  own: 'r.referrer_id = ?',
  filters: { sharer: containing('a.name'), accountId: 'r.referrer_id = ?' },
  period: 'r.registered_at',
  columns: { at: 'r.registered_at', sharer: 'a.name', plate: 'car.plate' },
  order: 'r.registered_at desc, r.id desc',
};

/** Registrations, newest first. */
export const registrationsReport = serveReport(registrations, registrationRows);

/** Refuses further registrations through a poster that had very many today: each costs an SMS. */
async function requireRoomToday(tx: TenantTx, accountId: string): Promise<void> {
  const [today] = await tx.query<{ count: number }>(
    'select count(*)::int as count from customer where tenant_id = $1 and referrer_id = $2 and registered_at >= $3',
    [tx.tenantId, accountId, new Date(tx.now.getTime() - DAY_MS)],
  );
  if (today!.count >= MOST_A_DAY) throw new Refusal(shareRefusal.busy);
}

/** Registers the customer of a proven phone under a sharer, with the car that was entered. */
async function register(
  tx: TenantTx,
  phone: ProvenPhone,
  {
    accountId,
    ...given
  }: { accountId: string; name: string | null; plate: string | null; channel: keyof typeof ShareChannel },
) {
  const { name, plate, channel } = given;
  const entered = await enterByCode(tx, phone, { name, channel, referrerId: accountId });
  if (!entered) return null;
  const { customerId: id, isNew } = entered;
  const text = plate && normalizePlate(plate);
  if (text) await addCar(tx, id, { plate: text, plateColor: plateColor[plateColorOf(text)].code });
  if (isNew) {
    tx.emit(registrationCreated, { subjectId: id, data: { id, accountId } });
    const after = { name, channel, plate: text };
    tx.audit({ action: shareRegister.audit!, subjectKind: 'customer', subjectId: id, subject: name ?? '—', after });
  }
  return entered;
}

/** Operations on posters and registrations. */
export const shareOperations = [
  handleFreely(getShare, (kernel, { code }, { language }) =>
    asHolder(kernel, code, language, async (tx, { tenantName, sharer }) => ({
      tenantName,
      sharer,
      ...(await shownText(tx)),
    })),
  ),
  handleFreely(sendShareCode, (kernel, { code, mobile }, { language, address }) =>
    asHolder(kernel, code, language, async (tx, { accountId }) => {
      await requireRoomToday(tx, accountId);
      return sendCode(tx, kernel, { mobile, address });
    }),
  ),
  handleFreely(
    shareRegister,
    async (kernel, { code, codeId, smsCode, consentVersion, ...given }, { language, address, agent }) => {
      if (given.plate && !pattern.plate.isValid(given.plate))
        throw new Refusal(kernelRefusal['bad-input'], {}, [
          { path: 'Plate', zh: pattern.plate.zh, en: pattern.plate.en },
        ]);
      const phone = { codeId, smsCode, consentVersion, address, agent };
      const done = await asHolder(kernel, code, language, async (tx, { accountId, tenant }) => {
        const entered = await register(tx, phone, { ...given, accountId });
        return entered && { tenant, token: entered.token, isNew: entered.isNew };
      });
      // Refused after the commit, so that the attempt stays counted.
      if (!done) throw new Refusal(appRefusal['wrong-code']);
      return done;
    },
  ),
  handle(getRegistrationTotals, async (tx, filters, _act, kernel) => {
    const rows = selectionOf(registrationRows, { tx, who: tx.who, filters, kernel });
    const sharers = await runSql<{ accountId: string; sharer: string; count: number }>(
      tx,
      sql`select r.referrer_id as account_id, a.name as sharer, count(*)::int as count ${rows}
        group by 1, 2 order by count desc, sharer`,
    );
    const channels = await runSql<{ channel: keyof typeof ShareChannel; count: number }>(
      tx,
      sql`select r.channel, count(*)::int as count ${rows} group by 1 order by count desc, channel`,
    );
    const { zone } = tx.who;
    const days = await runSql<{ day: string; from: Date; to: Date; count: number }>(
      tx,
      sql`with one as (select (r.registered_at at time zone ${zone})::date as day, count(*)::int as count ${rows} group by 1),
          every as (select generate_series(greatest(min(day), max(day) - ${MOST_DAYS - 1}::int), max(day), interval '1 day')::date as day from one)
        select every.day::text as day, every.day::timestamp at time zone ${zone} as from,
          (every.day + 1)::timestamp at time zone ${zone} - interval '1 millisecond' as to, coalesce(one.count, 0) as count
        from every left join one on one.day = every.day order by every.day`,
    );
    return { count: channels.reduce((sum, one) => sum + one.count, 0), sharers, channels, days };
  }),
  handle(getShareCode, async (tx, _, __, kernel) => ({ code: codeOf(kernel, tx.tenantId, tx.who.userId!) })),
];
