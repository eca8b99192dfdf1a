import type { CoverRule, coveredBy } from '@boyun/domain/cover';
import type { Covered, Tariff } from '@boyun/domain/fee';
import { type Slots, slot } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { ListKind } from './list-kind.contract.ts';

/** A stay that began with a list entry. */
export interface ListedStay {
  readonly kind: string;
  readonly entryId: string;
  readonly plate: string;
  readonly lotId: string;
  readonly enteredAt: Date;
  readonly at: Date;
  readonly zone: string;
}

/** The time spans of a stay covered by one entry, and the name of the entry in the fee lines. */
export interface EntryCover {
  readonly entryId: string;
  readonly words: CoverRule['words'];
  readonly spans: ReturnType<typeof coveredBy>;
}

/** A tariff that prices a stay in place of that of the lot, and the time it leaves out because it is paid elsewhere. */
export interface OwnTerms {
  readonly tariff: Tariff;
  readonly covered: readonly Covered[];
}

/** Cover of a stay by list entries, the kind of spot it uses, and its own terms where the entry has some. */
export interface Cover {
  readonly entries: readonly EntryCover[];
  readonly spotKind: string | null;
  readonly terms?: OwnTerms;
}

/**
 * SQL that finds the entries of a plate: $1 tenant, $2 plate, $4 the moment; `entries` also has $3, the lot. The other
 * columns are expressions over `from`.
 */
export interface EntriesSql {
  /** `from … where …`: the entries that are valid at $4 in the lot $3. */
  readonly from: string;
  /** `from … where …`: those that are valid at $4 in any lot; an entry of several lots has a row for each. */
  readonly anywhere: string;
  readonly id: string;
  /**
   * `select <plate>, <valid from> from … where …`: plates with entries of the lot $3 that are valid at some time between $4 and $5. It may
   * give more than there are.
   */
  readonly coming: string;
  /** The lot of a row of `anywhere`; null for all lots. */
  readonly lotId: string;
  readonly validUntil: string;
  /** SQL: whether the entry applies to all lots and so ranks after an entry of this lot; `false` if entries always have a lot. */
  readonly isWide: string;
  /** Descriptive text of the entry: its reason, spot, rule or host. */
  readonly text: string;
  /** `deny` or `warn` for lists that bar cars. */
  readonly action?: string;
  /** `{"from": "HH:MM", "to": "HH:MM"}` if the entry is limited to hours of the day. */
  readonly hours?: string;
  /** Vehicle kinds the entry applies to, as text[]. */
  readonly vehicleKinds?: string;
  /** Number of cars that may be inside on the entry at once. */
  readonly places?: string;
  /** Entries that share these places, as uuid[]. */
  readonly sharedIds?: string;
  /** Number of cars that share the places. */
  readonly sharedCount?: string;
  readonly timesPerDay?: string;
}

/** SQL that finds the owners of plates: `from` includes the `where` ($1 tenant, $2 plates); the rest are expressions over it. */
export interface OwnersSql {
  readonly from: string;
  readonly plate: string;
  readonly name: string;
  readonly phone: string;
  readonly updatedAt: string;
  /** Whether the list names the keeper of the car rather than a visitor or booker. */
  readonly isKeeper: boolean;
}

/** What an entry covers of any stay that uses it. */
export interface EntryRule extends CoverRule {
  readonly entryId: string;
  readonly spotKind: string | null;
}

/** Cover of stays; `rules` states it for entries, where it does not depend on the stay. */
export interface CoverStays {
  (tx: TenantTx, stays: readonly ListedStay[]): Promise<Cover[]>;
  readonly rules?: (tx: TenantTx, entryIds: readonly string[]) => Promise<EntryRule[]>;
}

/** Server side of a kind of list. */
export interface ListKindServer {
  readonly kind: ListKind;
  readonly entries: EntriesSql;
  /** Contact persons of plates on the list. */
  readonly owners?: OwnersSql;
  /** Cover of stays by entries, in the order of the stays; the number of queries must not depend on the number of stays. */
  readonly cover?: CoverStays;
  /** Called when a car enters with an entry. */
  readonly arrived?: (tx: TenantTx, entryId: string, orderId: string) => void;
}

/** Server sides of the kinds of lists, filled by the modules that own a list. */
export const listKindSlot = slot<ListKindServer>('list-kind');

interface Composed {
  readonly byName: ReadonlyMap<string, ListKindServer>;
  /** Selects the entries of a plate in force at a time in a lot. */
  readonly entries: string;
  /** Selects all entries of a lot that are valid at some time between two. */
  readonly ofLot: string;
  /** Selects the lists that contain a plate at a time, in any lot. */
  readonly anywhere: string;
  /** Selects the lists that contain one of several plates ($2) at a time: rows of `{plate, kind}`. */
  readonly several: string;
  /** Selects owners with a phone, as rows of {@link OwnersSql}: $1 tenant, $2 plates; the first row of a plate is preferred. */
  readonly owners: string;
}

const composed = new WeakMap<Slots, Composed>();

