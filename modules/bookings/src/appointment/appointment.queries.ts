import type { TenantTx } from '@boyun/kernel/server';
import type { AppointmentState } from './appointment.contract.ts';

/** A booking rule. */
export interface QuotaRow {
  readonly id: string;
  readonly fromHour: number;
  readonly toHour: number;
  readonly quota: number;
  readonly earlyMinutes: number;
  readonly lateMinutes: number;
  readonly cancelMinutes: number;
  readonly daysAhead: number;
  readonly hasConfirmation: boolean;
}

/** An appointment. */
export interface AppointmentRow {
  readonly id: string;
  readonly appointmentNo: string;
  /** Secret code that lets the driver view and cancel it. */
  readonly code: string;
  readonly lotId: string;
  readonly plate: string;
  readonly startsAt: Date;
  readonly cancelUntil: Date;
  readonly state: AppointmentState;
}

/** The rules of a lot, ordered by hour. */
export function findQuotas(tx: TenantTx, lotId: string): Promise<QuotaRow[]> {
  return tx.query<QuotaRow>(
    `select id, from_hour, to_hour, quota, early_minutes,
       late_minutes, cancel_minutes, days_ahead,
       has_confirmation
     from appointment_quota where tenant_id = $1 and lot_id = $2 order by from_hour`,
    [tx.tenantId, lotId],
  );
}

/** Number of booked places per hour. */
export function findBooked(tx: TenantTx, lotId: string, from: Date, to: Date) {
  return tx.query<{ startsAt: Date; booked: number }>(
    `select starts_at, booked from appointment_slot
     where tenant_id = $1 and lot_id = $2 and starts_at >= $3 and starts_at < $4`,
    [tx.tenantId, lotId, from, to],
  );
}

/** Takes a place of an hour; returns false if none is left. Locks the hour's row. */
export async function takePlace(tx: TenantTx, lotId: string, startsAt: Date, quota: number): Promise<boolean> {
  const rows = await tx.query(
    `insert into appointment_slot as s (tenant_id, lot_id, starts_at, booked) values ($1, $2, $3, 1)
     on conflict (tenant_id, lot_id, starts_at) do update set booked = s.booked + 1 where s.booked < $4
     returning booked`,
    [tx.tenantId, lotId, startsAt, quota],
  );
  return rows.length === 1;
}

/** Frees a place of an hour. */
export async function givePlace(tx: TenantTx, lotId: string, startsAt: Date): Promise<void> {
  await tx.query(
    'update appointment_slot set booked = booked - 1 where tenant_id = $1 and lot_id = $2 and starts_at = $3',
    [tx.tenantId, lotId, startsAt],
  );
}

const COLUMNS = `id, appointment_no, code, lot_id, plate, starts_at,
  cancel_until, state`;

/** An appointment, locked; null if it does not exist. */
export async function lockAppointment(tx: TenantTx, id: string): Promise<AppointmentRow | null> {
  const [row] = await tx.query<AppointmentRow>(
    `select ${COLUMNS} from appointment where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** The appointment by which a car inside entered, locked; null if there is none. */
export async function lockArrived(tx: TenantTx, orderId: string): Promise<AppointmentRow | null> {
  const [row] = await tx.query<AppointmentRow>(
    `select ${COLUMNS} from appointment where tenant_id = $1 and order_id = $2 and state = 'arrived' for update`,
    [tx.tenantId, orderId],
  );
  return row ?? null;
}

/** Inserts an appointment; returns false if the plate is already booked for this hour. */
export async function insertAppointment(
  tx: TenantTx,
  row: AppointmentRow & {
    readonly admitFrom: Date;
    readonly admitUntil: Date;
    readonly driverName: string | null;
    readonly driverPhone: string | null;
    readonly remark: string | null;
  },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into appointment (tenant_id, id, appointment_no, lot_id, plate, starts_at, admit_from, admit_until,
       cancel_until, state, driver_name, driver_phone, remark, created_at, updated_at, code)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15)
     on conflict (tenant_id, lot_id, plate, starts_at) where state in ('booked', 'confirmed', 'arrived') do nothing
     returning id`,
    [
      tx.tenantId,
      row.id,
      row.appointmentNo,
      row.lotId,
      row.plate,
      row.startsAt,
      row.admitFrom,
      row.admitUntil,
      row.cancelUntil,
      row.state,
      row.driverName,
      row.driverPhone,
      row.remark,
      tx.now,
      row.code,
    ],
  );
  return rows.length === 1;
}

/** Updates the state of an appointment. */
export async function updateAppointment(
  tx: TenantTx,
  id: string,
  state: AppointmentState,
  cancelReason: string | null,
): Promise<void> {
  await tx.query(
    `update appointment set state = $3, cancel_reason = coalesce($4, cancel_reason), updated_at = $5,
       version = version + 1
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, state, cancelReason, tx.now],
  );
}
