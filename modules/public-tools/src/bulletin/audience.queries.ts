import { withRoles } from '@boyun/access/server';
import { piece, runSql, type Sql, sql, type TenantTx } from '@boyun/kernel/server';

/** SQL condition for the addressees `a` of an announcement `b`: active staff with one of its roles that see one of its lots. */
export const AUDIENCE = `a.tenant_id = b.tenant_id and a.state = 'active' and not a.is_support and ${withRoles('b.role_ids')}
  and (b.lot_ids = '{}' or coalesce(b.lot_ids && account_lots(a.tenant_id, a.id), true))`;

/** SQL join of an account's receipt of the present edition. */
export const RECEIPT = `left join bulletin_receipt r on r.tenant_id = b.tenant_id and r.account_id = a.id
  and r.bulletin_id = b.id and r.edition = b.edition`;

/** SQL condition of an announcement `b` that is shown at an instant. */
export function isShownAt(at: Date): Sql {
  return sql`b.state = 'published' and b.valid_from <= ${at} and (b.valid_until is null or b.valid_until > ${at})`;
}

/** An announcement as its reader gets it. */
export interface ReadBulletin {
  readonly name: string;
  readonly body: string;
  readonly edition: number;
  readonly writer: string;
  readonly validFrom: Date;
  readonly validUntil: Date | null;
  readonly isRead: boolean;
}

/** Returns a current announcement to the caller; null where there is none. */
export async function findForReader(tx: TenantTx, id: string): Promise<ReadBulletin | null> {
  const { tenantId, who, now } = tx;
  const [row] = await runSql<ReadBulletin>(
    tx,
    sql`select b.name, b.body, b.edition, b.writer, b.valid_from, b.valid_until, r.account_id is not null as is_read
      from bulletin b join account_fact a on a.id = ${who.userId}::uuid and ${piece(AUDIENCE)} ${piece(RECEIPT)}
      where b.tenant_id = ${tenantId} and b.id = ${id}::uuid and ${isShownAt(now)}`,
  );
  return row ?? null;
}

/** Returns how many people each announcement addresses, and how many of them have read it. */
export function countReaders(
  tx: TenantTx,
  ids: readonly string[],
): Promise<{ id: string; audienceCount: number; readCount: number }[]> {
  return tx.query(
    `select b.id, count(a.id) as "audienceCount", count(r.account_id) as "readCount"
     from bulletin b join account_fact a on ${AUDIENCE} ${RECEIPT}
     where b.tenant_id = $1 and b.id = any($2::uuid[]) group by b.id`,
    [tx.tenantId, ids],
  );
}
