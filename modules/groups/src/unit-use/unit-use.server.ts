import { byPlate, type Sql, serveReport, sql, type TenantTx } from '@boyun/kernel/server';
import { unitPassList, unitUseReport } from './unit-use.contract.ts';

/** Days that are read where none are chosen. */
const USUAL_DAYS = 31;

const STAY = `s.id as stay_id, s.plate, s.lot_id, s.standing, s.entered_at, s.left_at, s.parking_state, s.fee_fen, s.reduced_fen,
  s.paid_fen, case when s.parking_state = 'inside' then 0 else greatest(s.due_fen, 0) end as due_fen`;
const VALID_THEN = (vehicle: string) => `${vehicle}.valid_from <= s.entered_at
  and (${vehicle}.valid_until is null or ${vehicle}.valid_until > s.entered_at)`;

/** The stays of units: of their vehicles in their lots, and of their visitors. A stay is once in each unit that has the car. */
const USES = `(
  select v.tenant_id, v.unit_id, v.department_id, 'vehicle'::text as kind, v.driver_name as person, ${STAY}
  from unit_vehicle v
  join unit u on u.tenant_id = v.tenant_id and u.id = v.unit_id
  join stay_fact s on s.tenant_id = v.tenant_id and s.plate = v.plate and s.lot_id = any(u.lot_ids)
    and s.standing <> 'unit-visitor' and s.parking_state <> 'void' and ${VALID_THEN('v')}
  where not exists (select from unit_vehicle o where o.tenant_id = v.tenant_id and o.unit_id = v.unit_id and o.plate = v.plate
    and o.id > v.id and ${VALID_THEN('o')})
  union all
  select v.tenant_id, v.unit_id, null::uuid, 'visitor', v.host_name, ${STAY}
  from unit_visitor v
  join stay_fact s on s.tenant_id = v.tenant_id and s.list_entry_id = v.id and s.parking_state <> 'void')`;

const minutesUntil = (tx: TenantTx): Sql =>
  sql`floor(extract(epoch from (coalesce(r.left_at, ${tx.now}::timestamptz) - r.entered_at)) / 60)::int`;
/** A car of the unit that found its spots taken. */
const OVER = `r.kind = 'vehicle' and r.standing in ('temporary', 'unit-wait')`;
const FEES = { feeFen: 'r.fee_fen', reducedFen: 'r.reduced_fen', paidFen: 'r.paid_fen', dueFen: 'r.due_fen' };

/** How passes are read, whoever asks. */
export function passQuery(tx: TenantTx) {
  return {
    from: USES,
    as: 'r',
    joins: `join lot_fact l on l.tenant_id = r.tenant_id and l.id = r.lot_id
      left join unit_department d on d.tenant_id = r.tenant_id and d.id = r.department_id`,
    own: null,
    filters: { plate: byPlate('r.plate'), isOver: `(${OVER}) = ?` },
    usualDays: USUAL_DAYS,
    period: 'r.entered_at',
    columns: {
      ...FEES,
      id: "r.unit_id || ' ' || r.stay_id",
      minutes: minutesUntil(tx),
      lotName: 'l.name',
      departmentName: 'd.name',
    },
    order: 'r.entered_at desc, r.stay_id, r.unit_id',
    totals: FEES,
  } as const;
}

/** The passes of units in the caller's lots. */
export const unitPassListServer = serveReport(unitPassList, ({ tx }) => {
  const query = passQuery(tx);
  return {
    ...query,
    lot: 'r.lot_id',
    filters: {
      ...query.filters,
      unitId: 'r.unit_id = ?',
      departmentId: 'r.department_id = ?',
      lotId: 'r.lot_id = ?',
    },
    columns: { ...query.columns, orderId: 'r.stay_id' },
  };
});

const count = (condition: string) => `(count(*) filter (where ${condition}))::int`;
const sum = (column: string) => `coalesce(sum(${column}), 0)::bigint`;
const COUNTS = {
  stayCount: `count(*)::int`,
  quotaCount: count(`r.standing = 'unit'`),
  overCount: count(OVER),
  visitCount: count(`r.kind = 'visitor'`),
};
const SUMS = {
  feeFen: sum('r.fee_fen'),
  reducedFen: sum('r.reduced_fen'),
  paidFen: sum('r.paid_fen'),
  dueFen: sum('r.due_fen'),
};

/** What units used, by lot. */
export const unitUseReportServer = serveReport(unitUseReport, ({ tx }) => ({
  from: USES,
  as: 'r',
  lot: 'r.lot_id',
  own: null,
  period: 'r.entered_at',
  usualDays: USUAL_DAYS,
  filters: { unitId: 'r.unit_id = ?', lotId: 'r.lot_id = ?' },
  columns: {
    ...COUNTS,
    ...SUMS,
    id: "r.unit_id || ' ' || r.lot_id",
    unitId: 'r.unit_id',
    lotId: 'r.lot_id',
    carCount: 'count(distinct r.plate)::int',
    hours: sql`(sum(${minutesUntil(tx)}) / 60)::int`,
  },
  groupBy: 'r.unit_id, r.lot_id',
  order: 'count(*) desc, r.unit_id, r.lot_id',
  totals: { stayCount: 'count(*)', overCount: COUNTS.overCount, visitCount: COUNTS.visitCount, ...SUMS },
}));
