import { containing, handle, piece, serveReport, sql } from '@boyun/kernel/server';
import {
  attendanceByMonth,
  attendanceList,
  getOwnAttendance,
  signInToWork,
  signOutOfWork,
} from './attendance.contract.ts';
import { clockIn, clockOut, findOpen } from './attendance.service.ts';

/** A day counts in the month in which it began, in the time zone of its lot. */
const DAY = 't.signed_in_at at time zone l.time_zone';
const MINUTES = 'floor(extract(epoch from t.signed_out_at - t.signed_in_at) / 60)';
const MONTH = `to_char(${DAY}, 'YYYY-MM')`;
const MONTH_START = piece(`date_trunc('month', ${DAY})`);

export const attendanceListServer = serveReport(attendanceList, {
  from: 'attendance',
  as: 't',
  joins: 'join account_fact a on a.tenant_id = t.tenant_id and a.id = t.account_id',
  lot: 't.lot_id',
  own: 't.account_id = ?',
  filters: { name: containing('a.name') },
  period: 't.signed_in_at',
  columns: { name: 'a.name', minutes: `${MINUTES}::int` },
  order: 't.signed_in_at desc, t.id desc',
});

export const attendanceByMonthServer = serveReport(attendanceByMonth, ({ who }) => ({
  from: 'attendance',
  as: 't',
  joins: `join account_fact a on a.tenant_id = t.tenant_id and a.id = t.account_id
    join lot_fact l on l.tenant_id = t.tenant_id and l.id = t.lot_id`,
  lot: 't.lot_id',
  own: 't.account_id = ?',
  filters: { month: `${MONTH} = ?`, name: containing('a.name') },
  columns: {
    id: `t.account_id || ' ' || ${MONTH}`,
    month: MONTH,
    from: sql`min(${MONTH_START}) at time zone ${who.zone}`,
    to: sql`(min(${MONTH_START}) + interval '1 month') at time zone ${who.zone} - interval '1 millisecond'`,
    accountId: 't.account_id::text',
    name: 'a.name',
    dayCount: `count(distinct (${DAY})::date)::int`,
    timeCount: 'count(*)::int',
    minutes: `coalesce(sum(${MINUTES}), 0)::int`,
    dayMinutes: `(sum(${MINUTES}) / nullif(count(distinct (${DAY})::date) filter (where t.signed_out_at is not null), 0))::int`,
    openCount: '(count(*) filter (where t.signed_out_at is null))::int',
  },
  groupBy: `t.account_id, a.name, ${MONTH}`,
  order: `${MONTH} desc, coalesce(sum(${MINUTES}), 0) desc, t.account_id`,
  totals: { timeCount: 'count(*)' },
}));

/** Clocking in and out. */
export const attendanceServers = [
  handle(getOwnAttendance, async (tx) => {
    const open = tx.who.userId ? await findOpen(tx) : null;
    return { attendance: open };
  }),
  handle(signInToWork, async (tx, { lotId, place, device }, act) => {
    const attendanceId = await clockIn(tx, { lotId, place, device });
    act.describe({
      subjectKind: 'attendance',
      subjectId: attendanceId,
      subject: tx.who.name,
      after: { place, device },
    });
    return { attendanceId };
  }),
  handle(signOutOfWork, async (tx, { place }, act) => {
    const { id, minutes } = await clockOut(tx, place);
    act.describe({ subjectKind: 'attendance', subjectId: id, subject: tx.who.name, after: { place, minutes } });
    return { minutes };
  }),
];
