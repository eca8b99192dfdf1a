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
  permission,
  phone,
  plate,
  readOnly,
  reference,
  refusals,
  resource,
  type Transitions,
  text,
} from '@boyun/kernel/contract';
import { listField } from '@boyun/lists/contract';

/** Booking rule of a lot: cars per hour, hours of the day, and limits for arrival and cancellation. */
export const appointmentQuota = resource('appointment-quota', {
  title: { zh: '预约规则', en: 'Appointment rules' },
  path: '/api/appointmentQuota',
  fields: {
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    fromHour: integer(
      { zh: '开始（时）', en: 'From hour' },
      { min: 0, max: 23, byDefault: 8, hint: { zh: '整点，0–23', en: 'A full hour, 0 to 23' } },
    ),
    toHour: integer(
      { zh: '结束（时）', en: 'To hour' },
      { min: 1, max: 24, byDefault: 20, hint: { zh: '整点，1–24', en: 'A full hour, 1 to 24' } },
    ),
    quota: integer({ zh: '每小时名额', en: 'Cars an hour' }, { min: 1, max: 100_000 }),
    earlyMinutes: integer(
      { zh: '可提前到场（分）', en: 'Early by (min)' },
      { max: 1440, byDefault: 30, hint: { zh: '早于预约时段仍按预约放行', en: 'Let in before its hour' } },
    ),
    lateMinutes: integer(
      { zh: '可延后到场（分）', en: 'Late by (min)' },
      { max: 1440, byDefault: 30, hint: { zh: '时段结束后超过此时间记为爽约', en: 'After its hour; then a no-show' } },
    ),
    cancelMinutes: integer(
      { zh: '须提前取消（分）', en: 'Cancel before (min)' },
      { max: 43_200, byDefault: 60, hint: { zh: '时段开始前多久停止取消', en: 'Before its hour begins' } },
    ),
    daysAhead: integer({ zh: '可预约天数', en: 'Days ahead' }, { min: 1, max: 366, byDefault: 7 }),
    hasConfirmation: flag({ zh: '需人工确认', en: 'Confirmed by staff' }, { byDefault: false }),
  },
  columns: [
    'lotId',
    'fromHour',
    'toHour',
    'quota',
    'earlyMinutes',
    'lateMinutes',
    'cancelMinutes',
    'daysAhead',
    'hasConfirmation',
  ],
  search: { lotId: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete'],
  subject: (row) => `${row.fromHour}:00–${row.toHour}:00`,
  nameField: 'fromHour',
  order: [{ field: 'lotId' }, { field: 'fromHour' }],
});

/** States of an appointment. */
export const AppointmentState = {
  booked: { zh: '待确认', en: 'To confirm', tone: 'warn' },
  confirmed: { zh: '已确认', en: 'Confirmed', tone: 'info' },
  arrived: { zh: '已到场', en: 'Arrived', tone: 'good' },
  completed: { zh: '已完成', en: 'Completed', tone: 'neutral' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'neutral' },
  'no-show': { zh: '爽约', en: 'No-show', tone: 'bad' },
} as const;
export type AppointmentState = keyof typeof AppointmentState;

const isOver = { zh: '预约已到场或已结束', en: 'The car has arrived or the appointment has ended' };

/** State transitions of an appointment; the gate triggers `arrive` and `complete`. */
export const appointmentTransitions = {
  confirm: {
    from: ['booked'],
    to: 'confirmed',
    otherwise: { zh: '预约无需确认', en: 'The appointment needs no confirmation' },
  },
  cancel: { from: ['booked', 'confirmed'], to: 'cancelled', otherwise: isOver },
  'no-show': { from: ['booked', 'confirmed'], to: 'no-show', otherwise: isOver },
  complete: { from: ['arrived'], to: 'completed', otherwise: { zh: '车辆未到场', en: 'The car has not arrived' } },
} as const satisfies Transitions<AppointmentState, 'confirm' | 'cancel' | 'no-show' | 'complete'>;

/** Booked places, each for a car and an hour. */
export const appointment = resource('appointment', {
  title: { zh: '预约', en: 'Appointments' },
  path: '/api/appointment',
  fields: {
    appointmentNo: readOnly(text({ zh: '预约号', en: 'Number' })),
    plate: readOnly(plate()),
    lotId: readOnly(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    startsAt: readOnly(instant({ zh: '预约时段', en: 'Booked for' })),
    state: readOnly(choice({ zh: '状态', en: 'State' }, AppointmentState)),
    admitFrom: readOnly(instant({ zh: '最早到场', en: 'Let in from' })),
    admitUntil: readOnly(instant({ zh: '最晚到场', en: 'Let in until' })),
    cancelUntil: readOnly(instant({ zh: '取消截止', en: 'Cancel until' })),
    arrivedAt: readOnly(optional(instant({ zh: '到场时间', en: 'Arrived' }))),
    driverName: readOnly(optional(text({ zh: '联系人', en: 'Driver' }))),
    driverPhone: readOnly(optional(phone({ zh: '联系电话', en: 'Phone' }))),
    orderId: readOnly(optional(text({ zh: '停车订单', en: 'Parking order' }))),
    cancelReason: readOnly(optional(text({ zh: '取消原因', en: 'Why cancelled' }))),
    remark: readOnly(listField.remark),
  },
  columns: [
    'plate',
    'appointmentNo',
    'lotId',
    'startsAt',
    'state',
    'arrivedAt',
    'admitUntil',
    'driverName',
    'driverPhone',
    'remark',
  ],
  search: { plate: 'contains', lotId: 'equals', state: 'equals', startsAt: 'range', appointmentNo: 'prefix' },
  verbs: ['list', 'get', 'export'],
  subject: (row) => `${row.appointmentNo} ${row.plate}`,
  nameField: 'appointmentNo',
  order: [{ field: 'startsAt', isDescending: true }, { field: 'id' }],
});

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const startsAt = instant({ zh: '预约时段', en: 'Booked for' });

/** The bookable hours of a day in a lot with their remaining places. */
export const getAppointmentSlots = operation('get-appointment-slots', {
  title: { zh: '可预约时段', en: 'Bookable hours' },
  path: '/api/appointment/getSlots',
  access: appointment.can.list,
  input: { lotId, day: day({ zh: '日期', en: 'Day' }) },
  output: {
    slots: list(
      { zh: '时段', en: 'Hours' },
      group(
        { zh: '时段', en: 'Hour' },
        {
          startsAt,
          quota: integer({ zh: '名额', en: 'Places' }),
          booked: integer({ zh: '已约', en: 'Booked' }),
          isOpen: flag({ zh: '可预约', en: 'Open' }),
        },
      ),
    ),
    timeZone: text({ zh: '时区', en: 'Time zone' }),
  },
  isRead: true,
});

/** Books a place for a car and an hour; refused if the quota of the hour is reached. */
export const bookAppointment = operation('book-appointment', {
  title: { zh: '新增预约', en: 'Book an appointment' },
  path: '/api/appointment/book',
  access: permission('appointment.book', { zh: '新增预约', en: 'Book appointments' }),
  input: {
    lotId,
    plate: plate(),
    startsAt,
    driverName: optional(text({ zh: '联系人', en: 'Driver' }, { max: 32 })),
    driverPhone: optional(listField.phone),
    remark: listField.remark,
  },
  output: {
    appointmentId: text({ zh: '编号', en: 'Id' }),
    appointmentNo: text({ zh: '预约号', en: 'Number' }),
    state: choice({ zh: '状态', en: 'State' }, AppointmentState),
  },
  audit: 'appointment.booked',
});

const appointmentId = reference({ zh: '预约', en: 'Appointment' }, 'appointment');

/** Staff confirm an appointment in a lot that requires confirmation. */
export const confirmAppointment = operation('confirm-appointment', {
  title: { zh: '确认预约', en: 'Confirm an appointment' },
  path: '/api/appointment/confirm',
  access: permission('appointment.confirm', { zh: '确认预约', en: 'Confirm appointments' }),
  input: { appointmentId },
  output: {},
  audit: 'appointment.confirmed',
});

/** Cancels an appointment before its deadline and frees its place. */
export const cancelAppointment = operation('cancel-appointment', {
  title: { zh: '取消预约', en: 'Cancel an appointment' },
  path: '/api/appointment/cancel',
  access: permission('appointment.cancel', { zh: '取消预约', en: 'Cancel appointments' }),
  input: { appointmentId, reason: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255 }) },
  output: {},
  audit: 'appointment.cancelled',
});

