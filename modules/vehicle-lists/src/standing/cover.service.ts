import { type CoverRule, coveredBy } from '@boyun/domain/cover';
import type { DailyHours } from '@boyun/domain/daily-hours';
import type { PaidTerm } from '@boyun/domain/pack';
import type { ListKind } from '@boyun/domain/standing';
import type { TenantTx } from '@boyun/kernel/server';

/** A stay that came in by an entry of a list. */
export interface ListedStay {
  readonly kind: ListKind;
  readonly entryId: string;
  readonly plate: string;
  readonly lotId: string;
  readonly enteredAt: Date;
  readonly at: Date;
  readonly zone: string;
}

/** What an entry takes out of a stay's fee, and the kind of spot it stands on. */
export interface Cover {
  readonly covered: ReturnType<typeof coveredBy>;
  readonly spotKind: string | null;
}

const NOTHING: Cover = { covered: [], spotKind: null };
const EVER = Number.POSITIVE_INFINITY;

interface PackRow {
  readonly n: number;
  readonly name: string;
  readonly hours: DailyHours | null;
  readonly terms: readonly PaidTerm[];
  /** From when to when the plate belongs to it, and when it ended or was paused. */
  readonly fromMs: number;
  readonly toMs: number | null;
}

// The pack each car came in by, and its other packs that have a place for every car of theirs.
const PACKS = `
  select asked.n, found.*
  from unnest($2::text[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::uuid[])
    with ordinality as asked(plate, lot_id, entered_at, until_at, entry_id, n)
  cross join lateral (
    select r.name, p.terms,
      case when p.daily_from is not null then jsonb_build_object('from', p.daily_from, 'to', p.daily_to) end as hours,
      extract(epoch from c.from_at)::float8 * 1000 as "fromMs",
      extract(epoch from least(c.until_at, p.ended_at, p.paused_at))::float8 * 1000 as "toMs"
    from pack_plate c
    join pack p on p.tenant_id = c.tenant_id and p.id = c.pack_id
    join pack_rule r on r.tenant_id = p.tenant_id and r.id = p.pack_rule_id
    where c.tenant_id = $1 and c.plate = asked.plate and p.state <> 'pending'
      and p.valid_from < asked.until_at and p.valid_until > asked.entered_at
      and (p.lot_ids = '{}' or asked.lot_id = any(p.lot_ids))
      and (p.id = asked.entry_id or p.cars_per_pack >= (select count(*) from pack_plate
        where tenant_id = p.tenant_id and pack_id = p.id and until_at is null))
  ) as found`;

interface Span {
  readonly fromMs: number;
  readonly toMs: number | null;
}

interface EntryRow extends Span {
  readonly id: string;
  readonly hours: DailyHours | null;
  readonly minutes: number | null;
  readonly number: string | null;
  readonly spotKind: string | null;
}

const SPAN = (table: string) => `${table}.id, extract(epoch from ${table}.valid_from)::float8 * 1000 as "fromMs",
  extract(epoch from ${table}.valid_until)::float8 * 1000 as "toMs"`;

/** How the entries of the lists without packs are read, and the words on the line of the fee. */
const ENTRIES: Partial<
  Record<ListKind, { readonly sql: string; readonly words: (row: EntryRow) => CoverRule['words'] }>
> = {
  fixed: {
    sql: `select ${SPAN('f')}, s.number, s.kind as "spotKind" from fixed_list f
       join spot s on s.tenant_id = f.tenant_id and s.id = f.spot_id where f.tenant_id = $1 and f.id = any($2::uuid[])`,
    words: ({ number }) => ({ zh: `固定车位${number}`, en: `Fixed spot ${number}` }),
  },
  free: {
    sql: `select ${SPAN('f')}, minutes_per_stay as minutes,
         case when daily_from is not null then jsonb_build_object('from', daily_from, 'to', daily_to) end as hours
       from free_list f where f.tenant_id = $1 and f.id = any($2::uuid[])`,
    words: () => ({ zh: '免费车', en: 'Free vehicle' }),
  },
  visitor: {
    sql: `select ${SPAN('v')}, free_minutes as minutes from visit_list v where v.tenant_id = $1 and v.id = any($2::uuid[])`,
    words: () => ({ zh: '访客免费', en: 'Free as a visitor' }),
  },
};

/**
 * What the entries that cars came in by cover of their stays up to a moment, in the order of the stays; at most one query
 * for each kind of list. White cars are free as a whole: their entries cover nothing here.
 */
export async function coversOf(tx: TenantTx, stays: readonly ListedStay[]): Promise<Cover[]> {
  const covers = stays.map(() => NOTHING);
  const numbered = stays.map((stay, index) => ({ stay, index }));
  for (const kind of new Set(stays.map((one) => one.kind))) {
    const ofKind = numbered.filter(({ stay }) => stay.kind === kind);
    const own = ofKind.map(({ stay }) => stay);
    const found = kind === 'pack' ? await packCovers(tx, own) : await entryCovers(tx, kind, own);
    for (const [place, { index }] of ofKind.entries()) covers[index] = found[place]!;
  }
  return covers;
}

function coverBy(stay: ListedStay, rules: readonly CoverRule[], spotKind: string | null): Cover {
  const times = { enteredAtMs: stay.enteredAt.getTime(), exitAtMs: stay.at.getTime(), zone: stay.zone };
  return { covered: coveredBy(rules, times), spotKind };
}

async function packCovers(tx: TenantTx, stays: readonly ListedStay[]): Promise<Cover[]> {
  const rows = await tx.query<PackRow>(PACKS, [
    tx.tenantId,
    stays.map((one) => one.plate),
    stays.map((one) => one.lotId),
    stays.map((one) => one.enteredAt),
    stays.map((one) => one.at),
    stays.map((one) => one.entryId),
  ]);
  const byStay = Map.groupBy(rows, (row) => row.n);
  return stays.map((stay, index) => {
    const rules = (byStay.get(index + 1) ?? []).map(({ name, hours, terms, fromMs, toMs }) => ({
      words: { zh: `月卡“${name}”`, en: `Pack "${name}"` },
      spans: terms.map((one) => ({ fromMs: Math.max(one.fromMs, fromMs), toMs: Math.min(one.toMs, toMs ?? EVER) })),
      hours,
      minutes: null,
    }));
    return coverBy(stay, rules, null);
  });
}

async function entryCovers(tx: TenantTx, kind: ListKind, stays: readonly ListedStay[]): Promise<Cover[]> {
  const source = ENTRIES[kind];
  if (!source) return stays.map(() => NOTHING);
  const ids = [...new Set(stays.map((one) => one.entryId))];
  const rows = await tx.query<EntryRow>(source.sql, [tx.tenantId, ids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return stays.map((stay) => {
    const row = byId.get(stay.entryId);
    if (!row) return NOTHING;
    const span = { fromMs: row.fromMs, toMs: row.toMs ?? EVER };
    const rule = { words: source.words(row), spans: [span], hours: row.hours ?? null, minutes: row.minutes ?? null };
    return coverBy(stay, [rule], row.spotKind ?? null);
  });
}
