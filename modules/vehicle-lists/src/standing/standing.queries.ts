import type { DailyHours } from '@boyun/domain/daily-hours';
import type { ListKind } from '@boyun/domain/standing';
import type { TenantTx } from '@boyun/kernel/server';

/** An entry in force for a plate, before it is known who else uses it. */
export interface FoundEntry {
  readonly kind: ListKind;
  readonly id: string;
  readonly action: 'deny' | 'warn' | null;
  readonly text: string;
  readonly hours: DailyHours | null;
  readonly vehicleKinds: readonly string[];
  /** Cars that may stand inside on it at once; null without a limit. */
  readonly places: number | null;
  /** Entries that share these places, itself included, and how many cars they are for. */
  readonly sharedIds: readonly string[];
  readonly sharedCount: number;
  readonly timesPerDay: number | null;
}

// One probe of each plate index; runs at each passing. The start counts, the end counts no more. Where entries of a list
// overlap: deny before warn, an entry of this lot before one of all lots, the younger before the older.
const ENTRIES = `
  select kind, id, action, text, hours, coalesce(vehicle_kinds, '{}') as "vehicleKinds", places,
    coalesce(shared_ids, array[id]) as "sharedIds", coalesce(shared_count, 1) as "sharedCount",
    times_per_day as "timesPerDay"
  from (
    select 'black' as kind, id, action, reason as text, lot_id is null as is_wide, null::jsonb as hours,
      null::text[] as vehicle_kinds, null::int as places, null::uuid[] as shared_ids, null::int as shared_count,
      null::int as times_per_day
    from black_list
    where tenant_id = $1 and plate = $2 and (lot_id = $3 or lot_id is null)
      and valid_from <= $4 and (valid_until is null or valid_until > $4)
    union all
    select 'white', id, null, coalesce(remark, ''), lot_id is null, null, null, null, null, null, null from white_list
    where tenant_id = $1 and plate = $2 and (lot_id = $3 or lot_id is null)
      and valid_from <= $4 and (valid_until is null or valid_until > $4)
    union all
    select 'fixed', f.id, null, s.number, false, null, null, 1, o.ids, cardinality(o.ids), null
    from fixed_list f
    join spot s on s.tenant_id = f.tenant_id and s.id = f.spot_id
    cross join lateral (select array_agg(id) as ids from fixed_list
      where tenant_id = f.tenant_id and spot_id = f.spot_id) as o
    where f.tenant_id = $1 and f.plate = $2 and f.lot_id = $3
      and f.valid_from <= $4 and (f.valid_until is null or f.valid_until > $4)
    union all
    select 'pack', p.id, null, r.name, p.lot_ids = '{}',
      case when p.daily_from is not null then jsonb_build_object('from', p.daily_from, 'to', p.daily_to) end,
      p.vehicle_kinds, p.cars_per_pack, null,
      (select count(*)::int from pack_plate where tenant_id = p.tenant_id and pack_id = p.id and until_at is null), null
    from pack_plate c
    join pack p on p.tenant_id = c.tenant_id and p.id = c.pack_id
    join pack_rule r on r.tenant_id = p.tenant_id and r.id = p.pack_rule_id
    where c.tenant_id = $1 and c.plate = $2 and c.from_at <= $4 and (c.until_at is null or c.until_at > $4)
      and p.state <> 'pending' and p.valid_from <= $4 and least(p.valid_until, p.ended_at, p.paused_at) > $4
      and (p.lot_ids = '{}' or $3 = any(p.lot_ids))
    union all
    select 'free', id, null, coalesce(remark, ''), lot_id is null,
      case when daily_from is not null then jsonb_build_object('from', daily_from, 'to', daily_to) end,
      null, null, null, null, times_per_day
    from free_list
    where tenant_id = $1 and plate = $2 and (lot_id = $3 or lot_id is null)
      and valid_from <= $4 and (valid_until is null or valid_until > $4)
    union all
    select 'visitor', id, null, host_name, false, null, null, null, null, null, null from visit_list
    where tenant_id = $1 and plate = $2 and lot_id = $3 and state = 'approved' and valid_from <= $4 and valid_until > $4
    union all
    select 'appointment', id, null, appointment_no, false, null, null, null, null, null, null from appointment
    where tenant_id = $1 and plate = $2 and lot_id = $3 and state in ('confirmed', 'no-show')
      and admit_from <= $4 and admit_until > $4
  ) as entry
  order by action = 'deny' desc nulls last, is_wide, id desc`;

/** All entries of all lists that are in force for a normalised plate in a lot at an instant, in one statement. */
export function findEntries(tx: TenantTx, plate: string, lotId: string, at: Date): Promise<FoundEntry[]> {
  return tx.query<FoundEntry>(ENTRIES, [tx.tenantId, plate, lotId, at]);
}
