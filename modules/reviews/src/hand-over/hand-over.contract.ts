import {
  group,
  integer,
  list,
  operation,
  optional,
  permission,
  reference,
  refusals,
  text,
} from '@boyun/kernel/contract';

const reviewId = reference({ zh: '申请', en: 'Request' }, 'review');
const role = text({ zh: '审批角色', en: 'Role' }, { max: 64 });
const access = { ...permission('review.hand-over', { zh: '转交申请', en: 'Hand over requests' }), isAdminOnly: true };

/** The roles and people that could decide a pending request at its level. */
export const getHandOverChoices = operation('get-hand-over-choices', {
  title: { zh: '可转交对象', en: 'Who could decide' },
  path: '/api/review/getHandOverChoices',
  access,
  input: { reviewId },
  output: {
    roles: list(
      { zh: '角色', en: 'Roles' },
      group(
        { zh: '角色', en: 'Role' },
        {
          value: role,
          name: text({ zh: '名称', en: 'Name' }),
          peopleCount: integer({ zh: '可审核人数', en: 'People who could decide' }),
        },
      ),
    ),
    people: list(
      { zh: '人员', en: 'People' },
      group(
        { zh: '人员', en: 'Person' },
        { id: text({ zh: '编号', en: 'Id' }), name: text({ zh: '姓名', en: 'Name' }) },
      ),
    ),
  },
  isRead: true,
});

/**
 * Hands the current level of a pending request to another role or to a person. The requester never decides, whoever hands
 * it over.
 */
export const handOverReview = operation('hand-over-review', {
  title: { zh: '转交审核', en: 'Hand over' },
  path: '/api/review/handOver',
  access,
  input: {
    reviewId,
    role: optional(role),
    personId: optional(reference({ zh: '审核人', en: 'Person' }, 'account')),
    reason: text({ zh: '转交原因', en: 'Reason' }, { min: 2, max: 255, isLong: true }),
  },
  output: { deciderCount: integer({ zh: '可审核人数', en: 'People who can decide' }) },
  audit: 'review.handed-over',
});

export const handOverRefusal = refusals('review-hand-over', {
  'one-target': { status: 422, zh: '请选择一个角色或一位审核人', en: 'Choose either a role or a person' },
  'nobody-there': {
    status: 409,
    zh: '转交后仍没有人可以审核：申请人和已审核过的人不能审核，其他人须有“审核申请”权限',
    en: 'Nobody could decide it there: not the requester, nobody who decided an earlier level, and only people who may decide requests',
  },
  'flow-change': {
    status: 409,
    zh: '审批流程的变更只能由另一位管理员审核，不能转交',
    en: 'Only another administrator decides changes of approval flows; they cannot be handed over',
  },
});
