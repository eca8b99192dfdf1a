import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import {
  type Authenticator,
  hashToken,
  newToken,
  type Sweep,
  systemWho,
  type TenantTx,
  tenantOfToken,
  type Who,
} from '@boyun/kernel/server';

const DAY_MS = 24 * 3_600_000;
/** A phone that was not used for so long, or signed in so long ago, has to prove its number again. */
const IDLE_MS = 30 * DAY_MS;
const MAX_AGE_MS = 180 * DAY_MS;
/** Use is noted no more often than this. */
const TOUCH_MS = 10 * 60_000;
/** Tokens of drivers begin so, which those of accounts and keys never do. */
const PREFIX = 'd';

/** Whether a token is that of a driver. */
export const isDriverToken = (token: string): boolean => /^d\d+\./.test(token);

const driverWho = (tenantId: number, more: Partial<Who>): Who => ({
  ...systemWho(tenantId, 'driver'),
  isAdmin: false,
  kind: 'driver',
  ...more,
});

/** Returns the customer of a driver's token; throws `signed-out` for one that is over. */
export const driverAuthenticator: Authenticator = async ({ database, clock }, token, caller) => {
  const tenantId = tenantOfToken(token.slice(PREFIX.length));
  if (tenantId === null) throw new Refusal(kernelRefusal['signed-out']);
  const now = clock.now();
  const [row] = await database.systemOf.driver<{ id: string; customerId: string; seenAt: Date; zone: string }>(
    `select s.id, s.customer_id, s.seen_at, t.time_zone as zone from driver_session s
     join customer c on c.tenant_id = s.tenant_id and c.id = s.customer_id
     join tenant t on t.id = s.tenant_id
     where s.tenant_id = $1 and s.token_hash = $2 and s.ended_at is null and s.seen_at > $3 and s.opened_at > $4
       and c.state = 'normal' and t.state = 'active'`,
    [tenantId, hashToken(token), new Date(now.getTime() - IDLE_MS), new Date(now.getTime() - MAX_AGE_MS)],
  );
  if (!row) throw new Refusal(kernelRefusal['signed-out']);
  if (now.getTime() - row.seenAt.getTime() >= TOUCH_MS)
    await database.systemOf.driver(
      `with used as (
         update driver_session set seen_at = $3 where tenant_id = $1 and id = $2 and seen_at < $3 returning customer_id
       )
       update customer c set seen_at = $3 from used u where c.tenant_id = $1 and c.id = u.customer_id`,
      [tenantId, row.id, now],
    );
  return driverWho(tenantId, { ...caller, sessionId: row.id, customerId: row.customerId, zone: row.zone });
};

/** Returns the customer who calls; only calls with the access `driver` have one. */
export function customerOf({ who }: Pick<TenantTx, 'who'>): string {
  if (!who.customerId) throw new Error('the call is not one of a driver');
  return who.customerId;
}

/** Opens a session of a customer and returns its token. */
export async function openSession(
  tx: TenantTx,
  customerId: string,
  { address, agent }: { readonly address: string; readonly agent: string | null },
): Promise<string> {
  const token = `${PREFIX}${newToken(tx.tenantId)}`;
  await tx.query(
    `insert into driver_session (tenant_id, id, customer_id, token_hash, opened_at, seen_at, address, agent)
     values ($1, $2, $3, $4, $5, $5, $6, $7)`,
    [tx.tenantId, tx.newId(), customerId, hashToken(token), tx.now, address, agent],
  );
  await tx.query('update customer set seen_at = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    customerId,
    tx.now,
  ]);
  return token;
}

/** Ends the session of the caller. */
export async function endOwnSession(tx: TenantTx): Promise<void> {
  await tx.query('update driver_session set ended_at = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    tx.who.sessionId,
    tx.now,
  ]);
}

/** Signs all phones of a customer out. */
export async function endSessionsOf(tx: TenantTx, customerId: string): Promise<void> {
  await tx.query(
    'update driver_session set ended_at = $3 where tenant_id = $1 and customer_id = $2 and ended_at is null',
    [tx.tenantId, customerId, tx.now],
  );
}

/** Forgets codes after a day, and sessions a month after they ended. */
export const oldSessions: Sweep = {
  name: 'driver-sessions',
  everySeconds: 3600,
  async run({ database, clock }) {
    const ago = (ms: number) => new Date(clock.now().getTime() - ms);
    await database.system('delete from app_code where at < $1', [ago(DAY_MS)]);
    await database.system('delete from driver_session where seen_at < $1 and (ended_at is not null or seen_at < $2)', [
      ago(IDLE_MS),
      ago(MAX_AGE_MS),
    ]);
  },
};