/** The kinds of lists of this process, with statements that query all of them at once. */
export function listKindsOf({ slots }: Pick<TenantTx, 'slots'>): Composed {
  const known = composed.get(slots);
  if (known) return known;
  const kinds = slots.all(listKindSlot).toSorted((a, b) => a.kind.rank - b.kind.rank);
  const made = {
    byName: new Map(kinds.map((one) => [one.kind.name, one])),
    entries: entriesSql(kinds),
    ofLot: ofLotSql(kinds),
    anywhere: anywhereSql(kinds),
    several: `select given.plate, found.kind from unnest($2::text[]) as given(plate)
      cross join lateral (${anywhereSql(kinds).replaceAll('$2', 'given.plate')}) as found`,
    owners: ownersSql(kinds),
  };
  composed.set(slots, made);
  return made;
}

// One probe of each plate index; runs at each passing. For overlapping entries of a list: deny before warn, an entry of this
// lot before one of all lots, the newer before the older.
function entriesSql(kinds: readonly Pick<ListKindServer, 'kind' | 'entries'>[], more = ''): string {
  const parts = kinds.map(({ kind, entries }) => {
    const { action = 'null', hours = 'null', vehicleKinds = 'null', places = 'null', timesPerDay = 'null' } = entries;
    const { sharedIds = 'null', sharedCount = 'null' } = entries;
    return `select '${kind.name}'::text as kind, ${entries.id} as id, ${action}::text as action, ${entries.text} as text,
        ${entries.isWide} as is_wide, ${hours}::jsonb as hours, ${vehicleKinds}::text[] as vehicle_kinds, ${places}::int as places,
        ${sharedIds}::uuid[] as shared_ids, ${sharedCount}::int as shared_count, ${timesPerDay}::int as times_per_day${more}
      ${entries.from}`;
  });
  return `
    select kind, id, action, text, hours, coalesce(vehicle_kinds, '{}') as "vehicleKinds", places,
      coalesce(shared_ids, array[id]) as "sharedIds", coalesce(shared_count, 1) as "sharedCount",
      times_per_day, is_wide${more && ', valid_until'}
    from (${parts.join(' union all ')}) as entry
    order by action = 'deny' desc nulls last, is_wide, id desc`;
}

/** Entries of a lot held elsewhere at most, so that a list that went wrong does not fill a machine on site. */
const MOST_OF_LOT = 100_000;

function ofLotSql(kinds: readonly ListKindServer[]): string {
  const at = 'greatest(given.from_at, $4::timestamptz)';
  const parts = kinds.map(({ kind, entries }) => {
    const probe = entriesSql([{ kind, entries }], `, ${entries.validUntil} as valid_until`)
      .replaceAll('$2', 'given.plate')
      .replaceAll('$4', at);
    return `select given.plate, given.from_at, entry.* from (${entries.coming}) as given(plate, from_at) cross join lateral (${probe}) as entry`;
  });
  return `
    select distinct on (kind, id, plate) kind, id, plate, action, text, is_wide, hours, "vehicleKinds", places, "sharedIds",
      "sharedCount", times_per_day, case when from_at > $4 then from_at end as valid_from, valid_until
    from (${parts.join(' union all ')}) as found where $2::text is null
    order by kind, id, plate, from_at limit ${MOST_OF_LOT}`;
}

function anywhereSql(kinds: readonly ListKindServer[]): string {
  const parts = kinds.map(
    ({ kind, entries }) =>
      `select '${kind.name}'::text as kind, ${entries.lotId} as lot_id, ${entries.validUntil} as valid_until ${entries.anywhere}`,
  );
  return `
    select entry.kind, l.name as "lotName", entry.valid_until from (${parts.join(' union all ')}) as entry
    left join lot_fact l on l.tenant_id = $1 and l.id = entry.lot_id
    where lot_id is null or $3::uuid[] is null or lot_id = any($3)
    limit 20`;
}

function ownersSql(kinds: readonly ListKindServer[]): string {
  const parts = kinds.flatMap(({ owners }) =>
    owners
      ? `select ${owners.plate} as plate, ${owners.name} as name, ${owners.phone} as phone, ${owners.updatedAt} as at,
           ${owners.isKeeper} as is_keeper ${owners.from}`
      : [],
  );
  return `select plate, name, phone from (${parts.join(' union all ')}) as known
    where phone is not null order by plate, is_keeper desc, at desc`;
}

/** Owners SQL of a table with a plate column. */
export function ownersOf(table: string, name: string, phone: string, isKeeper: boolean): OwnersSql {
  const from = `from ${table} where tenant_id = $1 and plate = any($2)`;
  return { from, plate: 'plate', name, phone, updatedAt: 'updated_at', isKeeper };
}

/** Entries SQL of a table with a plate, lots (none: all) and a validity period; `more` adds conditions. */
export function entriesOf(table: string, text: string, more = ''): EntriesSql {
  const valid = (lots = '') => `from ${table}${lots} where tenant_id = $1 and plate = $2 and valid_from <= $4
    and (valid_until is null or valid_until > $4)${more && ` and ${more}`}`;
  return {
    from: `${valid()} and (lot_ids = '{}' or $3 = any(lot_ids))`,
    anywhere: valid(' left join lateral unnest(lot_ids) as lot(id) on true'),
    coming: `select plate, valid_from from ${table} where tenant_id = $1 and valid_from < $5
      and (valid_until is null or valid_until > $4) and (lot_ids = '{}' or $3 = any(lot_ids))`,
    id: 'id',
    lotId: 'lot.id',
    validUntil: 'valid_until',
    isWide: "lot_ids = '{}'",
    text,
  };
}
