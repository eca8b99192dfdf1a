import { serveReport } from '@boyun/kernel/server';
import { activityUseList } from './activity-use.contract.ts';

/** Uses for good; what quotes hold is left out. */
export const activityUseServer = serveReport(activityUseList, {
  from: `(select u.tenant_id, u.activity_id, u.order_id, u.lot_id, u.plate, u.amount_fen, u.at, u.activity_id || ' ' || u.order_id as id, o.order_no, o.fee_fen,
      coalesce(d.name, f.name) as activity_name
    from activity_use u
    join stay_fact o on o.tenant_id = u.tenant_id and o.id = u.order_id
    left join custom_time_discount d on d.tenant_id = u.tenant_id and d.id = u.activity_id
    left join fixed_amount f on f.tenant_id = u.tenant_id and f.id = u.activity_id
    where u.held_until is null)`,
  as: 'u',
  lot: 'u.lot_id',
  own: null,
  filters: { plate: "u.plate like '%' || ? || '%'" },
  period: 'u.at',
  order: 'u.at desc, u.order_id, u.activity_id',
});
