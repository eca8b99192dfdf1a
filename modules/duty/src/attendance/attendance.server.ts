import type { ReportRow } from '@boyun/kernel/contract';
import { escapeLike, handle, handleReport, lotCondition, sizeOf } from '@boyun/kernel/server';
import {
  attendanceByMonth,
  attendanceList,
  getOwnAttendance,
  signInToWork,
  signOutOfWork,
} from './attendance.contract.ts';
import { clockIn, clockOut, findOpen } from './attendance.service.ts';

export const attendanceListServer = handleReport(attendanceList, async (tx, filters, paging) => {
  const where = lotCondition(tx.who, 't')
    .own(tx.who, 't.account_id = ?')
    .add('a.name ilike ?', filters.name && `%${escapeLike(filters.name)}%`)
    .add('t.lot_id = ?', filters.lotId)
    .add('t.signed_in_at >= ?', filters.from)
    .add('t.signed_in_at <= ?', filters.to);
  const from = 'attendance t join account a on a.tenant_id = t.tenant_id and a.id = t.account_id';
  const size = await sizeOf(tx, from, where);
  const rows = await tx.query<ReportRow<typeof attendanceList>>(
    `select t.id, a.name, t.lot_id as "lotId", t.signed_in_at as "signedInAt", t.in_place as "inPlace",
       t.signed_out_at as "signedOutAt", t.out_place as "outPlace", t.device,
       floor(extract(epoch from t.signed_out_at - t.signed_in_at) / 60)::int as minutes
     from ${from} where ${where.sql} order by t.signed_in_at desc, t.id desc`,
    where.values,
    paging,
  );
  return { rows, ...size };
});

/** A day counts in the month in which it began, in the time zone of its lot. */
const DAY = 't.signed_in_at at time zone l.time_zone';
const MINUTES = 'floor(extract(epoch from t.signed_out_at - t.signed_in_at) / 60)';

export const attendanceByMonthServer = handleReport(attendanceByMonth, async (tx, filters, paging) => {
  const where = lotCondition(tx.who, 't')
    .own(tx.who, 't.account_id = ?')
    .add(`to_char(${DAY}, 'YYYY-MM') = ?`, filters.month)
    .add('a.name ilike ?', filters.name && `%${escapeLike(filters.name)}%`)
    .add('t.lot_id = ?', filters.lotId);
  const from = `attendance t join account a on a.tenant_id = t.tenant_id and a.id = t.account_id
    join lot l on l.tenant_id = t.tenant_id and l.id = t.lot_id where ${where.sql}`;
  const [sum] = await tx.query<{ total: number; timeCount: number }>(
    `select count(distinct (t.account_id, to_char(${DAY}, 'YYYY-MM')))::int as total, count(*)::int as "timeCount" from ${from}`,
    where.values,
  );
  const zone = where.place(tx.who.zone);
  const rows = await tx.query<ReportRow<typeof attendanceByMonth>>(
    `select t.account_id || ' ' || to_char(${DAY}, 'YYYY-MM') as id, to_char(${DAY}, 'YYYY-MM') as month,
       min(date_trunc('month', ${DAY})) at time zone ${zone} as from,
       (min(date_trunc('month', ${DAY})) + interval '1 month') at time zone ${zone} - interval '1 millisecond' as to,
       a.name, count(distinct (${DAY})::date)::int as "dayCount", count(*)::int as "timeCount",
       coalesce(sum(${MINUTES}), 0)::int as minutes,
       (sum(${MINUTES}) / nullif(count(distinct (${DAY})::date) filter (where t.signed_out_at is not null), 0))::int as "dayMinutes",
       (count(*) filter (where t.signed_out_at is null))::int as "openCount"
     from ${from} group by t.account_id, a.name, to_char(${DAY}, 'YYYY-MM')
     order by month desc, minutes desc, t.account_id`,
    where.values,
    paging,
  );
  const { total, ...totals } = sum!;
  return { rows, total, totals };
});

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
