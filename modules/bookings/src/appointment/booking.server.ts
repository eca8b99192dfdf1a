import { addDays, dayStart, wallTime } from '@boyun/domain/period';
import { requireLot } from '@boyun/facilities/server';
import { type Language, type Output, Refusal } from '@boyun/kernel/contract';
import { asHolder, handleFreely, type Kernel, newCode, serveResource, type TenantTx } from '@boyun/kernel/server';
import { findQuotas } from './appointment.queries.ts';
import { book, decideAppointment, slotsOf } from './appointment.service.ts';
import {
  bookByDriver,
  bookingPage,
  bookingRefusal,
  cancelBooking,
  getBooking,
  getBookingPage,
} from './booking.contract.ts';

/** Maximum of upcoming bookings per plate and per mobile in a lot. */
const MOST_BOOKINGS = 3;
/** Maximum of days the page offers. */
const MOST_DAYS = 31;

/** Public booking pages: one per lot, identified by an unguessable code. */
export const bookingPageServer = serveResource(bookingPage, {
  beforeWrite: async (tx, values, before) => (before ? values : { ...values, code: newCode(tx) }),
});

const holding = <T>(kernel: Kernel, code: string, language: Language, work: (tx: TenantTx) => Promise<T>) =>
  asHolder(kernel, code, { name: 'visitor', unknown: bookingRefusal['unknown-code'], language }, work);

async function requirePage(tx: TenantTx, code: string) {
  const [page] = await tx.query<{ lotId: string; address: string | null; isOpen: boolean; notice: string | null }>(
    `select p.lot_id, l.address, p.is_open and l.state = 'open' as "isOpen", p.notice
     from booking_page p join lot_fact l on l.tenant_id = p.tenant_id and l.id = p.lot_id
     where p.tenant_id = $1 and p.code = $2`,
    [tx.tenantId, code],
  );
  if (!page) throw new Refusal(bookingRefusal['unknown-code']);
  return page;
}

/** The bookable days of a lot as `YYYY-MM-DD`, today first. */
async function daysOf(tx: TenantTx, lotId: string, zone: string): Promise<string[]> {
  const ahead = Math.max(-1, ...(await findQuotas(tx, lotId)).map((one) => one.daysAhead));
  const today = dayStart(tx.now.getTime(), zone);
  return Array.from({ length: Math.min(MOST_DAYS, ahead + 1) }, (_, index) =>
    wallTime(addDays(today, index, zone), zone).slice(0, 10),
  );
}

/** Refuses a driver with the maximum of upcoming bookings; serialises bookings of a plate and of a mobile. */
async function refuseTooMany(tx: TenantTx, lotId: string, plate: string, phone: string): Promise<void> {
  for (const one of [plate, phone].sort()) await tx.lock(`booking ${one}`);
  const [row] = await tx.query<{ isTooMany: boolean }>(
    `select greatest(count(*) filter (where plate = $3), count(*) filter (where driver_phone = $4)) >= $5 as "isTooMany"
     from appointment where tenant_id = $1 and lot_id = $2 and (plate = $3 or driver_phone = $4)
       and state in ('booked', 'confirmed') and admit_until > $6`,
    [tx.tenantId, lotId, plate, phone, MOST_BOOKINGS, tx.now],
  );
  if (row!.isTooMany) throw new Refusal(bookingRefusal['too-many'], { count: MOST_BOOKINGS });
}

async function requireBooking(tx: TenantTx, code: string) {
  const [row] = await tx.query<Output<typeof getBooking> & { id: string; lotId: string }>(
    `select a.id, a.lot_id, l.name as "lotName", l.address, l.time_zone,
       a.appointment_no, a.plate, a.starts_at, a.state, a.admit_from,
       a.admit_until, a.cancel_until
     from appointment a join lot_fact l on l.tenant_id = a.tenant_id and l.id = a.lot_id
     where a.tenant_id = $1 and a.code = $2`,
    [tx.tenantId, code],
  );
  if (!row) throw new Refusal(bookingRefusal['unknown-code']);
  return row;
}

/** Server handlers of the public booking page; callers are not signed in. */
export const bookingOperations = [
  handleFreely(getBookingPage, (kernel, { code, day }, { language }) =>
    holding(kernel, code, language, async (tx) => {
      const { lotId, address, isOpen, notice } = await requirePage(tx, code);
      const { name: lotName, timeZone } = await requireLot(tx, lotId);
      const days = isOpen ? await daysOf(tx, lotId, timeZone) : [];
      const shown = day && days.includes(day) ? day : (days[0] ?? wallTime(tx.now.getTime(), timeZone).slice(0, 10));
      const { slots } = days.length > 0 ? await slotsOf(tx, lotId, shown) : { slots: [] };
      return {
        lotName,
        address,
        timeZone,
        isOpen,
        notice,
        days,
        day: shown,
        slots: slots.map((one) => ({
          startsAt: one.startsAt,
          left: Math.max(0, one.quota - one.booked),
          isOpen: one.isOpen,
        })),
      };
    }),
  ),
  handleFreely(bookByDriver, (kernel, { code, plate, startsAt, driverPhone }, { language }) =>
    holding(kernel, code, language, async (tx) => {
      const { lotId, isOpen } = await requirePage(tx, code);
      if (!isOpen) throw new Refusal(bookingRefusal.closed);
      await refuseTooMany(tx, lotId, plate, driverPhone);
      const row = await book(tx, { lotId, plate, startsAt, driverPhone, driverName: null, remark: null });
      tx.audit({
        action: bookByDriver.audit!,
        subjectKind: 'appointment',
        subjectId: row.id,
        subject: `${row.appointmentNo} ${row.plate}`,
        after: { lotId, startsAt, state: row.state },
      });
      return { code: row.code };
    }),
  ),
  handleFreely(getBooking, (kernel, { code }, { language }) =>
    holding(kernel, code, language, async (tx) => {
      const { id: _, lotId: __, ...shown } = await requireBooking(tx, code);
      return shown;
    }),
  ),
  handleFreely(cancelBooking, (kernel, { code }, { language }) =>
    holding(kernel, code, language, async (tx) => {
      const { id } = await requireBooking(tx, code);
      const { before, after } = await decideAppointment(tx, id, 'cancel', '车主自助取消');
      tx.audit({
        action: cancelBooking.audit!,
        subjectKind: 'appointment',
        subjectId: id,
        subject: `${after.appointmentNo} ${after.plate}`,
        before: { state: before.state },
        after: { state: after.state },
      });
      return {};
    }),
  ),
];
