import type { TenantTx } from '@boyun/kernel/server';

/** Returns the screen of a valid link and notes that it was opened, at most once a minute; null for any other code. */
export async function useLink(tx: TenantTx, codeHash: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string; wallScreenId: string; isNoted: boolean }>(
    `select id, wall_screen_id, coalesce(last_used_at > $3::timestamptz - interval '1 minute', false) as "isNoted" from screen_link
     where tenant_id = $1 and code_hash = $2 and revoked_at is null and expires_at > $3`,
    [tx.tenantId, codeHash, tx.now],
  );
  if (row && !row.isNoted)
    await tx.query('update screen_link set last_used_at = $3 where tenant_id = $1 and id = $2', [
      tx.tenantId,
      row.id,
      tx.now,
    ]);
  return row?.wallScreenId ?? null;
}
