import { normalizePlate } from '@boyun/domain/plate';
import type { Input, Output } from '@boyun/kernel/contract';
import { escapeLike, handle, lotCondition, type TenantTx } from '@boyun/kernel/server';
import { AGES, ago } from './arrears.server.ts';
import { getArrearsStatement, STATEMENT_ROWS } from './arrears-statement.contract.ts';

type Wish = Input<typeof getArrearsStatement>;
type Statement = Output<typeof getArrearsStatement>;

/** Arrears by lot or by plate, with the name of the tenant. */
export const getArrearsStatementServer = handle(getArrearsStatement, async (tx, wish) => {
  const [tenant] = await tx.query<{ name: string }>('select name from tenant where id = $1', [tx.tenantId]);
  const isByLot = String(wish.searchType) === '1';
  const { rows, total } = await (isByLot ? sumByLot(tx, wish) : sumByPlate(tx, wish));
  return {
    tenantName: tenant!.name,
    total,
    parkLotArrList: isByLot ? (rows as Statement['parkLotArrList']) : [],
    plateArrList: isByLot ? [] : (rows as Statement['plateArrList']),
  };
});

/** The conditions of the filters on `stay_fact`, whose alias is `o`. */
function owed(tx: TenantTx, { plate, lotId, age, from, to, minDueFen }: Wish) {
  const [over, upTo] = age ? AGES[age] : [null, null];
  const like = plate && `%${escapeLike(normalizePlate(plate))}%`;
  return lotCondition(tx.who, 'o')
    .add('o.pay_state = ?', 'arrears')
    .add('o.lot_id = ?', lotId)
    .add('o.plate like ?', like || null)
    .add('o.left_at >= ?', from)
    .add('o.left_at <= ?', to)
    .add('o.due_fen >= ?', minDueFen)
    .add('o.left_at < ?', over === null ? null : ago(tx, over))
    .add('o.left_at >= ?', upTo === null ? null : ago(tx, upTo));
}

const placeOf = ({ page, perPage, isQueryAll }: Wish) =>
  isQueryAll ? { limit: STATEMENT_ROWS.all, offset: 0 } : { limit: perPage, offset: (page - 1) * perPage };

async function sumByLot(tx: TenantTx, wish: Wish) {
  const conditions = owed(tx, wish);
  const aged = Object.entries(AGES).map(([age, [over, upTo]]) => {
    const within = `o.left_at < ${conditions.place(ago(tx, over))} and o.left_at >= ${conditions.place(ago(tx, upTo))}`;
    return `coalesce(sum(o.due_fen) filter (where ${within}), 0)::bigint as "${age}Fen"`;
  });
  const { limit, offset } = placeOf(wish);
  const rows = await tx.query<Statement['parkLotArrList'][number] & { total: number }>(
    `select o.lot_id, count(*)::int as "orderCount", count(distinct o.plate)::int as "plateCount",
       sum(o.due_fen)::bigint as "dueFen", ${aged.join(', ')}, min(o.left_at) as "oldestAt", count(*) over ()::int as total
     from stay_fact o where ${conditions.sql} group by o.lot_id order by sum(o.due_fen) desc, o.lot_id
     limit ${conditions.place(limit)} offset ${conditions.place(offset)}`,
    conditions.values,
  );
  return { rows, total: rows[0]?.total ?? 0 };
}

async function sumByPlate(tx: TenantTx, wish: Wish) {
  const conditions = owed(tx, wish);
  const { limit, offset } = placeOf(wish);
  const rows = await tx.query<Statement['plateArrList'][number] & { total: number }>(
    `select o.plate, (array_agg(o.plate_color order by o.left_at desc))[1] as "plateColor", count(*)::int as "orderCount",
       count(distinct o.lot_id)::int as "lotCount", sum(o.due_fen)::bigint as "dueFen", min(o.left_at) as "oldestAt",
       max(o.left_at) as "latestAt", count(*) over ()::int as total
     from stay_fact o where ${conditions.sql} group by o.plate order by sum(o.due_fen) desc, o.plate
     limit ${conditions.place(limit)} offset ${conditions.place(offset)}`,
    conditions.values,
  );
  return { rows, total: rows[0]?.total ?? 0 };
}
