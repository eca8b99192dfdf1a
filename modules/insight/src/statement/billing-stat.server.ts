import { serveReport, sql } from '@boyun/kernel/server';
import { STAY_BUCKETS } from '../stat/stay-bucket.contract.ts';
import { billingStat } from './billing-stat.contract.ts';

const MINUTES = `date_part('epoch', o.left_at - o.entered_at) / 60`;
/** The shortest of the lengths that a stay counts among. */
const BUCKET = `(array[${STAY_BUCKETS.join(', ')}])[width_bucket(${MINUTES}, array[${STAY_BUCKETS.join(', ')}]::float8[])]`;
const UNTIL = `(array[${STAY_BUCKETS.slice(1).join(', ')}])[width_bucket(${MINUTES}, array[${STAY_BUCKETS.join(', ')}]::float8[])]`;
const GROUPS = { rule: 'v.charge_rule_id', kind: 'o.vehicle_kind', length: `${BUCKET}, ${UNTIL}` } as const;

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
    joins: 'left join charge_rule_version_fact v on v.tenant_id = o.tenant_id and v.id = o.charge_version_id',
    lot: 'o.lot_id',
    own: null,
    where: [sql`o.left_at is not null and o.parking_state in ('left', 'no-exit')`],
    filters: { by: null, lotId: 'o.lot_id = ?' },
    period: 'o.left_at',
    usualDays: 30,
    columns: {
      id: `coalesce((${by === 'length' ? BUCKET : group})::text, '-')`,
      chargeRuleId: by === 'rule' ? group : 'null::uuid',
      vehicleKind: by === 'kind' ? group : 'null::text',
      fromMinutes: by === 'length' ? `(${BUCKET})::int` : 'null::int',
      untilMinutes: by === 'length' ? `(${UNTIL})::int` : 'null::int',
      stayCount: `${FIGURES.stayCount}::int`,
      freeCount: `${FIGURES.freeCount}::int`,
      feeFen: `${FIGURES.feeFen}::bigint`,
      reducedFen: `${FIGURES.reducedFen}::bigint`,
      paidFen: `${FIGURES.paidFen}::bigint`,
      dueFen: `${FIGURES.dueFen}::bigint`,
      meanFen: 'round(avg(o.fee_fen))::bigint',
      meanMinutes: `round(avg(${MINUTES})::numeric)::int`,
    },
    groupBy: group,
    order: by === 'length' ? group : `count(*) desc, ${group}`,
    totals: FIGURES,
  };
});
