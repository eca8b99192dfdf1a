import { coverByEntry, span } from '../standing/entry-cover.service.ts';
import { fixed } from '../standing/fixed-kind.contract.ts';
import { type ListKindServer, ownersOf } from '../standing/list-kind.service.ts';

const VALID = `f.tenant_id = $1 and f.plate = $2 and f.valid_from <= $4 and (f.valid_until is null or f.valid_until > $4)`;

/** Cars with a fixed spot; cars that share a spot share its single place. */
export const fixedKind: ListKindServer = {
  kind: fixed,
  entries: {
    from: `from fixed_list f
      join spot_fact s on s.tenant_id = f.tenant_id and s.id = f.spot_id
      cross join lateral (select array_agg(id) as ids from fixed_list
        where tenant_id = f.tenant_id and spot_id = f.spot_id) as o
      where ${VALID} and f.lot_id = $3`,
    coming: `select plate, valid_from from fixed_list where tenant_id = $1 and lot_id = $3 and valid_from < $5
      and (valid_until is null or valid_until > $4)`,
    anywhere: `from fixed_list f where ${VALID}`,
    id: 'f.id',
    lotId: 'f.lot_id',
    validUntil: 'f.valid_until',
    isWide: 'false',
    text: 's.number',
    places: '1',
    sharedIds: 'o.ids',
    sharedCount: 'cardinality(o.ids)',
  },
  owners: ownersOf('fixed_list', 'owner_name', 'owner_phone', true),
  cover: coverByEntry(
    `select ${span('f')}, s.number, s.kind as "spotKind" from fixed_list f
     join spot_fact s on s.tenant_id = f.tenant_id and s.id = f.spot_id where f.tenant_id = $1 and f.id = any($2::uuid[])`,
    ({ number }) => ({ zh: `固定车位${number}`, en: `Fixed spot ${number}` }),
  ),
};
