import { decimal, instant, integer, optional, reference, report, text } from '@boyun/kernel/contract';
import { inspectionList, seeAccess } from './inspection.contract.ts';

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const figures = {
  assignedCount: integer({ zh: '安排次数', en: 'Assigned' }),
  doneCount: integer({ zh: '已完成', en: 'Done' }),
  lateCount: integer({ zh: '逾期完成', en: 'Done late' }),
  overdueCount: integer({ zh: '逾期未做', en: 'Overdue' }),
  problemCount: integer({ zh: '发现问题', en: 'Problems found' }),
};

/** The inspections of a lot by an inspector, by when they were due. */
const INSPECTIONS = {
  list: inspectionList,
  page: '/_cloud_operation/parkLotInspect',
  same: ['lotId', 'inspectorId'],
  period: ['dueFrom', 'dueTo'],
} as const;

/** Inspections of each lot by inspector: how many were assigned, done in time, done late or not at all, and what they found. */
export const inspectionReport = report('inspection-report', {
  title: { zh: '巡检报表', en: 'Inspections' },
  path: '/api/parkLotInspect/report/list',
  access: seeAccess,
  filters: {
    lotId: optional(lotId),
    inspectorName: optional(text({ zh: '巡检员', en: 'Inspector' }, { max: 64 })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'Until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    lotId,
    inspectorId: optional(text({ zh: '巡检员编号', en: 'Inspector id' })),
    inspectorName: optional(text({ zh: '巡检员', en: 'Inspector' })),
    ...figures,
    rating: optional(decimal({ zh: '平均评分', en: 'Mean rating' }, { min: 0, max: 5 })),
  },
  totals: figures,
  compared: { by: ['id'] },
  rowsAt: [
    { ...INSPECTIONS, figures: { assignedCount: null, problemCount: 'problemCount' } },
    { ...INSPECTIONS, figures: { doneCount: null }, fixed: { state: 'done' } },
    { ...INSPECTIONS, figures: { lateCount: null }, fixed: { state: 'done', isOverdue: true } },
    { ...INSPECTIONS, figures: { overdueCount: null }, fixed: { state: 'open', isOverdue: true } },
  ],
  chart: { by: 'lotId', figures: ['doneCount', 'lateCount', 'overdueCount', 'problemCount'] },
  maxDays: 366,
});
