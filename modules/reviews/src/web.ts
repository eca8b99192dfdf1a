import type { WebPages } from '@boyun/kernel/web';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  review: () => import('./review/review.page.tsx'),
  reviewFlow: () => import('./review-flow/review-flow.page.tsx'),
};
