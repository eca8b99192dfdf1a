import { addDays, dayStart, instantOfWall, wallTime } from '@boyun/domain/period';
import { isPlate } from '@boyun/domain/plate';
import { requireLot } from '@boyun/facilities/server';
import { disabledReason, type Input, Refusal } from '@boyun/kernel/contract';
import { coversLot, newCode, notFound, serialNumber, type TenantTx } from '@boyun/kernel/server';
import { listRefusal } from '@boyun/lists/contract';
import {
  type AppointmentState,
  appointment,
  appointmentRefusal,
  appointmentTransitions,
  type bookAppointment,
} from './appointment.contract.ts';
import {
  type AppointmentRow,
  findBooked,
  findQuotas,
  givePlace,
  insertAppointment,
  lockAppointment,
  type QuotaRow,
  takePlace,
  updateAppointment,
} from './appointment.queries.ts';
import {
  appointmentBooked,
  appointmentCancelled,
  type appointmentCompleted,
  appointmentConfirmed,
  appointmentMissed,
} from './appointment-event.contract.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** End of the last bookable day of a rule, in milliseconds (exclusive). */
function lastDay(now: Date, rule: QuotaRow, zone: string): number {
  return addDays(dayStart(now.getTime(), zone), rule.daysAhead + 1, zone);
}

/** The bookable hours of a local day in a lot. */
export async function slotsOf(tx: TenantTx, lotId: string, day: string) {
  const lot = await requireLot(tx, lotId);
  const zone = lot.timeZone;
  const hours = (await findQuotas(tx, lot.id)).flatMap((rule) =>
    Array.from({ length: rule.toHour - rule.fromHour }, (_, index) => {
      const hour = String(rule.fromHour + index).padStart(2, '0');
      return { rule, startsAt: new Date(instantOfWall(`${day}T${hour}:00`, zone)) };
    }),
  );
  const from = new Date(instantOfWall(`${day}T00:00`, zone));
  const booked = await findBooked(tx, lot.id, from, new Date(addDays(from.getTime(), 1, zone)));
  const taken = new Map(booked.map((one) => [one.startsAt.getTime(), one.booked]));
  const now = tx.now.getTime();
  const slots = hours.map(({ rule, startsAt }) => {
    const count = taken.get(startsAt.getTime()) ?? 0;
    const isInTime = startsAt.getTime() + HOUR_MS > now && startsAt.getTime() < lastDay(tx.now, rule, zone);
    return { startsAt, quota: rule.quota, booked: count, isOpen: isInTime && count < rule.quota };
  });
  return { slots, timeZone: zone };
}

/** The rule of an hour; refuses an hour that is not open, has ended or is too far ahead. */
async function ruleOf(tx: TenantTx, lotId: string, startsAt: Date, zone: string): Promise<QuotaRow> {
  const wall = wallTime(startsAt.getTime(), zone);
  const hour = Number(wall.slice(11, 13));
  const rule = (await findQuotas(tx, lotId)).find((one) => one.fromHour <= hour && hour < one.toHour);
  if (!rule || !wall.endsWith(':00:00') || startsAt.getTime() % 1000 !== 0)
    throw new Refusal(appointmentRefusal['no-such-hour']);
  if (startsAt.getTime() + HOUR_MS <= tx.now.getTime()) throw new Refusal(appointmentRefusal['too-late']);
  if (startsAt.getTime() >= lastDay(tx.now, rule, zone))
    throw new Refusal(appointmentRefusal['too-early'], { days: rule.daysAhead });
  return rule;
}

/** Books an hour for a car; refuses a full hour or a second booking of the plate for it. */
export async function book(tx: TenantTx, given: Input<typeof bookAppointment>): Promise<AppointmentRow> {
  if (!isPlate(given.plate)) throw new Refusal(listRefusal['bad-plate'], { plate: given.plate });
  const lot = await requireLot(tx, given.lotId);
  const rule = await ruleOf(tx, lot.id, given.startsAt, lot.timeZone);
  const starts = given.startsAt.getTime();
  const row: AppointmentRow = {
    id: tx.newId(),
    appointmentNo: serialNumber('Y', tx.now, lot.timeZone, { digits: 8 }),
    code: newCode(tx),
    lotId: lot.id,
    plate: given.plate,
    startsAt: given.startsAt,
    cancelUntil: new Date(starts - rule.cancelMinutes * MINUTE_MS),
    state: rule.hasConfirmation ? 'booked' : 'confirmed',
  };
  const isNew = await insertAppointment(tx, {
    ...row,
    admitFrom: new Date(starts - rule.earlyMinutes * MINUTE_MS),
    admitUntil: new Date(starts + HOUR_MS + rule.lateMinutes * MINUTE_MS),
    driverName: given.driverName,
    driverPhone: given.driverPhone,
    remark: given.remark,
  });
  if (!isNew) throw new Refusal(appointmentRefusal['booked-already'], { plate: given.plate });
  if (!(await takePlace(tx, lot.id, given.startsAt, rule.quota))) throw new Refusal(appointmentRefusal.full);
  emitAppointment(tx, appointmentBooked, row);
  return row;
}

type AppointmentEvent =
  | typeof appointmentBooked
  | typeof appointmentConfirmed
  | typeof appointmentCancelled
  | typeof appointmentMissed
  | typeof appointmentCompleted;

function emitAppointment(tx: TenantTx, type: AppointmentEvent, row: AppointmentRow): void {
  const { id: appointmentId, appointmentNo, lotId, plate, startsAt, state } = row;
  tx.emit(type, { lotId, subjectId: appointmentId, data: { appointmentId, appointmentNo, plate, startsAt, state } });
}

/** Applies a state transition to a locked appointment. */
export async function move(
  tx: TenantTx,
  row: AppointmentRow,
  act: keyof typeof appointmentTransitions,
  event: AppointmentEvent,
  reason: string | null = null,
): Promise<AppointmentRow> {
  const next = { ...row, state: appointmentTransitions[act].to as AppointmentState };
  await updateAppointment(tx, row.id, next.state, reason);
  emitAppointment(tx, event, next);
  return next;
}

/** An appointment in the caller's lots, locked; refuses if its state does not allow the act. */
async function requireAppointment(tx: TenantTx, id: string, act: keyof typeof appointmentTransitions) {
  const row = await lockAppointment(tx, id);
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, appointment.title);
  const impossible = disabledReason(appointmentTransitions, act, row.state);
  if (impossible) throw new Refusal(appointmentRefusal['not-possible'], { reason: impossible[tx.who.language] });
  return row;
}

/** Applies a person's act to an appointment; returns it before and after. */
export async function decideAppointment(
  tx: TenantTx,
  id: string,
  act: 'confirm' | 'cancel' | 'no-show',
  reason: string | null = null,
): Promise<{ before: AppointmentRow; after: AppointmentRow }> {
  const before = await requireAppointment(tx, id, act);
  if (act === 'cancel' && tx.now > before.cancelUntil) throw new Refusal(appointmentRefusal['past-cancelling']);
  if (act === 'no-show' && tx.now < before.startsAt) throw new Refusal(appointmentRefusal['not-due']);
  const event = { confirm: appointmentConfirmed, cancel: appointmentCancelled, 'no-show': appointmentMissed }[act];
  const after = await move(tx, before, act, event, reason);
  if (act === 'cancel') await givePlace(tx, before.lotId, before.startsAt);
  return { before, after };
}
