import { hashToken, newToken, type TenantTx } from '@boyun/kernel/server';

/** How long the password just given is good for one act. */
const VALID_MS = 5 * 60_000;

/** A proof that the caller has just given the password: good once, for this session alone; a newer one takes its place. */
export async function giveProof(tx: TenantTx): Promise<string> {
  const proof = newToken(tx.tenantId);
  await tx.query('update session set proof_hash = $3, proof_until = $4 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    tx.who.sessionId,
    hashToken(proof),
    new Date(tx.now.getTime() + VALID_MS),
  ]);
  return proof;
}

/** Takes a proof of the caller's session; whether it was good. With the act's transaction it is given back. */
export async function takeProof(tx: TenantTx, proof: string): Promise<boolean> {
  const taken = await tx.query(
    `update session set proof_hash = null, proof_until = null
     where tenant_id = $1 and id = $2 and proof_hash = $3 and proof_until > $4
     returning id`,
    [tx.tenantId, tx.who.sessionId, hashToken(proof), tx.now],
  );
  return taken.length > 0;
}
