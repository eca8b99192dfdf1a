import {
  actEvent,
  choice,
  event,
  file,
  lotPlaceholder,
  optional,
  plate,
  reference,
  text,
  timePlaceholder,
} from '@boyun/kernel/contract';
import { addFeedbackPicture } from './driver-feedback.contract.ts';
import { claimFeedback, closeFeedback, FeedbackKind } from './feedback.contract.ts';

const PAGE = '/_cloud_operation/feedback';
const fields = {
  feedbackId: reference({ zh: '反馈', en: 'Feedback' }, 'feedback'),
  number: text({ zh: '反馈编号', en: 'Number' }, { max: 32 }),
  feedbackKind: choice({ zh: '类型', en: 'Kind' }, FeedbackKind),
  plate: optional(plate()),
};

/** A driver sent feedback; of long feedback the beginning is recorded. */
export const feedbackReceived = event('feedback.received', {
  label: { zh: '收到意见反馈', en: 'A driver wrote' },
  fields: { ...fields, content: text({ zh: '反馈内容', en: 'Text' }, { max: 200 }) },
  push: {
    placeholders: {
      number: { label: { zh: '反馈编号', en: 'Number' }, value: (data) => data.number },
      plate: { label: { zh: '车牌', en: 'Plate' }, value: (data) => data.plate },
      content: { label: { zh: '内容', en: 'What was written' }, value: (data) => data.content },
      lot: lotPlaceholder,
      time: timePlaceholder,
    },
    title: { zh: '新的意见反馈：{lot}', en: 'New feedback: {lot}' },
    body: { zh: '{time} 反馈{number}：{content}', en: '{time}, feedback {number}: {content}' },
    path: PAGE,
    message: 'alarm',
  },
});

/** A driver added a picture. */
export const feedbackPictureAdded = actEvent(addFeedbackPicture, {
  ...fields,
  key: file({ zh: '图片', en: 'Picture' }),
});

/** A member of the staff claimed feedback. */
export const feedbackClaimed = actEvent(claimFeedback, fields);

/** The staff replied to a driver. */
export const feedbackAnswered = event('feedback.answered', {
  label: { zh: '回复意见反馈', en: 'Feedback was answered' },
  fields: {
    ...fields,
    answer: text({ zh: '回复内容', en: 'Reply' }, { max: 500 }),
    byName: text({ zh: '回复人', en: 'Replied by' }, { max: 64 }),
  },
  push: {
    placeholders: {
      number: { label: { zh: '反馈编号', en: 'Number' }, value: (data) => data.number },
      plate: { label: { zh: '车牌', en: 'Plate' }, value: (data) => data.plate },
      answer: { label: { zh: '回复内容', en: 'Answer' }, value: (data) => data.answer },
      lot: lotPlaceholder,
    },
    title: { zh: '意见反馈已回复', en: 'Your feedback was answered' },
    body: {
      zh: '您好，您对{lot}的反馈（{number}）已有回复：{answer}',
      en: 'Your feedback {number} about {lot} was answered: {answer}',
    },
    path: PAGE,
    message: 'alarm',
  },
});

/** Feedback was closed. */
export const feedbackClosed = actEvent(closeFeedback, fields);
