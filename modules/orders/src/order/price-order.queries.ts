import type { Covered, EarlierStay, Linking } from '@boyun/domain/fee';
import { COVERED_FEE } from '@boyun/domain/stay-quote';
import { innerLotsOf } from '@boyun/facilities/server';
import type { TenantTx } from '@boyun/kernel/server';
import type { ParkingOrder } from './order.queries.ts';

type Stay = Pick<ParkingOrder, 'id' | 'lotId' | 'plate' | 'enteredAt'>;

/**
 * The times the plates stood in lots inside those of their stays, which have their own price there; in the order of the
 * stays, by one query where any lot has lots inside it.
 */
export async function findInnerStays(tx: TenantTx, stays: readonly Stay[], at: Date): Promise<Covered[][]> {
  const found: Covered[][] = stays.map(() => []);
  const innerIds = new Map<string, string[]>();
  for (const { lotId } of stays) if (!innerIds.has(lotId)) innerIds.set(lotId, await innerLotsOf(tx, lotId));
  const asked = stays.flatMap((stay, index) => innerIds.get(stay.lotId)!.map((lotId) => ({ index, stay, lotId })));
  if (asked.length === 0) return found;
  const rows = await tx.query<Covered & { index: number }>(
    `select asked.index, inner_stay.*
     from unnest($2::int[], $3::text[], $4::uuid[], $5::timestamptz[]) as asked(index, plate, lot_id, entered_at)
     cross join lateral (
       select extract(epoch from o.entered_at)::float8 * 1000 as "fromMs",
         extract(epoch from coalesce(o.left_at, $6))::float8 * 1000 as "toMs",
         jsonb_build_object('zh', '在内场“' || l.name || '”', 'en', 'In the inner lot ' || l.name) as reason
       from parking_order o join lot_fact l on l.tenant_id = o.tenant_id and l.id = o.lot_id
       where o.tenant_id = $1 and o.plate = asked.plate and o.lot_id = asked.lot_id and o.parking_state <> 'void'
         and o.entered_at < $6 and coalesce(o.left_at, $6) > asked.entered_at
     ) as inner_stay`,
    [
      tx.tenantId,
      asked.map((one) => one.index),
      asked.map((one) => one.stay.plate),
      asked.map((one) => one.lotId),
      asked.map((one) => one.stay.enteredAt),
      at,
    ],
  );
  for (const { index, fromMs, toMs, reason } of rows) found[index]!.push({ fromMs, toMs, reason });
  return found;
}

/** The most earlier stays read per plate and lot; a plate with more is shared by several cars. */
const MOST_EARLIER = 100;

/** How far back the entries of stays linked to one can lie: chains of linked stays reach further than one gap, up to a week. */
const reachMinutes = (linking: Linking) => (linking.by === 'day' ? 1440 : linking.minutes + 7 * 1440);

/** The ended stays of the plates in the lots of stays that may be linked to them, in the order asked, by one query. */
export async function findEarlierStays(
  tx: TenantTx,
  asked: readonly { readonly stay: Stay; readonly linking: Linking }[],
): Promise<EarlierStay[][]> {
  const rows = await tx.query<EarlierStay & { n: number }>(
    `select asked.n, earlier.*
     from unnest($2::uuid[], $3::text[], $4::uuid[], $5::timestamptz[], $6::int[])
       with ordinality as asked(id, plate, lot_id, entered_at, minutes, n)
     cross join lateral (
       select extract(epoch from o.entered_at)::float8 * 1000 as "enteredAtMs",
         extract(epoch from o.left_at)::float8 * 1000 as "exitAtMs", o.fee_lines as lines
       from parking_order o
       where o.tenant_id = $1 and o.plate = asked.plate and o.lot_id = asked.lot_id and o.id <> asked.id
         and o.parking_state in ('left', 'no-exit') and o.entered_at <= asked.entered_at
         and o.left_at >= asked.entered_at - make_interval(mins => asked.minutes)
       order by o.entered_at desc limit ${MOST_EARLIER}
     ) as earlier`,
    [
      tx.tenantId,
      asked.map((one) => one.stay.id),
      asked.map((one) => one.stay.plate),
      asked.map((one) => one.stay.lotId),
      asked.map((one) => one.stay.enteredAt),
      asked.map((one) => reachMinutes(one.linking)),
    ],
  );
  const found: EarlierStay[][] = asked.map(() => []);
  for (const { n, enteredAtMs, exitAtMs, lines } of rows) {
    // Caps of linked stays count what was charged.
    const charged = lines.filter((line) => line.rule !== COVERED_FEE);
    found[n - 1]!.push({ enteredAtMs, exitAtMs, lines: charged });
  }
  return found;
}
