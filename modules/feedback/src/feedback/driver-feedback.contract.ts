import { pattern } from '@boyun/domain/pattern';
import { choice, file, group, instant, integer, list, operation, optional, plate, text } from '@boyun/kernel/contract';
import { FeedbackKind, FeedbackState } from './feedback.contract.ts';

/** Maximum number of pictures per feedback. */
export const MOST_PICTURES = 4;

const code = text({ zh: '反馈码', en: 'Code' }, { max: 64 });
const lotName = text({ zh: '车场', en: 'Parking lot' });
const shownPlate = optional(text({ zh: '车牌', en: 'Plate' }));
const pictureCount = integer({ zh: '图片数', en: 'Pictures' });

/** Data of the public feedback page: lot and car, found by the code of a payment, booking or invitation. */
export const getFeedbackPage = operation('get-feedback-page', {
  title: { zh: '意见反馈页', en: 'Page for feedback' },
  path: '/api/userFeedback/getPage',
  access: 'public',
  perMinute: 120,
  input: { code },
  output: { lotName, plate: shownPlate },
  isRead: true,
});

/** Submits feedback; returns a code to view the reply. Idempotent by its request key. */
export const sendFeedback = operation('send-feedback', {
  title: { zh: '提交意见反馈', en: 'Send feedback' },
  path: '/api/userFeedback/send',
  access: 'public',
  perMinute: 10,
  input: {
    code,
    requestKey: text(
      { zh: '提交标识', en: 'Key of the writing' },
      { min: 36, max: 36, pattern: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/ },
    ),
    kind: choice({ zh: '类型', en: 'Kind' }, FeedbackKind),
    content: text(
      { zh: '反馈内容', en: 'What you want to tell' },
      { min: 5, max: 1000, isLong: true, hint: { zh: '5-1000字', en: '5 to 1000 characters' } },
    ),
    plate: optional(plate()),
    mobile: optional(text({ zh: '手机号', en: 'Mobile' }, { max: 11, rule: pattern.mobile })),
  },
  output: { code },
  audit: 'feedback.received',
});

/** Adds a picture to a feedback that is not yet claimed; an identical picture is stored once. */
export const addFeedbackPicture = operation('add-feedback-picture', {
  title: { zh: '上传反馈图片', en: 'Add a picture' },
  path: '/api/userFeedback/addPicture',
  access: 'public',
  perMinute: 20,
  takesFile: true,
  fileBytes: 5 * 1024 * 1024,
  input: { code },
  output: { pictureCount },
  audit: 'feedback.picture-added',
});

/** A driver's own feedback with its replies, found by the code returned on submission. */
export const getOwnFeedback = operation('get-own-feedback', {
  title: { zh: '查看反馈结果', en: 'What came of it' },
  path: '/api/userFeedback/getOwn',
  access: 'public',
  perMinute: 120,
  input: { code },
  output: {
    feedbackNo: text({ zh: '反馈编号', en: 'Number' }),
    lotName,
    timeZone: text({ zh: '时区', en: 'Time zone' }),
    plate: shownPlate,
    kind: choice({ zh: '类型', en: 'Kind' }, FeedbackKind),
    state: choice({ zh: '状态', en: 'State' }, FeedbackState),
    content: text({ zh: '反馈内容', en: 'What was written' }, { max: 1000 }),
    createdAt: instant({ zh: '提交时间', en: 'Written' }),
    pictures: list({ zh: '图片', en: 'Pictures' }, file({ zh: '图片', en: 'Picture' }), { max: MOST_PICTURES }),
    answers: list(
      { zh: '回复', en: 'Answers' },
      group(
        { zh: '回复', en: 'Answer' },
        { at: instant({ zh: '时间', en: 'Time' }), text: text({ zh: '回复', en: 'Answer' }) },
      ),
    ),
  },
  isRead: true,
});
