import { moduleContract, page } from '@boyun/kernel/contract';
import {
  addFeedbackPicture,
  getFeedbackPage,
  getOwnFeedback,
  sendFeedback,
} from './feedback/driver-feedback.contract.ts';
import {
  answerFeedback,
  claimFeedback,
  closeFeedback,
  feedbackList,
  feedbackRefusal,
  getFeedback,
} from './feedback/feedback.contract.ts';
import {
  feedbackAnswered,
  feedbackClaimed,
  feedbackClosed,
  feedbackPictureAdded,
  feedbackReceived,
} from './feedback/feedback-event.contract.ts';

export { FeedbackState } from './feedback/feedback.contract.ts';
export { feedbackList };

/** Feedback of drivers about a lot, and the replies of the staff. */
export const feedback = moduleContract('feedback', {
  events: [feedbackReceived, feedbackPictureAdded, feedbackClaimed, feedbackAnswered, feedbackClosed],
  operations: [
    getFeedbackPage,
    sendFeedback,
    addFeedbackPicture,
    getOwnFeedback,
    getFeedback,
    claimFeedback,
    answerFeedback,
    closeFeedback,
  ],
  reports: [feedbackList],
  refusals: [feedbackRefusal],
  pages: [
    page('feedback', {
      path: '/_cloud_operation/feedback',
      title: feedbackList.title,
      icon: 'feedback',
      area: 'order',
      access: feedbackList.access,
    }),
  ],
});
