import { firstTime, nextTime } from '@boyun/domain/plan-time';
import { zoneOfLot } from '@boyun/facilities/server';
import { Refusal, type Row } from '@boyun/kernel/contract';
import { coversLots, type Kernel, notFound, type Sweep, sweepTenants, type TenantTx } from '@boyun/kernel/server';
import { type inspectionPlan, inspectionRefusal } from './inspection.contract.ts';
import { assign, itemsOf } from './inspection.service.ts';
import { makeRound, markOverdue } from './inspection-round.service.ts';
import { inspectionRoute } from './inspection-route.contract.ts';
import { findRoute } from './inspection-route.queries.ts';

type Plan = Row<typeof inspectionPlan>;

const HOUR_MS = 3_600_000;
const TIME_KEYS = ['days', 'startsAt', 'everyDays', 'lotId', 'routeId'] as const;

/** Checks a plan before it is written and adds its lots and its next time; a plan without days or time takes effect at once. */
export async function completePlan(tx: TenantTx, values: Partial<Plan>, before: Plan | null): Promise<Partial<Plan>> {
  const row = { ...before, ...values } as Plan;
  const route = row.routeId ? await findRoute(tx, row.routeId) : null;
  if (row.routeId && !(route && coversLots(tx.who, route.lotIds))) throw notFound(tx.who, inspectionRoute.title);
  if (Boolean(row.lotId) === Boolean(row.routeId)) throw new Refusal(inspectionRefusal['lot-or-route']);
  if (row.lotId && !row.items) throw new Refusal(inspectionRefusal['no-items']);
  const lotIds = route ? [...route.lotIds] : [row.lotId!];
  const hasNewTimes = TIME_KEYS.some((key) => key in values && String(values[key]) !== String(before?.[key]));
  const isTimed = row.days.length > 0 || row.startsAt !== null;
  if (before && !(hasNewTimes && isTimed)) return { ...values, lotIds };
  const zone = lotIds[0] ? await zoneOfLot(tx, lotIds[0]) : tx.who.zone;
  return { ...values, lotIds, nextAt: firstTime({ ...row, days: row.days as number[] }, tx.now, zone) };
}

interface DuePlan {
  readonly id: string;
  readonly lotId: string | null;
  readonly routeId: string | null;
  readonly lotIds: readonly string[];
  readonly name: string;
  readonly inspectorId: string | null;
  readonly days: readonly number[];
  readonly startsAt: string | null;
  readonly everyDays: number;
  readonly dueHours: number;
  readonly items: string | null;
  readonly nextAt: Date;
}

/**
 * Creates the inspections and rounds that are due by plan. A plan that was not processed for a while is caught up with one, not one per
 * day.
 */
async function followPlans(kernel: Kernel): Promise<void> {
  const sql = 'select distinct tenant_id from inspection_plan where is_enabled and next_at <= $1';
  await sweepTenants(kernel, { sql, values: [kernel.clock.now()] }, async (tx) => {
    const due = await tx.query<DuePlan>(
      `select id, lot_id, route_id, lot_ids, name, inspector_id, days, starts_at, every_days, due_hours, items, next_at
       from inspection_plan where tenant_id = $1 and is_enabled and next_at <= $2 for update skip locked`,
      [tx.tenantId, tx.now],
    );
    for (const plan of due) await follow(tx, plan);
  });
}

async function follow(tx: TenantTx, plan: DuePlan): Promise<void> {
  const { id: planId, lotId, routeId, name, inspectorId, nextAt } = plan;
  const dueAt = new Date(tx.now.getTime() + plan.dueHours * HOUR_MS);
  if (lotId) await assign(tx, { planId, lotId, name, inspectorId, dueAt, items: itemsOf(plan.items ?? '') });
  else if (routeId) {
    const route = await findRoute(tx, routeId);
    if (route?.isEnabled) await makeRound(tx, route, { planId, plannedAt: nextAt, inspectorId, dueAt });
  }
  const zone = plan.lotIds[0] ? await zoneOfLot(tx, plan.lotIds[0]) : tx.who.zone;
  await tx.query('update inspection_plan set next_at = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    planId,
    nextTime(plan, nextAt, tx.now, zone),
  ]);
}

/** Creates what is due every minute. */
export const inspectionSweep: Sweep = { name: 'inspection-plans', everySeconds: 60, run: followPlans };

/** Marks rounds that were not complete in time. */
export const overdueRoundSweep: Sweep = {
  name: 'overdue-inspection-rounds',
  everySeconds: 60,
  run: (kernel) =>
    sweepTenants(
      kernel,
      {
        sql: `select distinct tenant_id from inspection_round where state in ('waiting', 'walking') and due_at <= $1`,
        values: [kernel.clock.now()],
      },
      markOverdue,
    ),
};
