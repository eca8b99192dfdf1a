import {
  choice,
  file,
  flag,
  group,
  instant,
  integer,
  list,
  operation,
  optional,
  permission,
  phone,
  reference,
  refusals,
  report,
  type Transitions,
  text,
} from '@boyun/kernel/contract';

/** Subjects of feedback. */
export const FeedbackKind = {
  fee: { zh: '收费', en: 'Fee' },
  device: { zh: '设备', en: 'Device' },
  service: { zh: '服务', en: 'Service' },
  suggestion: { zh: '建议', en: 'Suggestion' },
  other: { zh: '其他', en: 'Other' },
} as const;
export type FeedbackKind = keyof typeof FeedbackKind;

/** States of a feedback. */
export const FeedbackState = {
  new: { zh: '待受理', en: 'New', tone: 'warn' },
  claimed: { zh: '处理中', en: 'In hand', tone: 'info' },
  answered: { zh: '已回复', en: 'Answered', tone: 'good' },
  closed: { zh: '已关闭', en: 'Closed', tone: 'neutral' },
} as const;
export type FeedbackState = keyof typeof FeedbackState;

const CLAIM_FIRST = {
  zh: '请先受理；已关闭的不能再回复',
  en: 'Take it first; closed feedback cannot be answered',
};

/** State transitions of a feedback. */
export const feedbackTransitions = {
  claim: {
    from: ['new'],
    to: 'claimed',
    otherwise: { zh: '该反馈已有人受理', en: 'This feedback is already taken' },
  },
  'take-over': {
    from: ['claimed'],
    to: 'claimed',
    otherwise: { zh: '只有处理中的反馈可以接手', en: 'Only feedback in progress can be taken over' },
  },
  answer: { from: ['claimed', 'answered'], to: 'answered', otherwise: CLAIM_FIRST },
  close: {
    from: ['claimed', 'answered'],
    to: 'closed',
    otherwise: { zh: '请先受理；已关闭的无需再关闭', en: 'Take it first; closed feedback cannot be closed again' },
  },
} as const satisfies Transitions<FeedbackState, 'claim' | 'take-over' | 'answer' | 'close'>;

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const content = text({ zh: '内容', en: 'What was written' }, { max: 1000, isLong: true });

