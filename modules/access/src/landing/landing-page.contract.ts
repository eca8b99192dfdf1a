import { choice, optional } from '@boyun/kernel/contract';

/** Pages an account may land on, by the first part of the address `/{dashboard path}/index`. */
const LandingPage = {
  dashboardCd: { zh: '控制台', en: 'Console' },
  '_cloud_operation/dutyDesk': { zh: '值守台', en: 'Duty desk' },
  '_cloud_operation/laneMonitor': { zh: '车道监控', en: 'Lane monitor' },
  '_cloud_operation/roadside': { zh: '路侧停车', en: 'Roadside parking' },
  '_cloud_operation/order': { zh: '停车订单', en: 'Parking orders' },
  '_cloud_operation/Alarm_Dispose': { zh: '过车报警处理', en: 'Passing-alarm handling' },
  '_cloud_operation/review': { zh: '审核审批', en: 'Reviews' },
  '_cloud_operation/parkLotInspect': { zh: '巡检', en: 'Inspections' },
  '_cloud_operation/statistics': { zh: '统计', en: 'Statistics' },
} as const;

/** The landing page of an account or a role; by default it follows from the roles, else from the job. */
export const landingField = optional(
  choice({ zh: '登录后首页', en: 'Landing page' }, LandingPage, {
    hint: { zh: '不选时：员工按角色，角色按岗位', en: 'Empty: that of the role, else that of the job' },
  }),
);
