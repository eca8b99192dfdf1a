import { byPlate, serveReport, sql } from '@boyun/kernel/server';
import { vipUseList } from './vip-use.contract.ts';

/** Days that are read where none are chosen. */
const USUAL_DAYS = 31;
const AMOUNTS = { feeFen: 's.fee_fen', reducedFen: 'r.amount_fen', paidFen: 's.paid_fen' };

/** Stays with a reduction by a VIP group; a stay has one, since the best policy of a car applies. */
export const vipUseListServer = serveReport(vipUseList, ({ tx }) => ({
  from: `(select tenant_id, order_id, source_id, sum(amount_fen)::bigint as amount_fen, min(zh) as zh, min(en) as en
    from reduction_fact where source = 'vip' group by tenant_id, order_id, source_id)`,
  as: 'r',
  joins: `join stay_fact s on s.tenant_id = r.tenant_id and s.id = r.order_id and s.parking_state in ('left', 'no-exit')
    join vip_vehicle v on v.tenant_id = r.tenant_id and v.id = r.source_id
    join lot_fact l on l.tenant_id = s.tenant_id and l.id = s.lot_id`,
  lot: 's.lot_id',
  own: null,
  period: 's.left_at',
  usualDays: USUAL_DAYS,
  filters: { plate: byPlate('s.plate'), vipGroupId: 'v.vip_group_id = ?', lotId: 's.lot_id = ?' },
  columns: {
    ...AMOUNTS,
    id: "s.id || ' ' || v.id",
    plate: 's.plate',
    vipGroupId: 'v.vip_group_id',
    ownerName: 'v.owner_name',
    lotName: 'l.name',
    enteredAt: 's.entered_at',
    leftAt: 's.left_at',
    policy: tx.who.language === 'zh' ? sql`r.zh` : sql`r.en`,
    orderId: 's.id',
    orderNo: 's.order_no',
  },
  order: 's.left_at desc, s.id, v.id',
  totals: AMOUNTS,
}));
