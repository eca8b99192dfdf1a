import { reviewKind } from '@boyun/reviews/contract';

/** Path of the page that shows a list entry. */
const entryPage = (page: string) => (id: string) => `/_cloud_operation/${page}?open=${id}`;

/** Visits that wait for a decision, as the inbox shows them. */
export const visitReview = reviewKind('visit', { zh: '访客审批', en: 'Decide a visit' }, entryPage('visitList'), {
  hasFlow: false,
});

/** Kinds of requests to change list entries, used if the tenant has an approval flow for them. */
export const listReviews = {
  blackList: reviewKind('black-list', { zh: '变更黑名单', en: 'Change the black list' }, entryPage('blackList')),
  whiteList: reviewKind('white-list', { zh: '变更白名单', en: 'Change the white list' }, entryPage('whiteList')),
  freeList: reviewKind('free-list', { zh: '变更免费车辆', en: 'Change the free vehicles' }, entryPage('freeList')),
  fixedList: reviewKind('fixed-list', { zh: '变更固定车', en: 'Change the fixed vehicles' }, entryPage('fixedList')),
  visitList: reviewKind('visit-list', { zh: '变更访客车', en: 'Change the visitors' }, entryPage('visitList')),
};
