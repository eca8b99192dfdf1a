import { Refusal, type Values } from '@boyun/kernel/contract';
import { type Kernel, systemWho, type Who } from '@boyun/kernel/server';
import { isPassword } from '../account/password.service.ts';
import { signInRefusal } from '../account/sign-in-refusal.contract.ts';
import {
  captchaAfter,
  findAttempts,
  limit,
  limitConcurrency,
  releaseAttempt,
  reserveAttempt,
  resetAttempts,
} from '../attempt/attempt.service.ts';
import { captchaLevel, isCaptcha } from './captcha.service.ts';
import { type Found, findAccounts, keyOfAccount, keyOfAddress } from './found-account.service.ts';
import { type LoginEntry, type LoginReason, logLogin, openSession } from './session.service.ts';
import type { login } from './sign-in.contract.ts';

/** The origin of a sign-in. */
export interface Visitor {
  readonly address: string;
  readonly agent: string | null;
  readonly requestId: string;
}

/** Signs an account in, counts failures and writes the login log; throws the refusals of the `login` operation. */
export function signIn(
  kernel: Kernel,
  input: Values<typeof login.input>,
  visitor: Visitor,
): Promise<Values<typeof login.output>> {
  return limitConcurrency(visitor.address, () => trySignIn(kernel, input, visitor));
}

async function trySignIn(
  kernel: Kernel,
  input: Values<typeof login.input>,
  visitor: Visitor,
): Promise<Values<typeof login.output>> {
  const candidates = await findAccounts(kernel, input.account, input.tenantId);
  if (candidates.length > 1) throw new Refusal(signInRefusal['which-tenant']);
  const found = candidates[0] ?? null;
  const file = (outcome: LoginEntry['outcome'], reason?: LoginReason) =>
    fileOutcome(kernel, input, found, visitor, outcome, reason);

  const accountKey = keyOfAccount(input, found);
  const addressKey = keyOfAddress(visitor.address);
  const byAccount = await reserveAttempt(kernel, accountKey, limit.account);
  const byAddress = await findAttempts(kernel, addressKey, limit.address);
  // An attempt that ends before its password is checked is no failure: otherwise a burst of such attempts would lock the account.
  const release = () => releaseAttempt(kernel, accountKey);
  const isLocked = byAccount.lockedMinutes !== null && !(found && (await isKnownAddress(kernel, found, visitor)));
  const lockedMinutes = byAddress.lockedMinutes ?? (isLocked ? byAccount.lockedMinutes : null);
  if (lockedMinutes !== null) {
    await release();
    await file('locked');
    throw new Refusal(signInRefusal.locked, { minutes: lockedMinutes });
  }

  if (byAccount.failuresBefore >= captchaAfter.account || byAddress.failuresBefore >= captchaAfter.address) {
    // No password was checked, so nothing is counted.
    if (!input.captchaId || !input.captchaText) {
      await release();
      throw new Refusal(signInRefusal['captcha-needed']);
    }
    const level = captchaLevel({ account: byAccount.failuresBefore, address: byAddress.failuresBefore });
    if (!(await isCaptcha(kernel, input.captchaId, input.captchaText, level))) {
      await release();
      await file('failed', 'captcha-wrong');
      throw new Refusal(signInRefusal['captcha-wrong']);
    }
  }

  if (!(await isPassword(found?.passwordHash ?? null, input.password)) || !found) {
    await reserveAttempt(kernel, addressKey, limit.address);
    await file('failed', 'wrong-credentials');
    throw new Refusal(signInRefusal['wrong-credentials']);
  }
  await resetAttempts(kernel, accountKey);
  if (found.isFrozen) {
    await file('failed', 'frozen');
    throw new Refusal(signInRefusal.frozen);
  }
  if (found.isExpired) {
    await file('failed', 'frozen');
    throw new Refusal(signInRefusal['tenant-expired']);
  }

  const sessionId = kernel.database.newId();
  const accessToken = await kernel.database.inTenant(whoOf(found, visitor, sessionId), async (tx) => {
    const token = await openSession(tx, sessionId, visitor.agent);
    tx.audit({ action: 'session.opened', subjectKind: 'account', subjectId: found.id, subject: found.account });
    return token;
  });
  return {
    accessToken,
    tokenType: 'Bearer',
    tenantId: String(found.tenantId),
    userId: found.id,
    dashboardPath: found.dashboardPath,
  };
}

/** Days an address stays known to an account after a sign-in. */
const KNOWN_DAYS = 30;

/** Returns whether an account recently signed in from an address; there a captcha is required instead of a lock. */
async function isKnownAddress(kernel: Kernel, { tenantId, id }: Found, { address }: Visitor): Promise<boolean> {
  const since = new Date(kernel.clock.now().getTime() - KNOWN_DAYS * 24 * 3_600_000);
  const rows = await kernel.database.systemOf.office(
    `select 1 from login_log
     where tenant_id = $1 and account_id = $2 and outcome = 'signed-in' and address = $3 and at > $4 and id >= first_uuid($4) limit 1`,
    [tenantId, id, address, since],
  );
  return rows.length > 0;
}

function whoOf(found: Found, visitor: Visitor, sessionId: string): Who {
  return {
    ...systemWho(found.tenantId, found.account),
    kind: 'user',
    userId: found.id,
    name: found.name,
    sessionId,
    isPlatform: found.isPlatform,
    isAdmin: false,
    zone: found.zone,
    address: visitor.address,
    requestId: visitor.requestId,
  };
}

/** Writes the outcome of an attempt to the login log of its tenant, if there is one. */
async function fileOutcome(
  kernel: Kernel,
  input: Values<typeof login.input>,
  found: Found | null,
  visitor: Visitor,
  outcome: LoginEntry['outcome'],
  reason?: LoginReason,
): Promise<void> {
  const tenantId = found?.tenantId ?? (await findTenant(kernel, input.tenantId));
  kernel.log.info({ tenantId, outcome, reason, address: visitor.address, requestId: visitor.requestId }, 'sign-in');
  if (tenantId === null) return;
  await kernel.database.inTenant(
    systemWho(tenantId),
    (tx) =>
      logLogin(tx, {
        accountId: found?.id ?? null,
        account: found?.account ?? input.account,
        outcome,
        reason,
        address: visitor.address,
        agent: visitor.agent,
      }),
    { pool: 'office' },
  );
}

async function findTenant(kernel: Kernel, given: string | null): Promise<number | null> {
  if (given === null) return null;
  const [row] = await kernel.database.systemOf.office<{ id: number }>(
    'select id from tenant where code = $1 or id::text = $1 order by code = $1 desc limit 1',
    [given],
  );
  return row?.id ?? null;
}
