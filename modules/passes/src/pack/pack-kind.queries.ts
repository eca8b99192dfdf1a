import type { DailyHours } from '@boyun/domain/daily-hours';
import type { PaidTerm } from '@boyun/domain/pack';
import type { TenantTx } from '@boyun/kernel/server';
import type { Cover, EntryRule, ListedStay, ListKindServer } from '@boyun/lists/server';
import { coverBy, EVER } from '@boyun/lists/server';
import { packKind as kind } from './pack-kind.contract.ts';

interface PackRow {
  readonly n: number;
  readonly id: string;
  readonly name: string;
  readonly hours: DailyHours | null;
  readonly terms: readonly PaidTerm[];
  /** Times at which the plate was added and removed, and at which the pack ended or was paused. */
  readonly fromMs: number;
  readonly toMs: number | null;
}

const HOURS = `case when p.daily_from is not null then jsonb_build_object('from', p.daily_from, 'to', p.daily_to) end`;
const CARS = `(select count(*)::int from pack_plate where tenant_id = p.tenant_id and pack_id = p.id and until_at is null)`;
const VALID = `c.tenant_id = $1 and c.plate = $2 and c.from_at <= $4 and (c.until_at is null or c.until_at > $4)
  and p.state not in ('unpaid', 'pending') and p.valid_from <= $4 and least(p.valid_until, p.ended_at, p.paused_at) > $4`;

// The pack each car entered with, and other packs of the car that have a place for each of their plates.
const COVERING = `
  select asked.n, found.*
  from unnest($2::text[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::uuid[])
    with ordinality as asked(plate, lot_id, entered_at, until_at, entry_id, n)
  cross join lateral (
    select p.id, r.name, p.terms, ${HOURS} as hours,
      extract(epoch from c.from_at)::float8 * 1000 as "fromMs",
      extract(epoch from least(c.until_at, p.ended_at, p.paused_at))::float8 * 1000 as "toMs"
    from pack_plate c
    join pack p on p.tenant_id = c.tenant_id and p.id = c.pack_id
    join pack_rule r on r.tenant_id = p.tenant_id and r.id = p.pack_rule_id
    where c.tenant_id = $1 and c.plate = asked.plate and p.state not in ('unpaid', 'pending', 'closed')
      and p.valid_from < asked.until_at and p.valid_until > asked.entered_at
      and (p.lot_ids = '{}' or asked.lot_id = any(p.lot_ids))
      and (p.id = asked.entry_id or p.cars_per_pack >= ${CARS})
  ) as found`;

async function cover(tx: TenantTx, stays: readonly ListedStay[]): Promise<Cover[]> {
  const rows = await tx.query<PackRow>(COVERING, [
    tx.tenantId,
    stays.map((one) => one.plate),
    stays.map((one) => one.lotId),
    stays.map((one) => one.enteredAt),
    stays.map((one) => one.at),
    stays.map((one) => one.entryId),
  ]);
  const byStay = Map.groupBy(rows, (row) => row.n);
  return stays.map((stay, index) => {
    const rules = (byStay.get(index + 1) ?? []).map(({ id, name, hours, terms, fromMs, toMs }) => ({
      entryId: id,
      words: packWords(name),
      spans: terms.map((one) => ({ fromMs: Math.max(one.fromMs, fromMs), toMs: Math.min(one.toMs, toMs ?? EVER) })),
      hours,
      minutes: null,
    }));
    return coverBy(stay, rules, null);
  });
}

/** What packs cover of any stay of their cars. */
async function rules(tx: TenantTx, packIds: readonly string[]): Promise<EntryRule[]> {
  const rows = await tx.query<Omit<PackRow, 'n' | 'fromMs'>>(
    `select p.id, r.name, p.terms, ${HOURS} as hours, extract(epoch from least(p.ended_at, p.paused_at))::float8 * 1000 as "toMs"
     from pack p join pack_rule r on r.tenant_id = p.tenant_id and r.id = p.pack_rule_id
     where p.tenant_id = $1 and p.id = any($2::uuid[])`,
    [tx.tenantId, packIds],
  );
  return rows.map(({ id, name, hours, terms, toMs }) => ({
    entryId: id,
    words: packWords(name),
    spans: terms.map((one) => ({ fromMs: one.fromMs, toMs: Math.min(one.toMs, toMs ?? EVER) })),
    hours,
    minutes: null,
    spotKind: null,
  }));
}

const packWords = (name: string) => ({ zh: `月卡“${name}”`, en: `Pack "${name}"` });

/** Cars with a pack; cars beyond the places of their pack pay. */
export const packKind: ListKindServer = {
  kind,
  entries: {
    from: `from pack_plate c
      join pack p on p.tenant_id = c.tenant_id and p.id = c.pack_id
      join pack_rule r on r.tenant_id = p.tenant_id and r.id = p.pack_rule_id
      where ${VALID} and (p.lot_ids = '{}' or $3 = any(p.lot_ids))`,
    coming: `select c.plate, greatest(c.from_at, p.valid_from) from pack p
      join pack_plate c on c.tenant_id = p.tenant_id and c.pack_id = p.id and (c.until_at is null or c.until_at > $4)
      where p.tenant_id = $1 and p.valid_until > $4 and p.valid_from < $5 and (p.lot_ids = '{}' or $3 = any(p.lot_ids))`,
    // A pack of all lots has no lot: one row represents it.
    anywhere: `from pack_plate c
      join pack p on p.tenant_id = c.tenant_id and p.id = c.pack_id
      left join lateral unnest(p.lot_ids) as lot(id) on true
      where ${VALID}`,
    id: 'p.id',
    lotId: 'lot.id',
    validUntil: 'p.valid_until',
    isWide: "p.lot_ids = '{}'",
    text: 'r.name',
    hours: HOURS,
    vehicleKinds: 'p.vehicle_kinds',
    places: 'p.cars_per_pack',
    sharedCount: CARS,
  },
  owners: {
    from: `from pack_plate c join pack p on p.tenant_id = c.tenant_id and p.id = c.pack_id
      where c.tenant_id = $1 and c.plate = any($2) and p.state not in ('unpaid', 'closed')`,
    plate: 'c.plate',
    name: 'p.owner_name',
    phone: 'p.owner_phone',
    updatedAt: 'p.updated_at',
    isKeeper: true,
  },
  cover: Object.assign(cover, { rules }),
};
