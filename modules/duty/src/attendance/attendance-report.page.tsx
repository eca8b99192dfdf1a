import { hoursText, ListPage } from '@boyun/kernel/web';
import { attendanceByMonth } from './attendance.contract.ts';

/** Time at work per person and month; each count links to the entries behind it. */
export default function AttendanceReportPage() {
  return (
    <ListPage
      source={attendanceByMonth}
      columns={['month', 'name', 'dayCount', 'timeCount', 'minutes', 'dayMinutes', 'openCount']}
      cells={{
        month: { width: 110 },
        name: { width: 140, isGrowing: true },
        minutes: { cell: (row) => hoursText(row.minutes) },
        dayMinutes: {
          cell: (row) => (row.dayMinutes === null ? <span className="by-faint">—</span> : hoursText(row.dayMinutes)),
        },
      }}
      detail={null}
      empty={{
        title: { zh: '还没有考勤', en: 'No attendance yet' },
        hint: {
          zh: '收费员签到、签退后按月统计',
          en: 'Attendance is totalled by month once collectors clock in and out',
        },
      }}
    />
  );
}
