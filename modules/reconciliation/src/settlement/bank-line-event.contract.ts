import { actEvent, money, reference, text } from '@boyun/kernel/contract';
import { markEntry, releaseEntry, settleEntry } from './bank-line.contract.ts';

const fields = {
  bankLineId: reference({ zh: '银行流水', en: 'Entry' }, 'bank-line'),
  amountFen: money({ zh: '金额', en: 'Amount' }, { min: -100_000_000_00 }),
  name: text({ zh: '渠道', en: 'Channel' }, { max: 64, min: 0 }),
};

/** An entry of a bank statement was taken for the money of days. */
export const bankLineSettled = actEvent(settleEntry, fields);

/** What an entry settled was taken back. */
export const bankLineReleased = actEvent(releaseEntry, fields);

/** An entry was marked as other money, or as money of a channel again. */
export const bankLineMarked = actEvent(markEntry, fields);
