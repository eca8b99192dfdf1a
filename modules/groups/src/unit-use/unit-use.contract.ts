import {
  choice,
  flag,
  instant,
  integer,
  money,
  optional,
  permission,
  plate,
  reference,
  report,
  text,
} from '@boyun/kernel/contract';
import { standingField } from '@boyun/lists/contract';

/** Whose car it is. */
export const UseKind = {
  vehicle: { zh: '单位车辆', en: 'Unit vehicle' },
  visitor: { zh: '访客', en: 'Visitor' },
} as const;

const unitId = reference({ zh: '单位', en: 'Unit' }, 'unit');
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const departmentId = reference({ zh: '部门', en: 'Department' }, 'unit-department');
const kind = choice({ zh: '类型', en: 'Kind' }, UseKind);
const fees = {
  feeFen: money({ zh: '停车费', en: 'Fee' }),
  reducedFen: money({ zh: '单位承担及优惠', en: 'Borne by the unit, and reductions' }),
  paidFen: money({ zh: '司机已付', en: 'Paid by drivers' }),
  dueFen: money({ zh: '欠费', en: 'Due' }),
};
const period = {
  from: optional(instant({ zh: '入场起', en: 'Entered from' })),
  to: optional(instant({ zh: '入场止', en: 'Entered until' })),
};

/** The filters of passes besides the unit. */
export const passFilters = {
  plate: optional(plate()),
  kind: optional(kind),
  standing: optional(standingField),
  isOver: optional(flag({ zh: '超出车位', en: 'Beyond its spots' })),
  ...period,
};
/** The columns of passes besides unit and department. */
export const passColumns = {
  id: text({ zh: '编号', en: 'Id' }),
  plate: plate(),
  kind,
  person: optional(text({ zh: '驾驶人或被访人', en: 'Driver or host' })),
  departmentName: optional(text({ zh: '部门', en: 'Department' })),
  lotName: text({ zh: '车场', en: 'Parking lot' }),
  standing: standingField,
  enteredAt: instant({ zh: '入场时间', en: 'Entered' }),
  leftAt: optional(instant({ zh: '出场时间', en: 'Left' })),
  minutes: integer({ zh: '停车分钟', en: 'Minutes' }),
  ...fees,
};

/** The passes of unit vehicles and of visitors of units. */
export const unitPassList = report('unit-pass', {
  title: { zh: '单位车辆通行记录', en: 'Passes of unit vehicles' },
  path: '/api/companyvehicle/getPassPage',
  access: permission('unit-pass.list', { zh: '查看单位车辆通行', en: 'View: Passes of unit vehicles' }),
  filters: { unitId: optional(unitId), departmentId: optional(departmentId), lotId: optional(lotId), ...passFilters },
  columns: { unitId, ...passColumns, orderId: text({ zh: '订单', en: 'Order' }) },
  totals: fees,
  maxDays: 366,
});

/** The passes of a unit in a lot. */
const PASSES = {
  list: unitPassList,
  page: '/_cloud_group/pass',
  same: ['unitId', 'lotId'],
  period: ['from', 'to'],
} as const;

/** What each unit used in each lot: stays in its spots and beyond them, visits, and what they cost. */
export const unitUseReport = report('unit-report', {
  title: { zh: '单位停车报表', en: 'Parking of units' },
  path: '/api/companyvehicle/getReportPage',
  access: permission('unit-report.list', { zh: '查看单位停车报表', en: 'View: Parking of units' }),
  filters: { unitId: optional(unitId), lotId: optional(lotId), ...period },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    unitId,
    lotId,
    carCount: integer({ zh: '车辆数', en: 'Cars' }),
    stayCount: integer({ zh: '停车次数', en: 'Stays' }),
    quotaCount: integer({ zh: '车位内', en: 'In its spots' }),
    overCount: integer({ zh: '超额次数', en: 'Beyond its spots' }),
    visitCount: integer({ zh: '访客次数', en: 'Visits' }),
    hours: integer({ zh: '停车小时', en: 'Hours' }),
    ...fees,
  },
  totals: {
    stayCount: integer({ zh: '停车次数', en: 'Stays' }),
    overCount: integer({ zh: '超额次数', en: 'Beyond its spots' }),
    visitCount: integer({ zh: '访客次数', en: 'Visits' }),
    ...fees,
  },
  compared: { by: ['id'] },
  rowsAt: [
    {
      ...PASSES,
      figures: { stayCount: null, feeFen: 'feeFen', reducedFen: 'reducedFen', paidFen: 'paidFen', dueFen: 'dueFen' },
    },
    { ...PASSES, figures: { quotaCount: null }, fixed: { standing: 'unit' } },
    { ...PASSES, figures: { overCount: null }, fixed: { isOver: true } },
    { ...PASSES, figures: { visitCount: null }, fixed: { kind: 'visitor' } },
  ],
  chart: { by: 'unitId', figures: ['reducedFen', 'paidFen', 'dueFen'], isStacked: true },
  maxDays: 366,
});
