import { fill, moduleContract, page, reportPage, resourcePage } from '@boyun/kernel/contract';
import { listKinds } from '@boyun/lists/contract';
import { billPurposes } from '@boyun/money/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { unit, unitRefusal } from './unit/unit.contract.ts';
import {
  addUnitAccount,
  freezeUnitAccount,
  resetUnitAccount,
  unitAccountList,
} from './unit-account/unit-account.contract.ts';
import { unitAccountAdded, unitAccountFrozen, unitAccountReset } from './unit-account/unit-account-event.contract.ts';
import {
  collectUnitBills,
  creditUnitBill,
  getUnitBill,
  makeUnitBills,
  refundUnitBill,
  unitBillList,
  unitPurpose,
} from './unit-bill/unit-bill.contract.ts';
import { unitBillMade } from './unit-bill/unit-bill-event.contract.ts';
import { unitReviews } from './unit-bill/unit-bill-review.contract.ts';
import { unitDepartment } from './unit-department/unit-department.contract.ts';
import {
  addDeskAccount,
  addDeskVehicles,
  cancelDeskVisitor,
  deskAccountList,
  deskBillList,
  deskPassList,
  deskRequestList,
  deskVehicleList,
  deskVisitorList,
  endDeskVehicle,
  freezeDeskAccount,
  getDeskBill,
  getUnitDesk,
  inviteVisitor,
  mayUseUnitDesk,
  payDeskBill,
} from './unit-desk/unit-desk.contract.ts';
import { groupRefusal, unitGroup } from './unit-group/unit-group.contract.ts';
import { unitQuota } from './unit-quota/unit-quota.contract.ts';
import { unitPassList, unitUseReport } from './unit-use/unit-use.contract.ts';
import { unitKinds } from './unit-vehicle/unit-kind.contract.ts';
import { unitVehicle } from './unit-vehicle/unit-vehicle.contract.ts';
import { cancelUnitVisitor, unitVisitor } from './unit-visitor/unit-visitor.contract.ts';

export { mayUseUnitDesk };

const area = 'group';

/** Groups and their units: spots, vehicles, visitors, bills, and the desk of a unit. */
export const groups = moduleContract('groups', {
  events: [unitAccountAdded, unitAccountFrozen, unitAccountReset, unitBillMade],
  resources: [unitGroup, unit, unitQuota, unitDepartment, unitVehicle, unitVisitor],
  operations: [
    cancelUnitVisitor,
    makeUnitBills,
    collectUnitBills,
    refundUnitBill,
    creditUnitBill,
    getUnitBill,
    addUnitAccount,
    freezeUnitAccount,
    resetUnitAccount,
    getUnitDesk,
    addDeskVehicles,
    endDeskVehicle,
    inviteVisitor,
    cancelDeskVisitor,
    addDeskAccount,
    freezeDeskAccount,
    payDeskBill,
    getDeskBill,
  ],
  reports: [
    unitPassList,
    unitUseReport,
    unitBillList,
    unitAccountList,
    deskVehicleList,
    deskVisitorList,
    deskRequestList,
    deskPassList,
    deskBillList,
    deskAccountList,
  ],
  refusals: [groupRefusal, unitRefusal],
  slots: [
    fill(listKinds, ...unitKinds),
    fill(billPurposes, unitPurpose),
    fill(reviewKinds, ...Object.values(unitReviews)),
  ],
  pages: [
    page('unitDesk', {
      path: '/_cloud_group/desk',
      title: getUnitDesk.title,
      icon: 'merchant',
      area,
      access: mayUseUnitDesk,
    }),
    resourcePage('group', unitGroup, { path: '/_cloud_group/group', icon: 'department', area }),
    resourcePage('unit', unit, { path: '/_cloud_group/unit', icon: 'tenant', area }),
    resourcePage('unitQuota', unitQuota, { path: '/_cloud_group/quota', icon: 'spot', area }),
    resourcePage('unitDepartment', unitDepartment, { path: '/_cloud_group/department', icon: 'department', area }),
    resourcePage('unitVehicle', unitVehicle, { path: '/_cloud_group/vehicle', icon: 'car', area }),
    resourcePage('unitVisitor', unitVisitor, { path: '/_cloud_group/visitor', icon: 'visitor', area }),
    page('unitBill', {
      path: '/_cloud_group/bill',
      title: unitBillList.title,
      icon: 'payment',
      area,
      access: unitBillList.access,
    }),
    page('unitPass', {
      path: '/_cloud_group/pass',
      title: unitPassList.title,
      icon: 'log',
      area,
      access: unitPassList.access,
    }),
    reportPage('unitReport', unitUseReport, { path: '/_cloud_group/report', icon: 'report', area }),
    page('unitAccount', {
      path: '/_cloud_group/account',
      title: unitAccountList.title,
      icon: 'team',
      area,
      access: unitAccountList.access,
    }),
  ],
});
