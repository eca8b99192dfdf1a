import { pattern } from '@boyun/domain/pattern';
import {
  choice,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  phone,
  plate,
  reference,
  refusals,
  report,
  rowId,
  type Transitions,
  text,
} from '@boyun/kernel/contract';
import { takeMethod, takenOutput } from '@boyun/money/contract';

/** States of a booking. */
export const BookingState = {
  unpaid: { zh: '待支付', en: 'To pay', tone: 'warn' },
  booked: { zh: '已预订', en: 'Booked', tone: 'info' },
  arrived: { zh: '停放中', en: 'Parked', tone: 'good' },
  left: { zh: '已离场', en: 'Left', tone: 'neutral' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'neutral' },
  'no-show': { zh: '未到场', en: 'No-show', tone: 'bad' },
  expired: { zh: '未支付', en: 'Not paid', tone: 'neutral' },
} as const;
export type BookingState = keyof typeof BookingState;

/** State transitions that people trigger; payments, gates and time trigger the others. */
export const bookingTransitions = {
  cancel: {
    from: ['unpaid', 'booked'],
    to: 'cancelled',
    otherwise: { zh: '车辆已入场或预订已结束', en: 'The car has entered or the booking is over' },
  },
  taken: {
    from: ['booked', 'arrived'],
    to: null,
    otherwise: { zh: '预订未支付或已结束', en: 'The booking is not paid or over' },
  },
} as const satisfies Transitions<BookingState, 'cancel' | 'taken'>;

const label = { zh: '共享订单', en: 'Shared orders' };
const seeBookings = permission('shared-booking.list', { zh: '查看共享订单', en: 'View: Shared orders' });
const fromAt = instant({ zh: '开始', en: 'From' });
const untilAt = instant({ zh: '结束', en: 'Until' });
const amountFen = money({ zh: '预订金额', en: 'Booked for' });
const spot = text({ zh: '车位', en: 'Spot' }, { max: 32 });
const mobile = phone({ zh: '手机号', en: 'Mobile' }, { max: 11, rule: pattern.mobile });
const bookingId = rowId({ zh: '共享订单', en: 'Booking' });
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');

/** Bookings of shared spots. */
export const sharedBookingList = report('shared-booking', {
  title: label,
  path: '/api/sharedBooking/list',
  access: seeBookings,
  filters: {
    plate: optional(plate()),
    lotId: optional(lotId),
    state: optional(choice({ zh: '状态', en: 'State' }, BookingState)),
    bookingNo: optional(text({ zh: '预订号', en: 'Number' }, { max: 32 })),
    ownerId: optional(reference({ zh: '业主', en: 'Owner' }, 'spot-owner')),
    offerId: optional(reference({ zh: '共享车位', en: 'Shared spot' }, 'shared-offer')),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'Until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    plate: plate(),
    state: choice({ zh: '状态', en: 'State' }, BookingState),
    lotId,
    lotName: text({ zh: '车场', en: 'Parking lot' }),
    spot,
    ownerName: text({ zh: '业主', en: 'Owner' }),
    fromAt,
    untilAt,
    arrivedAt: optional(instant({ zh: '入场', en: 'Entered' })),
    leftAt: optional(instant({ zh: '离场', en: 'Left' })),
    amountFen,
    refundFen: money({ zh: '退款', en: 'Refunded' }),
    overstayMinutes: integer({ zh: '超时（分）', en: 'Over (min)' }),
    overstayFen: money({ zh: '超时费', en: 'Overstay' }),
    ownerFen: money({ zh: '业主所得', en: 'To the owner' }),
    lotFen: money({ zh: '车场所得', en: 'To the lot' }),
    platformFen: money({ zh: '平台所得', en: 'To the platform' }),
    mobile,
    driverName: optional(text({ zh: '联系人', en: 'Driver' })),
    bookingNo: text({ zh: '预订号', en: 'Number' }),
    createdAt: instant({ zh: '下单时间', en: 'Booked at' }),
    reason: optional(text({ zh: '说明', en: 'Note' })),
  },
  alwaysSortable: ['fromAt'],
  totals: {
    amountFen,
    refundFen: money({ zh: '退款合计', en: 'Refunded' }),
    overstayFen: money({ zh: '超时费合计', en: 'Overstays' }),
    ownerFen: money({ zh: '业主所得合计', en: 'To owners' }),
  },
});

const spotOffer = {
  offerId: text({ zh: '共享车位', en: 'Shared spot' }),
  lotName: text({ zh: '车场', en: 'Parking lot' }),
  spot,
  hourFen: money({ zh: '小时单价', en: 'An hour' }),
  dayCapFen: optional(money({ zh: '24小时封顶', en: 'At most in 24 h' })),
  amountFen,
};
/** A spot that is free for a time, with the price of the whole time. */
export const foundSpots = list({ zh: '空闲车位', en: 'Free spots' }, group({ zh: '车位', en: 'Spot' }, spotOffer), {
  max: 100,
});

/** Finds shared spots that are free for a time, the cheapest first. */
export const findSharedSpots = operation('find-shared-spots', {
  title: { zh: '查找共享车位', en: 'Find shared spots' },
  path: '/api/sharedBooking/find',
  access: seeBookings,
  input: { lotId: optional(lotId), fromAt, untilAt },
  output: { spots: foundSpots },
  isRead: true,
});

/** The permission to book shared spots and to take their money. */
export const mayBook = permission('shared-booking.book', { zh: '预订共享车位', en: 'Book shared spots' });

