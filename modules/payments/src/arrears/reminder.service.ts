import { pattern } from '@boyun/domain/pattern';
import { type Kernel, newCode, type ReminderKind, sql, type TenantTx } from '@boyun/kernel/server';
import { findOwners } from '@boyun/lists/server';
import { arrearsRefusal } from './arrears.contract.ts';
import { arrearsReminded } from './arrears-event.contract.ts';

/** Least time between two reminders of a plate, by whomever they are sent. */
export const REMIND_AGAIN_MS = 24 * 3_600_000;

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
  readonly isAutomatic: boolean;
}

/** Files an SMS reminder of all debts of a plate. Its link opens their payment page by a code that cannot be guessed. */
export async function remind(tx: TenantTx, publicUrl: string, reminder: Reminder): Promise<void> {
  const { plate, mobile, dueFen, orderCount, isAutomatic } = reminder;
  const code = newCode(tx);
  await tx.query(
    `insert into arrears_reminder (tenant_id, id, at, plate, mobile, amount_fen, actor_name, code, is_automatic)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tx.tenantId, tx.newId(), tx.now, plate, mobile, dueFen, tx.who.name, code, isAutomatic],
  );
  const link = new URL(`/pay/${code}`, publicUrl).href;
  tx.emit(arrearsReminded, { data: { plate, mobile, amountFen: dueFen, count: orderCount, link, isAutomatic } });
}

/** Reminds the owners of cars that left without paying. */
export const arrearsReminder: ReminderKind = {
  name: 'arrears',
  title: { zh: '欠费催缴', en: 'Fees owed' },
  hint: {
    zh: '从最早一笔欠费算起，短信催缴车主，附支付链接。只发给月卡、固定车、预约、访客中留有手机号，或曾经人工催缴过的车辆',
    en: 'An SMS with a payment link to the owner, counted from the oldest debt. Only to cars with a mobile on a pack, fixed spot, appointment or visit, or of an earlier reminder by hand',
  },
  event: arrearsReminded,
  lead: { side: 'after', days: 3 },
  repeat: { everyDays: 7, mostTimes: 3 },
  isActive: false,
  owner: 'always',
  staff: null,
  due: () => sql`select tenant_id, plate as subject, min(left_at) as occasion from stay_fact
    where pay_state = 'arrears' group by tenant_id, plate`,
  obstacle: ({ configuration }: Pick<Kernel, 'configuration'>) =>
    configuration.publicUrl ? null : arrearsRefusal['no-public-url'],
  async tell(tx, plate, { configuration: { publicUrl } }) {
    const [debt] = await tx.query<{ dueFen: number; orderCount: number }>(
      `select coalesce(sum(due_fen), 0)::bigint as "dueFen", count(*)::int as "orderCount"
       from stay_fact where tenant_id = $1 and pay_state = 'arrears' and plate = $2`,
      [tx.tenantId, plate],
    );
    const last = await lastReminder(tx, plate);
    const mobile = (await findMobiles(tx, [plate])).get(plate);
    if (!debt?.orderCount || !publicUrl || !mobile) return false;
    if (last && tx.now.getTime() - last.getTime() < REMIND_AGAIN_MS) return false;
    await remind(tx, publicUrl, { ...debt, plate, mobile, isAutomatic: true });
    return true;
  },
};
