import {
  group,
  instant,
  integer,
  month,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const signedInAt = instant({ zh: '签到时间', en: 'Clocked in' });
const place = optional(
  text({ zh: '地点', en: 'Place' }, { max: 128, hint: { zh: '如 东门岗亭', en: 'Example: booth at the east gate' } }),
);
const device = optional(text({ zh: '设备', en: 'Device' }, { max: 64 }));

/** Clocking in and out of collectors, newest first. */
export const attendanceList = report('attendance', {
  title: { zh: '考勤', en: 'Attendance' },
  path: '/api/attendance/list',
  access: permission('attendance.list', { zh: '查看考勤', en: 'View: Attendance' }),
  filters: {
    name: optional(text({ zh: '姓名', en: 'Name' }, { max: 64 })),
    lotId: optional(lotId),
    accountId: optional(reference({ zh: '人员', en: 'Person' }, 'employee')),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    name: text({ zh: '姓名', en: 'Name' }),
    lotId,
    signedInAt,
    inPlace: optional(text({ zh: '签到地点', en: 'Place of clocking in' })),
    signedOutAt: optional(instant({ zh: '签退时间', en: 'Clocked out' })),
    outPlace: optional(text({ zh: '签退地点', en: 'Place of clocking out' })),
    minutes: optional(integer({ zh: '时长（分钟）', en: 'Minutes' })),
    device,
  },
});

const minutes = integer({ zh: '出勤时长', en: 'Time at work' });
const timeCount = integer({ zh: '签到次数', en: 'Times clocked in' });

/** Days and time at work per person and month, latest month first. */
export const attendanceByMonth = report('attendance-by-month', {
  title: { zh: '考勤报表', en: 'Attendance report' },
  path: '/api/statement/attendance/getByMonth',
  access: attendanceList.access,
  filters: {
    month: optional(month({ zh: '月份', en: 'Month' })),
    name: attendanceList.filters.name,
    lotId: attendanceList.filters.lotId,
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    month: text({ zh: '月份', en: 'Month' }),
    from: instant({ zh: '月初', en: 'Month begins' }),
    to: instant({ zh: '月末', en: 'Month ends' }),
    accountId: text({ zh: '人员编号', en: 'Id of the person' }),
    name: text({ zh: '姓名', en: 'Name' }),
    dayCount: integer({ zh: '出勤天数', en: 'Days at work' }),
    timeCount,
    minutes,
    dayMinutes: optional(integer({ zh: '日均时长', en: 'A day on average' })),
    openCount: integer({ zh: '未签退', en: 'Not clocked out' }),
  },
  totals: { timeCount },
  rowsAt: [
    {
      figures: { timeCount: null },
      list: attendanceList,
      page: '/_cloud_user/attendance',
      same: ['accountId'],
      filters: ['lotId'],
      period: ['from', 'to'],
    },
  ],
});

/** The caller's open attendance entry; null when clocked out. */
export const getOwnAttendance = operation('get-own-attendance', {
  title: { zh: '我的考勤', en: 'Own attendance' },
  path: '/api/attendance/getOwn',
  access: permission('attendance.sign', { zh: '签到与签退', en: 'Clock in and out' }),
  input: {},
  output: {
    attendance: optional(
      group({ zh: '考勤', en: 'Attendance' }, { lotName: text({ zh: '车场', en: 'Parking lot' }), signedInAt }),
    ),
  },
  isRead: true,
});

/** Clocks the caller in at a lot; a POS terminal sends its name and place. */
export const signInToWork = operation('sign-in-to-work', {
  title: { zh: '签到', en: 'Clock in' },
  path: '/api/attendance/signIn',
  access: getOwnAttendance.access,
  input: { lotId, place, device },
  output: { attendanceId: text({ zh: '编号', en: 'Id' }) },
  audit: 'attendance.signed-in',
});

/** Clocks the caller out and returns the minutes at work. */
export const signOutOfWork = operation('sign-out-of-work', {
  title: { zh: '签退', en: 'Clock out' },
  path: '/api/attendance/signOut',
  access: getOwnAttendance.access,
  input: { place },
  output: { minutes: integer({ zh: '时长（分钟）', en: 'Minutes' }) },
  audit: 'attendance.signed-out',
});

export const attendanceRefusal = refusals('attendance', {
  'signed-in': {
    status: 409,
    zh: '您已在“{lot}”签到，请先签退',
    en: 'You are already clocked in at "{lot}". Clock out first',
  },
  'signed-out': { status: 409, zh: '您还没有签到', en: 'You are not clocked in' },
});
