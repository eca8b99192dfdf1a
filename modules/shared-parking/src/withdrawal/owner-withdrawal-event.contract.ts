import { event, money, reference, text } from '@boyun/kernel/contract';

const fields = {
  withdrawalNo: text({ zh: '提现单号', en: 'Number' }, { max: 32 }),
  ownerId: reference({ zh: '业主', en: 'Owner' }, 'spot-owner'),
  amountFen: money({ zh: '金额', en: 'Amount' }),
};
const withdrawal = (zh: string, en: string) => ({ label: { zh, en }, fields });

/** An owner's withdrawal was asked for. */
export const withdrawalAsked = event(
  'owner-withdrawal.asked',
  withdrawal('申请业主提现', 'A withdrawal was asked for'),
);
/** A withdrawal was approved. */
export const withdrawalApproved = event(
  'owner-withdrawal.approved',
  withdrawal('业主提现通过', 'A withdrawal was approved'),
);
/** The bank paid a withdrawal. */
export const withdrawalPaid = event('owner-withdrawal.paid', withdrawal('业主提现已付款', 'A withdrawal was paid'));
/** The amount of a withdrawal went back to the balance. */
export const withdrawalReturned = event(
  'owner-withdrawal.returned',
  withdrawal('业主提现退回', 'A withdrawal was returned'),
);
