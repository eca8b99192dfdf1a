import type { ReminderKind, TenantTx } from '@boyun/kernel/server';

/** How a tenant wants a kind of reminder. */
export interface ReminderRule {
  readonly isActive: boolean;
  readonly days: number;
  readonly everyDays: number;
  readonly mostTimes: number;
  readonly isToOwner: boolean;
  readonly isToStaff: boolean;
  readonly version: number;
}

/** The values of a kind that a tenant changed nothing about. */
export function standardRule({ isActive, lead, repeat, owner, staff }: ReminderKind): ReminderRule {
  return {
    isActive,
    days: 'side' in lead ? lead.days : 0,
    everyDays: repeat?.everyDays ?? 1,
    mostTimes: repeat?.mostTimes ?? 1,
    isToOwner: owner === 'always',
    isToStaff: staff?.isByDefault ?? false,
    version: 0,
  };
}

/** Returns what the tenant set, by kind. */
export async function reminderRulesOf(tx: TenantTx): Promise<ReadonlyMap<string, ReminderRule>> {
  const rows = await tx.query<ReminderRule & { kind: string }>(
    `select kind, is_active, days, every_days, most_times, is_to_owner, is_to_staff, version
     from reminder_rule where tenant_id = $1`,
    [tx.tenantId],
  );
  return new Map(rows.map(({ kind, ...rule }) => [kind, rule]));
}
