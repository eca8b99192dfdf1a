import { type Kernel, type Sweep, systemWho } from '@boyun/kernel/server';
import { endOfQuiet } from '@boyun/push/server';
import { type ArrearsRule, arrearsRuleOf, findMobiles, lockReminders, remind } from './reminder.service.ts';

const DAY_MS = 24 * 3_600_000;
/** Plates read per batch. */
const BATCH = 500;
interface Debt {
  readonly plate: string;
  readonly dueFen: number;
  readonly orderCount: number;
}

/** What plates owe whose reminder is due: those of one name, or the next after it. */
const DUE = (which: '=' | '>') => `
  select plate, sum(due_fen)::bigint as "dueFen", count(*)::int as "orderCount"
  from stay_fact parking_order where tenant_id = $1 and pay_state = 'arrears' and plate ${which} $2
  group by plate having min(left_at) <= $3
    and (select count(*) from arrears_reminder r where r.tenant_id = $1 and r.plate = parking_order.plate
      and r.is_automatic and r.at >= min(left_at)) < $4
    and not exists (select from arrears_reminder r where r.tenant_id = $1 and r.plate = parking_order.plate and r.at > $5)
  order by plate limit ${BATCH}`;

/** Sends the reminders due by each tenant's rule. Safe to run twice or in two processes: each reminder is sent once. */
async function remindAll(kernel: Kernel): Promise<void> {
  const tenants = await kernel.database.system<{ tenantId: number; zone: string }>(
    `select t.id as "tenantId", t.time_zone as zone from arrears_rule r join tenant t on t.id = r.tenant_id
     where r.is_active and r.site_url is not null and t.state = 'active'`,
  );
  for (const { tenantId, zone } of tenants) await remindTenant(kernel, tenantId, zone);
}

async function remindTenant(kernel: Kernel, tenantId: number, zone: string): Promise<void> {
  const who = { ...systemWho(tenantId), name: '自动催缴' };
  const now = kernel.clock.now();
  const limits = (rule: ArrearsRule) => [
    new Date(now.getTime() - rule.afterDays * DAY_MS),
    rule.mostTimes,
    new Date(now.getTime() - rule.everyDays * DAY_MS),
  ];
  for (let after = ''; ; ) {
    const found = await kernel.database.inTenant(who, async (tx) => {
      const rule = await arrearsRuleOf(tx);
      if (!rule.isActive || endOfQuiet(now, rule.quietFrom, rule.quietTo, zone)) return null;
      const debts = await tx.query<Debt>(DUE('>'), [tenantId, after, ...limits(rule)]);
      const plates = debts.map((one) => one.plate);
      return { rule, plates, mobiles: await findMobiles(tx, plates) };
    });
    if (!found) return;
    for (const plate of found.plates) {
      const mobile = found.mobiles.get(plate);
      if (!mobile) continue;
      await kernel.database.inTenant(who, async (tx) => {
        await lockReminders(tx, plate);
        const { siteUrl } = found.rule;
        // Checked again under the lock: a reminder may have been sent or the debt paid meanwhile.
        const [debt] = await tx.query<Debt>(DUE('='), [tenantId, plate, ...limits(found.rule)]);
        if (!debt || !siteUrl) return;
        await remind(tx, kernel.jobs, { ...debt, mobile, siteUrl, isAutomatic: true });
      });
    }
    if (found.plates.length < BATCH) return;
    after = found.plates.at(-1)!;
  }
}

/** Reminds of debts by the rules, twice an hour. */
export const arrearsReminders: Sweep = { name: 'arrears-reminders', everySeconds: 1800, run: remindAll };
