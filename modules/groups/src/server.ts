import { fill } from '@boyun/kernel/contract';
import { retainedPlates, retainedTable, serverModule } from '@boyun/kernel/server';
import { listKindSlot } from '@boyun/lists/server';
import { billKinds } from '@boyun/money/server';
import { applyReviews } from '@boyun/reviews/server';
import { groups } from './contract.ts';
import { unitServer } from './unit/unit.server.ts';
import { unitAccountListServer, unitAccountServers } from './unit-account/unit-account.server.ts';
import { billChangeServers } from './unit-bill/bill-change.server.ts';
import { creditAgreed, refundAgreed } from './unit-bill/bill-change.service.ts';
import { unitBillList } from './unit-bill/unit-bill.contract.ts';
import { unitBilling } from './unit-bill/unit-bill.jobs.ts';
import { unitBillListServer, unitBillServers } from './unit-bill/unit-bill.server.ts';
import { unitBills } from './unit-bill/unit-bill.service.ts';
import { unitDepartmentServer } from './unit-department/unit-department.server.ts';
import { unitDeskReports, unitDeskServers } from './unit-desk/unit-desk.server.ts';
import { unitGroupServer } from './unit-group/unit-group.server.ts';
import { unitQuotaServer } from './unit-quota/unit-quota.server.ts';
import { unitPassListServer, unitUseReportServer } from './unit-use/unit-use.server.ts';
import { unitKindServers } from './unit-vehicle/unit-kind.queries.ts';
import { unitVehicle } from './unit-vehicle/unit-vehicle.contract.ts';
import { unitVehicleServer } from './unit-vehicle/unit-vehicle.server.ts';
import { vehiclesAgreed } from './unit-vehicle/vehicle-request.service.ts';
import { cancelUnitVisitorServer, unitVisitorServer } from './unit-visitor/unit-visitor.server.ts';

export { requireOwnBill } from './unit-desk/own-bill.service.ts';
export { findUnitCarsOf, forgetUnitPerson } from './unit-vehicle/holder-unit-vehicle.queries.ts';

/** The server side of groups and units. */
export const groupsServer = serverModule(groups, new URL('../migrations/', import.meta.url), {
  retained: [
    retainedPlates({
      part: 'unit-vehicles',
      table: 'unit_vehicle',
      endColumn: 'valid_until',
      mobileColumn: 'driver_phone',
    }),
    retainedPlates({ part: 'unit-visitors', table: 'unit_visitor', endColumn: 'valid_until' }),
    retainedTable({ key: 'passing', part: 'unit vehicle requests', table: 'unit_vehicle_request' }),
  ],
  resources: [unitGroupServer, unitServer, unitQuotaServer, unitDepartmentServer, unitVehicleServer, unitVisitorServer],
  operations: [
    cancelUnitVisitorServer,
    ...unitBillServers,
    ...billChangeServers,
    ...unitAccountServers,
    ...unitDeskServers,
  ],
  reports: [unitPassListServer, unitUseReportServer, unitBillListServer, unitAccountListServer, ...unitDeskReports],
  sweeps: [unitBilling],
  slots: [
    fill(listKindSlot, ...unitKindServers),
    fill(billKinds, { unit: unitBills.bills }),
    applyReviews(unitBillList.access, refundAgreed, creditAgreed),
    applyReviews(unitVehicle.can.list, vehiclesAgreed),
  ],
});
