import { createStore, useStore } from '@boyun/kernel/web';

/** Whether there are unread messages: set by the warning channel, cleared by opening the message centre (spec §4). */
export const messageDot = createStore(false);

/** Whether announcements of a new version wait to be read: NeedReview of the version check (spec §4). */
export const reviewDot = createStore(false);

/** Whether the message centre's dot is shown. */
export function useMessageDot(): boolean {
  return useStore(messageDot);
}

/** Whether the history centre's dot is shown. */
export function useReviewDot(): boolean {
  return useStore(reviewDot);
}
