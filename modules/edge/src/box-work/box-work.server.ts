import { serveReport, sql } from '@boyun/kernel/server';
import { boxWorkList } from './box-work.contract.ts';

const ITEMS = 'from box_item i where i.tenant_id = b.tenant_id and i.box_id = b.id';
const DAY_MS = 86_400_000;

/** How the boxes on site are doing: what they say of themselves, and what they handed over. */
export const boxWorkListServer = serveReport(boxWorkList, ({ tx }) => ({
  from: 'box_fact',
  as: 'b',
  joins: `left join box_feed f on f.tenant_id = b.tenant_id and f.box_id = b.id
    left join lateral (select u.app_version, w.state from box_update_box w
      join box_update u on u.tenant_id = w.tenant_id and u.id = w.update_id
      where w.tenant_id = b.tenant_id and w.box_id = b.id order by w.id desc limit 1) w on true`,
  lot: 'b.lot_id',
  own: null,
  filters: { name: "b.name ilike '%' || ? || '%'" },
  columns: {
    dataState:
      "case when f.read_version is null then 'none' when f.read_version < f.version then 'behind' else 'current' end",
    readAt: 'f.read_at',
    updateVersion: 'w.app_version',
    updateState: 'w.state',
    handedAt: `(select max(i.received_at) ${ITEMS})`,
    dayCount: sql`(select count(*)::int from box_item i where i.tenant_id = b.tenant_id and i.box_id = b.id
      and i.received_at > ${new Date(tx.now.getTime() - DAY_MS)}::timestamptz)`,
    refusedCount: `(select count(*)::int ${ITEMS} and i.state = 'refused')`,
  },
  order: 'b.name, b.id',
}));
