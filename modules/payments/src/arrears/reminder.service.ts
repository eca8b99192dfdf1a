import { formatYuan } from '@boyun/domain/money';
import { pattern } from '@boyun/domain/pattern';
import type { Values } from '@boyun/kernel/contract';
import { type Kernel, newCode, type TenantTx } from '@boyun/kernel/server';
import { findOwners } from '@boyun/lists/server';
import { sendSms } from '@boyun/push/server';
import { arrearsReminded } from './arrears-event.contract.ts';
import type { getArrearsRule } from './arrears-rule.contract.ts';

/** The present rule of reminders. */
export type ArrearsRule = Values<typeof getArrearsRule.output>;

/** The rule of a tenant that has set none. */
const UNSET: ArrearsRule = {
  isActive: false,
  afterDays: 3,
  everyDays: 7,
  mostTimes: 3,
  quietFrom: '21:00',
  quietTo: '09:00',
  siteUrl: null,
  version: 0,
};

/** The tenant's rule of reminders. */
export async function arrearsRuleOf(tx: TenantTx): Promise<ArrearsRule> {
  const [row] = await tx.query<ArrearsRule>(
    `select is_active, after_days, every_days, most_times,
       quiet_from, quiet_to, site_url, version
     from arrears_rule where tenant_id = $1`,
    [tx.tenantId],
  );
  return row ?? UNSET;
}

/** Serializes reminders of a plate, so that concurrent ones send a single SMS. */
export const lockReminders = (tx: TenantTx, plate: string): Promise<void> => tx.lock(`arrears ${plate}`);

/** When a plate was reminded last. */
export async function lastReminder(tx: TenantTx, plate: string): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date | null }>(
    'select max(at) as at from arrears_reminder where tenant_id = $1 and plate = $2',
    [tx.tenantId, plate],
  );
  return row?.at ?? null;
}

/** The mobiles of those who may be reminded for plates: known of lists and bookings, else typed for an earlier reminder. */
export async function findMobiles(tx: TenantTx, plates: readonly string[]): Promise<Map<string, string>> {
  const owners = await findOwners(tx, plates, pattern.mobile.isValid);
  const typed = await tx.query<{ plate: string; mobile: string }>(
    `select distinct on (plate) plate, mobile from arrears_reminder
     where tenant_id = $1 and plate = any($2) and not is_automatic order by plate, at desc`,
    [tx.tenantId, plates.filter((one) => !owners.has(one))],
  );
  return new Map([
    ...[...owners].map(([plate, { phone }]) => [plate, phone] as const),
    ...typed.map(({ plate, mobile }) => [plate, mobile] as const),
  ]);
}

/** The content and recipient of a reminder. */
export interface Reminder {
  readonly plate: string;
  readonly mobile: string;
  readonly dueFen: number;
  readonly orderCount: number;
  readonly siteUrl: string;
  readonly isAutomatic: boolean;
}

/** Sends an SMS reminder of all debts of a plate. Its link opens their payment page by a code that cannot be guessed. */
export async function remind(tx: TenantTx, jobs: Kernel['jobs'], reminder: Reminder): Promise<void> {
  const { plate, mobile, dueFen, orderCount, siteUrl, isAutomatic } = reminder;
  const code = newCode(tx);
  await tx.query(
    `insert into arrears_reminder (tenant_id, id, at, plate, mobile, amount_fen, actor_name, code, is_automatic)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tx.tenantId, tx.newId(), tx.now, plate, mobile, dueFen, tx.who.name, code, isAutomatic],
  );
  const link = `${siteUrl}/pay/${code}`;
  const values = { plate, amount: formatYuan(dueFen), count: String(orderCount), link };
  await sendSms(tx, jobs, { event: arrearsReminded, mobile, values });
  tx.emit(arrearsReminded, { data: { plate, amountFen: dueFen, count: orderCount, link, isAutomatic } });
}
