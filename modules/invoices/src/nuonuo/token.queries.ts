import type { TenantTx } from '@boyun/kernel/server';

/** An access token, encrypted, and when it is renewed. */
export interface KeptToken {
  readonly sealed: string;
  readonly endsAt: Date;
}

/** Returns the kept access token of an app. */
export async function findToken(tx: TenantTx, appKey: string): Promise<KeptToken | null> {
  const [row] = await tx.query<KeptToken>(
    'select token_sealed as sealed, ends_at from invoice_token where tenant_id = $1 and app_key = $2',
    [tx.tenantId, appKey],
  );
  return row ?? null;
}

/** Keeps an access token in place of the former one. */
export async function keepToken(tx: TenantTx, appKey: string, { sealed, endsAt }: KeptToken): Promise<void> {
  await tx.query(
    `insert into invoice_token (tenant_id, app_key, token_sealed, ends_at) values ($1, $2, $3, $4)
     on conflict (tenant_id, app_key) do update set token_sealed = excluded.token_sealed, ends_at = excluded.ends_at`,
    [tx.tenantId, appKey, sealed, endsAt],
  );
}

/** Forgets an access token that the platform does not take any more. */
export async function forgetToken(tx: TenantTx, appKey: string): Promise<void> {
  await tx.query('delete from invoice_token where tenant_id = $1 and app_key = $2', [tx.tenantId, appKey]);
}