/** Marks an appointment as a no-show; happens automatically once its late limit has passed. */
export const missAppointment = operation('miss-appointment', {
  title: { zh: '标记爽约', en: 'Mark a no-show' },
  path: '/api/appointment/noShow',
  access: permission('appointment.miss', { zh: '标记爽约', en: 'Mark no-shows' }),
  input: { appointmentId },
  output: {},
  audit: 'appointment.missed',
});

/** Refusals of appointments and their rules. */
export const appointmentRefusal = refusals('appointment', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'hours-reversed': { status: 422, zh: '结束时间须晚于开始时间', en: 'The end must be after the start' },
  'hours-overlap': {
    status: 409,
    zh: '与该车场 {from}:00–{to}:00 的规则重叠，请调整时段',
    en: 'It overlaps the rule of {from}:00 to {to}:00 in this lot, change the hours',
  },
  'no-such-hour': { status: 422, zh: '该时段不接受预约，请选择其他时段', en: 'This hour is not open, choose another' },
  'too-late': { status: 409, zh: '该时段已结束，请选择其他时段', en: 'This hour has ended, choose another' },
  'too-early': {
    status: 409,
    zh: '最多提前{days}天预约，请选择更近的日期',
    en: 'At most {days} days ahead, choose a day sooner',
  },
  full: { status: 409, zh: '该时段名额已满，请选择其他时段', en: 'This hour is full, choose another' },
  'booked-already': { status: 409, zh: '{plate}已预约该时段', en: '{plate} is already booked for this hour' },
  'past-cancelling': {
    status: 409,
    zh: '已过取消截止时间，未到场将记为爽约',
    en: 'It is too late to cancel it; without the car it becomes a no-show',
  },
  'not-due': { status: 409, zh: '预约时段尚未开始，不能标记爽约', en: 'Its hour has not started yet' },
});
