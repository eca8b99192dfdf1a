import { actEvent, event, lotPlaceholder, text, timePlaceholder } from '@boyun/kernel/contract';
import {
  cancelRepair,
  dispatchRepair,
  finishRepair,
  repairList,
  startRepair,
  verifyRepair,
} from './repair.contract.ts';

const PAGE = '/_cloud_device/repair';
const fields = {
  repairId: text({ zh: '编号', en: 'Id' }, { max: 64 }),
  number: text({ zh: '工单号', en: 'Number' }, { max: 32 }),
  device: text({ zh: '设备', en: 'Device' }, { max: 64 }),
};
const live = { access: [repairList.access] };
type Data = { readonly number: string; readonly device: string };
const placeholders = {
  number: { label: fields.number.label, value: (data: Data) => data.number },
  device: { label: fields.device.label, value: (data: Data) => data.device },
  lot: lotPlaceholder,
  time: timePlaceholder,
};

/** A device was reported that does not work, by a person or by a rule. */
export const repairReported = event('repair.reported', {
  label: { zh: '设备报修', en: 'A device was reported' },
  fields,
  live,
  push: {
    placeholders,
    title: { zh: '【报修】{lot} {device}', en: 'Repair: {device}, {lot}' },
    body: {
      zh: '{time} {lot}“{device}”报修，工单{number}',
      en: '{time}, {lot}: "{device}" was reported, order {number}',
    },
    path: PAGE,
    message: 'alarm',
  },
});

/** The time limit of a repair has passed. */
export const repairOverdue = event('repair.overdue', {
  label: { zh: '维修超时', en: 'A repair is overdue' },
  fields,
  live,
  push: {
    placeholders,
    title: { zh: '【维修超时】{lot} {device}', en: 'Overdue repair: {device}, {lot}' },
    body: { zh: '工单{number}已超过完成时限', en: 'Order {number} has passed its time limit' },
    path: PAGE,
    message: 'alarm',
  },
});

/** Somebody was sent to repair it. */
export const repairDispatched = actEvent(
  dispatchRepair,
  {
    ...fields,
    assigneeName: text({ zh: '维修人', en: 'Repaired by' }, { max: 64 }),
  },
  live,
);
/** The repair began. */
export const repairStarted = actEvent(startRepair, fields, live);
/** The device works again, as the person says who repaired it. */
export const repairFinished = actEvent(finishRepair, fields, live);
/** Somebody else looked at it. */
export const repairVerified = actEvent(
  verifyRepair,
  {
    ...fields,
    outcome: text({ zh: '结果', en: 'Outcome' }, { max: 16 }),
  },
  live,
);
/** The order ended without a repair. */
export const repairCancelled = actEvent(cancelRepair, fields, live);
