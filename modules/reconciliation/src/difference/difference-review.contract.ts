import { reviewKind } from '@boyun/reviews/contract';

const pageOf = (differenceId: string) => `/_cloud_operation/reconciliationDay?difference=${differenceId}`;
const dayPage = (dayId: string) => `/_cloud_operation/reconciliationDay?dayId=${dayId}`;

/** Requests of reconciliation that a second person decides. */
export const reconciliationReviews = {
  post: reviewKind('reconciliation.post', { zh: '对账补记', en: 'Post a lost payment' }, pageOf),
  refund: reviewKind('reconciliation.refund', { zh: '对账退回', en: 'Give unknown money back' }, pageOf),
  writeOff: reviewKind('reconciliation.write-off', { zh: '对账核销', en: 'Write a difference off' }, pageOf),
  reopen: reviewKind('reconciliation.reopen', { zh: '反关账', en: 'Reopen a day' }, dayPage),
};
