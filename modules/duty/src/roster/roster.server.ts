import { dayOfKey, keyOfDay } from '@boyun/domain/period';
import { requireLot } from '@boyun/facilities/server';
import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { coversLot, handle, lotCondition, notFound, type TenantTx } from '@boyun/kernel/server';
import { assignShift, copyRoster, getRoster, rosterRefusal } from './roster.contract.ts';
import { actualOf, hoursOn, type Opened, type PlanHours, rosterState, takesPlaceOn } from './roster.service.ts';
import { rosterCopied, shiftAssigned } from './roster-event.contract.ts';

const DAYS = 7;
/** Plans of one answer. */
const MOST_PLANS = 200;
const DAY_MS = 24 * 3_600_000;

interface Plan extends PlanHours {
  readonly id: string;
  readonly name: string;
  readonly sentryId: string;
  readonly lotId: string;
  readonly zone: string;
}

const PLAN_COLUMNS = 'p.id, p.name, p.sentry_id, p.lot_id, p.days, p.starts_at, p.ends_at, l.time_zone as zone';
const LOT_OF_PLAN = 'join lot_fact l on l.tenant_id = p.tenant_id and l.id = p.lot_id';
const PLAN = `select ${PLAN_COLUMNS} from shift_plan p ${LOT_OF_PLAN}`;

function plansOf(tx: TenantTx, lotId: string | null): Promise<Plan[]> {
  const where = lotCondition(tx.who, 'p').add('p.lot_id = ?', lotId);
  return tx.query<Plan>(
    `${PLAN} join sentry s on s.tenant_id = p.tenant_id and s.id = p.sentry_id
     where ${where.sql} order by l.name, s.name, p.starts_at, p.name limit ${MOST_PLANS}`,
    where.values,
  );
}

/** The people planned in seven days from a day on, by plan and day. */
async function assignmentsOf(tx: TenantTx, planIds: readonly string[], from: string): Promise<Map<string, string>> {
  const rows = await tx.query<{ planId: string; day: string; accountId: string }>(
    `select plan_id, day::text, account_id from shift_assignment
     where tenant_id = $1 and plan_id = any($2::uuid[]) and day >= $3::date and day < $3::date + ${DAYS}`,
    [tx.tenantId, planIds, from],
  );
  return new Map(rows.map((row) => [`${row.planId} ${row.day}`, row.accountId]));
}

const weekFrom = (from: string) => Array.from({ length: DAYS }, (_, index) => keyOfDay(dayOfKey(from) + index));

/** The roster of seven days, with who went on duty. */
export const getRosterServer = handle(getRoster, async (tx, { from, lotId }) => {
  const plans = await plansOf(tx, lotId);
  const assigned = await assignmentsOf(
    tx,
    plans.map((one) => one.id),
    from,
  );
  const opened = await tx.query<Opened & { sentryId: string }>(
    `select sentry_id, account_id, opened_at from shift
     where tenant_id = $1 and sentry_id = any($2::uuid[]) and opened_at >= $3 and opened_at < $4 order by opened_at`,
    [
      tx.tenantId,
      [...new Set(plans.map((one) => one.sentryId))],
      new Date(dayOfKey(from) * DAY_MS - DAY_MS),
      new Date((dayOfKey(from) + DAYS + 2) * DAY_MS),
    ],
  );
  return {
    mostPlans: MOST_PLANS,
    plans: plans.map(({ days, zone, ...plan }) => ({
      ...plan,
      days: weekFrom(from).map((day) => {
        const hours = { ...plan, days };
        const { fromMs, toMs } = hoursOn(hours, day, zone);
        const accountId = assigned.get(`${plan.id} ${day}`) ?? null;
        const isOn = takesPlaceOn(hours, day);
        const actual = isOn
          ? actualOf(
              opened.filter((one) => one.sentryId === plan.sentryId),
              fromMs,
              toMs,
              accountId,
            )
          : null;
        return {
          day,
          startsAt: new Date(fromMs),
          endsAt: new Date(toMs),
          state: isOn ? rosterState({ fromMs, toMs }, accountId, actual, tx.now.getTime()) : ('off' as const),
          accountId,
          actualId: actual?.accountId ?? null,
          openedAt: actual?.openedAt ?? null,
        };
      }),
    })),
  };
});

/** Returns the plan a person is assigned to; throws where it has no shift on the day, or the shift is over. */
async function requirePlan(tx: TenantTx, planId: string, day: string): Promise<Plan> {
  const [plan] = await tx.query<Plan>(`${PLAN} where p.tenant_id = $1 and p.id = $2 for update of p`, [
    tx.tenantId,
    planId,
  ]);
  if (!plan || !coversLot(tx.who, plan.lotId)) throw notFound(tx.who, assignShift.input.planId.label);
  if (!takesPlaceOn(plan, day)) throw new Refusal(rosterRefusal['no-shift'], { plan: plan.name });
  if (hoursOn(plan, day, plan.zone).toMs <= tx.now.getTime()) throw new Refusal(rosterRefusal.past);
  return plan;
}

