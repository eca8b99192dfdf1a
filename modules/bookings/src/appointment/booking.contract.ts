import { pattern } from '@boyun/domain/pattern';
import {
  choice,
  day,
  flag,
  group,
  instant,
  integer,
  list,
  operation,
  optional,
  plate,
  readOnly,
  reference,
  refusals,
  resource,
  text,
} from '@boyun/kernel/contract';
import { AppointmentState } from './appointment.contract.ts';

/** Public page on which drivers book in a lot, reached by link or QR code; open or closed. */
export const bookingPage = resource('booking-page', {
  title: { zh: '自助预约入口', en: 'Booking pages' },
  path: '/api/bookingPage',
  fields: {
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    isOpen: flag(
      { zh: '开放', en: 'Open' },
      { byDefault: true, hint: { zh: '关闭后不再接受新预约', en: 'Closed, it takes no bookings' } },
    ),
    notice: optional(
      text({ zh: '提示', en: 'Notice' }, { max: 200, isLong: true, hint: { zh: '显示在预约页', en: 'On the page' } }),
    ),
    code: readOnly(text({ zh: '入口码', en: 'Code' })),
  },
  columns: ['lotId', 'isOpen', 'notice'],
  search: { lotId: 'equals', isOpen: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete'],
  subject: (row) => row.code,
  nameField: 'lotId',
  order: [{ field: 'lotId' }],
});

const code = text({ zh: '预约码', en: 'Code' }, { max: 64 });
const startsAt = instant({ zh: '预约时段', en: 'Booked for' });
const place = {
  lotName: text({ zh: '车场', en: 'Parking lot' }),
  address: optional(text({ zh: '地址', en: 'Address' })),
  timeZone: text({ zh: '时区', en: 'Time zone' }),
};

/** Data of the public booking page of a lot: the hours of a day with their remaining places. */
export const getBookingPage = operation('get-booking-page', {
  title: { zh: '自助预约页', en: 'Booking page' },
  path: '/api/booking/getPage',
  access: 'public',
  perMinute: 120,
  input: { code, day: optional(day({ zh: '日期', en: 'Day' })) },
  output: {
    ...place,
    isOpen: flag({ zh: '开放', en: 'Open' }),
    notice: optional(text({ zh: '提示', en: 'Notice' })),
    days: list({ zh: '可预约日期', en: 'Days' }, day({ zh: '日期', en: 'Day' }), { max: 31 }),
    day: day({ zh: '日期', en: 'Day' }),
    slots: list(
      { zh: '时段', en: 'Hours' },
      group(
        { zh: '时段', en: 'Hour' },
        { startsAt, left: integer({ zh: '剩余', en: 'Left' }), isOpen: flag({ zh: '可预约', en: 'Open' }) },
      ),
    ),
  },
  isRead: true,
});

/** Books an hour of a lot for a driver; returns a code that authorises viewing and cancelling this booking. */
export const bookByDriver = operation('book-by-driver', {
  title: { zh: '车主自助预约', en: 'Book as a driver' },
  path: '/api/booking/book',
  access: 'public',
  perMinute: 20,
  input: {
    code,
    plate: plate(),
    startsAt,
    driverPhone: text(
      { zh: '手机号', en: 'Mobile' },
      { max: 11, rule: pattern.mobile, hint: { zh: '11位手机号', en: 'A mobile of 11 digits' } },
    ),
  },
  output: { code },
  audit: 'appointment.booked-by-driver',
});

/** A booking, found by the code returned to its driver. */
export const getBooking = operation('get-booking', {
  title: { zh: '查看预约', en: 'View a booking' },
  path: '/api/booking/get',
  access: 'public',
  perMinute: 120,
  input: { code },
  output: {
    ...place,
    appointmentNo: text({ zh: '预约号', en: 'Number' }),
    plate: text({ zh: '车牌', en: 'Plate' }),
    startsAt,
    state: choice({ zh: '状态', en: 'State' }, AppointmentState),
    admitFrom: instant({ zh: '最早到场', en: 'Let in from' }),
    admitUntil: instant({ zh: '最晚到场', en: 'Let in until' }),
    cancelUntil: instant({ zh: '取消截止', en: 'Cancel until' }),
  },
  isRead: true,
});

/** A driver cancels a booking before its deadline, which frees its place. */
export const cancelBooking = operation('cancel-booking', {
  title: { zh: '车主取消预约', en: 'Cancel as a driver' },
  path: '/api/booking/cancel',
  access: 'public',
  perMinute: 20,
  input: { code },
  output: {},
  audit: 'appointment.cancelled-by-driver',
});

/** Refusals of bookings by drivers. */
export const bookingRefusal = refusals('booking', {
  'unknown-code': { status: 404, zh: '预约码无效', en: 'Unknown code' },
  closed: {
    status: 409,
    zh: '该车场暂不接受自助预约，请联系现场工作人员',
    en: 'This lot does not accept bookings now, ask its staff',
  },
  'too-many': {
    status: 409,
    zh: '同一车牌或手机号最多有{count}个未完成的预约，请先取消不用的预约',
    en: 'A plate or mobile can have at most {count} upcoming bookings; cancel one you do not need',
  },
});
