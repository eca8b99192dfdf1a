import { moduleContract, page, resourcePage } from '@boyun/kernel/contract';
import {
  cancelRepair,
  dispatchRepair,
  finishRepair,
  getRepair,
  RepairDevice,
  repairList,
  repairRefusal,
  repairTimes,
  reportRepair,
  startRepair,
  verifyRepair,
} from './repair/repair.contract.ts';
import {
  repairCancelled,
  repairDispatched,
  repairFinished,
  repairOverdue,
  repairReported,
  repairStarted,
  repairVerified,
} from './repair/repair-event.contract.ts';
import { repairRule } from './repair-rule/repair-rule.contract.ts';

export { RepairDevice, repairList };

/** Devices to be repaired: orders, rules that open them, and how long repairs take. */
export const repairs = moduleContract('repairs', {
  resources: [repairRule],
  events: [
    repairReported,
    repairOverdue,
    repairDispatched,
    repairStarted,
    repairFinished,
    repairVerified,
    repairCancelled,
  ],
  operations: [reportRepair, dispatchRepair, startRepair, finishRepair, verifyRepair, cancelRepair, getRepair],
  reports: [repairList, repairTimes],
  refusals: [repairRefusal],
  pages: [
    page('repair', {
      path: '/_cloud_device/repair',
      title: repairList.title,
      icon: 'tool',
      area: 'basic',
      group: 'device',
      access: repairList.access,
    }),
    resourcePage('repairRule', repairRule, {
      path: '/_cloud_device/repairRule',
      icon: 'rule',
      area: 'basic',
      group: 'device',
    }),
  ],
});
