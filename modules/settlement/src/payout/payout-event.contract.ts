import { actEvent, money, text } from '@boyun/kernel/contract';
import { cancelPayout, confirmPayout, getPayoutFile, makePayout } from './payout.contract.ts';

const payoutNo = text({ zh: '批次号', en: 'Number' });
const amountFen = money({ zh: '金额', en: 'Amount' });

/** Settlements were put into a file for the bank. */
export const payoutMade = actEvent(makePayout, { payoutNo, amountFen });

/** The file of a pay-out was downloaded. */
export const payoutDownloaded = actEvent(getPayoutFile, { payoutNo });

/** The bank paid a pay-out. */
export const payoutConfirmed = actEvent(confirmPayout, { payoutNo, amountFen });

/** A pay-out was cancelled. */
export const payoutCancelled = actEvent(cancelPayout, { payoutNo, amountFen });
