import type { PageHelps } from '@boyun/kernel/web';
import { InspectionState } from '../inspection/inspection.contract.ts';
import { PosStatus } from '../pos/pos.contract.ts';
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
  freePassing: {
    purpose: {
      zh: '没有付款就离场的每一笔，以及人工放行、直接开闸的每一次，供稽核。',
      en: 'Every stay that ended without a payment, and every car let through or barrier opened by hand, for audits.',
    },
    steps: [
      {
        zh: '先看“人工”和“未经放行”的笔数，再按操作人或放行方式筛选，逐条核对原因。',
        en: 'Begin with what was done by hand and what was not let through: filter by person or by how it passed, and check the reasons.',
      },
      {
        zh: '人工放行离场的车辆只列一次，记在操作人名下；人工开闸后驶离的欠费车辆，开闸与车辆各列一行。',
        en: 'A car let out by a person is listed once, under that person. Where somebody opened the barrier and a car that owed drove out, both are listed.',
      },
      { zh: '点击车牌查看订单。', en: 'Press a plate to see its order.' },
    ],
  },
  pos: {
    purpose: {
      zh: 'POS机及其状态、领用人和在线情况；收费员也可用自己的手机作为POS机。',
      en: 'Terminals of collectors with their state and who has them. Any phone can be one.',
    },
    steps: [
      {
        zh: '登记后点“绑定手机”，收费员扫码打开应用，登录并签到即领用。',
        en: 'Add one, press "Pair a phone", and let the collector scan the code, sign in and clock in.',
      },
      {
        zh: '断网时的登记和收费保存在手机里，联网后按原时间上传；不能入账的列在“操作记录”，处理后标记。',
        en: 'Work without a network waits in the phone and arrives with its own times. What cannot be booked is listed under "Work" until somebody settles it.',
      },
      { zh: '丢失时点“报失”，绑定立即失效。', en: 'Report a lost one at once: its pairing ends.' },
      {
        zh: '收费员签到后15分钟没有联系，或电量不高于20%，产生设备报警；失联的列入控制台的待办。',
        en: 'An alarm is raised when the terminal of a collector on duty is silent for 15 minutes, or its battery is at 20 % or less. Silent ones are among the things to do on the console.',
      },
    ],
    states: [
      { state: PosStatus[0], means: { zh: '可由收费员领用', en: 'A collector may claim it' } },
      { state: PosStatus[1], means: { zh: '由一名收费员使用', en: 'One collector works with it' } },
      { state: PosStatus[2], means: { zh: '停用，可送修', en: 'Out of use, to be repaired' } },
      { state: PosStatus[3], means: { zh: '绑定已失效', en: 'Its pairing has ended' } },
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