/** Feedback, newest first. */
export const feedbackList = report('feedback', {
  title: { zh: '意见反馈', en: 'Feedback' },
  path: '/api/userFeedback/list',
  access: permission('feedback.list', { zh: '查看意见反馈', en: 'View: Feedback' }),
  filters: {
    lotId: optional(lotId),
    kind: optional(choice({ zh: '类型', en: 'Kind' }, FeedbackKind)),
    state: optional(choice({ zh: '状态', en: 'State' }, FeedbackState)),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    word: optional(text({ zh: '内容包含', en: 'Contains' }, { max: 64 })),
    isMine: optional(flag({ zh: '我受理的', en: 'Mine' })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    feedbackNo: text({ zh: '反馈编号', en: 'Number' }),
    createdAt: instant({ zh: '提交时间', en: 'Written' }),
    state: choice({ zh: '状态', en: 'State' }, FeedbackState),
    kind: choice({ zh: '类型', en: 'Kind' }, FeedbackKind),
    content,
    lotId,
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    mobile: optional(phone({ zh: '手机号', en: 'Mobile' }, { max: 11 })),
    pictureCount: integer({ zh: '图片', en: 'Pictures' }),
    orderId: optional(text({ zh: '订单编号', en: 'Order id' })),
    orderNo: optional(text({ zh: '停车订单', en: 'Parking order' })),
    claimedById: optional(text({ zh: '受理人编号', en: 'Taken by (id)' })),
    claimedByName: optional(text({ zh: '受理人', en: 'Taken by' })),
    claimedAt: optional(instant({ zh: '受理时间', en: 'Taken' })),
    answer: optional(text({ zh: '最近回复', en: 'Last answer' }, { max: 500, isLong: true })),
    answeredByName: optional(text({ zh: '回复人', en: 'Answered by' })),
    answeredAt: optional(instant({ zh: '回复时间', en: 'Answered' })),
    closedAt: optional(instant({ zh: '关闭时间', en: 'Closed' })),
    closedByName: optional(text({ zh: '关闭人', en: 'Closed by' })),
    closeNote: optional(text({ zh: '关闭说明', en: 'Why closed' }, { max: 255 })),
  },
  alwaysSortable: ['createdAt'],
  totals: {
    newCount: integer({ zh: '待受理', en: 'New' }),
    claimedCount: integer({ zh: '处理中', en: 'In hand' }),
  },
});

const feedbackId = reference({ zh: '意见反馈', en: 'Feedback' }, 'feedback');
const answerAccess = permission('feedback.answer', { zh: '处理意见反馈', en: 'Answer feedback' });

/** Pictures and replies of a feedback. */
export const getFeedback = operation('get-feedback', {
  title: { zh: '反馈详情', en: 'One feedback' },
  path: '/api/userFeedback/get',
  access: feedbackList.access,
  input: { feedbackId },
  output: {
    pictures: list({ zh: '图片', en: 'Pictures' }, file({ zh: '图片', en: 'Picture' })),
    answers: list(
      { zh: '回复', en: 'Answers' },
      group(
        { zh: '回复', en: 'Answer' },
        {
          at: instant({ zh: '时间', en: 'Time' }),
          text: text({ zh: '回复', en: 'Answer' }),
          actorName: text({ zh: '回复人', en: 'By' }),
          hasSms: flag({ zh: '已发短信', en: 'Sent by SMS' }),
        },
      ),
    ),
  },
  isRead: true,
});

/** Claims a feedback, or takes it over from a colleague; only one person can claim a new one. */
export const claimFeedback = operation('claim-feedback', {
  title: { zh: '受理', en: 'Take' },
  path: '/api/userFeedback/claim',
  access: answerAccess,
  input: { feedbackId, isTakenOver: flag({ zh: '接手', en: 'Take over' }, { byDefault: false }) },
  output: {},
  audit: 'feedback.claimed',
});

/** Replies to a driver on the page of the feedback, and by SMS if a mobile number is known. */
export const answerFeedback = operation('answer-feedback', {
  title: { zh: '回复', en: 'Answer' },
  path: '/api/userFeedback/answer',
  access: answerAccess,
  input: {
    feedbackId,
    text: text({ zh: '回复内容', en: 'Answer' }, { min: 2, max: 255, isLong: true, words: 'feedback-answer' }),
  },
  output: { hasSms: flag({ zh: '已发短信', en: 'Sent by SMS' }) },
  audit: 'feedback.answered',
});

/** Closes a feedback with a note visible only to the staff. */
export const closeFeedback = operation('close-feedback', {
  title: { zh: '关闭', en: 'Close' },
  path: '/api/userFeedback/close',
  access: answerAccess,
  input: { feedbackId, note: text({ zh: '关闭说明', en: 'Why it is closed' }, { min: 2, max: 255 }) },
  output: {},
  audit: 'feedback.closed',
});

export const feedbackRefusal = refusals('feedback', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'not-yours': {
    status: 409,
    zh: '该反馈由{name}处理，需要时请先接手',
    en: '{name} has this feedback; take it over first',
  },
  'yours-already': { status: 409, zh: '该反馈已由您受理', en: 'You have it already' },
  'unknown-code': {
    status: 404,
    zh: '链接无效，请从缴费或预约页面重新进入',
    en: 'Unknown link. Open feedback again from the page where you paid or booked',
  },
  'bad-plate': { status: 422, zh: '请输入正确的车牌号', en: 'Not a plate number' },
  'too-many': {
    status: 409,
    zh: '您已有{count}条反馈正在处理，请等待回复后再提交',
    en: '{count} of your messages are being processed, please wait for a reply',
  },
  'no-picture': { status: 422, zh: '请选择 jpg 或 png 图片', en: 'Choose a jpg or png picture' },
  'picture-over': { status: 409, zh: '最多上传{count}张图片', en: 'At most {count} pictures' },
  'picture-late': {
    status: 409,
    zh: '工作人员已受理，不能再添加图片',
    en: 'The staff is processing it; pictures can no longer be added',
  },
});
