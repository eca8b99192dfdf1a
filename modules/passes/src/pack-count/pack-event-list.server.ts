import { serveReport } from '@boyun/kernel/server';
import { type PackActGroup, packEventList } from './pack-event-list.contract.ts';

const ACTS: Readonly<Record<keyof typeof PackActGroup, string>> = {
  sold: "e.act = 'sold'",
  renewed: "e.act = 'renewed'",
  paid: "e.act in ('sold', 'renewed') and e.method is distinct from 'free'",
  expired: "e.act = 'expired'",
  refunded: "e.act = 'refunded'",
  ended: "e.act in ('cancelled', 'refunded')",
};

/** What was done to packs. */
export const packEventListServer = serveReport(packEventList, {
  from: 'pack_event',
  as: 'e',
  joins: 'join pack p on p.tenant_id = e.tenant_id and p.id = e.pack_id',
  lot: 'p.lot_id',
  own: null,
  filters: { lotId: 'p.lot_id = ?', packRuleId: 'p.pack_rule_id = ?', acts: (acts) => ACTS[acts] },
  period: 'e.at',
  columns: {
    plates: "array_to_string(e.plates, ' ')",
    packNo: 'p.pack_no',
    ownerName: 'p.owner_name',
    packRuleId: 'p.pack_rule_id',
    lotId: 'p.lot_id',
  },
  order: 'e.at desc, e.id desc',
  totals: { amountFen: 'e.amount_fen' },
});