/** Returns the name of the other plan a person has at the same time; null if there is none. */
async function clashOf(tx: TenantTx, plan: Plan, day: string, accountId: string): Promise<string | null> {
  const others = await tx.query<Plan & { day: string }>(
    `select ${PLAN_COLUMNS}, a.day::text
     from shift_assignment a join shift_plan p on p.tenant_id = a.tenant_id and p.id = a.plan_id ${LOT_OF_PLAN}
     where a.tenant_id = $1 and a.account_id = $2 and a.day between $3::date - 1 and $3::date + 1
       and not (a.plan_id = $4 and a.day = $3::date)`,
    [tx.tenantId, accountId, day, plan.id],
  );
  const own = hoursOn(plan, day, plan.zone);
  const clash = others.find((one) => {
    const { fromMs, toMs } = hoursOn(one, one.day, one.zone);
    return takesPlaceOn(one, one.day) && fromMs < own.toMs && own.fromMs < toMs;
  });
  return clash?.name ?? null;
}

/** Returns the name of an account that can be planned; null if it cannot. Assignments of one person wait for each other. */
async function findPerson(tx: TenantTx, accountId: string): Promise<string | null> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('shift_assignment' || $1::text, 0))`, [accountId]);
  const [person] = await tx.query<{ name: string }>(
    `select name from account_fact where tenant_id = $1 and id = $2 and state = 'active'`,
    [tx.tenantId, accountId],
  );
  return person?.name ?? null;
}

const writeAssignment = (tx: TenantTx, planId: string, day: string, accountId: string) =>
  tx.query(
    `insert into shift_assignment (tenant_id, plan_id, day, account_id) values ($1, $2, $3, $4)
     on conflict (tenant_id, plan_id, day) do update set account_id = excluded.account_id`,
    [tx.tenantId, planId, day, accountId],
  );

/** Plans a person, or nobody. */
export const assignShiftServer = handle(assignShift, async (tx, { planId, day, accountId }, act) => {
  const plan = await requirePlan(tx, planId, day);
  const before = (await assignmentsOf(tx, [planId], day)).get(`${planId} ${day}`) ?? null;
  let name: string | null = null;
  if (accountId === null)
    await tx.query('delete from shift_assignment where tenant_id = $1 and plan_id = $2 and day = $3', [
      tx.tenantId,
      planId,
      day,
    ]);
  else {
    name = await findPerson(tx, accountId);
    if (name === null)
      throw new Refusal(kernelRefusal['not-found'], { what: assignShift.input.accountId.label[tx.who.language] });
    const clash = await clashOf(tx, plan, day, accountId);
    if (clash) throw new Refusal(rosterRefusal.busy, { name, plan: clash });
    await writeAssignment(tx, planId, day, accountId);
  }
  tx.emit(shiftAssigned, { lotId: plan.lotId, subjectId: planId, data: { planId, day, accountId } });
  act.describe({
    subjectKind: 'shift-plan',
    subjectId: planId,
    subject: `${plan.name} ${day}`,
    before: { accountId: before },
    after: { accountId, name },
  });
  return {};
});

/** Copies a week: whoever left, is busy or whose shift is over is left out. */
export const copyRosterServer = handle(copyRoster, async (tx, { from, to, lotId }, act) => {
  if (lotId !== null) await requireLot(tx, lotId);
  if (from === to) throw new Refusal(rosterRefusal['same-week']);
  const plans = await plansOf(tx, lotId);
  const ids = plans.map((one) => one.id);
  const [source, target] = [await assignmentsOf(tx, ids, from), await assignmentsOf(tx, ids, to)];
  const days = weekFrom(to);
  let copiedCount = 0;
  for (const plan of plans)
    for (const [index, earlier] of weekFrom(from).entries()) {
      const day = days[index]!;
      const accountId = source.get(`${plan.id} ${earlier}`);
      if (!accountId || target.has(`${plan.id} ${day}`) || !takesPlaceOn(plan, day)) continue;
      if (hoursOn(plan, day, plan.zone).toMs <= tx.now.getTime()) continue;
      if (!(await isFree(tx, plan, day, accountId))) continue;
      await writeAssignment(tx, plan.id, day, accountId);
      copiedCount += 1;
    }
  tx.emit(rosterCopied, { lotId, subjectId: null, data: { from, to, copiedCount } });
  act.describe({ subjectKind: 'shift-plan', subjectId: null, subject: `${from} → ${to}`, after: { copiedCount } });
  return { copiedCount };
});

/** Whether a person can be planned: still there, and not planned elsewhere at that time. */
async function isFree(tx: TenantTx, plan: Plan, day: string, accountId: string): Promise<boolean> {
  return (await findPerson(tx, accountId)) !== null && (await clashOf(tx, plan, day, accountId)) === null;
}
