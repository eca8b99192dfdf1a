import { pattern } from '@boyun/domain/pattern';
import {
  choice,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  plate,
  reference,
  refusals,
  rowId,
  text,
} from '@boyun/kernel/contract';
import { BookingState, foundSpots, TakenAct } from '../booking/shared-booking.contract.ts';
import {
  dayCapFen,
  ExceptionKind,
  exceptOffer,
  hourFen,
  OfferState,
  windowsField,
} from '../offer/shared-offer.contract.ts';
import { OwnerEntryKind, WithdrawalState } from '../withdrawal/owner-withdrawal.contract.ts';

const code = text({ zh: '入口码', en: 'Code' }, { max: 64 });
const fromAt = instant({ zh: '开始', en: 'From' });
const untilAt = instant({ zh: '结束', en: 'Until' });
const timeZone = text({ zh: '时区', en: 'Time zone' });
const spot = text({ zh: '车位', en: 'Spot' }, { max: 32 });
const words = { zh: text({ zh: '说明', en: 'In Chinese' }), en: text({ zh: '英文说明', en: 'In words' }) };
const signed = (zh: string, en: string) => money({ zh, en }, { min: -100_000_000_00 });
const noInput = { code };

/** The page on which drivers search: the lots of the operator that share spots, and the spots that are free for a time. */
export const getSharePage = operation('get-share-page', {
  title: { zh: '共享车位预订页', en: 'Page of shared spots' },
  path: '/api/sharedSpot/getPage',
  access: 'public',
  perMinute: 120,
  input: {
    code,
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    fromAt: optional(fromAt),
    untilAt: optional(untilAt),
  },
  output: {
    // By which a phone knows its session of the app.
    tenant: text({ zh: '租户编码', en: 'Tenant code' }),
    lots: list(
      { zh: '车场', en: 'Lots' },
      group(
        { zh: '车场', en: 'Lot' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          name: text({ zh: '车场', en: 'Parking lot' }),
          address: optional(text({ zh: '地址', en: 'Address' })),
        },
      ),
    ),
    lotId: text({ zh: '车场', en: 'Parking lot' }),
    isOpen: flag({ zh: '开放', en: 'Open' }),
    notice: optional(text({ zh: '提示', en: 'Notice' })),
    timeZone,
    daysAhead: integer({ zh: '可预订天数', en: 'Days ahead' }),
    mostHours: integer({ zh: '单次最长（小时）', en: 'Hours at most' }),
    rules: list({ zh: '约定', en: 'Rules' }, group({ zh: '约定', en: 'Rule' }, words)),
    spots: foundSpots,
  },
  isRead: true,
});

/** Books a shared spot for a driver; returns the code that authorises the booking, and the page on which it is paid. */
export const bookShareByDriver = operation('book-share-by-driver', {
  title: { zh: '车主预订共享车位', en: 'Book a shared spot as a driver' },
  path: '/api/sharedSpot/book',
  access: 'public',
  perMinute: 20,
  input: {
    code,
    offerId: reference({ zh: '共享车位', en: 'Shared spot' }, 'shared-offer'),
    fromAt,
    untilAt,
    plate: plate(),
    mobile: text(
      { zh: '手机号', en: 'Mobile' },
      { max: 11, rule: pattern.mobile, hint: { zh: '11位手机号', en: 'A mobile of 11 digits' } },
    ),
  },
  output: { code, path: text({ zh: '支付地址', en: 'Address' }) },
  audit: 'shared-booking.made-by-driver',
});

/** A booking of a driver, by its code. */
export const getShareBooking = operation('get-share-booking', {
  title: { zh: '查看共享预订', en: 'View a booking of a shared spot' },
  path: '/api/sharedSpot/getBooking',
  access: 'public',
  perMinute: 120,
  input: noInput,
  output: {
    bookingNo: text({ zh: '预订号', en: 'Number' }),
    lotName: text({ zh: '车场', en: 'Parking lot' }),
    address: optional(text({ zh: '地址', en: 'Address' })),
    timeZone,
    spot,
    plate: text({ zh: '车牌', en: 'Plate' }),
    fromAt,
    untilAt,
    state: choice({ zh: '状态', en: 'State' }, BookingState),
    amountFen: money({ zh: '金额', en: 'Amount' }),
    refundFen: money({ zh: '退款', en: 'Refunded' }),
    cancelRefundFen: money({ zh: '现在取消可退', en: 'Refund if cancelled now' }),
    overstayFen: money({ zh: '超时费', en: 'Overstay' }),
    payPath: optional(text({ zh: '支付地址', en: 'Address' })),
    canReport: flag({ zh: '可报告车位被占', en: 'Can be reported as taken' }),
    rules: list({ zh: '约定', en: 'Rules' }, group({ zh: '约定', en: 'Rule' }, words)),
  },
  isRead: true,
});

const refundFen = money({ zh: '退款', en: 'Refund' });

/** A driver cancels a booking; `refundFen` is what the page showed. */
export const cancelShareByDriver = operation('cancel-share-by-driver', {
  title: { zh: '车主取消共享预订', en: 'Cancel a booking as a driver' },
  path: '/api/sharedSpot/cancel',
  access: 'public',
  perMinute: 20,
  input: { code, refundFen },
  output: { refundFen },
  audit: 'shared-booking.cancelled-by-driver',
});

