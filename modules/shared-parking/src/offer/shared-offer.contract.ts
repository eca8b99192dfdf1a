import type { WeeklyWindow } from '@boyun/domain/shared-parking';
import {
  choice,
  clock,
  flag,
  group,
  instant,
  integer,
  json,
  list,
  money,
  operation,
  optional,
  permission,
  plate,
  readOnly,
  reference,
  refusals,
  remark,
  resource,
  rowId,
  type Transitions,
  text,
} from '@boyun/kernel/contract';
import { reviewAnswer } from '@boyun/reviews/contract';

/** States of an offer. */
export const OfferState = {
  asked: { zh: '业主申请', en: 'Asked by the owner', tone: 'warn' },
  pending: { zh: '审核中', en: 'Under review', tone: 'warn' },
  open: { zh: '共享中', en: 'Shared', tone: 'good' },
  paused: { zh: '已暂停', en: 'Paused', tone: 'neutral' },
  rejected: { zh: '未通过', en: 'Rejected', tone: 'bad' },
  ended: { zh: '已结束', en: 'Ended', tone: 'neutral' },
} as const;
export type OfferState = keyof typeof OfferState;

const isOver = { zh: '该车位未在共享', en: 'The spot is not shared' };

/** State transitions of an offer; reviews publish and reject it. */
export const offerTransitions = {
  decide: {
    from: ['asked'],
    to: null,
    otherwise: { zh: '没有待受理的申请', en: 'The owner has asked for nothing' },
  },
  change: { from: ['open', 'paused'], to: null, otherwise: isOver },
  pause: { from: ['open'], to: 'paused', otherwise: isOver },
  resume: { from: ['paused'], to: 'open', otherwise: { zh: '该车位没有暂停', en: 'It is not paused' } },
  end: { from: ['open', 'paused'], to: 'ended', otherwise: isOver },
} as const satisfies Transitions<OfferState, 'decide' | 'change' | 'pause' | 'resume' | 'end'>;

const windowsLabel = { zh: '共享时段', en: 'Hours' };
const clockFields = {
  days: list({ zh: '星期', en: 'Days' }, integer({ zh: '星期', en: 'Day' }, { max: 6 }), { min: 1, max: 7 }),
  from: clock({ zh: '开始', en: 'From' }),
  to: clock({ zh: '结束', en: 'To' }),
};
/** The most windows of an offer. */
export const MOST_WINDOWS = 10;
/** Weekly windows; `to` not later than `from` means the next morning. */
export const windowsField = {
  ...json<WeeklyWindow[]>(
    windowsLabel,
    list(windowsLabel, group(windowsLabel, clockFields), { min: 1, max: MOST_WINDOWS }).schema,
  ),
  byDefault: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' }],
  hint: { zh: '结束早于开始表示到次日', en: 'An end before the start is on the next day' },
};
/** The price of an hour. */
export const hourFen = money({ zh: '小时单价', en: 'An hour' }, { min: 1, max: 1000_00, byDefault: 5_00 });
/** The most that 24 hours cost. */
export const dayCapFen = optional(money({ zh: '24小时封顶', en: 'At most in 24 h' }, { min: 1, max: 10_000_00 }), {
  zh: '不封顶',
  en: 'No limit',
});

