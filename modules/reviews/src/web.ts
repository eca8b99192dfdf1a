import type { WebPages } from '@boyun/kernel/web';

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  review: () => import('./review/review.page.tsx'),
  reviewFlow: () => import('./review-flow/review-flow.page.tsx'),
};
