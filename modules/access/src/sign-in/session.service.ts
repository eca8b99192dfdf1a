import { kernelRefusal, type Language, Refusal } from '@boyun/kernel/contract';
import {
  type AccountFinder,
  hashToken,
  type Kernel,
  newToken,
  systemWho,
  type TenantTx,
  tenantOfToken,
  type Who,
} from '@boyun/kernel/server';
import { signInRefusal } from '../account/sign-in-refusal.contract.ts';
import { withheldRights } from '../menu/page-right.service.ts';
import { sessionClosed, sessionOpened } from './session-event.contract.ts';

/** Idle timeout of a session in hours; a tenant may override it. */
const IDLE_HOURS = `coalesce((select x.session_hours from tenant_setting x where x.tenant_id = s.tenant_id), 12)`;
/** Maximum age of a session, however active: after that the password is required again. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;
/** Precision of the last-use time. */
const TOUCH_MS = 60_000;
/** How long ended sessions are kept, so that their tokens still get the right error. */
const KEEP_ENDED_MS = 30 * 24 * 3_600_000;

export type LoginReason = 'wrong-credentials' | 'captcha-wrong' | 'frozen' | 'forced' | 'password-reset';

/** An entry of the login log. */
export interface LoginEntry {
  readonly accountId: string | null;
  readonly account: string;
  readonly outcome: 'signed-in' | 'failed' | 'locked' | 'kicked-out' | 'forced-out' | 'signed-out' | 'expired';
  readonly reason?: LoginReason;
  readonly address: string | null;
  readonly agent: string | null;
}