/** A driver reports that a stranger has taken the spot: another one, or all the money back. */
export const reportTakenByDriver = operation('report-taken-by-driver', {
  title: { zh: '车主报告车位被占', en: 'Report a taken spot as a driver' },
  path: '/api/sharedSpot/taken',
  access: 'public',
  perMinute: 20,
  input: { code, act: choice({ zh: '处理方式', en: 'Help' }, TakenAct) },
  output: { spot: optional(spot), refundFen },
  audit: 'shared-booking.taken-by-driver',
});

const exception = { kind: exceptOffer.input.kind, fromAt, untilAt };

/** The page of an owner: the own spots, what is booked of them, the own money. */
export const getOwnerPage = operation('get-owner-page', {
  title: { zh: '业主页', en: 'Page of a spot owner' },
  path: '/api/sharedSpot/getOwner',
  access: 'public',
  perMinute: 120,
  input: noInput,
  output: {
    name: text({ zh: '业主', en: 'Owner' }),
    lotName: text({ zh: '车场', en: 'Parking lot' }),
    timeZone,
    balanceFen: signed('可提现', 'Balance'),
    earnedFen: signed('累计收益', 'Earned'),
    hasAccount: flag({ zh: '有收款账户', en: 'Has a bank account' }),
    offers: list(
      { zh: '车位', en: 'Spots' },
      group(
        { zh: '车位', en: 'Spot' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          spot,
          state: choice({ zh: '状态', en: 'State' }, OfferState),
          windows: windowsField,
          hourFen,
          dayCapFen,
          booked: list({ zh: '预订', en: 'Booked' }, group({ zh: '预订', en: 'Booking' }, { fromAt, untilAt })),
          exceptions: list(
            { zh: '临时调整', en: 'Adjustments' },
            group(
              { zh: '临时调整', en: 'Adjustment' },
              {
                id: text({ zh: '编号', en: 'Id' }),
                kind: choice({ zh: '类型', en: 'Kind' }, ExceptionKind),
                fromAt,
                untilAt,
              },
            ),
          ),
        },
      ),
    ),
    entries: list(
      { zh: '收益流水', en: 'Movements' },
      group(
        { zh: '流水', en: 'Movement' },
        {
          at: instant({ zh: '时间', en: 'Time' }),
          kind: choice({ zh: '类型', en: 'Kind' }, OwnerEntryKind),
          amountFen: signed('金额', 'Amount'),
        },
      ),
    ),
    withdrawals: list(
      { zh: '提现', en: 'Withdrawals' },
      group(
        { zh: '提现', en: 'Withdrawal' },
        {
          askedAt: instant({ zh: '申请时间', en: 'Asked at' }),
          state: choice({ zh: '状态', en: 'State' }, WithdrawalState),
          amountFen: money({ zh: '金额', en: 'Amount' }),
        },
      ),
    ),
  },
  isRead: true,
});

/** An owner asks that a spot is shared; staff decides. */
export const offerByOwner = operation('offer-by-owner', {
  title: { zh: '业主申请共享', en: 'Offer a spot as its owner' },
  path: '/api/sharedSpot/offer',
  access: 'public',
  perMinute: 10,
  input: { code, spot, windows: windowsField, hourFen, dayCapFen },
  output: {},
  audit: 'shared-offer.offered-by-owner',
});

/** An owner takes time back that nobody booked, or adds time. */
export const exceptByOwner = operation('except-by-owner', {
  title: { zh: '业主临时调整', en: 'Adjust a time as the owner' },
  path: '/api/sharedSpot/except',
  access: 'public',
  perMinute: 20,
  input: { code, offerId: reference({ zh: '共享车位', en: 'Shared spot' }, 'shared-offer'), ...exception },
  output: {},
  audit: 'shared-offer.excepted-by-owner',
});

/** An owner takes an adjustment back. */
export const removeByOwner = operation('remove-by-owner', {
  title: { zh: '业主撤销调整', en: 'Remove an adjustment as the owner' },
  path: '/api/sharedSpot/removeException',
  access: 'public',
  perMinute: 20,
  input: {
    code,
    offerId: reference({ zh: '共享车位', en: 'Shared spot' }, 'shared-offer'),
    exceptionId: rowId({ zh: '临时调整', en: 'Adjustment' }),
  },
  output: {},
  audit: 'shared-offer.exception-removed-by-owner',
});

/** An owner asks to be paid an amount; staff hands it to the approvers. */
export const withdrawByOwner = operation('withdraw-by-owner', {
  title: { zh: '业主申请提现', en: 'Withdraw as the owner' },
  path: '/api/sharedSpot/withdraw',
  access: 'public',
  perMinute: 10,
  input: { code, amountFen: money({ zh: '金额', en: 'Amount' }, { min: 1, max: 1_000_000_00 }) },
  output: {},
  audit: 'owner-withdrawal.asked-by-owner',
});

export const shareDoorRefusal = refusals('shared-door', {
  'unknown-code': { status: 404, zh: '链接无效', en: 'Unknown code' },
  'too-many': {
    status: 409,
    zh: '同一手机号最多有{count}个未完成的共享预订，请先取消不用的预订',
    en: 'A mobile can have at most {count} upcoming bookings; cancel one you do not need',
  },
  'no-phone': {
    status: 409,
    zh: '该车场没有开通线上支付，请联系工作人员预订',
    en: 'This lot takes no payments by phone: ask its staff to book',
  },
});
