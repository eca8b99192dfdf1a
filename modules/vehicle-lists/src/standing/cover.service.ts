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
  readonly name: string;
  readonly hours: DailyHours | null;
  readonly terms: readonly PaidTerm[];
  /** From when to when the plate belongs to it, and when it stopped for good or stands still. */
  readonly fromMs: number;
  readonly toMs: number | null;
}

// The pack the car came in by, and its others that it shares with no car.
const PACKS = `
  select r.name, p.terms,
    case when p.daily_from is not null then jsonb_build_object('from', p.daily_from, 'to', p.daily_to) end as hours,
    extract(epoch from c.from_at)::float8 * 1000 as "fromMs",
    extract(epoch from least(c.until_at, p.ended_at, p.paused_at))::float8 * 1000 as "toMs"
  from pack_plate c
  join pack p on p.tenant_id = c.tenant_id and p.id = c.pack_id
  join pack_rule r on r.tenant_id = p.tenant_id and r.id = p.pack_rule_id
  where c.tenant_id = $1 and c.plate = $2 and p.state <> 'pending' and p.valid_from < $5 and p.valid_until > $4
    and (p.lot_ids = '{}' or $3 = any(p.lot_ids))
    and (p.id = $6 or p.cars_per_pack >= (select count(*) from pack_plate
      where tenant_id = p.tenant_id and pack_id = p.id and until_at is null))`;

/** What the entry a car came in by covers of its stay up to a moment. White cars are free as a whole, elsewhere. */
export async function coverOf(tx: TenantTx, stay: ListedStay): Promise<Cover> {
  const times = { enteredAtMs: stay.enteredAt.getTime(), exitAtMs: stay.at.getTime(), zone: stay.zone };
  const rules = (found: CoverRule[], spotKind: string | null = null): Cover => ({
    covered: coveredBy(found, times),
    spotKind,
  });
  if (stay.kind === 'pack') {
    const { plate, lotId, enteredAt, at, entryId } = stay;
    const rows = await tx.query<PackRow>(PACKS, [tx.tenantId, plate, lotId, enteredAt, at, entryId]);
    return rules(
      rows.map(({ name, hours, terms, fromMs, toMs }) => ({
        words: { zh: `月卡“${name}”`, en: `Pack "${name}"` },
        spans: terms.map((one) => ({
          fromMs: Math.max(one.fromMs, fromMs),
          toMs: Math.min(one.toMs, toMs ?? EVER),
        })),
        hours,
        minutes: null,
      })),
    );
  }
  if (stay.kind === 'fixed') {
    const [row] = await tx.query<Span & { number: string; spotKind: string }>(
      `select ${SPAN('f')}, s.number, s.kind as "spotKind" from fixed_list f
       join spot s on s.tenant_id = f.tenant_id and s.id = f.spot_id where f.tenant_id = $1 and f.id = $2`,
      [tx.tenantId, stay.entryId],
    );
    if (!row) return NOTHING;
    const words = { zh: `固定车位${row.number}`, en: `Fixed spot ${row.number}` };
    return rules([{ words, spans: [spanOf(row)], hours: null, minutes: null }], row.spotKind);
  }
  if (stay.kind === 'free') {
    const [row] = await tx.query<Span & { hours: DailyHours | null; minutes: number | null }>(
      `select ${SPAN('f')}, minutes_per_stay as minutes,
         case when daily_from is not null then jsonb_build_object('from', daily_from, 'to', daily_to) end as hours
       from free_list f where f.tenant_id = $1 and f.id = $2`,
      [tx.tenantId, stay.entryId],
    );
    const words = { zh: '免费车', en: 'Free vehicle' };
    return row ? rules([{ words, spans: [spanOf(row)], hours: row.hours, minutes: row.minutes }]) : NOTHING;
  }
  if (stay.kind === 'visitor') {
    const [row] = await tx.query<Span & { minutes: number | null }>(
      `select ${SPAN('v')}, free_minutes as minutes from visit_list v where v.tenant_id = $1 and v.id = $2`,
      [tx.tenantId, stay.entryId],
    );
    const words = { zh: '访客免费', en: 'Free as a visitor' };
    return row ? rules([{ words, spans: [spanOf(row)], hours: null, minutes: row.minutes }]) : NOTHING;
  }
  return NOTHING;
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number | null;
}

const SPAN = (table: string) => `extract(epoch from ${table}.valid_from)::float8 * 1000 as "fromMs",
  extract(epoch from ${table}.valid_until)::float8 * 1000 as "toMs"`;

function spanOf({ fromMs, toMs }: Span) {
  return { fromMs, toMs: toMs ?? EVER };
}
