import type { Label } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { type AlarmDevice, AlarmKind, type AlarmSeverity, DEVICE_KINDS } from './alarm.contract.ts';
import { alarmRaised } from './alarm-event.contract.ts';

/** A device as an alarm names it; a barrier has the id of its lane. */
export interface AlarmedDevice {
  readonly kind: AlarmDevice;
  readonly id: string;
  readonly name: string;
}

/** An alarm to be raised. */
export interface NewAlarm {
  readonly kind: keyof typeof AlarmKind;
  readonly severity: keyof typeof AlarmSeverity;
  readonly lotId: string | null;
  readonly laneId?: string | null;
  readonly plate?: string | null;
  readonly description: Label;
  readonly picture?: string | null;
  readonly passingId?: string | null;
  readonly orderId?: string | null;
  /** The device it is about: while an alarm of this kind about it is open, a further one only counts. */
  readonly device?: AlarmedDevice | null;
  /** The account whose act caused it: its own pages do not announce the alarm. */
  readonly causedBy?: string | null;
  /** Raised at most once per lot in this number of minutes. */
  readonly onceInMinutes?: number;
}

/** Spec §3: 1 for vehicles, any other number for devices. */
export function messageType(kind: string): number {
  return DEVICE_KINDS.includes(kind) ? 2 : 1;
}

/** Raises an alarm; open pages receive it on commit. */
export async function raiseAlarm(tx: TenantTx, alarm: NewAlarm): Promise<void> {
  if (alarm.onceInMinutes) {
    const since = new Date(tx.now.getTime() - alarm.onceInMinutes * 60_000);
    const recent = await tx.query(
      'select 1 from alarm where tenant_id = $1 and lot_id = $2 and kind = $3 and raised_at > $4 limit 1',
      [tx.tenantId, alarm.lotId, alarm.kind, since],
    );
    if (recent.length > 0) return;
  }
  if (alarm.device && !alarm.passingId && (await countAgain(tx, alarm, alarm.device))) return;
  const id = tx.newId();
  await tx.query(
    `insert into alarm (tenant_id, id, raised_at, kind, severity, lot_id, lane_id, plate, description_zh, description_en,
       picture, passing_id, order_id, device_kind, device_id, device_name, last_raised_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $3)`,
    [
      tx.tenantId,
      id,
      tx.now,
      alarm.kind,
      alarm.severity,
      alarm.lotId,
      alarm.laneId ?? null,
      alarm.plate ?? null,
      alarm.description.zh,
      alarm.description.en,
      alarm.picture ?? null,
      alarm.passingId ?? null,
      alarm.orderId ?? null,
      alarm.device?.kind ?? null,
      alarm.device?.id ?? null,
      alarm.device?.name.slice(0, 64) ?? null,
    ],
  );
  tx.emit(alarmRaised, {
    lotId: alarm.lotId,
    subjectId: id,
    data: {
      alarmId: id,
      kind: alarm.kind,
      severity: alarm.severity,
      plate: alarm.plate ?? null,
      laneId: alarm.laneId ?? null,
      titleZh: AlarmKind[alarm.kind].zh,
      titleEn: AlarmKind[alarm.kind].en,
      descriptionZh: alarm.description.zh,
      descriptionEn: alarm.description.en,
      causedBy: alarm.causedBy ?? (tx.who.kind === 'user' ? tx.who.account : null),
    },
  });
}

/** Counts an alarm that is open already, with its latest words; false where there is none. */
async function countAgain(tx: TenantTx, { kind, description }: NewAlarm, device: AlarmedDevice): Promise<boolean> {
  const rows = await tx.query(
    `update alarm set seen_count = seen_count + 1, last_raised_at = $4, description_zh = $5, description_en = $6, device_name = $7
     where tenant_id = $1 and device_id = $2 and kind = $3 and state in ('new', 'claimed') returning id`,
    [tx.tenantId, device.id, kind, tx.now, description.zh, description.en, device.name.slice(0, 64)],
  );
  return rows.length > 0;
}
