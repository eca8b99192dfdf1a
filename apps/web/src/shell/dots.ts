import { createStore, useStore } from '@boyun/kernel/web';

/** Whether there are unread messages: set by the warning channel, cleared by opening the message centre (spec §4). */
export const messageDot = createStore(false);

/** NeedReview of the version check: an unread announcement, or requests that the caller can decide (spec §4). */
export const newsDot = createStore(false);

/** Whether an announcement is unread. */
export const announcementDot = createStore(false);

/** Number of requests that wait for the caller's decision. */
export const reviewCount = createStore(0);

/** Whether the message centre's dot is shown. */
export function useMessageDot(): boolean {
  return useStore(messageDot);
}

/** Whether the history centre's dot is shown. */
export function useNewsDot(): boolean {
  return useStore(newsDot);
}

/** Returns the number of requests the caller can decide. */
export function useReviewCount(): number {
  return useStore(reviewCount);
}

/** Whether an announcement is unread. */
export function useAnnouncementDot(): boolean {
  return useStore(announcementDot);
}
