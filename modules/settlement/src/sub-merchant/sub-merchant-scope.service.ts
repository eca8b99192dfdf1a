import { piece, type Sql, sql, type TenantTx } from '@boyun/kernel/server';
import { findOwnSubMerchant } from './sub-merchant.queries.ts';

/** Conditions that limit rows to the caller's own sub-merchant; none for accounts of the operator. */
export async function ofOwnSubMerchant(tx: TenantTx, column: string): Promise<Sql[]> {
  const own = await findOwnSubMerchant(tx);
  return own ? [sql`${piece(column)} = ${own}`] : [];
}
