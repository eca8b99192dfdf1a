import { holdersOf } from '@boyun/access/server';
import { type OpenedAlarm, systemWho, type TenantTx } from '@boyun/kernel/server';
import { deliver } from '../message/message.service.ts';
import { SYSTEM_ALARM_PATH, seeSystemAlarms, systemAlarmKind } from './system-alarm.contract.ts';

/** Minimum interval between messages about a recurring fault. */
const QUIET_MS = 3600 * 1000;

/**
 * Sends a message about a newly opened alarm to the platform's administrators and, where it concerns a tenant, to the
 * tenant's. Runs in the transaction that opens the alarm.
 */
export async function announceAlarm(tx: TenantTx, alarm: OpenedAlarm): Promise<void> {
  const rows = await tx.query<{ id: number }>(
    "select id from tenant where (kind = 'platform' or id = $1) and erasing_at is null order by id",
    [alarm.tenantId ?? null],
  );
  for (const { id } of rows) await tx.asTenant(systemWho(id), (own) => announceTo(own, alarm));
}

async function announceTo(tx: TenantTx, { id, name, subject, zh, en }: OpenedAlarm): Promise<void> {
  const fault = `system-alarm ${name} ${subject} `;
  const recent = await tx.query(
    'select 1 from message where tenant_id = $1 and at > $2 and starts_with(once_key, $3) limit 1',
    [tx.tenantId, new Date(tx.now.getTime() - QUIET_MS), fault],
  );
  if (recent.length > 0) return;
  const kind = systemAlarmKind(name);
  await deliver(tx, {
    kind: 'alarm',
    title: { zh: `系统报警：${kind.zh}`, en: `System alarm: ${kind.en}` },
    body: { zh, en },
    path: SYSTEM_ALARM_PATH,
    sender: 'system',
    audience: seeSystemAlarms.name,
    accountIds: await holdersOf(tx, seeSystemAlarms.name, null),
    onceKey: `${fault}${id}`,
  });
}