/** Writes an entry to the login log. */
export async function logLogin(tx: TenantTx, entry: LoginEntry): Promise<void> {
  await tx.query(
    `insert into login_log (tenant_id, id, at, account_id, account, outcome, reason, address, agent)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.tenantId,
      tx.newId(),
      tx.now,
      entry.accountId,
      entry.account,
      entry.outcome,
      entry.reason ?? null,
      entry.address,
      entry.agent?.slice(0, 512) ?? null,
    ],
  );
}

/** Opens the single session of an account, ending an older one, and returns its token; throws `frozen`. */
export async function openSession(tx: TenantTx, sessionId: string, agent: string | null): Promise<string> {
  const { userId, account, address } = tx.who;
  // Serializes concurrent sign-ins of one account.
  const [row] = await tx.query<{ state: string }>(
    'select state from account where tenant_id = $1 and id = $2 for update',
    [tx.tenantId, userId],
  );
  if (row?.state !== 'active') throw new Refusal(signInRefusal.frozen);
  const older = await tx.query<{ id: string; address: string | null; agent: string | null }>(
    `update session set ended_at = $3, ended_why = 'signed-in-elsewhere'
     where tenant_id = $1 and account_id = $2 and ended_at is null
     returning id, address, agent`,
    [tx.tenantId, userId, tx.now],
  );
  for (const one of older) {
    await logLogin(tx, {
      accountId: userId,
      account,
      outcome: 'kicked-out',
      address: one.address,
      agent: one.agent,
    });
    tx.emit(sessionClosed, { subjectId: one.id, data: { accountId: userId, account } });
  }
  const token = newToken(tx.tenantId);
  await tx.query(
    `insert into session (tenant_id, id, account_id, token_hash, opened_at, last_seen_at, address, agent)
     values ($1, $2, $3, $4, $5, $5, $6, $7)`,
    [tx.tenantId, sessionId, userId, hashToken(token), tx.now, address, agent?.slice(0, 512) ?? null],
  );
  await tx.query('update account set last_sign_in_at = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    userId,
    tx.now,
  ]);
  await logLogin(tx, { accountId: userId, account, outcome: 'signed-in', address, agent });
  tx.emit(sessionOpened, { subjectId: sessionId, data: { accountId: userId, account } });
  return token;
}

/** Ends the caller's session. */
export async function closeSession(tx: TenantTx, agent: string | null): Promise<void> {
  const { userId, account, address, sessionId } = tx.who;
  const closed = await tx.query(
    `update session set ended_at = $3, ended_why = 'signed-out'
     where tenant_id = $1 and id = $2 and ended_at is null
     returning id`,
    [tx.tenantId, sessionId, tx.now],
  );
  if (closed.length === 0) return;
  await logLogin(tx, { accountId: userId, account, outcome: 'signed-out', address, agent });
  tx.emit(sessionClosed, { subjectId: sessionId, data: { accountId: userId, account } });
}

interface AccountRow {
  readonly userId: string;
  readonly account: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly hasToChangePassword: boolean;
  readonly lotIds: string[] | null;
  readonly isPlatform: boolean;
  readonly pageKeys: string[] | null;
  readonly zone: string;
  readonly isSupport: boolean;
  readonly isAdmin: boolean | null;
  readonly isOwnOnly: boolean | null;
  readonly roles: string[] | null;
  readonly permissions: string[] | null;
}

interface SessionRow extends AccountRow {
  readonly id: string;
  readonly endedWhy: string | null;
  readonly lastSeenAt: Date;
  readonly openedAt: Date;
  /** Idle timeout in hours. */
  readonly idleHours: number;
  readonly viewRoleId: string | null;
  /** Names of the supporter and of the person who consented; null once the consent has ended. */
  readonly supporter: string | null;
  readonly isSupportReadOnly: boolean | null;
}

/** Columns of an account `a` as of `$3`, viewed through a role where `viewRole` names one. */
const accountColumns = (viewRole: string) => `a.id as "userId", a.account, a.name,
  a.state = 'active' and t.state = 'active' and coalesce(t.expires_at > $3, true) as "isActive",
  a.must_change_password as "hasToChangePassword", a.is_support,
  case when a.has_all_lots and coalesce(r.is_wide, true) then null
    else account_lots(a.tenant_id, a.id, ${viewRole}) end as "lotIds",
  t.kind = 'platform' as "isPlatform", t.time_zone as "zone", t.page_keys,
  r.is_admin, r.is_own_only, r.roles, r.permissions`;

/** Joins of the tenant `t` of an account `a` and its roles `r`. */
const accountRights = (viewRole: string) => `join tenant t on t.id = a.tenant_id
  cross join lateral (
    select bool_or(role.is_admin) as is_admin, bool_or(role.is_admin or role.scope in ('tenant', 'own')) as is_wide,
      bool_and(role.scope = 'own' and not role.is_admin) as is_own_only,
      array_agg(distinct coalesce(role.code, role.name)) as roles,
      array_agg(distinct p.name) filter (where p.name is not null) as permissions
    from role
    left join lateral unnest(role.permissions) as p(name) on true
    where role.tenant_id = a.tenant_id and case when ${viewRole} is null
      then role.id in (select ar.role_id from account_role ar where ar.tenant_id = a.tenant_id and ar.account_id = a.id)
      else role.id = ${viewRole} end
  ) r`;

/** The permissions of an account outside a session. */
function whoOf(tenantId: number, row: AccountRow) {
  return {
    kind: 'user' as const,
    tenantId,
    userId: row.userId,
    account: row.account,
    name: row.name,
    isPlatform: row.isPlatform,
    isAdmin: row.isAdmin ?? false,
    hasToChangePassword: row.hasToChangePassword,
    roles: row.roles ?? [],
    permissions: new Set(row.permissions ?? []),
    withheld: withheldRights(row.pageKeys),
    lotIds: row.lotIds,
    isOwnOnly: row.isOwnOnly ?? false,
    zone: row.zone,
  };
}

/** Returns an account with its current permissions, for background work it started; null for one that may not sign in. */
export const findAccount: AccountFinder = async ({ database, clock }, tenantId, accountId, language) => {
  const [row] = await database.system<AccountRow & { hasConsent: boolean }>(
    `select ${accountColumns('null::uuid')}, exists (select from support_grant g
       where g.tenant_id = a.tenant_id and g.ended_at is null and g.expires_at > $3) as "hasConsent"
     from account a ${accountRights('null::uuid')} where a.tenant_id = $1 and a.id = $2`,
    [tenantId, accountId, clock.now()],
  );
  if (!row?.isActive || (row.isSupport && !row.hasConsent)) return null;
  return { ...whoOf(tenantId, row), sessionId: null, isReadOnly: false, language, address: null, requestId: null };
};

/**
 * Returns the owner of a token with everything that limits access, read on each call: a change of permissions takes
 * effect at the next one. Throws `signed-in-elsewhere` (403) for a session ended by a newer sign-in, otherwise
 * `signed-out` (401).
 */
export async function authenticator(
  kernel: Pick<Kernel, 'database' | 'clock'>,
  token: string,
  caller: { readonly address: string | null; readonly requestId: string | null; readonly language: Language },
): Promise<Who> {
  const tenantId = tenantOfToken(token);
  if (tenantId === null) throw new Refusal(kernelRefusal['signed-out']);
  const now = kernel.clock.now();
  const [row] = await kernel.database.systemOf.office<SessionRow>(
    `select s.id, s.ended_why, s.last_seen_at, s.opened_at,
       s.view_role_id, s.supporter || '（' || g.granted_by_name || '授权）' as supporter,
       g.is_read_only as "isSupportReadOnly", ${IDLE_HOURS} as "idleHours", ${accountColumns('s.view_role_id')}
     from session s
     join account a on a.tenant_id = s.tenant_id and a.id = s.account_id
     left join support_grant g on g.tenant_id = s.tenant_id and g.id = s.support_grant_id
       and g.ended_at is null and g.expires_at > $3
     ${accountRights('s.view_role_id')}
     where s.tenant_id = $1 and s.token_hash = $2`,
    [tenantId, hashToken(token), now],
  );
  if (row?.endedWhy === 'signed-in-elsewhere') throw new Refusal(kernelRefusal['signed-in-elsewhere']);
  if (row?.endedWhy === 'forced' || row?.endedWhy === 'frozen' || row?.endedWhy === 'password-reset')
    throw new Refusal(signInRefusal[`ended-${row.endedWhy}`]);
  const idleMs = row ? now.getTime() - row.lastSeenAt.getTime() : 0;
  const isOver = row && now.getTime() - row.openedAt.getTime() >= MAX_AGE_MS;
  const isConsentOver = row?.isSupport && row.supporter === null;
  if (!row || row.endedWhy !== null || !row.isActive || idleMs >= row.idleHours * 3_600_000 || isOver || isConsentOver)
    throw new Refusal(kernelRefusal['signed-out']);
  if (idleMs >= TOUCH_MS)
    await kernel.database.systemOf.office(
      'update session set last_seen_at = $3 where tenant_id = $1 and id = $2 and last_seen_at < $3',
      [tenantId, row.id, now],
    );
  const { address, requestId, language } = caller;
  const isReadOnly = row.viewRoleId !== null || (row.isSupportReadOnly ?? false);
  // Whatever support does is logged with both names: the supporter and the person who consented.
  const name = row.supporter ?? row.name;
  const seen = { ...whoOf(tenantId, row), name, sessionId: row.id, isReadOnly, language, address, requestId };
  if (row.viewRoleId === null) return seen;
  const own = await findAccount(kernel, tenantId, row.userId, language);
  if (!own) throw new Refusal(kernelRefusal['signed-out']);
  return withinOwn(seen, own);
}

/** Limits what a viewed role shows to what the account may see itself. */
function withinOwn(seen: Who, own: Who): Who {
  const { lotIds } = seen;
  return {
    ...seen,
    isAdmin: seen.isAdmin && own.isAdmin,
    permissions: own.isAdmin
      ? seen.permissions
      : new Set([...(seen.isAdmin ? own : seen).permissions].filter((one) => own.permissions.has(one))),
    lotIds:
      own.lotIds === null ? lotIds : lotIds === null ? own.lotIds : lotIds.filter((id) => own.lotIds!.includes(id)),
    isOwnOnly: seen.isOwnOnly || own.isOwnOnly,
  };
}

/** Ends idle and over-age sessions; deletes those that ended a month ago. */
export async function sweepSessions(kernel: Pick<Kernel, 'database' | 'clock'>): Promise<void> {
  const now = kernel.clock.now().getTime();
  const idle = await kernel.database.system<{ tenantId: number; id: string }>(
    `select s.tenant_id, s.id from session s
     where s.ended_at is null
       and (s.last_seen_at <= $1::timestamptz - ${IDLE_HOURS} * interval '1 hour' or s.opened_at <= $2) limit 1000`,
    [new Date(now), new Date(now - MAX_AGE_MS)],
  );
  for (const { tenantId, id } of idle)
    await kernel.database.inTenant(systemWho(tenantId), async (tx) => {
      const [ended] = await tx.query<{
        accountId: string;
        account: string;
        address: string | null;
        agent: string | null;
      }>(
        `update session s set ended_at = $3, ended_why = 'expired' from account a
         where s.tenant_id = $1 and s.id = $2 and s.ended_at is null 
           and (s.last_seen_at <= $4::timestamptz - ${IDLE_HOURS} * interval '1 hour' or s.opened_at <= $5)
           and a.tenant_id = s.tenant_id and a.id = s.account_id
         returning s.account_id, a.account, s.address, s.agent`,
        [tenantId, id, tx.now, new Date(now), new Date(now - MAX_AGE_MS)],
      );
      if (!ended) return;
      await logLogin(tx, { ...ended, outcome: 'expired' });
      tx.emit(sessionClosed, { subjectId: id, data: { accountId: ended.accountId, account: ended.account } });
    });
  await kernel.database.system('delete from session where ended_at <= $1', [new Date(now - KEEP_ENDED_MS)]);
}
