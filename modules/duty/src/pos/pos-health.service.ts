import { raiseAlarm, resolveDeviceAlarms } from '@boyun/alarms/server';
import { isBatteryLow } from '@boyun/domain/battery';
import { type Sweep, sweepTenants, type TenantTx } from '@boyun/kernel/server';
import type { Pos } from './pos.service.ts';

/** What a terminal says of itself with every call. */
export interface PosSign {
  readonly queueLength: number;
  /** Null where the phone does not tell. */
  readonly batteryPercent: number | null;
}

/** Notes that a terminal is online, at most once in ten seconds where nothing changed; a low battery raises an alarm. */
export async function notePosSign(tx: TenantTx, pos: Pos, { queueLength, batteryPercent }: PosSign): Promise<void> {
  const [row] = await tx.query<{ isBatteryLow: boolean }>(
    `update pos_device set last_seen_at = $3, queue_length = $4, battery_percent = coalesce($5, battery_percent), is_silent = false
     where tenant_id = $1 and id = $2 and (queue_length <> $4 or is_silent or battery_percent is distinct from coalesce($5, battery_percent)
       or coalesce(last_seen_at < $3::timestamptz - interval '10 seconds', true))
     returning is_battery_low`,
    [tx.tenantId, pos.id, tx.now, queueLength, batteryPercent],
  );
  if (!row) return;
  const isLow = isBatteryLow(batteryPercent, row.isBatteryLow);
  if (isLow === row.isBatteryLow) return;
  await tx.query('update pos_device set is_battery_low = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    pos.id,
    isLow,
  ]);
  if (!isLow) return resolveDeviceAlarms(tx, pos.id, 'battery-low', '电量已恢复');
  await raiseAlarm(tx, {
    kind: 'battery-low',
    severity: 'low',
    lotId: pos.lotId,
    device: { kind: 'pos', id: pos.id, name: pos.deviceNo },
    description: {
      zh: `POS机“${pos.deviceNo}”电量${batteryPercent}%，请及时充电`,
      en: `The battery of POS "${pos.deviceNo}" is at ${batteryPercent} %. Charge it`,
    },
  });
}

/** Whether a terminal `p` is silent while its collector is clocked in. */
export const IS_SILENT_ON_DUTY = `(p.is_silent and exists (select from attendance t
  where t.tenant_id = p.tenant_id and t.account_id = p.collector_id and t.signed_out_at is null))`;

/** Counts the terminals that are silent while their collector is clocked in. */
export async function countSilent(tx: TenantTx, lotIds: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from pos_device p where p.tenant_id = $1 and p.lot_id = any($2::uuid[]) and ${IS_SILENT_ON_DUTY}`,
    [tx.tenantId, lotIds],
  );
  return row!.count;
}

/** How long a collector on duty may be unheard of. */
const SILENT_MINUTES = 15;

/** Raises an alarm for terminals whose collector is clocked in but which have not called for a quarter of an hour. */
export const silentTerminals: Sweep = {
  name: 'silent-terminals',
  everySeconds: 60,
  async run(kernel) {
    const before = new Date(kernel.clock.now().getTime() - SILENT_MINUTES * 60_000);
    const isSilent = (place: number) => `p.status = 1 and not p.is_silent and p.last_seen_at < $${place}
      and exists (select from attendance t where t.tenant_id = p.tenant_id and t.account_id = p.collector_id
        and t.signed_out_at is null and t.signed_in_at < $${place})`;
    const sql = `select distinct p.tenant_id from pos_device p where ${isSilent(1)}`;
    await sweepTenants(kernel, { sql, values: [before] }, async (tx) => {
      const silent = await tx.query<Pick<Pos, 'id' | 'lotId' | 'deviceNo'>>(
        `update pos_device p set is_silent = true where p.tenant_id = $1 and ${isSilent(2)} returning p.id, p.lot_id, p.device_no`,
        [tx.tenantId, before],
      );
      for (const { id, lotId, deviceNo } of silent)
        await raiseAlarm(tx, {
          kind: 'device-offline',
          severity: 'medium',
          lotId,
          device: { kind: 'pos', id, name: deviceNo },
          description: {
            zh: `POS机“${deviceNo}”离线：收费员已签到，${SILENT_MINUTES}分钟未联系`,
            en: `POS "${deviceNo}" is offline: its collector is clocked in, but it has not called for ${SILENT_MINUTES} minutes`,
          },
        });
    });
  },
};
