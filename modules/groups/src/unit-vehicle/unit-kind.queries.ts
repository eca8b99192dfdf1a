import { coverByEntry, entriesOf, type ListKindServer, ownersOf } from '@boyun/lists/server';
import { unitKind, unitRefuseKind, unitVisitorKind, unitWaitKind } from './unit-kind.contract.ts';

/** The cars of units with the spots of their unit: $1 tenant, $2 plate, $4 the moment. */
const CARS = `from unit_vehicle v
  join unit u on u.tenant_id = v.tenant_id and u.id = v.unit_id and u.status = 2
    and u.valid_from <= $4 and (u.valid_until is null or u.valid_until > $4)
  join unit_quota q on q.tenant_id = u.tenant_id and q.unit_id = u.id and (v.lot_ids = '{}' or q.lot_id = any(v.lot_ids))
  where v.tenant_id = $1 and v.plate = $2 and v.valid_from <= $4 and (v.valid_until is null or v.valid_until > $4)`;

const entries = {
  from: `${CARS} and q.lot_id = $3`,
  anywhere: CARS,
  coming: `select v.plate, greatest(v.valid_from, u.valid_from) from unit_quota q
    join unit u on u.tenant_id = q.tenant_id and u.id = q.unit_id and u.valid_from < $5 and (u.valid_until is null or u.valid_until > $4)
    join unit_vehicle v on v.tenant_id = u.tenant_id and v.unit_id = u.id and v.valid_from < $5
      and (v.valid_until is null or v.valid_until > $4)
    where q.tenant_id = $1 and q.lot_id = $3`,
  lotId: 'q.lot_id',
  validUntil: 'least(v.valid_until, u.valid_until)',
  isWide: 'false',
  text: 'u.name',
};

/** A car of a unit beyond its spots; the entry is the car, so that it takes none. */
const over = (rule: 'wait' | 'refuse'): ListKindServer['entries'] => {
  const more = `and u.over_quota = '${rule}'`;
  return { ...entries, id: 'v.id', from: `${entries.from} ${more}`, anywhere: `${CARS} ${more}` };
};

const ms = (column: string, name: string) => `extract(epoch from ${column})::float8 * 1000 as "${name}"`;

/**
 * Cars of units. The entry they come in by is the quota of their unit in the lot, so that its spots are counted over all its cars.
 * Passings of a lot are decided one after the other: two cars never take the same spot.
 */
const unitServer: ListKindServer = {
  kind: unitKind,
  // One place more than there are cars to share it: the spots are counted whoever comes.
  entries: { ...entries, id: 'q.id', places: 'q.spots', sharedCount: 'q.spots + 1' },
  owners: ownersOf('unit_vehicle', 'driver_name', 'driver_phone', true),
  cover: coverByEntry(
    `select q.id, ${ms('u.valid_from', 'fromMs')}, ${ms('u.valid_until', 'toMs')}, u.name as number
     from unit_quota q join unit u on u.tenant_id = q.tenant_id and u.id = q.unit_id
     where q.tenant_id = $1 and q.id = any($2::uuid[])`,
    ({ number }) => ({ zh: `单位车位“${number}”`, en: `Spot of "${number}"` }),
  ),
};

/** Visitors for whom a unit pays while its contract is in force. */
const visitorServer: ListKindServer = {
  kind: unitVisitorKind,
  entries: entriesOf(
    'unit_visitor',
    'host_name',
    `cancelled_at is null and exists (select from unit u
      where u.tenant_id = unit_visitor.tenant_id and u.id = unit_visitor.unit_id and u.status = 2 and u.has_paid_visits
        and u.valid_from <= $4 and (u.valid_until is null or u.valid_until > $4))`,
  ),
  cover: coverByEntry(
    `select v.id, ${ms('v.valid_from', 'fromMs')}, ${ms('v.valid_until', 'toMs')}, v.minutes, u.name as number
     from unit_visitor v join unit u on u.tenant_id = v.tenant_id and u.id = v.unit_id
     where v.tenant_id = $1 and v.id = any($2::uuid[])`,
    ({ number }) => ({ zh: `“${number}”承担的访客停车`, en: `Visit paid by "${number}"` }),
  ),
};

/** The server sides of this module's kinds of lists. */
export const unitKindServers: readonly ListKindServer[] = [
  unitServer,
  { kind: unitWaitKind, entries: over('wait') },
  { kind: unitRefuseKind, entries: over('refuse') },
  visitorServer,
];
