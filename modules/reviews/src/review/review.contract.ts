import {
  choice,
  file,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  sortableKeys,
  type Transitions,
  text,
} from '@boyun/kernel/contract';
import { ReviewKindChoice } from './review-kind.contract.ts';

/** State of a request. */
export const ReviewState = {
  pending: { zh: '待审核', en: 'Pending', tone: 'warn' },
  approved: { zh: '已通过', en: 'Approved', tone: 'good' },
  rejected: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn', tone: 'neutral' },
} as const;
export type ReviewState = keyof typeof ReviewState;

/** Operations in the history of a request. */
export const ReviewAct = {
  submit: { zh: '提交', en: 'Submitted', tone: 'info' },
  approve: { zh: '通过', en: 'Approved', tone: 'good' },
  reject: { zh: '驳回', en: 'Rejected', tone: 'bad' },
  withdraw: { zh: '撤回', en: 'Withdrawn', tone: 'neutral' },
  'hand-over': { zh: '转交', en: 'Handed over', tone: 'info' },
} as const;
export type ReviewAct = keyof typeof ReviewAct;

const isOver = { zh: '该申请已处理完毕', en: 'This request has already been decided' };

/** The operations allowed in each state of a request; an approval ends it only at its last level. */
export const reviewTransitions = {
  approve: { from: ['pending'], to: 'approved', otherwise: isOver },
  reject: { from: ['pending'], to: 'rejected', otherwise: isOver },
  withdraw: { from: ['pending'], to: 'withdrawn', otherwise: isOver },
} as const satisfies Transitions<ReviewState, 'approve' | 'reject' | 'withdraw'>;

/** Why an account may not decide a request. */
export const DecisionObstacleWords = {
  'own-request': { zh: '不能审核自己提交的申请', en: 'You cannot decide your own request' },
  'decided-before': {
    zh: '您已审核过上一级，须由其他人审核',
    en: 'You decided an earlier level, so another person must decide this one',
  },
  'no-permission': { zh: '您没有审核这类事项的权限', en: 'You have no permission to decide this kind' },
  'other-role': { zh: '本级须由指定角色审核', en: 'This level is decided by another role' },
} as const;

const seeReviews = permission('review.list', { zh: '查看审核审批', en: 'View: Reviews and approvals' });
/** Permission to decide requests of others. */
export const decideReviews = permission('review.decide', { zh: '审核申请', en: 'Decide requests' });

const kind = choice({ zh: '类型', en: 'Kind' }, ReviewKindChoice);
const state = choice({ zh: '状态', en: 'State' }, ReviewState);

