import { type ListKindServer, ownersOf } from '@boyun/lists/server';
import { vipKind } from './vip-kind.contract.ts';

const VALID = `from vip_vehicle v
  join vip_group g on g.tenant_id = v.tenant_id and g.id = v.vip_group_id and g.status = 2`;
const WHERE = `where v.tenant_id = $1 and v.plate = $2 and v.valid_from <= $4 and (v.valid_until is null or v.valid_until > $4)`;

/** Cars of VIP groups. What they have off the fee is a reduction of its own, so that a pack covers them first. */
export const vipKindServer: ListKindServer = {
  kind: vipKind,
  entries: {
    from: `${VALID} ${WHERE} and (g.lot_ids = '{}' or $3 = any(g.lot_ids))`,
    coming: `select v.plate, v.valid_from ${VALID}
      where v.tenant_id = $1 and v.valid_from < $5 and (v.valid_until is null or v.valid_until > $4)
        and (g.lot_ids = '{}' or $3 = any(g.lot_ids))`,
    anywhere: `${VALID} left join lateral unnest(g.lot_ids) as lot(id) on true ${WHERE}`,
    id: 'v.id',
    lotId: 'lot.id',
    validUntil: 'v.valid_until',
    isWide: "g.lot_ids = '{}'",
    text: 'g.name',
    vehicleKinds: 'g.vehicle_kinds',
  },
  owners: ownersOf('vip_vehicle', 'owner_name', 'owner_phone', true),
};
