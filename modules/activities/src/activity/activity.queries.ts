import type { PlateMask, TenantTx } from '@boyun/kernel/server';

/** Name of the cached activities of a tenant. */
export const ACTIVITIES_KEPT = 'activities';

/** An activity as the pricing of a stay needs it. */
export interface Activity {
  readonly id: string;
  readonly name: string;
  /** Empty for all lots. */
  readonly lotIds: readonly string[];
  readonly vehicleKinds: readonly string[];
  readonly validFrom: Date;
  readonly validUntil: Date | null;
  /** Days of the week, 0 Sunday to 6 Saturday; empty for all. */
  readonly days: readonly number[];
  readonly dailyFrom: string | null;
  readonly dailyTo: string | null;
  /** `cap` limits the price of the time within the hours, `fixed-price` that of the stay. */
  readonly effect: 'percent' | 'amount' | 'minutes' | 'window' | 'free' | 'cap' | 'fixed-price';
  /** Percent, fen or minutes; null where the effect has none. */
  readonly value: number | null;
  readonly minimumFeeFen: number | null;
  readonly usesPerDay: number | null;
  readonly usesPerPlate: number | null;
  readonly budgetFen: number | null;
  readonly isExclusive: boolean;
  readonly isPaused: boolean;
}

const COMMON = `id, name, lot_ids, vehicle_kinds, valid_from, valid_until, days, daily_from, daily_to, minimum_fee_fen, uses_per_day,
  uses_per_plate, budget_fen, is_exclusive, is_paused`;

/** All activities of a tenant, also those that are paused or over. */
export function findActivities(tx: TenantTx): Promise<readonly Activity[]> {
  return tx.cached(ACTIVITIES_KEPT, () =>
    tx.query<Activity>(
      `select ${COMMON}, effect, coalesce(percent, amount_fen, minutes)::bigint as value
       from custom_time_discount where tenant_id = $1
       union all
       select ${COMMON}, case applies_to when 'window' then 'cap' else 'fixed-price' end, price_fen
       from fixed_amount where tenant_id = $1`,
      [tx.tenantId],
    ),
  );
}

/** Masks the plates of orders where activities have noted their use. */
export async function maskUses(tx: TenantTx, masks: readonly PlateMask[]): Promise<void> {
  await tx.query(
    `update activity_use u set plate = r.mask from unnest($2::uuid[], $3::text[]) as r(id, mask)
     where u.tenant_id = $1 and u.order_id = r.id`,
    [tx.tenantId, masks.map((one) => one.id), masks.map((one) => one.mask)],
  );
}

/** An activity that a stay may use, asked for what is left of it. */
export interface AskedRest {
  readonly activityId: string;
  readonly orderId: string;
  readonly lotId: string;
  readonly plate: string;
  readonly at: Date;
}

/** What orders other than the asking one use or hold of an activity. */
export interface UsedByOthers {
  /** Of the budget, in fen. */
  readonly usedFen: number;
  /** By the same plate: on the day in the lot, and in all. */
  readonly dayUses: number;
  readonly plateUses: number;
}

/** Returns what others use, in the order asked, by one query. */
export function findUsed(tx: TenantTx, asked: readonly AskedRest[]): Promise<UsedByOthers[]> {
  return tx.query<UsedByOthers>(
    `select coalesce(total.fen, 0)::bigint + coalesce(held.fen, 0)::bigint - coalesce(own.fen, 0)::bigint as "usedFen",
       plate.day_uses::int, plate.plate_uses::int
     from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[])
       with ordinality as asked(activity_id, order_id, lot_id, plate, at, n)
     join lot_fact lot on lot.tenant_id = $1 and lot.id = asked.lot_id
     cross join lateral (select sum(s.used_fen) as fen from activity_sum s
       where s.tenant_id = $1 and s.activity_id = asked.activity_id) as total
     cross join lateral (select sum(u.amount_fen) as fen from activity_use u
       where u.tenant_id = $1 and u.activity_id = asked.activity_id and u.held_until > $7 and u.order_id <> asked.order_id) as held
     cross join lateral (select sum(u.amount_fen) as fen from activity_use u
       where u.tenant_id = $1 and u.activity_id = asked.activity_id and u.held_until is null and u.order_id = asked.order_id) as own
     cross join lateral (select count(*) as plate_uses,
         count(*) filter (where (u.at at time zone lot.time_zone)::date = (asked.at at time zone lot.time_zone)::date) as day_uses
       from activity_use u where u.tenant_id = $1 and u.activity_id = asked.activity_id and u.plate = asked.plate
         and u.order_id <> asked.order_id and (u.held_until is null or u.held_until > $7)) as plate
     order by asked.n`,
    [
      tx.tenantId,
      asked.map((one) => one.activityId),
      asked.map((one) => one.orderId),
      asked.map((one) => one.lotId),
      asked.map((one) => one.plate),
      asked.map((one) => one.at),
      tx.now,
    ],
  );
}

/** What was used for good of activities, over all lots. */
export async function findSums(
  tx: TenantTx,
  ids: readonly string[],
): Promise<Map<string, { readonly usedFen: number; readonly usedCount: number }>> {
  const rows = await tx.query<{ activityId: string; usedFen: number; usedCount: number }>(
    `select activity_id, sum(used_fen)::bigint as "usedFen", sum(used_count)::int as "usedCount"
     from activity_sum where tenant_id = $1 and activity_id = any($2::uuid[]) group by activity_id`,
    [tx.tenantId, ids],
  );
  return new Map(rows.map((row) => [row.activityId, row]));
}
