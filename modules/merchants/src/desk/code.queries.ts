import type { TenantTx } from '@boyun/kernel/server';

/** A code that customers scan. */
export interface MerchantCode {
  readonly id: string;
  readonly code: string;
  readonly kind: 'rotating' | 'static' | 'printed';
  readonly discountId: string;
  readonly grantId: string | null;
}

/** Keeps codes of a discount; null as their end means until they are replaced. */
export async function insertCodes(
  tx: TenantTx,
  of: { readonly discountId: string; readonly kind: MerchantCode['kind']; readonly validUntil: Date | null },
  codes: readonly string[],
): Promise<void> {
  await tx.query(
    `insert into merchant_code (tenant_id, id, code, discount_id, kind, created_at, created_by, valid_until)
     select $1, n.id, n.code, $2, $3, $4, $5, $6 from unnest($7::uuid[], $8::text[]) as n(id, code)`,
    [tx.tenantId, of.discountId, of.kind, tx.now, tx.who.name, of.validUntil, codes.map(() => tx.newId()), codes],
  );
}

/** Returns the static code of a discount; null where it has none. */
export async function findStaticCode(tx: TenantTx, discountId: string): Promise<string | null> {
  const [row] = await tx.query<{ code: string }>(
    `select code from merchant_code
     where tenant_id = $1 and discount_id = $2 and kind = 'static' and (valid_until is null or valid_until > $3)`,
    [tx.tenantId, discountId, tx.now],
  );
  return row?.code ?? null;
}

/** Ends the static code of a discount. */
export async function endStaticCode(tx: TenantTx, discountId: string): Promise<void> {
  await tx.query(
    `update merchant_code set valid_until = $3
     where tenant_id = $1 and discount_id = $2 and kind = 'static' and (valid_until is null or valid_until > $3)`,
    [tx.tenantId, discountId, tx.now],
  );
}

/** Returns a code in force, locked so that it serves one car at a time; null where there is none. */
export async function lockCode(tx: TenantTx, code: string): Promise<MerchantCode | null> {
  const [row] = await tx.query<MerchantCode>(
    `select id, code, kind, discount_id, grant_id from merchant_code
     where tenant_id = $1 and code = $2 and (valid_until is null or valid_until > $3) for no key update`,
    [tx.tenantId, code, tx.now],
  );
  return row ?? null;
}

/** Notes which grant a code has served. */
export async function noteServed(tx: TenantTx, id: string, grantId: string): Promise<void> {
  await tx.query('update merchant_code set grant_id = $3 where tenant_id = $1 and id = $2', [tx.tenantId, id, grantId]);
}

/** Returns the plate that a code of a merchant has served; null while it has served none. */
export async function findServed(tx: TenantTx, code: string, merchantId: string): Promise<string | null> {
  const [row] = await tx.query<{ plate: string }>(
    `select g.plate from merchant_code c join merchant_grant g on g.tenant_id = c.tenant_id and g.id = c.grant_id
     where c.tenant_id = $1 and c.code = $2 and g.merchant_id = $3`,
    [tx.tenantId, code, merchantId],
  );
  return row?.plate ?? null;
}

/** Returns whether a code is known although it no longer holds, and which plate and discount it served. */
export async function findGrantOf(tx: TenantTx, grantId: string): Promise<{ plate: string; validUntil: Date } | null> {
  const [row] = await tx.query<{ plate: string; validUntil: Date }>(
    'select plate, valid_until from merchant_grant where tenant_id = $1 and id = $2',
    [tx.tenantId, grantId],
  );
  return row ?? null;
}
