import {
  choice,
  clock,
  file,
  flag,
  group,
  instant,
  integer,
  inUse,
  list,
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

/** Progress of an inspection. */
export const InspectionState = {
  open: { zh: '待巡检', en: 'To do', tone: 'warn' },
  done: { zh: '已完成', en: 'Done', tone: 'good' },
} as const;

/** Overall rating of a lot. */
export const Rating = {
  5: { zh: '优秀', en: 'Top' },
  4: { zh: '良好', en: 'Good' },
  3: { zh: '合格', en: 'Fair' },
  2: { zh: '较差', en: 'Poor' },
  1: { zh: '不合格', en: 'Failed' },
} as const;

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const routeId = optional(
  reference({ zh: '巡检路线', en: 'Route' }, 'inspection-route', {
    hint: { zh: '车场与路线二选一', en: 'Either a lot or a route' },
  }),
);
const inspectorId = optional(
  reference({ zh: '巡检员', en: 'Inspector' }, 'employee', {
    hint: { zh: '不填则由任一巡检员领取', en: 'If empty, any inspector can take it' },
  }),
  { zh: '任一巡检员', en: 'Any inspector' },
);
const itemsLabel = { zh: '检查项', en: 'Check items' };
const items = text(itemsLabel, { min: 2, max: 1000, isLong: true, hint: { zh: '每行一项', en: 'One per line' } });
const planItems = optional(
  text(itemsLabel, {
    min: 2,
    max: 1000,
    isLong: true,
    hint: {
      zh: '每行一项；路线计划使用路线各点位的检查项',
      en: 'One per line; a plan for a route uses the items of its stops',
    },
  }),
);
const days = {
  ...list({ zh: '星期', en: 'Days' }, choice({ zh: '星期', en: 'Day' }, WeekDay), { max: 7 }),
  hint: { zh: '选择后按星期执行，不再按周期', en: 'If set, the plan holds on these days instead of every so many' },
  whenEmpty: { zh: '按周期', en: 'Every so many days' },
};
const startsAt = optional(
  clock(
    { zh: '时间', en: 'Time' },
    { hint: { zh: '如 08:00，不填则从新增时起算', en: 'Example: 08:00; if empty, the time at which it was added' } },
  ),
);

/**
 * What is inspected, how often and by whom: a lot, or a route over several. Inspections of a lot and rounds of a route are created from
 * it automatically. `lotIds` are the lots of either.
 */
export const inspectionPlan = resource('inspection-plan', {
  title: { zh: '巡检计划', en: 'Inspection plans' },
  path: '/api/parkLotInspect/plan',
  fields: {
    name: text({ zh: '计划名称', en: 'Plan' }, { max: 64 }),
    lotId: optional(lotId),
    routeId,
    lotIds: readOnly(list({ zh: '涉及车场', en: 'Lots' }, lotId)),
    inspectorId,
    days,
    startsAt,
    everyDays: integer({ zh: '周期（天）', en: 'Every (days)' }, { min: 1, max: 365, byDefault: 1 }),
    dueHours: integer({ zh: '完成时限（小时）', en: 'Due within (h)' }, { min: 1, max: 720, byDefault: 24 }),
    items: planItems,
    isEnabled: inUse,
    nextAt: readOnly(instant({ zh: '下次巡检', en: 'Next one' })),
  },
  columns: [
    'name',
    'lotId',
    'routeId',
    'inspectorId',
    'days',
    'startsAt',
    'everyDays',
    'dueHours',
    'isEnabled',
    'nextAt',
    'items',
  ],
  search: { lotIds: 'has', routeId: 'equals', inspectorId: 'equals', isEnabled: 'equals' },
  lotField: 'lotIds',
  isSeenWhole: true,
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
});

/** May see inspections and rounds. */
export const seeAccess = permission('inspection.list', { zh: '查看巡检', en: 'View: Inspections' });
/** May do inspections and walk rounds. */
export const doAccess = permission('inspection.do', { zh: '执行巡检', en: 'Do inspections' });
/** May have lots and routes inspected, and by whom. */
export const assignAccess = permission('inspection.assign', { zh: '安排巡检', en: 'Assign inspections' });
const inspectionId = reference({ zh: '巡检', en: 'Inspection' }, 'inspection');

/** Inspections: assigned, due, and their findings. */
export const inspectionList = report('inspection', {
  title: { zh: '巡检', en: 'Lot inspection' },
  path: '/api/parkLotInspect/list',
  access: seeAccess,
  filters: {
    lotId: optional(lotId),
    state: optional(choice({ zh: '状态', en: 'State' }, InspectionState)),
    isMine: optional(flag({ zh: '我的巡检', en: 'Mine' })),
    isOverdue: optional(flag({ zh: '是否逾期', en: 'Overdue' })),
    hasProblem: optional(flag({ zh: '有问题', en: 'With problems' })),
    inspectorId: optional(reference({ zh: '巡检员', en: 'Inspector' }, 'employee')),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
    dueFrom: optional(instant({ zh: '截止起', en: 'Due from' })),
    dueTo: optional(instant({ zh: '截止止', en: 'Due until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    name: text({ zh: '巡检', en: 'Inspection' }),
    lotId,
    state: choice({ zh: '状态', en: 'State' }, InspectionState),
    isOverdue: flag({ zh: '已逾期', en: 'Overdue' }),
    inspectorId: optional(text({ zh: '巡检员编号', en: 'Inspector id' })),
    inspectorName: optional(text({ zh: '巡检员', en: 'Inspector' })),
    dueAt: instant({ zh: '截止时间', en: 'Due' }),
    doneAt: optional(instant({ zh: '完成时间', en: 'Done' })),
    rating: optional(choice({ zh: '评分', en: 'Rating' }, Rating)),
    problemCount: integer({ zh: '问题', en: 'Problems' }),
    note: optional(text({ zh: '说明', en: 'Note' }, { max: 512 })),
  },
  totals: {
    openCount: integer({ zh: '待巡检', en: 'To do' }),
    overdueCount: integer({ zh: '已逾期', en: 'Overdue' }),
    problemCount: integer({ zh: '发现问题', en: 'Problems found' }),
  },
});

/** Maximum number of pictures per item. */
export const MOST_PICTURES = 6;

/** The finding for one item. */
export const finding = {
  item: text({ zh: '检查项', en: 'Item' }, { max: 128 }),
  isFine: flag({ zh: '正常', en: 'Fine' }),
  note: optional(text({ zh: '问题说明', en: 'What is wrong' }, { max: 255 })),
  pictures: list({ zh: '图片', en: 'Pictures' }, file({ zh: '图片', en: 'Picture' }), { max: MOST_PICTURES }),
};
/** The findings for all items of an inspection. */
export const findings = list({ zh: '检查结果', en: 'Findings' }, group({ zh: '检查结果', en: 'Finding' }, finding), {
  max: 60,
});

/** One inspection with its items and findings. */
export const getInspection = operation('get-inspection', {
  title: { zh: '巡检详情', en: 'One inspection' },
  path: '/api/parkLotInspect/get',
  access: seeAccess,
  input: { inspectionId },
  output: { items: list({ zh: '检查项', en: 'Items' }, finding.item, { max: 60 }), findings },
  isRead: true,
});

/** Schedules an inspection of a lot outside the plans. */
export const createInspection = operation('create-inspection', {
  title: { zh: '安排巡检', en: 'Have a lot inspected' },
  path: '/api/parkLotInspect/create',
  access: assignAccess,
  input: {
    lotId,
    name: text({ zh: '巡检名称', en: 'Name' }, { max: 64 }),
    inspectorId,
    dueAt: instant({ zh: '截止时间', en: 'Due' }),
    items,
  },
  output: { inspectionId: text({ zh: '巡检', en: 'Inspection' }) },
  audit: 'inspection.assigned',
});

/** Assigns an unassigned inspection to the caller; only one inspector can take it. */
export const takeInspection = operation('take-inspection', {
  title: { zh: '领取', en: 'Take' },
  path: '/api/parkLotInspect/take',
  access: doAccess,
  input: { inspectionId },
  output: {},
  audit: 'inspection.taken',
});

/** Submits the findings: every item fine or with a problem, notes and pictures, and a rating. */
export const submitInspection = operation('submit-inspection', {
  title: { zh: '提交巡检', en: 'Hand in' },
  path: '/api/parkLotInspect/submit',
  access: doAccess,
  input: {
    inspectionId,
    rating: choice({ zh: '评分', en: 'Rating' }, Rating),
    note: optional(text({ zh: '说明', en: 'Note' }, { max: 512, isLong: true })),
    findings,
  },
  output: { problemCount: integer({ zh: '问题', en: 'Problems' }) },
  audit: 'inspection.done',
});

export const inspectionRefusal = refusals('inspection', {
  'lot-or-route': { status: 422, zh: '请选择车场或巡检路线（二选一）', en: 'Choose either a lot or a route' },
  'no-items': { status: 422, zh: '请填写检查项', en: 'Enter the items to check' },
  taken: { status: 409, zh: '该巡检由{name}负责', en: 'This inspection is assigned to {name}' },
  done: { status: 409, zh: '该巡检已完成', en: 'This inspection is already done' },
  'not-yours': { status: 409, zh: '请先领取该巡检', en: 'Take this inspection first' },
  incomplete: { status: 422, zh: '请检查所有项目，还缺：{item}', en: 'Check every item; missing: {item}' },
  'no-words': { status: 422, zh: '“{item}”有问题，请填写说明', en: 'Describe the problem with "{item}"' },
});
