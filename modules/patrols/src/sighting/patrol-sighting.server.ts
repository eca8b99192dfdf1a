import { byPlate, serveReport } from '@boyun/kernel/server';
import { sightingList } from './patrol-sighting.contract.ts';

/** Plates that patrol cars have read. */
export const sightingListServer = serveReport(sightingList, {
  from: 'patrol_sighting',
  as: 's',
  lot: 's.lot_id',
  own: null,
  filters: {
    plate: byPlate('s.plate'),
    routeId: `s.tour_id in (select t.id from patrol_tour t where t.tenant_id = s.tenant_id and t.route_id = ?)`,
    kind: 's.kinds @> array[?::text]',
    hasFinding: "(s.kinds <> '{}') = ?",
  },
  period: 's.at',
  sorts: { at: 's.at' },
  order: 's.at desc, s.id desc',
});
