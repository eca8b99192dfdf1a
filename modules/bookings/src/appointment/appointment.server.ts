import { lockLotSettings } from '@boyun/facilities/server';
import { Refusal, type Row } from '@boyun/kernel/contract';
import { type Act, handle, type Sweep, serveResource, sweepTenants } from '@boyun/kernel/server';
import {
  appointment,
  appointmentQuota,
  appointmentRefusal,
  bookAppointment,
  cancelAppointment,
  confirmAppointment,
  getAppointmentSlots,
  missAppointment,
} from './appointment.contract.ts';
import { type AppointmentRow, findQuotas, lockAppointment } from './appointment.queries.ts';
import { book, decideAppointment, move, slotsOf } from './appointment.service.ts';
import { appointmentMissed } from './appointment-event.contract.ts';

/** Booking rules: an hour of a lot has at most one. Existing appointments keep the terms they were booked under. */
export const appointmentQuotaServer = serveResource(appointmentQuota, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof appointmentQuota>;
    if (row.fromHour >= row.toHour) throw new Refusal(appointmentRefusal['hours-reversed']);
    // Two changes of a lot's rules are serialized.
    await lockLotSettings(tx, row.lotId);
    const other = (await findQuotas(tx, row.lotId)).find(
      (one) => one.id !== before?.id && one.fromHour < row.toHour && row.fromHour < one.toHour,
    );
    if (other) throw new Refusal(appointmentRefusal['hours-overlap'], { from: other.fromHour, to: other.toHour });
    return values;
  },
});

/** Read-only table of appointments; operations book and decide them. */
export const appointmentServer = serveResource(appointment);

function describe(act: Act, before: AppointmentRow | null, after: AppointmentRow, more: object = {}): void {
  const shown = ({ state, startsAt }: AppointmentRow) => ({ state, startsAt });
  act.describe({
    subjectKind: appointment.name,
    subjectId: after.id,
    subject: `${after.appointmentNo} ${after.plate}`,
    ...(before ? { before: shown(before) } : {}),
    after: { ...shown(after), ...more },
  });
}

/** Server handlers of appointments. */
export const appointmentOperations = [
  handle(getAppointmentSlots, (tx, { lotId, day }) => slotsOf(tx, lotId, day)),
  handle(bookAppointment, async (tx, given, act) => {
    const row = await book(tx, given);
    describe(act, null, row, { lotId: row.lotId });
    return { appointmentId: row.id, appointmentNo: row.appointmentNo, state: row.state };
  }),
  handle(confirmAppointment, async (tx, { appointmentId }, act) => {
    const { before, after } = await decideAppointment(tx, appointmentId, 'confirm');
    describe(act, before, after);
    return {};
  }),
  handle(cancelAppointment, async (tx, { appointmentId, reason }, act) => {
    const { before, after } = await decideAppointment(tx, appointmentId, 'cancel', reason);
    describe(act, before, after, { reason });
    return {};
  }),
  handle(missAppointment, async (tx, { appointmentId }, act) => {
    const { before, after } = await decideAppointment(tx, appointmentId, 'no-show');
    describe(act, before, after);
    return {};
  }),
];

/** Job that marks no-shows after the late limit; the gate checks the limit itself. */
export const appointmentsMissed: Sweep = {
  name: 'appointments-missed',
  everySeconds: 30,
  async run(kernel) {
    const sql = `select tenant_id, id from appointment
       where state in ('booked', 'confirmed') and admit_until <= $1 limit 1000`;
    const values = [kernel.clock.now()];
    await sweepTenants<{ tenantId: number; id: string }>(kernel, { sql, values }, async (tx, { id }) => {
      const row = await lockAppointment(tx, id);
      if (row && (row.state === 'booked' || row.state === 'confirmed'))
        await move(tx, row, 'no-show', appointmentMissed);
    });
  },
};
