import { reviewKind } from '@boyun/reviews/contract';

/** The list in which a passing record is found while it is void. */
export const VOID_PASSINGS = '/_cloud_operation/voidData?kind=passing';
const listed = () => '/_cloud_operation/passRecord';

/** Requests to void and restore passing records. */
export const voidPassingReviews = {
  void: reviewKind('passing.void', { zh: '作废过车记录', en: 'Void a passing record' }, listed),
  restore: reviewKind('passing.restore', { zh: '恢复过车记录', en: 'Restore a passing record' }, () => VOID_PASSINGS),
};