const reviewColumns = {
  id: text({ zh: '编号', en: 'Id' }),
  reviewNo: text({ zh: '申请号', en: 'Request number' }),
  kind,
  state,
  subject: text({ zh: '对象', en: 'Subject' }),
  summary: text({ zh: '内容', en: 'Request' }, { max: 512 }),
  amountFen: optional(money({ zh: '涉及金额', en: 'Amount' })),
  reason: text({ zh: '原因', en: 'Reason' }, { max: 512 }),
  lotIds: list({ zh: '车场', en: 'Parking lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
  level: integer({ zh: '当前审批级别', en: 'Level' }),
  levelCount: integer({ zh: '审批级数', en: 'Levels' }),
  roleName: optional(text({ zh: '审批角色', en: 'Role' })),
  requestedByName: text({ zh: '申请人', en: 'Requested by' }),
  requestedAt: instant({ zh: '申请时间', en: 'Requested' }),
  decidedByName: optional(text({ zh: '审核人', en: 'Decided by' })),
  decidedAt: optional(instant({ zh: '完成时间', en: 'Decided' })),
  subjectKind: text({ zh: '对象类型', en: 'Kind of subject' }),
  subjectId: text({ zh: '对象编号', en: 'Subject id' }),
  isOwn: flag({ zh: '本人申请', en: 'Own request' }),
  /** Why the caller cannot decide it; null where the caller can. */
  obstacle: optional(choice({ zh: '不可审核原因', en: 'Why not' }, DecisionObstacleWords)),
};

/** All requests for approval, newest first (spec §7). */
export const reviewList = report('review', {
  title: { zh: '审核审批', en: 'Reviews and approvals' },
  path: '/api/review/getReviewList',
  access: seeReviews,
  // Names of roles are filled in for the rows shown.
  sortable: sortableKeys({ columns: reviewColumns }).filter(
    (key) => key !== 'roleName',
  ) as (keyof typeof reviewColumns)[],
  filters: {
    kind: optional(kind),
    state: optional(state),
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    /** Pending requests the caller may decide, the caller's own requests, or those that nobody can decide. */
    mine: optional(
      choice(
        { zh: '范围', en: 'Which' },
        {
          decide: { zh: '待我审核', en: 'For me to decide' },
          own: { zh: '我的申请', en: 'My requests' },
          /** For administrators; others find none. */
          nobody: { zh: '无人可审核', en: 'Nobody can decide' },
        },
      ),
    ),
    keyword: optional(text({ zh: '关键字', en: 'Keyword' }, { max: 64 })),
    from: optional(instant({ zh: '申请起', en: 'From' })),
    to: optional(instant({ zh: '申请止', en: 'To' })),
  },
  columns: reviewColumns,
  totals: {
    decideCount: integer({ zh: '待我审核', en: 'For me to decide' }),
    nobodyCount: integer({ zh: '无人可审核', en: 'Nobody can decide' }),
  },
});

const words = (zh: string, en: string) => ({
  zh: text({ zh, en: `${en} (Chinese)` }, { max: 512 }),
  en: text({ zh: `${zh}（英文）`, en }, { max: 512 }),
});

/** One request with its changes and the decisions so far. */
export const getReview = operation('get-review', {
  title: { zh: '申请详情', en: 'Request' },
  path: '/api/review/getReview',
  access: seeReviews,
  input: { reviewId: reference({ zh: '申请', en: 'Request' }, 'review') },
  output: {
    review: group({ zh: '申请', en: 'Request' }, reviewColumns),
    /** How many people can decide it; null once it is decided, and for decisions that other modules keep. */
    deciderCount: optional(integer({ zh: '可审核人数', en: 'People who can decide' })),
    changes: list(
      { zh: '变更内容', en: 'Changes' },
      group(
        { zh: '变更', en: 'Change' },
        {
          label: group({ zh: '项目', en: 'What' }, words('名称', 'Name')),
          before: group({ zh: '变更前', en: 'Before' }, words('原值', 'Value before')),
          after: group({ zh: '变更后', en: 'After' }, words('新值', 'Value after')),
          pictureBefore: optional(file({ zh: '变更前图片', en: 'Picture before' })),
          pictureAfter: optional(file({ zh: '变更后图片', en: 'Picture after' })),
        },
      ),
    ),
    levels: list(
      { zh: '审批级别', en: 'Levels' },
      group({ zh: '审批级别', en: 'Level' }, { level: reviewColumns.level, roleName: reviewColumns.roleName }),
    ),
    steps: list(
      { zh: '审批记录', en: 'History' },
      group(
        { zh: '记录', en: 'Step' },
        {
          at: instant({ zh: '时间', en: 'Time' }),
          act: choice({ zh: '操作', en: 'Act' }, ReviewAct),
          level: reviewColumns.level,
          actorName: text({ zh: '操作人', en: 'By' }),
          note: optional(text({ zh: '说明', en: 'Note' }, { max: 512 })),
        },
      ),
    ),
  },
  isRead: true,
});

const reviewIds = list({ zh: '申请', en: 'Requests' }, reference({ zh: '申请', en: 'Request' }, 'review'), {
  min: 1,
  max: 100,
});
const decided = {
  doneCount: integer({ zh: '成功', en: 'Done' }),
  failed: list(
    { zh: '未处理', en: 'Not done' },
    group(
      { zh: '未处理', en: 'Not done' },
      {
        reviewNo: text({ zh: '申请号', en: 'Request number' }),
        message: text({ zh: '原因', en: 'Reason' }, { max: 512 }),
      },
    ),
  ),
};

/**
 * Approves requests; approval at the last level carries the request out. Requests that cannot be approved are left
 * unchanged and returned.
 */
export const approveReviews = operation('approve-reviews', {
  title: { zh: '审核通过', en: 'Approve requests' },
  path: '/api/review/approve',
  access: decideReviews,
  input: { reviewIds, note: optional(text({ zh: '审核说明', en: 'Note' }, { max: 512, isLong: true })) },
  output: decided,
  audit: 'review.approved',
  needsPassword: {
    zh: '是否通过所选申请？通过后立即生效。',
    en: 'Approve these requests? They take effect immediately.',
  },
});

/** Rejects requests with a reason. */
export const rejectReviews = operation('reject-reviews', {
  title: { zh: '审核驳回', en: 'Reject requests' },
  path: '/api/review/reject',
  access: decideReviews,
  input: {
    reviewIds,
    note: text({ zh: '驳回原因', en: 'Reason' }, { min: 2, max: 512, isLong: true, words: 'review-reject' }),
  },
  output: decided,
  audit: 'review.rejected',
});

/** Withdraws the caller's own request. */
export const withdrawReview = operation('withdraw-review', {
  title: { zh: '撤回申请', en: 'Withdraw a request' },
  path: '/api/review/withdraw',
  access: 'signed-in',
  input: {
    reviewId: reference({ zh: '申请', en: 'Request' }, 'review'),
    note: optional(text({ zh: '说明', en: 'Note' }, { max: 512 })),
  },
  output: {},
  audit: 'review.withdrawn',
});

/** The response of an operation that may require approval: whether it is pending, and the request. */
export const reviewAnswer = {
  reviewId: optional(text({ zh: '申请', en: 'Request' })),
  isPending: flag({ zh: '等待审核', en: 'Waits for review' }),
};

export const reviewRefusal = refusals('review', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'already-asked': {
    status: 409,
    zh: '同样的申请正在审核中，请等待审核或先撤回',
    en: 'The same request is already under review. Wait for the decision or withdraw it first',
  },
  'amount-grew': {
    status: 409,
    zh: '申请后涉及金额由¥{agreed}变为¥{now}，请驳回后重新申请',
    en: 'The amount is now {now}, but {agreed} was requested. Reject the request and have it submitted again',
  },
  'admin-only': {
    status: 422,
    zh: '审批流程的变更须由另一位管理员审核',
    en: 'A change of an approval flow must be approved by another administrator',
  },
  'not-yours': { status: 422, zh: '只能撤回本人提交的申请', en: 'Only your own requests can be withdrawn' },
});

/**
 * Pseudo-role of a level that only administrators can approve. No real role has this name, because names cannot begin
 * with an underscore.
 */
export const ADMINS = '_admins';
