import type { WebPages } from '@boyun/kernel/web';

export { loadFeedbackPage } from './feedback/feedback-door.view.ts';

/** Custom pages of this module by component key. */
export const pages: WebPages = {
  feedback: () => import('./feedback/feedback.page.tsx'),
};
