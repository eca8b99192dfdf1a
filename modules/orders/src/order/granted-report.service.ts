import { piece, type Sql, sql } from '@boyun/kernel/server';

/** The state of grants as lists show it, `as` being their table: whether an order holds one, and whether it has expired, depends on the moment. */
export function grantState(as: string, now: Date): Sql {
  const g = piece(as);
  return sql`case when ${g}.state <> 'granted' then ${g}.state when ${g}.held_until > ${now} then 'held'
    when ${g}.valid_until <= ${now} then 'expired' else 'granted' end`;
}

/** Counts what became of grants, of which `as` is the table, in the columns `grantFigures` and the totals `grantTotals`. */
export function countGrants(as: string, now: Date) {
  const g = piece(as);
  const [granted, used, usedFen] = [
    'count(*)',
    `count(*) filter (where ${as}.state = 'used')`,
    `coalesce(sum(${as}.used_fen), 0)`,
  ];
  return {
    columns: {
      grantedCount: `${granted}::int`,
      usedCount: `${used}::int`,
      openCount: sql`count(*) filter (where ${g}.state = 'granted' and ${g}.valid_until > ${now})::int`,
      expiredCount: sql`count(*) filter (where ${g}.state = 'granted' and ${g}.valid_until <= ${now})::int`,
      revokedCount: `count(*) filter (where ${as}.state = 'revoked')::int`,
      usedFen: `${usedFen}::bigint`,
    },
    totals: { grantedCount: granted, usedCount: used, usedFen },
  };
}
