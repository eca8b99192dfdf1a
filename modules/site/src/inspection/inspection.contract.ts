import {
  choice,
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
} from '@boyun/kernel/contract';

/** How far an inspection has come. */
export const InspectionState = {
  open: { zh: '待巡检', en: 'To do', tone: 'warn' },
  done: { zh: '已完成', en: 'Done', tone: 'good' },
} as const;

/** How a lot was found. */
export const Rating = {
  5: { zh: '优秀', en: 'Top' },
  4: { zh: '良好', en: 'Good' },
  3: { zh: '合格', en: 'Fair' },
  2: { zh: '较差', en: 'Poor' },
  1: { zh: '不合格', en: 'Failed' },
} as const;

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const inspectorId = optional(
  reference({ zh: '巡检员', en: 'Inspector' }, 'employee', {
    hint: { zh: '不填则由任一巡检员领取', en: 'Empty: whoever takes it' },
  }),
  { zh: '任一巡检员', en: 'Whoever takes it' },
);
const items = text(
  { zh: '检查项', en: 'What to look at' },
  { min: 2, max: 1000, isLong: true, hint: { zh: '每行一项', en: 'One a line' } },
);

/** What is looked at in a lot, how often, by whom; inspections follow from it by themselves. */
export const inspectionPlan = resource('inspection-plan', {
  title: { zh: '巡检计划', en: 'Inspection plans' },
  path: '/api/parkLotInspect/plan',
  fields: {
    name: text({ zh: '计划名称', en: 'Plan' }, { max: 64 }),
    lotId,
    inspectorId,
    everyDays: integer({ zh: '周期（天）', en: 'Every (days)' }, { min: 1, max: 365, byDefault: 1 }),
    dueHours: integer({ zh: '完成时限（小时）', en: 'Due within (h)' }, { min: 1, max: 720, byDefault: 24 }),
    items,
    isEnabled: inUse,
    nextAt: readOnly(instant({ zh: '下次巡检', en: 'Next one' })),
  },
  columns: ['name', 'lotId', 'inspectorId', 'everyDays', 'dueHours', 'isEnabled', 'nextAt', 'items'],
  search: { lotId: 'equals', inspectorId: 'equals', isEnabled: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
});

const seeAccess = permission('inspection.list', { zh: '查看巡检', en: 'View: Inspections' });
const doAccess = permission('inspection.do', { zh: '执行巡检', en: 'Do inspections' });
const inspectionId = reference({ zh: '巡检', en: 'Inspection' }, 'inspection');

/** Inspections: what is to be done by whom until when, and how lots were found. */
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
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
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
  },
});

/** Pictures an inspector may add to one item. */
export const MOST_PICTURES = 6;

const finding = {
  item: text({ zh: '检查项', en: 'Item' }, { max: 128 }),
  isFine: flag({ zh: '正常', en: 'Fine' }),
  note: optional(text({ zh: '问题说明', en: 'What is wrong' }, { max: 255 })),
  pictures: list({ zh: '图片', en: 'Pictures' }, file({ zh: '图片', en: 'Picture' }), { max: MOST_PICTURES }),
};
const findings = list({ zh: '检查结果', en: 'Findings' }, group({ zh: '检查结果', en: 'Finding' }, finding), {
  max: 60,
});

/** One inspection with what is to be looked at and what was found. */
export const getInspection = operation('get-inspection', {
  title: { zh: '巡检详情', en: 'One inspection' },
  path: '/api/parkLotInspect/get',
  access: seeAccess,
  input: { inspectionId },
  output: { items: list({ zh: '检查项', en: 'Items' }, finding.item, { max: 60 }), findings },
  isRead: true,
});

/** Has a lot inspected besides the plans. */
export const createInspection = operation('create-inspection', {
  title: { zh: '安排巡检', en: 'Have a lot inspected' },
  path: '/api/parkLotInspect/create',
  access: permission('inspection.assign', { zh: '安排巡检', en: 'Assign inspections' }),
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

/** An inspector takes an inspection that is nobody's; exactly one can. */
export const takeInspection = operation('take-inspection', {
  title: { zh: '领取', en: 'Take' },
  path: '/api/parkLotInspect/take',
  access: doAccess,
  input: { inspectionId },
  output: {},
  audit: 'inspection.taken',
});

/** The inspector says what was found: every item fine or not, with words and pictures, and a rating. */
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
  taken: { status: 409, zh: '该巡检由{name}负责', en: '{name} has this inspection' },
  done: { status: 409, zh: '该巡检已完成', en: 'This inspection is done' },
  'not-yours': { status: 409, zh: '请先领取该巡检', en: 'Take this inspection first' },
  incomplete: { status: 422, zh: '请检查所有项目，还缺：{item}', en: 'Look at every item; missing: {item}' },
  'no-words': { status: 422, zh: '“{item}”有问题，请填写说明', en: 'Say what is wrong with "{item}"' },
});
