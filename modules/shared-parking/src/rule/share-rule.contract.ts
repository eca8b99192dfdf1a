import { flag, integer, optional, readOnly, reference, refusals, resource, text } from '@boyun/kernel/contract';

const percent = (zh: string, en: string, byDefault: number, hint?: { zh: string; en: string }) =>
  integer({ zh, en }, { max: 100, byDefault, ...(hint ? { hint } : {}) });

/** How spots of a lot are shared; bookings keep what was agreed when they were made. A lot without a rule shares none. */
export const shareRule = resource('share-rule', {
  title: { zh: '共享规则', en: 'Sharing rules' },
  path: '/api/shareRule',
  fields: {
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    isOpen: flag(
      { zh: '开放预订', en: 'Open' },
      { byDefault: true, hint: { zh: '关闭后不再接受新预订', en: 'Closed, it takes no bookings' } },
    ),
    ownerPercent: percent('业主分成（%）', 'Owner (%)', 70),
    platformPercent: percent('平台分成（%）', 'Platform (%)', 10, {
      zh: '其余归车场',
      en: 'The lot gets the rest',
    }),
    earlyMinutes: integer(
      { zh: '可提前入场（分）', en: 'Early by (min)' },
      { max: 120, byDefault: 15, hint: { zh: '早于预订时间仍按预订放行', en: 'Let in before its time' } },
    ),
    graceMinutes: integer(
      { zh: '超时宽限（分）', en: 'Grace (min)' },
      {
        max: 120,
        byDefault: 15,
        hint: { zh: '超过后从预订结束时起计费', en: 'Then charged from the end of the booking' },
      },
    ),
    overstayPercent: integer(
      { zh: '超时单价（%）', en: 'Overstay (%)' },
      { min: 100, max: 1000, byDefault: 150, hint: { zh: '占预订小时单价的比例', en: 'Of the price of an hour' } },
    ),
    freeCancelMinutes: integer(
      { zh: '全额退款须提前（分）', en: 'Free cancelling (min)' },
      { max: 10_080, byDefault: 60, hint: { zh: '开始前多久可全额退款', en: 'Before the start' } },
    ),
    lateRefundPercent: percent('临近取消退款（%）', 'Late refund (%)', 50, {
      zh: '之后到开始前取消的退款比例',
      en: 'Of a cancellation after that and before the start',
    }),
    daysAhead: integer({ zh: '可预订天数', en: 'Days ahead' }, { min: 1, max: 90, byDefault: 14 }),
    mostHours: integer({ zh: '单次最长（小时）', en: 'Hours at most' }, { min: 1, max: 720, byDefault: 24 }),
    notice: optional(
      text(
        { zh: '提示', en: 'Notice' },
        { max: 200, isLong: true, hint: { zh: '显示在车主预订页', en: 'On the page of drivers' } },
      ),
    ),
    code: readOnly(text({ zh: '入口码', en: 'Code' })),
  },
  columns: [
    'lotId',
    'isOpen',
    'ownerPercent',
    'platformPercent',
    'graceMinutes',
    'overstayPercent',
    'freeCancelMinutes',
    'lateRefundPercent',
    'notice',
  ],
  search: { lotId: 'equals', isOpen: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete'],
  subject: (row) => `${row.ownerPercent}% / ${row.platformPercent}%`,
  nameField: 'lotId',
  order: [{ field: 'lotId' }],
});

export const shareRuleRefusal = refusals('share-rule', {
  'percent-sum': {
    status: 422,
    zh: '业主与平台分成之和不能超过100%',
    en: 'The parts of owner and platform exceed 100%',
  },
});
