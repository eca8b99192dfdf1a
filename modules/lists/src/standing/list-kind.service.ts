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

/** SQL that finds the people of plates: `from` states `where` with $1 tenant and $2 plates; the others are expressions over it. */
export interface OwnersSql {
  readonly from: string;
  readonly plate: string;
  readonly name: string;
  readonly phone: string;
  readonly updatedAt: string;
  /** Whether the list knows who keeps the car, not only who came or comes with it. */
  readonly isKeeper: boolean;
}

/** What the server does for a kind of list. */
export interface ListKindServer {
  readonly kind: ListKind;
  readonly entries: EntriesSql;
  /** Whom to call about a plate on the list. */
  readonly owners?: OwnersSql;
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
  /** Everybody plates belong to, as rows of {@link OwnersSql} with a phone: $1 tenant, $2 plates; the first of a plate counts first. */
  readonly owners: string;
}

const composed = new WeakMap<Slots, Composed>();

/** The kinds of lists of this program, with the statements that ask all of them at once. */
export function listKindsOf({ slots }: Pick<TenantTx, 'slots'>): Composed {
  const known = composed.get(slots);
  if (known) return known;
  const kinds = slots.all(listKindSlot).toSorted((a, b) => a.kind.rank - b.kind.rank);
  const made = {
    byName: new Map(kinds.map((one) => [one.kind.name, one])),
    entries: entriesSql(kinds),
    anywhere: anywhereSql(kinds),
    owners: ownersSql(kinds),
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

/** The people of a table with a plate of its own. */
export function ownersOf(table: string, name: string, phone: string, isKeeper: boolean): OwnersSql {
  const from = `from ${table} where tenant_id = $1 and plate = any($2)`;
  return { from, plate: 'plate', name, phone, updatedAt: 'updated_at', isKeeper };
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