/** Books a shared spot for a driver, who pays at once or by phone. */
export const bookSharedSpot = operation('book-shared-spot', {
  title: { zh: '代客预订', en: 'Book a shared spot' },
  path: '/api/sharedBooking/book',
  access: mayBook,
  input: {
    offerId: reference({ zh: '共享车位', en: 'Shared spot' }, 'shared-offer'),
    fromAt,
    untilAt,
    plate: plate(),
    mobile,
    driverName: optional(text({ zh: '联系人', en: 'Driver' }, { max: 32 })),
    method: takeMethod,
  },
  output: {
    bookingId: text({ zh: '编号', en: 'Id' }),
    bookingNo: text({ zh: '预订号', en: 'Number' }),
    ...takenOutput,
  },
  audit: 'shared-booking.made',
});

const words = { zh: text({ zh: '说明', en: 'In Chinese' }), en: text({ zh: '英文说明', en: 'In words' }) };

/** A booking: its price line by line, what was agreed, its money, and what cancelling it would return now. */
export const getSharedBooking = operation('get-shared-booking', {
  title: { zh: '共享订单详情', en: 'A shared order' },
  path: '/api/sharedBooking/get',
  access: seeBookings,
  input: { bookingId },
  output: {
    timeZone: text({ zh: '时区', en: 'Time zone' }),
    code: text({ zh: '预订码', en: 'Code' }),
    lines: list({ zh: '费用明细', en: 'Lines' }, group({ zh: '明细', en: 'Line' }, { ...words, amountFen })),
    rules: list({ zh: '约定', en: 'Agreed' }, group({ zh: '约定', en: 'Rule' }, words)),
    cancelRefundFen: money({ zh: '现在取消可退', en: 'Refund if cancelled now' }),
    paidFen: money({ zh: '已付', en: 'Paid' }),
    refundFen: money({ zh: '退款', en: 'Refunded' }),
    failedFen: money({ zh: '退款失败', en: 'Failed refund' }),
    ownerFen: money({ zh: '业主所得', en: 'To the owner' }),
    lotFen: money({ zh: '车场所得', en: 'To the lot' }),
    platformFen: money({ zh: '平台所得', en: 'To the platform' }),
    overstayFen: money({ zh: '超时费', en: 'Overstay' }),
    overstayPaidFen: money({ zh: '超时费已收', en: 'Overstay received' }),
    overstayOwnerFen: money({ zh: '超时费业主所得', en: 'Of the overstay to the owner' }),
    orderId: optional(text({ zh: '停车订单', en: 'Parking order' })),
    takenAt: optional(instant({ zh: '被占时间', en: 'Reported taken' })),
    takenSpot: optional(text({ zh: '被占车位', en: 'Spot that was taken' })),
  },
  isRead: true,
});

const reason = text({ zh: '说明', en: 'Note' }, { min: 2, max: 255 });

/** Cancels a booking before its car comes; `refundFen` is what the caller saw. */
export const cancelSharedBooking = operation('cancel-shared-booking', {
  title: { zh: '取消预订', en: 'Cancel a booking' },
  path: '/api/sharedBooking/cancel',
  access: permission('shared-booking.cancel', { zh: '取消共享预订', en: 'Cancel bookings of shared spots' }),
  input: { bookingId, refundFen: money({ zh: '退款', en: 'Refund' }), reason },
  output: { refundFen: money({ zh: '退款', en: 'Refund' }) },
  audit: 'shared-booking.cancelled',
});

/** What helps a driver whose spot a stranger has taken. */
export const TakenAct = {
  move: { zh: '调换车位', en: 'Another spot' },
  refund: { zh: '全额退款', en: 'Full refund' },
} as const;
export type TakenAct = keyof typeof TakenAct;

/** A stranger has taken the spot of a booking: gives another one of the lot at the same price, or all the money back. */
export const reportTaken = operation('report-taken', {
  title: { zh: '车位被占', en: 'The spot is taken' },
  path: '/api/sharedBooking/taken',
  access: permission('shared-booking.taken', { zh: '处理车位被占', en: 'Help drivers whose spot is taken' }),
  input: { bookingId, act: choice({ zh: '处理方式', en: 'Help' }, TakenAct, { byDefault: 'move' }), reason },
  output: { spot: optional(spot), refundFen: money({ zh: '退款', en: 'Refund' }) },
  audit: 'shared-booking.taken',
});

export const sharedBookingRefusal = refusals('shared-booking', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  closed: { status: 409, zh: '该车场暂不接受共享预订', en: 'This lot takes no bookings of shared spots now' },
  'bad-time': {
    status: 422,
    zh: '开始与结束须为整刻钟，且结束晚于开始',
    en: 'Start and end are full quarters of an hour, the end after the start',
  },
  past: { status: 422, zh: '开始时间已过，请选择更晚的时间', en: 'The start is in the past, choose a later one' },
  'too-early': { status: 422, zh: '最多提前{days}天预订', en: 'At most {days} days ahead' },
  'too-long': { status: 422, zh: '单次最长{hours}小时', en: 'At most {hours} hours at a time' },
  'not-offered': {
    status: 409,
    zh: '该车位在此时间不共享，请选择其他时间或车位',
    en: 'The spot is not shared at that time: choose another time or spot',
  },
  taken: {
    status: 409,
    zh: '该车位刚被他人预订，请选择其他车位',
    en: 'The spot has just been booked: choose another one',
  },
  'booked-already': {
    status: 409,
    zh: '{plate}在此时间已有共享预订',
    en: '{plate} has a booking of a shared spot at that time',
  },
  'refund-changed': {
    status: 409,
    zh: '可退金额已变为{refund}元，请重新确认',
    en: 'The refund is {refund} now: please confirm again',
  },
  'not-yet': { status: 409, zh: '预订尚未开始，可取消或等待', en: 'The booking has not started: cancel it or wait' },
  'none-free': {
    status: 409,
    zh: '该车场此时没有其他空闲共享车位，请选择退款',
    en: 'No other shared spot is free in this lot now: choose the refund',
  },
});
