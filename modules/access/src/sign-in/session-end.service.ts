import type { TenantTx } from '@boyun/kernel/server';
import { logLogin } from './session.service.ts';
import { sessionClosed } from './session-event.contract.ts';

/** Why a session was ended by another account. */
export type EndedWhy = 'forced' | 'frozen' | 'password-reset';

/** Ends the session of an account on behalf of another account, closes its sockets and returns the number of sessions ended. */
export async function endSessions(tx: TenantTx, accountId: string, why: EndedWhy): Promise<number> {
  const ended = await tx.query<{ id: string; account: string; address: string | null; agent: string | null }>(
    `update session s set ended_at = $3, ended_why = $4 from account a
     where s.tenant_id = $1 and s.account_id = $2 and s.ended_at is null and a.tenant_id = s.tenant_id and a.id = s.account_id
     returning s.id, a.account, s.address, s.agent`,
    [tx.tenantId, accountId, tx.now, why],
  );
  for (const { id, account, address, agent } of ended) {
    await logLogin(tx, { accountId, account, outcome: 'forced-out', reason: why, address, agent });
    tx.emit(sessionClosed, { subjectId: id, data: { accountId, account } });
  }
  return ended.length;
}

/** Ends the sessions of all accounts of a tenant on behalf of the platform. */
export async function endAllSessions(tx: TenantTx, why: EndedWhy): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    'select distinct account_id as id from session where tenant_id = $1 and ended_at is null',
    [tx.tenantId],
  );
  for (const { id } of rows) await endSessions(tx, id, why);
}
