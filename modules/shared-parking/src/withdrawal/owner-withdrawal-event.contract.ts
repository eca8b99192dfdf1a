import { event, money, reference, text } from '@boyun/kernel/contract';

const fields = {
  withdrawalNo: text({ zh: '提现单号', en: 'Number' }, { max: 32 }),
  ownerId: reference({ zh: '业主', en: 'Owner' }, 'spot-owner'),
  amountFen: money({ zh: '金额', en: 'Amount' }),
};
const of = <const K extends string>(kind: K, zh: string, en: string) => event(kind, { label: { zh, en }, fields });

/** An owner's withdrawal was asked for. */
export const withdrawalAsked = of('owner-withdrawal.asked', '申请业主提现', 'A withdrawal was asked for');
/** A withdrawal was approved. */
export const withdrawalApproved = of('owner-withdrawal.approved', '业主提现通过', 'A withdrawal was approved');
/** The bank paid a withdrawal. */
export const withdrawalPaid = of('owner-withdrawal.paid', '业主提现已付款', 'A withdrawal was paid');
/** The amount of a withdrawal went back to the balance. */
export const withdrawalReturned = of('owner-withdrawal.returned', '业主提现退回', 'A withdrawal was returned');
