import { type Kernel, sweepFound, systemWho, type TenantTx } from '@boyun/kernel/server';

/** What identifies a signed call: calls with the same signature are one call sent again. */
export interface CallMark {
  /** HMAC-SHA256 in lower-case hex. */
  readonly signature: string;
  /** When its timestamp becomes too old to be accepted. */
  readonly expiresAt: Date;
}

/**
 * Runs the work of a signed call in its transaction, once: a call with a signature that was taken before changes nothing
 * and returns the first answer with `isRepeated`. Without this a recorded heartbeat could fetch commands that are meant for
 * the device. Answers are stored as JSON.
 */
export async function takeOnce<T extends object>(
  tx: TenantTx,
  { signature, expiresAt }: CallMark,
  work: () => Promise<T>,
): Promise<{ answer: T; isRepeated: boolean }> {
  const claimed = await tx.query(
    `insert into signed_call (tenant_id, signature, expires_at) values ($1, decode($2, 'hex'), $3)
     on conflict do nothing returning 1`,
    [tx.tenantId, signature, expiresAt],
  );
  if (claimed.length === 0) {
    const [first] = await tx.query<{ answer: T }>(
      `select answer from signed_call where tenant_id = $1 and signature = decode($2, 'hex')`,
      [tx.tenantId, signature],
    );
    return { answer: first!.answer, isRepeated: true };
  }
  const answer = await work();
  await tx.query(`update signed_call set answer = $3 where tenant_id = $1 and signature = decode($2, 'hex')`, [
    tx.tenantId,
    signature,
    JSON.stringify(answer),
  ]);
  return { answer, isRepeated: false };
}

const SWEPT_ROWS = 5000;

/** Deletes the signed calls whose timestamp would be refused by now. */
export async function sweepSignedCalls(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now();
  const sql =
    'select id as "tenantId" from tenant where exists (select from signed_call where tenant_id = tenant.id and expires_at < $1)';
  await sweepFound(kernel, { sql, values: [now] }, async ({ tenantId }) => {
    while ((await sweepTenant(kernel, tenantId, now)) === SWEPT_ROWS);
  });
}

/** Deletes up to 5,000 expired calls of a tenant; returns how many. */
function sweepTenant(kernel: Kernel, tenantId: number, now: Date): Promise<number> {
  return kernel.database.inTenant(systemWho(tenantId, 'gateway'), async (tx) => {
    const rows = await tx.query(
      `delete from signed_call where tenant_id = $1 and signature in (
         select signature from signed_call where tenant_id = $1 and expires_at < $2 limit $3) returning 1`,
      [tenantId, now, SWEPT_ROWS],
    );
    return rows.length;
  });
}
