import { hashToken, newToken, type TenantTx } from '@boyun/kernel/server';

/** How long a password confirmation remains valid. */
const VALID_MS = 5 * 60_000;

/**
 * Creates a single-use proof that the caller has just confirmed the password. It is valid for this session only and
 * replaces an older one.
 */
export async function createProof(tx: TenantTx): Promise<string> {
  const proof = newToken(tx.tenantId);
  await tx.query('update session set proof_hash = $3, proof_until = $4 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    tx.who.sessionId,
    hashToken(proof),
    new Date(tx.now.getTime() + VALID_MS),
  ]);
  return proof;
}

/** Consumes a proof of the caller's session and returns whether it was valid. A rollback of the transaction restores it. */
export async function consumeProof(tx: TenantTx, proof: string): Promise<boolean> {
  const taken = await tx.query(
    `update session set proof_hash = null, proof_until = null
     where tenant_id = $1 and id = $2 and proof_hash = $3 and proof_until > $4
     returning id`,
    [tx.tenantId, tx.who.sessionId, hashToken(proof), tx.now],
  );
  return taken.length > 0;
}
