import { fill, moduleContract, page } from '@boyun/kernel/contract';
import { billPurposes } from '@boyun/money/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import {
  billImportList,
  billImportRefusal,
  getBillImport,
  readBillTable,
  uploadBill,
} from './bill-import/bill-import.contract.ts';
import { billTaken, billUploaded } from './bill-import/bill-import-event.contract.ts';
import { billSource, billSourceRefusal } from './bill-source/bill-source.contract.ts';
import {
  channelDayList,
  channelDayRefusal,
  channelSumList,
  closeDay,
  fetchBill,
  getChannelDay,
  plantInBill,
  reopenDay,
} from './channel-day/channel-day.contract.ts';
import {
  billFetchAsked,
  billPlanted,
  dayClosed,
  dayReopened,
  dayUnbalanced,
} from './channel-day/channel-day-event.contract.ts';
import {
  acceptFees,
  differenceList,
  differenceRefusal,
  getDifference,
  moveRecords,
  postLost,
  refundLost,
  writeOff,
} from './difference/difference.contract.ts';
import { differenceResolved } from './difference/difference-event.contract.ts';
import { reconciliationReviews } from './difference/difference-review.contract.ts';
import { unidentifiedPurpose } from './difference/unidentified-purpose.contract.ts';
import {
  bankLineList,
  bankLineRefusal,
  markEntry,
  releaseEntry,
  settleEntry,
} from './settlement/bank-line.contract.ts';
import { bankLineMarked, bankLineReleased, bankLineSettled } from './settlement/bank-line-event.contract.ts';

export { channelDayList };

/** Reconciliation: days of payment channels, compared with the bills of providers and the statements of banks. */
export const reconciliation = moduleContract('reconciliation', {
  events: [
    dayUnbalanced,
    dayClosed,
    dayReopened,
    billFetchAsked,
    billPlanted,
    billUploaded,
    billTaken,
    differenceResolved,
    bankLineSettled,
    bankLineReleased,
    bankLineMarked,
  ],
  resources: [billSource],
  operations: [
    getChannelDay,
    fetchBill,
    closeDay,
    reopenDay,
    plantInBill,
    getDifference,
    postLost,
    refundLost,
    writeOff,
    moveRecords,
    acceptFees,
    uploadBill,
    getBillImport,
    readBillTable,
    settleEntry,
    releaseEntry,
    markEntry,
  ],
  reports: [channelDayList, channelSumList, differenceList, billImportList, bankLineList],
  refusals: [billSourceRefusal, channelDayRefusal, differenceRefusal, billImportRefusal, bankLineRefusal],
  slots: [fill(billPurposes, unidentifiedPurpose), fill(reviewKinds, ...Object.values(reconciliationReviews))],
  pages: [
    page('reconciliation', {
      path: '/_cloud_operation/reconciliation',
      title: channelDayList.title,
      icon: 'statistics',
      area: 'order',
      access: channelDayList.access,
    }),
    page('reconciliationDay', {
      path: '/_cloud_operation/reconciliationDay',
      title: { zh: '对账日', en: 'Reconciled day' },
      icon: 'statistics',
      area: 'order',
      access: channelDayList.access,
      isHidden: true,
    }),
    page('billImport', {
      path: '/_cloud_operation/billImport',
      title: billImportList.title,
      icon: 'import',
      area: 'order',
      access: channelDayList.access,
    }),
    page('billSource', {
      path: '/_cloud_operation/billSource',
      title: billSource.title,
      icon: 'setting',
      area: 'order',
      access: billSource.can.list,
      resource: billSource,
    }),
  ],
});
