import { moduleContract, page, reportPage, resourcePage } from '@boyun/kernel/contract';
import {
  attendanceByMonth,
  attendanceList,
  attendanceRefusal,
  getOwnAttendance,
  signInToWork,
  signOutOfWork,
} from './attendance/attendance.contract.ts';
import { signedIn, signedOut } from './attendance/attendance-event.contract.ts';
import {
  createInspection,
  getInspection,
  inspectionList,
  inspectionPlan,
  inspectionRefusal,
  submitInspection,
  takeInspection,
} from './inspection/inspection.contract.ts';
import { inspectionAssigned, inspectionDone, inspectionTaken } from './inspection/inspection-event.contract.ts';
import { inspectionReport } from './inspection/inspection-report.contract.ts';
import {
  assignRound,
  createRound,
  getRound,
  roundList,
  roundRefusal,
  skipStop,
  startRound,
  submitStop,
} from './inspection/inspection-round.contract.ts';
import {
  roundAssigned,
  roundCreated,
  roundDone,
  roundOverdue,
  roundStarted,
  stopDone,
  stopSkipped,
} from './inspection/inspection-round-event.contract.ts';
import { inspectionRoute, routeRefusal } from './inspection/inspection-route.contract.ts';
import { assignShift, copyRoster, getRoster, rosterRefusal } from './roster/roster.contract.ts';
import { rosterCopied, shiftAssigned } from './roster/roster-event.contract.ts';
import { sentry, sentryRefusal } from './sentry/sentry.contract.ts';
import { sentryDataByPerson, sentryDataBySentry, sentryDataByShift } from './sentry-data/sentry-data.contract.ts';
import { sentryLog } from './sentry-log/sentry-log.contract.ts';
import { sentryOperationList } from './sentry-operation/sentry-operation.contract.ts';
import {
  closeShift,
  countShift,
  getOwnShift,
  openShift,
  shiftList,
  shiftPlan,
  shiftRefusal,
} from './shift/shift.contract.ts';
import { shiftClosed, shiftCounted, shiftOpened } from './shift/shift-event.contract.ts';
import {
  cancelStockTake,
  countCars,
  finishStockTake,
  getStockTake,
  startStockTake,
  stockTakeList,
  stockTakeRefusal,
  uncountCar,
} from './stock-take/stock-take.contract.ts';
import {
  stockTakeCancelled,
  stockTakeCounted,
  stockTakeFinished,
  stockTakeStarted,
  stockTakeUncounted,
} from './stock-take/stock-take-event.contract.ts';

/** People on duty: booths and shifts, attendance, inspections, stock-takes. */
export const duty = moduleContract('duty', {
  events: [
    signedIn,
    signedOut,
    inspectionAssigned,
    inspectionTaken,
    inspectionDone,
    roundCreated,
    roundAssigned,
    roundStarted,
    stopDone,
    stopSkipped,
    roundDone,
    roundOverdue,
    shiftOpened,
    shiftCounted,
    shiftClosed,
    shiftAssigned,
    rosterCopied,
    stockTakeStarted,
    stockTakeCounted,
    stockTakeUncounted,
    stockTakeCancelled,
    stockTakeFinished,
  ],
  resources: [sentry, shiftPlan, inspectionPlan, inspectionRoute],
  operations: [
    getOwnShift,
    openShift,
    countShift,
    closeShift,
    getRoster,
    assignShift,
    copyRoster,
    getInspection,
    createInspection,
    takeInspection,
    submitInspection,
    getRound,
    createRound,
    assignRound,
    startRound,
    submitStop,
    skipStop,
    startStockTake,
    countCars,
    uncountCar,
    getStockTake,
    finishStockTake,
    cancelStockTake,
    getOwnAttendance,
    signInToWork,
    signOutOfWork,
  ],
  reports: [
    shiftList,
    sentryLog,
    sentryOperationList,
    stockTakeList,
    inspectionList,
    roundList,
    inspectionReport,
    attendanceList,
    attendanceByMonth,
    sentryDataByShift,
    sentryDataBySentry,
    sentryDataByPerson,
  ],
  refusals: [
    sentryRefusal,
    shiftRefusal,
    rosterRefusal,
    stockTakeRefusal,
    inspectionRefusal,
    routeRefusal,
    roundRefusal,
    attendanceRefusal,
  ],
  pages: [
    resourcePage('parkinLotSentry', sentry, { path: '/_cloud_basic/parkinLotSentry', icon: 'sentry', area: 'basic' }),
    page('shiftSentry', {
      path: '/_cloud_basic/shiftSentry',
      title: shiftList.title,
      icon: 'shift',
      area: 'basic',
      access: shiftList.access,
    }),
    page('parkInspect', {
      path: '/_cloud_operation/parkLotInspect',
      title: inspectionList.title,
      icon: 'region',
      area: 'duty',
      access: inspectionList.access,
    }),
    resourcePage('inspectionPlan', inspectionPlan, {
      path: '/_cloud_operation/inspectPlan',
      icon: 'shift',
      area: 'duty',
    }),
    resourcePage('inspectionRoute', inspectionRoute, {
      path: '/_cloud_operation/inspectRoute',
      icon: 'region',
      area: 'duty',
    }),
    page('stockTake', {
      path: '/_cloud_operation/stockTake',
      title: stockTakeList.title,
      icon: 'inside',
      area: 'duty',
      access: stockTakeList.access,
    }),
    page('sentryLog', {
      path: '/_cloud_operation/sentryOperateLog',
      title: sentryOperationList.title,
      icon: 'log',
      area: 'duty',
      access: sentryOperationList.access,
    }),
    page('collectorAttendance', {
      path: '/_cloud_user/attendance',
      title: attendanceList.title,
      icon: 'shift',
      area: 'user',
      access: attendanceList.access,
    }),
    page('attendanceReport', {
      path: '/reportData/attendance',
      title: attendanceByMonth.title,
      icon: 'report',
      area: 'report',
      access: attendanceByMonth.access,
    }),
    reportPage('inspectReport', inspectionReport, {
      path: '/reportData/inspect',
      icon: 'report',
      area: 'report',
      empty: {
        title: { zh: '这段时间没有巡检', en: 'No inspections in this time' },
        hint: { zh: '未选时间时统计最近30天', en: 'Default: the last 30 days' },
      },
    }),
    page('sentryData', {
      path: '/reportData/Sentry_Data',
      title: sentryDataByShift.title,
      icon: 'sentry',
      area: 'report',
      access: sentryDataByShift.access,
    }),
    reportPage('sentryDutyLog', sentryLog, {
      path: '/_cloud_system/sentryLog',
      icon: 'log',
      area: 'system',
      group: 'log',
      empty: {
        title: { zh: '还没有岗亭日志', en: 'No booth log yet' },
        hint: {
          zh: '值班员上岗、交班清点与签收会自动记录在这里',
          en: 'Going on duty, cash counts and signed hand-overs are recorded here',
        },
      },
    }),
  ],
});
