import type { CoverRule, coveredBy } from '@boyun/domain/cover';
import { type Slots, slot } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { ListKind } from './list-kind.contract.ts';

/** A stay that came in by an entry of a list. */
export interface ListedStay {
  readonly kind: string;
  readonly entryId: string;
  readonly plate: string;
  readonly lotId: string;
  readonly enteredAt: Date;
  readonly at: Date;
  readonly zone: string;
}

/** The stretches of a stay one entry covers, and what the entry is called on the fee. */
export interface EntryCover {
  readonly entryId: string;
  readonly words: CoverRule['words'];
  readonly spans: ReturnType<typeof coveredBy>;
}

/** What entries of lists cover of a stay, and the kind of spot it uses. */
export interface Cover {
  readonly entries: readonly EntryCover[];
  readonly spotKind: string | null;
}

/**
 * SQL that finds the entries of a plate: $1 tenant, $2 plate, $4 the moment; `entries` also has $3, the lot. The other
 * columns are expressions over `from`.
 */
export interface EntriesSql {
  /** `from … where …`: the entries that are valid at $4 in the lot $3. */
  readonly from: string;
  /** `from … where …`: those that are valid at $4 in any lot. */
  readonly anywhere: string;
  readonly id: string;
  /** The lot of an entry; null for all lots. */
  readonly lotId: string;
  readonly validUntil: string;
  /** Whether an entry of all lots comes after one of this lot; false where an entry has always one lot. */
  readonly isWide: string;
  /** Its reason, its spot, its rule or its host, as people wrote it. */
  readonly text: string;
  /** `deny` or `warn` for lists that bar cars. */
  readonly action?: string;
  /** `{"from": "HH:MM", "to": "HH:MM"}` where it is for some hours of the day. */
  readonly hours?: string;
  /** Kinds of vehicles it is for, as text[]. */
  readonly vehicleKinds?: string;
  /** How many cars may be inside on it at once. */
  readonly places?: string;
  /** Entries that share these places, as uuid[]. */
  readonly sharedIds?: string;
  /** How many cars share them. */
  readonly sharedCount?: string;
  readonly timesPerDay?: string;
}

/** What the server does for a kind of list. */
export interface ListKindServer {
  readonly kind: ListKind;
  readonly entries: EntriesSql;
  /** What entries cover of stays, in the order of the stays, with a number of queries that does not grow with them. */
  readonly cover?: (tx: TenantTx, stays: readonly ListedStay[]) => Promise<Cover[]>;
  /** A car came in by an entry. */
  readonly arrived?: (tx: TenantTx, entryId: string, orderId: string) => void;
}

/** The kinds of lists; modules that keep a list put theirs here. */
export const listKindSlot = slot<ListKindServer>('list-kind');

interface Composed {
  readonly byName: ReadonlyMap<string, ListKindServer>;
  /** All entries of a plate that are valid at a moment in a lot. */
  readonly entries: string;
  /** The lists a plate is on at a moment, in any lot. */
  readonly anywhere: string;
}

const composed = new WeakMap<Slots, Composed>();

/** The kinds of lists of this program, with the statements that ask all of them at once. */
export function listKindsOf({ slots }: Pick<TenantTx, 'slots'>): Composed {
  const known = composed.get(slots);
  if (known) return known;
  const kinds = slots.all(listKindSlot);
  const made = {
    byName: new Map(kinds.map((one) => [one.kind.name, one])),
    entries: entriesSql(kinds),
    anywhere: anywhereSql(kinds),
  };
  composed.set(slots, made);
  return made;
}

// One probe of each plate index; runs at each passing. Where entries of a list overlap: deny before warn, an entry of this lot
// before one of all lots, the younger before the older.
function entriesSql(kinds: readonly ListKindServer[]): string {
  const parts = kinds.map(({ kind, entries }) => {
    const { action = 'null', hours = 'null', vehicleKinds = 'null', places = 'null', timesPerDay = 'null' } = entries;
    const { sharedIds = 'null', sharedCount = 'null' } = entries;
    return `select '${kind.name}'::text as kind, ${entries.id} as id, ${action}::text as action, ${entries.text} as text,
        ${entries.isWide} as is_wide, ${hours}::jsonb as hours, ${vehicleKinds}::text[] as vehicle_kinds, ${places}::int as places,
        ${sharedIds}::uuid[] as shared_ids, ${sharedCount}::int as shared_count, ${timesPerDay}::int as times_per_day
      ${entries.from}`;
  });
  return `
    select kind, id, action, text, hours, coalesce(vehicle_kinds, '{}') as "vehicleKinds", places,
      coalesce(shared_ids, array[id]) as "sharedIds", coalesce(shared_count, 1) as "sharedCount",
      times_per_day as "timesPerDay"
    from (${parts.join(' union all ')}) as entry
    order by action = 'deny' desc nulls last, is_wide, id desc`;
}

function anywhereSql(kinds: readonly ListKindServer[]): string {
  const parts = kinds.map(
    ({ kind, entries }) =>
      `select '${kind.name}'::text as kind, ${entries.lotId} as lot_id, ${entries.validUntil} as valid_until ${entries.anywhere}`,
  );
  return `
    select entry.kind, l.name as "lotName", entry.valid_until as "validUntil" from (${parts.join(' union all ')}) as entry
    left join lot l on l.tenant_id = $1 and l.id = entry.lot_id
    where lot_id is null or $3::uuid[] is null or lot_id = any($3)
    limit 20`;
}

/** The entries of a table with a plate, an optional lot and a time of validity; `more` narrows them further. */
export function entriesOf(table: string, text: string, more = ''): EntriesSql {
  const valid = `from ${table} where tenant_id = $1 and plate = $2 and valid_from <= $4
    and (valid_until is null or valid_until > $4)${more && ` and ${more}`}`;
  return {
    from: `${valid} and (lot_id = $3 or lot_id is null)`,
    anywhere: valid,
    id: 'id',
    lotId: 'lot_id',
    validUntil: 'valid_until',
    isWide: 'lot_id is null',
    text,
  };
}
