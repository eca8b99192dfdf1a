import { actEvent, choice, file, optional, plate, reference, text } from '@boyun/kernel/contract';
import { addFeedbackPicture, sendFeedback } from './driver-feedback.contract.ts';
import { answerFeedback, claimFeedback, closeFeedback, FeedbackKind } from './feedback.contract.ts';

const fields = {
  feedbackId: reference({ zh: '反馈', en: 'Feedback' }, 'feedback'),
  number: text({ zh: '反馈编号', en: 'Number' }, { max: 32 }),
  feedbackKind: choice({ zh: '类型', en: 'Kind' }, FeedbackKind),
  plate: optional(plate()),
};

/** A driver sent feedback; of long feedback the beginning is recorded. */
export const feedbackReceived = actEvent(sendFeedback, {
  ...fields,
  content: text({ zh: '反馈内容', en: 'Text' }, { max: 200 }),
});

/** A driver added a picture. */
export const feedbackPictureAdded = actEvent(addFeedbackPicture, {
  ...fields,
  key: file({ zh: '图片', en: 'Picture' }),
});

/** A member of the staff claimed feedback. */
export const feedbackClaimed = actEvent(claimFeedback, fields);

/** The staff replied to a driver. */
export const feedbackAnswered = actEvent(answerFeedback, {
  ...fields,
  answer: text({ zh: '回复内容', en: 'Reply' }, { max: 500 }),
  byName: text({ zh: '回复人', en: 'Replied by' }, { max: 64 }),
});

/** Feedback was closed. */
export const feedbackClosed = actEvent(closeFeedback, fields);
