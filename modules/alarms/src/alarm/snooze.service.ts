import { coversLot, type Kernel, notFound, sweepTenants, type TenantTx } from '@boyun/kernel/server';
import { AlarmKind, DEVICE_KINDS } from './alarm.contract.ts';
import { alarmRaised } from './alarm-event.contract.ts';

/** Leaves open alarms of devices alone until a time; those of cars, and closed ones, stay as they are. Returns how many. */
export async function snooze(tx: TenantTx, alarmIds: readonly string[], until: Date): Promise<number> {
  const ids = [...new Set(alarmIds)];
  const rows = await tx.query<{ id: string; lotId: string | null }>(
    'select id, lot_id from alarm where tenant_id = $1 and id = any($2::uuid[]) order by id for update',
    [tx.tenantId, ids],
  );
  if (rows.length < ids.length || rows.some((one) => !coversLot(tx.who, one.lotId)))
    throw notFound(tx.who, { zh: '报警', en: 'Alarm' });
  const snoozed = await tx.query(
    `update alarm set snoozed_until = $3, snoozed_by_name = $4
     where tenant_id = $1 and id = any($2::uuid[]) and state in ('new', 'claimed') and kind = any($5) returning id`,
    [tx.tenantId, ids, until, tx.who.name, DEVICE_KINDS],
  );
  return snoozed.length;
}

interface Woken {
  readonly id: string;
  readonly kind: AlarmKind;
  readonly severity: string;
  readonly lotId: string | null;
  readonly laneId: string | null;
  readonly plate: string | null;
  readonly descriptionZh: string;
  readonly descriptionEn: string;
}

/** Announces alarms again whose time is over and whose cause is not. */
export async function wakeAlarms(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now();
  const sql = 'select distinct tenant_id from alarm where snoozed_until <= $1';
  await sweepTenants(kernel, { sql, values: [now] }, async (tx) => {
    const woken = await tx.query<Woken & { state: string }>(
      `update alarm set snoozed_until = null, snoozed_by_name = null where tenant_id = $1 and snoozed_until <= $2
       returning id, kind, severity, state, lot_id, lane_id, plate, description_zh, description_en`,
      [tx.tenantId, now],
    );
    for (const one of woken) if (one.state === 'new' || one.state === 'claimed') announce(tx, one);
  });
}

function announce(tx: TenantTx, one: Woken): void {
  const { id: alarmId, kind, severity, plate, laneId, descriptionZh, descriptionEn } = one;
  const { zh: titleZh, en: titleEn } = AlarmKind[kind];
  const data = {
    alarmId,
    kind,
    severity,
    plate,
    laneId,
    titleZh,
    titleEn,
    descriptionZh,
    descriptionEn,
    causedBy: null,
  };
  tx.emit(alarmRaised, { lotId: one.lotId, subjectId: alarmId, data });
}
