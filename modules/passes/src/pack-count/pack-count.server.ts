import { serveReport, sql } from '@boyun/kernel/server';
import { packCount } from './pack-count.contract.ts';

const DAY_MS = 86_400_000;
/** Days counted where no time is chosen. */
const USUAL_DAYS = 30;

const ACTIVE = `count(*) filter (where p.state in ('active', 'paused'))`;
const sum = (column: string) => `coalesce(sum(e.${column}), 0)`;

/** Rules with packs that are in force or that something happened to. */
export const packCountServer = serveReport(packCount, ({ tx, filters }) => {
  const to = filters.to ?? tx.now;
  const from = filters.from ?? new Date(to.getTime() - USUAL_DAYS * DAY_MS);
  return {
    from: 'pack',
    as: 'p',
    joins: sql`cross join lateral (
      select count(*) filter (where act = 'sold') as sold, count(*) filter (where act = 'renewed') as renewed,
        count(*) filter (where act = 'expired') as expired, count(*) filter (where act in ('cancelled', 'refunded')) as ended,
        sum(amount_fen) filter (where act in ('sold', 'renewed') and method is distinct from 'free') as paid_fen,
        sum(amount_fen) filter (where act = 'refunded') as refunded_fen, count(*) as events
      from pack_event v where v.tenant_id = p.tenant_id and v.pack_id = p.id and v.at >= ${from} and v.at <= ${to}) e`,
    lot: 'p.lot_id',
    own: null,
    filters: { lotId: 'p.lot_id = ?', packRuleId: 'p.pack_rule_id = ?', from: null, to: null },
    columns: {
      id: `concat_ws(' ', p.lot_id, p.pack_rule_id)`,
      lotId: 'p.lot_id',
      packRuleId: 'p.pack_rule_id',
      soldCount: `${sum('sold')}::int`,
      renewedCount: `${sum('renewed')}::int`,
      expiredCount: `${sum('expired')}::int`,
      endedCount: `${sum('ended')}::int`,
      activeCount: `${ACTIVE}::int`,
      paidFen: `${sum('paid_fen')}::bigint`,
      refundedFen: `${sum('refunded_fen')}::bigint`,
    },
    groupBy: 'p.lot_id, p.pack_rule_id',
    having: `${ACTIVE} > 0 or ${sum('events')} > 0`,
    order: `${ACTIVE} desc, p.lot_id, p.pack_rule_id`,
    totals: {
      soldCount: sum('sold'),
      renewedCount: sum('renewed'),
      expiredCount: sum('expired'),
      endedCount: sum('ended'),
      activeCount: ACTIVE,
      paidFen: sum('paid_fen'),
      refundedFen: sum('refunded_fen'),
    },
  };
});
