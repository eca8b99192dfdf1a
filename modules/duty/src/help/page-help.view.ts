import type { PageHelps } from '@boyun/kernel/web';
import { InspectionState } from '../inspection/inspection.contract.ts';
import { StockTakeState } from '../stock-take/stock-take.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  shiftSentry: {
    purpose: {
      zh: '班次与交接班：谁在岗、收了多少现金、交接是否一致。',
      en: 'Shifts and hand-overs: who is on duty, the cash taken and whether it agrees.',
    },
    steps: [
      {
        zh: '交班时填写清点的现金，系统与流水核对差额，由接班人签收。',
        en: 'Enter the cash counted at the hand-over; it is compared with the payments.',
      },
    ],
  },
  parkInspect: {
    purpose: { zh: '巡检任务：检查项、照片与评分。', en: 'Inspections with items, photos and a rating.' },
    steps: [
      { zh: '由“巡检计划”自动生成，也可临时新增。', en: 'Plans make them; single ones can be added.' },
      {
        zh: '“路线巡检”按路线顺序逐个点位提交，可填写原因跳过；逾期会通知巡检员和安排人。',
        en: 'Rounds follow the stops of a route in order; a stop can be skipped with a reason. Overdue rounds are announced.',
      },
    ],
    states: [
      { state: InspectionState.open, means: { zh: '等待巡检员完成', en: 'Waits for the inspector' } },
      { state: InspectionState.done, means: { zh: '已提交结果', en: 'Handed in' } },
    ],
  },
  inspectionRoute: {
    purpose: {
      zh: '跨车场的巡检路线：按顺序的点位、预计用时和巡检人员。',
      en: 'Routes over several lots: stops in order, expected time and inspectors.',
    },
    steps: [
      {
        zh: '点位可以是整个车场，或其中的车库、出入口、车道、区位；在“巡检计划”中选择路线即可定期巡检。',
        en: 'A stop is a lot, or a garage, gate, lane or zone in it. Choose the route in an inspection plan to have it walked regularly.',
      },
    ],
  },
  stockTake: {
    purpose: {
      zh: '车辆盘点：清点场内车辆，找出系统里有而现场没有的车。',
      en: 'Counts the cars on site and finds those that are in the system only.',
    },
    steps: [
      {
        zh: '开始后逐辆录入车牌，结束时选择要关闭的订单。',
        en: 'Enter the plates while you count; at the end choose the orders to close.',
      },
    ],
    states: [
      { state: StockTakeState.counting, means: { zh: '正在清点', en: 'Under way' } },
      { state: StockTakeState.finished, means: { zh: '差异已处理', en: 'Finished' } },
      { state: StockTakeState.cancelled, means: { zh: '放弃，未作改动', en: 'Given up without changes' } },
    ],
  },
};
export default helps;
