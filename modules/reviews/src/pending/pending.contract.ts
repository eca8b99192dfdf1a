import {
  choice,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  reference,
  refusals,
  text,
} from '@boyun/kernel/contract';
import { ReviewKindChoice } from '../review/review-kind.contract.ts';

/** Time in milliseconds after which the approvers of a request can be reminded again. */
export const REMIND_AGAIN_MS = 3_600_000;

const reviewId = reference({ zh: '申请', en: 'Request' }, 'review');
const kind = choice({ zh: '类型', en: 'Kind' }, ReviewKindChoice);

/** A pending request as the page of its subject shows it. */
const pendingFields = {
  id: text({ zh: '编号', en: 'Id' }),
  reviewNo: text({ zh: '申请号', en: 'Request number' }),
  kind,
  subjectId: text({ zh: '对象编号', en: 'Subject id' }),
  subject: text({ zh: '对象', en: 'Subject' }),
  summary: text({ zh: '内容', en: 'Request' }, { max: 512 }),
  amountFen: optional(money({ zh: '涉及金额', en: 'Amount' })),
  reason: text({ zh: '原因', en: 'Reason' }, { max: 512 }),
  requestedByName: text({ zh: '申请人', en: 'Requested by' }),
  requestedAt: instant({ zh: '申请时间', en: 'Requested' }),
  remindedAt: optional(instant({ zh: '催办时间', en: 'Reminded' })),
  isOwn: flag({ zh: '本人申请', en: 'Own request' }),
  /** Its subject is a row that does not exist before the approval. */
  isNew: flag({ zh: '新增', en: 'New' }),
  /** Names of up to five people who can decide it now. */
  deciders: list({ zh: '可审核的人', en: 'Who can decide' }, text({ zh: '姓名', en: 'Name' }), { max: 5 }),
  deciderCount: integer({ zh: '可审核人数', en: 'People who can decide' }),
};

/**
 * Returns pending requests, newest first: those about given subjects, those of given kinds, or both. Callers see those
 * whose subjects they may see.
 */
export const getPending = operation('get-pending', {
  title: { zh: '审核中的申请', en: 'Pending requests' },
  path: '/api/review/getPending',
  access: 'signed-in',
  input: {
    subjectIds: optional(
      list({ zh: '对象', en: 'Subjects' }, text({ zh: '对象编号', en: 'Subject id' }, { max: 36 }), { max: 200 }),
    ),
    kinds: optional(list({ zh: '类型', en: 'Kinds' }, kind, { max: 50 })),
  },
  output: {
    requests: list({ zh: '申请', en: 'Requests' }, group({ zh: '申请', en: 'Request' }, pendingFields)),
    /** May exceed the number of requests returned. */
    total: integer({ zh: '总数', en: 'Total' }),
  },
  isRead: true,
});

/** Reminds those who can decide a pending request with a message; at most once an hour. */
export const remindReview = operation('remind-review', {
  title: { zh: '催办', en: 'Remind' },
  path: '/api/review/remind',
  access: 'signed-in',
  input: { reviewId },
  output: { remindedCount: integer({ zh: '提醒人数', en: 'People reminded' }) },
  audit: 'review.reminded',
});

export const pendingRefusal = refusals('review-reminder', {
  'too-soon': {
    status: 409,
    zh: '一小时内已催办过，{at}之后可再次催办',
    en: 'Its approvers were reminded within the last hour; remind them again after {at}',
  },
  'nobody-decides': {
    status: 409,
    zh: '没有人可以审核该申请，请管理员转交，或撤回后调整审批流程',
    en: 'Nobody can decide this request: an administrator hands it over, or it is withdrawn and the flow changed',
  },
});