/** Spots that their owners offer in weekly windows. */
export const sharedOffer = resource('shared-offer', {
  title: { zh: '共享车位', en: 'Shared spots' },
  path: '/api/sharedOffer',
  fields: {
    offerNo: readOnly(text({ zh: '编号', en: 'Number' })),
    spotId: readOnly(reference({ zh: '车位', en: 'Spot' }, 'spot')),
    lotId: readOnly(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    ownerId: readOnly(reference({ zh: '业主', en: 'Owner' }, 'spot-owner')),
    state: readOnly(choice({ zh: '状态', en: 'State' }, OfferState)),
    windows: readOnly(windowsField),
    hourFen: readOnly(hourFen),
    dayCapFen: readOnly(dayCapFen),
    offeredBy: readOnly(text({ zh: '发布人', en: 'Offered by' })),
    note: readOnly(optional(text({ zh: '处理说明', en: 'Note' }))),
    remark: readOnly(remark),
  },
  columns: [
    'spotId',
    'lotId',
    'ownerId',
    'state',
    'windows',
    'hourFen',
    'dayCapFen',
    'offerNo',
    'offeredBy',
    'note',
    'remark',
  ],
  search: { offerNo: 'prefix', lotId: 'equals', ownerId: 'equals', state: 'equals', spotId: 'equals' },
  verbs: ['list', 'get', 'export'],
  subject: (row) => row.offerNo,
  nameField: 'offerNo',
});

const offerId = reference({ zh: '共享车位', en: 'Shared spot' }, 'shared-offer');
const terms = { windows: windowsField, hourFen, dayCapFen };
const reason = text({ zh: '说明', en: 'Note' }, { min: 2, max: 255 });
const mayOffer = permission('shared-offer.offer', { zh: '发布与变更共享车位', en: 'Share spots and change them' });

/** Offers a spot for its owner; after approval where the flow requires one. */
export const offerSpot = operation('offer-spot', {
  title: { zh: '发布共享车位', en: 'Share a spot' },
  path: '/api/sharedOffer/offer',
  access: mayOffer,
  input: {
    ownerId: reference({ zh: '业主', en: 'Owner' }, 'spot-owner'),
    spotId: reference({ zh: '车位', en: 'Spot' }, 'spot'),
    ...terms,
    reason,
    remark,
  },
  output: { offerId: text({ zh: '编号', en: 'Id' }), ...reviewAnswer },
  audit: 'shared-offer.offered',
});

/** Rejects an offer that its owner asked for by phone, or takes it on: after approval where the flow requires one. */
export const decideOffer = operation('decide-offer', {
  title: { zh: '受理共享申请', en: 'Decide about an offer' },
  path: '/api/sharedOffer/decide',
  access: permission('shared-offer.decide', { zh: '受理共享申请', en: 'Decide about offers' }),
  input: { offerId, isAccepted: flag({ zh: '同意', en: 'Accepted' }, { byDefault: true }), note: reason },
  output: reviewAnswer,
  audit: 'shared-offer.decided',
});

/** Changes hours and prices of an offer; bookings keep theirs, and no hours with bookings are taken out. */
export const changeOffer = operation('change-offer', {
  title: { zh: '变更时段与价格', en: 'Change hours and prices' },
  path: '/api/sharedOffer/change',
  access: mayOffer,
  input: { offerId, ...terms, reason },
  output: reviewAnswer,
  audit: 'shared-offer.change-requested',
});

/** Takes no bookings until it is resumed; those that exist stay. */
export const pauseOffer = operation('pause-offer', {
  title: { zh: '暂停', en: 'Pause' },
  path: '/api/sharedOffer/pause',
  access: mayOffer,
  input: { offerId, note: reason },
  output: {},
  audit: 'shared-offer.paused',
});

/** Takes bookings again. */
export const resumeOffer = operation('resume-offer', {
  title: { zh: '恢复', en: 'Resume' },
  path: '/api/sharedOffer/resume',
  access: mayOffer,
  input: { offerId },
  output: {},
  audit: 'shared-offer.resumed',
});

/** Ends an offer; refused while cars are booked on it. */
export const endOffer = operation('end-offer', {
  title: { zh: '结束共享', en: 'End sharing' },
  path: '/api/sharedOffer/end',
  access: mayOffer,
  needsPassword: { zh: '是否结束该车位的共享？', en: 'Stop sharing this spot?' },
  input: { offerId, note: reason },
  output: {},
  audit: 'shared-offer.ended',
});

/** How a time differs from the weekly windows. */
export const ExceptionKind = {
  closed: { zh: '不共享', en: 'Closed' },
  open: { zh: '加开', en: 'Open' },
} as const;

const exceptionFields = {
  kind: choice({ zh: '类型', en: 'Kind' }, ExceptionKind, { byDefault: 'closed' }),
  fromAt: instant({ zh: '开始', en: 'From' }),
  untilAt: instant({ zh: '结束', en: 'Until' }),
  note: optional(text({ zh: '说明', en: 'Note' }, { max: 100 })),
};

/** Closes an offer for a time, or opens it beyond its windows: the owner comes home early, or is away. Only time that nobody booked is closed. */
export const exceptOffer = operation('except-offer', {
  title: { zh: '临时调整', en: 'Adjust a time' },
  path: '/api/sharedOffer/except',
  access: mayOffer,
  input: { offerId, ...exceptionFields },
  output: { exceptionId: text({ zh: '编号', en: 'Id' }) },
  audit: 'shared-offer.excepted',
});

/** Takes an exception back. */
export const removeException = operation('remove-exception', {
  title: { zh: '撤销调整', en: 'Remove an adjustment' },
  path: '/api/sharedOffer/removeException',
  access: mayOffer,
  input: { offerId, exceptionId: rowId({ zh: '临时调整', en: 'Adjustment' }) },
  output: {},
  audit: 'shared-offer.exception-removed',
});

const fromAt = instant({ zh: '开始', en: 'From' });
const untilAt = instant({ zh: '结束', en: 'Until' });

/** The coming week of an offer: when it is open, what is booked of it, and its exceptions. */
export const getOfferWeek = operation('get-offer-week', {
  title: { zh: '一周安排', en: 'The coming week' },
  path: '/api/sharedOffer/getWeek',
  access: sharedOffer.can.list,
  input: { offerId },
  output: {
    timeZone: text({ zh: '时区', en: 'Time zone' }),
    open: list({ zh: '共享时段', en: 'Open' }, group({ zh: '时段', en: 'Time' }, { fromAt, untilAt })),
    booked: list(
      { zh: '预订', en: 'Booked' },
      group(
        { zh: '预订', en: 'Booking' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          bookingNo: text({ zh: '预订号', en: 'Number' }),
          plate: plate(),
          fromAt,
          untilAt,
        },
      ),
    ),
    exceptions: list(
      { zh: '临时调整', en: 'Adjustments' },
      group({ zh: '临时调整', en: 'Adjustment' }, { id: text({ zh: '编号', en: 'Id' }), ...exceptionFields }),
    ),
  },
  isRead: true,
});

export const sharedOfferRefusal = refusals('shared-offer', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'no-rule': {
    status: 422,
    zh: '该车场没有共享规则，请先设置',
    en: 'This lot has no sharing rule: set one first',
  },
  'offered-already': {
    status: 409,
    zh: '车位“{spot}”已在共享或申请中',
    en: 'Spot {spot} is shared or asked for already',
  },
  'no-such-spot': { status: 422, zh: '车场内没有车位“{spot}”', en: 'The lot has no spot {spot}' },
  'same-time': { status: 422, zh: '开始与结束时间不能相同', en: 'Start and end of a window are the same' },
  'days-needed': { status: 422, zh: '请选择星期', en: 'Choose the days of each window' },
  'ends-before-start': { status: 422, zh: '开始时间不能大于结束时间!', en: 'The start may not be later than the end' },
  'ended-already': { status: 422, zh: '结束时间已过', en: 'The end is in the past' },
  'too-many': { status: 409, zh: '临时调整最多{count}条', en: 'At most {count} adjustments' },
  'under-review': { status: 409, zh: '变更正在审核，请先处理', en: 'A change is under review: decide it first' },
  booked: {
    status: 409,
    zh: '{time}已被{plate}预订，只能收回未预订的时间',
    en: '{plate} has booked {time}: only time that nobody booked can be taken back',
  },
});
