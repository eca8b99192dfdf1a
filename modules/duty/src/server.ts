import { moreChecks, todoCounts } from '@boyun/insight/server';
import { fill } from '@boyun/kernel/contract';
import { retainedLog, retainedPlates, retainedTable, serverModule } from '@boyun/kernel/server';
import { shiftCash as shiftCashSlot } from '@boyun/settlement/server';
import { attendanceByMonthServer, attendanceListServer, attendanceServers } from './attendance/attendance.server.ts';
import { duty } from './contract.ts';
import { freePassingServer } from './free-passing/free-passing.server.ts';
import { inspectionListServer, inspectionPlanServer, inspectionServers } from './inspection/inspection.server.ts';
import { inspectionSweep, overdueRoundSweep } from './inspection/inspection-plan.service.ts';
import { inspectionReportServer } from './inspection/inspection-report.server.ts';
import { roundListServer, roundServers } from './inspection/inspection-round.server.ts';
import { inspectionRouteServer } from './inspection/inspection-route.server.ts';
import { posReports, posServers } from './pos/pos.server.ts';
import { countSilent, silentTerminals } from './pos/pos-health.service.ts';
import { posWorkServers } from './pos/pos-work.server.ts';
import { posManifest } from './pos-app/pos-manifest.ingress.ts';
import { assignShiftServer, copyRosterServer, getRosterServer } from './roster/roster.server.ts';
import { sentryServer } from './sentry/sentry.server.ts';
import { sentryDataReports } from './sentry-data/sentry-data.server.ts';
import { sentryLogServer } from './sentry-log/sentry-log.server.ts';
import { sentryOperationListServer } from './sentry-operation/sentry-operation.server.ts';
import { fileSentryOperations } from './sentry-operation/sentry-operation.service.ts';
import { cashOfShifts } from './shift/shift.queries.ts';
import {
  closeShiftServer,
  countShiftServer,
  getOwnShiftServer,
  openShiftServer,
  shiftListServer,
  shiftPlanServer,
} from './shift/shift.server.ts';
import { shiftCash } from './shift/shift-check.queries.ts';
import { stockTakeListServer, stockTakeServers } from './stock-take/stock-take.server.ts';

export { clockIn, clockOut } from './attendance/attendance.service.ts';
export { assign as assignInspection } from './inspection/inspection.service.ts';
export { findOnDuty, type OnDuty } from './shift/on-duty.queries.ts';
export { countTill, goOnDuty, readOwnShift, signShift } from './shift/shift.service.ts';

/** The server side of people on duty. */
export const dutyServer = serverModule(duty, new URL('../migrations/', import.meta.url), {
  resources: [sentryServer, shiftPlanServer, inspectionPlanServer, inspectionRouteServer],
  operations: [
    getOwnShiftServer,
    openShiftServer,
    countShiftServer,
    closeShiftServer,
    getRosterServer,
    assignShiftServer,
    copyRosterServer,
    ...stockTakeServers,
    ...inspectionServers,
    ...roundServers,
    ...attendanceServers,
    ...posServers,
    ...posWorkServers,
  ],
  reports: [
    shiftListServer,
    sentryLogServer,
    sentryOperationListServer,
    freePassingServer,
    stockTakeListServer,
    inspectionListServer,
    roundListServer,
    inspectionReportServer,
    attendanceListServer,
    attendanceByMonthServer,
    ...sentryDataReports,
    ...posReports,
  ],
  ingresses: [posManifest],
  sweeps: [inspectionSweep, overdueRoundSweep, silentTerminals],
  reactions: [fileSentryOperations],
  slots: [
    fill(moreChecks, shiftCash),
    fill(shiftCashSlot, cashOfShifts),
    fill(todoCounts, { silentTerminals: countSilent }),
  ],
  retained: [
    // What could not be booked stays until somebody has settled it.
    retainedTable({ key: 'passing', part: 'pos-acts', table: 'pos_act', condition: "state <> 'refused'" }),
    retainedLog({ key: 'passing', part: 'pos-events', table: 'pos_event' }),
    retainedPlates({ part: 'pos-acts', table: 'pos_act', endColumn: 'received_at' }),
  ],
});
