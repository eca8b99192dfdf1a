import {
  choice,
  clock,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  readOnly,
  reference,
  refusals,
  report,
  resource,
  text,
  WeekDay,
} from '@boyun/kernel/contract';

const MOST_FEN = 100_000_000_00;

/** Progress of a shift. */
export const ShiftState = {
  open: { zh: '值班中', en: 'On duty', tone: 'good' },
  counted: { zh: '待签收', en: 'To be signed', tone: 'warn' },
  closed: { zh: '已交接', en: 'Handed over', tone: 'neutral' },
} as const;
export type ShiftState = keyof typeof ShiftState;

const sentryId = reference({ zh: '岗亭', en: 'Sentry box' }, 'sentry');
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');

/** Planned duty times of a booth. */
export const shiftPlan = resource('shift-plan', {
  title: { zh: '班次计划', en: 'Shift plans' },
  path: '/api/shiftPlan',
  fields: {
    name: text({ zh: '班次', en: 'Shift' }, { max: 32 }),
    sentryId,
    lotId: readOnly(lotId),
    days: list({ zh: '星期', en: 'Days' }, choice({ zh: '星期', en: 'Day' }, WeekDay), { min: 1, max: 7 }),
    startsAt: clock(
      { zh: '上岗时间', en: 'Begins' },
      { byDefault: '08:00', hint: { zh: '如 08:00', en: 'Example: 08:00' } },
    ),
    endsAt: clock(
      { zh: '交班时间', en: 'Ends' },
      {
        byDefault: '16:00',
        hint: { zh: '早于上岗时间表示次日', en: 'A time before the start means the next day' },
      },
    ),
  },
  columns: ['name', 'sentryId', 'lotId', 'days', 'startsAt', 'endsAt'],
  search: { sentryId: 'equals', lotId: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.name,
});

const cash = {
  openedAt: instant({ zh: '上岗时间', en: 'Took over' }),
  openingFen: money({ zh: '备用金', en: 'Opening cash' }),
  cashFen: money({ zh: '收取现金', en: 'Cash taken' }),
  cashCount: integer({ zh: '现金笔数', en: 'Cash payments' }),
  expectedFen: money({ zh: '应有现金', en: 'Expected' }),
};

/** All shifts, newest first; the expected cash of an unsigned shift is computed as of now. */
export const shiftList = report('shift', {
  title: { zh: '岗亭班次', en: 'Sentry shifts' },
  path: '/api/shiftSentry/list',
  access: permission('shift.list', { zh: '查看岗亭班次', en: 'View: Sentry shifts' }),
  // What is in an open till changes with every payment and is added up for the rows shown.
  sortable: [
    'sentryId',
    'holderName',
    'state',
    'openedAt',
    'openingFen',
    'countedFen',
    'receiverName',
    'lotId',
    'handedInFen',
    'countedAt',
    'closedAt',
    'note',
  ],
  filters: {
    lotId: optional(lotId),
    sentryId: optional(sentryId),
    state: optional(choice({ zh: '状态', en: 'State' }, ShiftState)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    sentryId,
    holderName: text({ zh: '值班人', en: 'On duty' }),
    state: choice({ zh: '状态', en: 'State' }, ShiftState),
    openedAt: cash.openedAt,
    openingFen: cash.openingFen,
    cashFen: cash.cashFen,
    expectedFen: cash.expectedFen,
    countedFen: optional(money({ zh: '清点现金', en: 'Counted' })),
    differenceFen: optional(money({ zh: '差额', en: 'Difference' }, { min: -MOST_FEN })),
    receiverName: optional(text({ zh: '签收人', en: 'Signed by' })),
    lotId,
    handedInFen: optional(money({ zh: '上缴现金', en: 'Handed in' })),
    cashCount: cash.cashCount,
    countedAt: optional(instant({ zh: '交班时间', en: 'Counted at' })),
    closedAt: optional(instant({ zh: '签收时间', en: 'Signed at' })),
    note: optional(text({ zh: '说明', en: 'Note' }, { max: 512 })),
  },
});

const ownShift = group(
  { zh: '班次', en: 'Shift' },
  {
    id: text({ zh: '编号', en: 'Id' }),
    sentryName: text({ zh: '岗亭', en: 'Sentry box' }),
    ...cash,
    countedFen: optional(money({ zh: '清点现金', en: 'Counted' })),
  },
);

/** The caller's current shift with the expected cash in the till, and the caller's shifts that wait for a signature. */
export const getOwnShift = operation('get-own-shift', {
  title: { zh: '我的班次', en: 'Own shift' },
  path: '/api/shiftSentry/getOwn',
  access: permission('shift.take', { zh: '岗亭上岗与交班', en: 'Take and hand over a shift' }),
  input: {},
  output: {
    shift: optional(ownShift),
    counted: list({ zh: '待签收', en: 'To be signed' }, ownShift),
  },
  isRead: true,
});

/** Puts the caller on duty in a booth with the given opening cash. */
export const openShift = operation('open-shift', {
  title: { zh: '上岗', en: 'Go on duty' },
  path: '/api/shiftSentry/open',
  access: getOwnShift.access,
  input: { sentryId, openingFen: cash.openingFen },
  output: { shiftId: text({ zh: '编号', en: 'Id' }) },
  audit: 'shift.opened',
});

const shiftId = reference({ zh: '班次', en: 'Shift' }, 'shift');

/** Counts and signs the till at the end of a shift; it can be repeated until the receiver has signed. */
export const countShift = operation('count-shift', {
  title: { zh: '交班清点', en: 'Count and hand over' },
  path: '/api/shiftSentry/count',
  access: getOwnShift.access,
  needsPassword: { zh: '是否确认清点金额并签字？', en: 'Sign for the cash you counted?' },
  input: {
    shiftId,
    countedFen: money({ zh: '清点现金', en: 'Counted' }),
    handedInFen: money(
      { zh: '上缴现金', en: 'Handed in' },
      { hint: { zh: '其余留作下一班备用金', en: 'The rest remains as opening cash of the next shift' } },
    ),
    note: optional(
      text(
        { zh: '说明', en: 'Note' },
        { max: 512, isLong: true, hint: { zh: '有差额时必填', en: 'Required if there is a difference' } },
      ),
    ),
  },
  output: { expectedFen: cash.expectedFen, differenceFen: money({ zh: '差额', en: 'Difference' }, { min: -MOST_FEN }) },
  audit: 'shift.counted',
});

/** Signs for the cash of another person's shift; taking over starts a shift with the cash left in the till. */
export const closeShift = operation('close-shift', {
  title: { zh: '签收交班', en: 'Sign a hand-over' },
  path: '/api/shiftSentry/close',
  access: permission('shift.sign', { zh: '签收岗亭交班', en: 'Sign a hand-over' }),
  needsPassword: { zh: '是否确认签收？', en: 'Sign for this hand-over?' },
  input: {
    shiftId,
    isTakingOver: flag({ zh: '由我接班', en: 'I take over' }, { byDefault: false }),
  },
  output: { nextShiftId: optional(text({ zh: '新班次', en: 'New shift' })) },
  audit: 'shift.closed',
});

export const shiftRefusal = refusals('shift', {
  'plan-overlap': {
    status: 422,
    zh: '与该岗亭的班次“{plan}”时间重叠',
    en: 'This overlaps with the shift "{plan}" of the same booth',
  },
  'plan-empty': { status: 422, zh: '上岗和交班时间相同', en: 'The shift starts and ends at the same time' },
  manned: {
    status: 409,
    zh: '岗亭现由{name}值班，请先交班',
    en: '{name} is on duty in this booth and must hand over first',
  },
  'on-duty': {
    status: 409,
    zh: '您正在“{sentry}”值班，请先交班',
    en: 'You are on duty in "{sentry}". Hand over first',
  },
  unsigned: {
    status: 409,
    zh: '{name}的交班还未签收，请先签收',
    en: 'The hand-over of {name} is not signed yet. Sign it first',
  },
  'not-yours': { status: 422, zh: '只能清点自己的班次', en: 'You can only count your own shift' },
  'is-yours': { status: 422, zh: '不能签收自己的交班，请由他人签收', en: 'Another person must sign your hand-over' },
  'not-counted': { status: 409, zh: '该班次还没有清点', en: 'This shift has not been counted yet' },
  'count-again': {
    status: 409,
    zh: '清点后又收取现金 {amount} 元，请{name}重新清点',
    en: '{amount} in cash was received after the count. {name} must count again',
  },
  'is-closed': { status: 409, zh: '该班次已签收，不能再改', en: 'This shift is signed and can no longer be changed' },
  'handed-in-too-much': {
    status: 422,
    zh: '上缴现金不能超过清点现金',
    en: 'The amount handed in cannot exceed the amount counted',
  },
  'note-needed': {
    status: 422,
    zh: '差额 {difference} 元，请填写说明',
    en: 'There is a difference of {difference}. Explain it in the note',
  },
});
