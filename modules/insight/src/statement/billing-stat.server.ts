import { serveReport, sql } from '@boyun/kernel/server';
import { STAY_BUCKETS } from '../stat/stay-bucket.contract.ts';
import { billingStat } from './billing-stat.contract.ts';

const MINUTES = 'extract(epoch from o.left_at - o.entered_at) / 60';
/** The shortest of the lengths that a stay counts among. */
const BUCKET = `(array[${STAY_BUCKETS.join(', ')}])[width_bucket(${MINUTES}, array[${STAY_BUCKETS.join(', ')}]::numeric[])]`;
const GROUPS = { rule: 'r.name', kind: 'o.vehicle_kind', length: BUCKET } as const;

const FIGURES = {
  stayCount: 'count(*)',
  freeCount: 'count(*) filter (where o.fee_fen - o.reduced_fen <= 0)',
  feeFen: 'coalesce(sum(o.fee_fen), 0)',
  reducedFen: 'coalesce(sum(o.reduced_fen), 0)',
  paidFen: 'coalesce(sum(o.paid_fen), 0)',
  dueFen: 'coalesce(sum(o.due_fen), 0)',
};

/** Stays that ended, with their fees. */
export const billingStatServer = serveReport(billingStat, ({ filters }) => {
  const by = filters.by ?? 'rule';
  const group = GROUPS[by];
  return {
    from: 'stay_fact',
    as: 'o',
    joins: `left join charge_rule_version_fact v on v.tenant_id = o.tenant_id and v.id = o.charge_version_id
      left join charge_rule_fact r on r.tenant_id = v.tenant_id and r.id = v.charge_rule_id`,
    lot: 'o.lot_id',
    own: null,
    where: [sql`o.left_at is not null and o.parking_state in ('left', 'no-exit')`],
    filters: { by: null, lotId: 'o.lot_id = ?' },
    period: 'o.left_at',
    usualDays: 30,
    columns: {
      id: `coalesce((${group})::text, '-')`,
      ruleName: by === 'rule' ? group : 'null::text',
      vehicleKind: by === 'kind' ? group : 'null::text',
      fromMinutes: by === 'length' ? `(${group})::int` : 'null::int',
      stayCount: `${FIGURES.stayCount}::int`,
      freeCount: `${FIGURES.freeCount}::int`,
      feeFen: `${FIGURES.feeFen}::bigint`,
      reducedFen: `${FIGURES.reducedFen}::bigint`,
      paidFen: `${FIGURES.paidFen}::bigint`,
      dueFen: `${FIGURES.dueFen}::bigint`,
      meanFen: 'round(avg(o.fee_fen))::bigint',
      meanMinutes: `round(avg(${MINUTES}))::int`,
    },
    groupBy: group,
    order: by === 'length' ? group : `count(*) desc, ${group}`,
    totals: FIGURES,
  };
});
