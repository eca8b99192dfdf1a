import {
  choice,
  instant,
  integer,
  list,
  operation,
  optional,
  permission,
  plate,
  readOnly,
  reference,
  resource,
  type Transitions,
  text,
} from '@boyun/kernel/contract';
import { listField, MOST_LOTS } from '../standing/list-field.contract.ts';

/** How often a visitor may enter within the window. */
export const VisitRepeats = {
  once: { zh: '一次', en: 'Once' },
  repeated: { zh: '多次', en: 'As often as needed' },
} as const;

/** Who approves a visit before it takes effect. */
export const VisitApproval = {
  none: { zh: '无需审批', en: 'Nobody' },
  host: { zh: '被访人审批', en: 'The host' },
  staff: { zh: '管理员审批', en: 'Staff' },
} as const;

/** States of a visit. */
export const VisitState = {
  invited: { zh: '待填车牌', en: 'Plate missing', tone: 'warn' },
  pending: { zh: '待审批', en: 'To approve', tone: 'warn' },
  approved: { zh: '已通过', en: 'Approved', tone: 'good' },
  rejected: { zh: '已拒绝', en: 'Rejected', tone: 'bad' },
  used: { zh: '已使用', en: 'Used', tone: 'neutral' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'neutral' },
  expired: { zh: '已过期', en: 'Over', tone: 'neutral' },
} as const;
export type VisitState = keyof typeof VisitState;

const decided = { zh: '邀请已处理', en: 'The invitation is already decided' };
const notWaiting = { zh: '邀请不在待审批状态', en: 'The invitation is not awaiting approval' };

/** State transitions of a visit. */
export const visitTransitions = {
  register: { from: ['invited', 'pending'], to: null, otherwise: decided },
  approve: { from: ['pending'], to: 'approved', otherwise: notWaiting },
  reject: { from: ['pending'], to: 'rejected', otherwise: notWaiting },
  cancel: {
    from: ['invited', 'pending', 'approved'],
    to: 'cancelled',
    otherwise: { zh: '邀请已使用或已结束', en: 'The invitation has been used or has ended' },
  },
} as const satisfies Transitions<VisitState, 'register' | 'approve' | 'reject' | 'cancel'>;

/** Reason why an expired invitation cannot be used. */
export const visitIsOver = { zh: '邀请已过期', en: 'The invitation has expired' };

/** An expected visitor: free for a number of minutes within a window, for one entry or any number. */
export const visitList = resource('visit-list', {
  title: { zh: '访客车', en: 'Visitors' },
  path: '/api/billVisitPlate',
  fields: {
    plate: optional(
      plate(undefined, { hint: { zh: '不填则由访客扫码填写', en: 'Empty: the visitor states it by the QR code' } }),
    ),
    lotIds: list({ zh: '车场', en: 'Parking lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'), {
      min: 1,
      max: MOST_LOTS,
    }),
    visitorName: optional(text({ zh: '访客', en: 'Visitor' }, { max: 32 })),
    visitorPhone: optional({ ...listField.phone, label: { zh: '访客电话', en: "Visitor's phone" } }),
    hostName: text({ zh: '被访人', en: 'Host' }, { max: 32 }),
    hostPhone: optional({ ...listField.phone, label: { zh: '被访人电话', en: "Host's phone" } }),
    place: optional(text({ zh: '到访地点', en: 'Place' }, { max: 64 })),
    validFrom: listField.validFrom,
    validUntil: listField.validUntil,
    freeMinutes: optional(
      integer(
        { zh: '免费分钟', en: 'Free minutes' },
        { max: 1_000_000, hint: { zh: '不填表示有效期内免费', en: 'Empty: free within the window' } },
      ),
    ),
    repeats: choice({ zh: '可入场', en: 'May come' }, VisitRepeats, { byDefault: 'once' }),
    approval: choice({ zh: '审批', en: 'Approved by' }, VisitApproval, { byDefault: 'none' }),
    state: readOnly(choice({ zh: '状态', en: 'State' }, VisitState)),
    decidedBy: readOnly(optional(text({ zh: '审批人', en: 'Decided by' }))),
    decidedAt: readOnly(optional(instant({ zh: '审批时间', en: 'Decided at' }))),
    usedAt: readOnly(optional(instant({ zh: '最近入场', en: 'Last came' }))),
    code: readOnly(text({ zh: '邀请码', en: 'Invitation code' })),
    hostCode: readOnly(text({ zh: '审批码', en: 'Code of the host' })),
    remark: listField.remark,
  },
  columns: [
    'plate',
    'lotIds',
    'visitorName',
    'hostName',
    'place',
    'validFrom',
    'validUntil',
    'repeats',
    'state',
    'usedAt',
  ],
  search: { plate: 'contains', lotIds: 'has', hostName: 'contains', state: 'equals', validUntil: 'range' },
  lotField: 'lotIds',
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.plate ?? row.visitorName ?? row.hostName,
  nameField: 'hostName',
});

/** Staff approve, reject or cancel a visit. */
export const decideVisit = operation('decide-visit', {
  title: { zh: '处理访客邀请', en: 'Decide a visit' },
  path: '/api/billVisitPlate/decide',
  access: permission('visit-list.decide', { zh: '审批访客', en: 'Approve visitors' }),
  input: {
    visitId: reference({ zh: '访客', en: 'Visit' }, 'visit-list'),
    act: choice(
      { zh: '操作', en: 'Act' },
      {
        approve: { zh: '通过', en: 'Approve' },
        reject: { zh: '拒绝', en: 'Reject' },
        cancel: { zh: '取消', en: 'Cancel' },
      },
    ),
  },
  output: {},
  audit: 'visit-list.decided',
});

const code = text({ zh: '邀请码', en: 'Invitation code' }, { max: 64 });

/** Data of the public page of an invitation; the host's code also permits the decision. */
export const getInvitation = operation('get-invitation', {
  title: { zh: '访客邀请', en: 'Invitation' },
  path: '/api/visit/getInvitation',
  access: 'public',
  perMinute: 60,
  input: { code },
  output: {
    lotNames: text({ zh: '车场', en: 'Parking lots' }, { max: 20_000 }),
    address: optional(text({ zh: '地址', en: 'Address' })),
    plate: optional(text({ zh: '车牌', en: 'Plate' })),
    visitorName: optional(text({ zh: '访客', en: 'Visitor' })),
    hostName: text({ zh: '被访人', en: 'Host' }),
    place: optional(text({ zh: '到访地点', en: 'Place' })),
    validFrom: instant({ zh: '生效时间', en: 'From' }),
    validUntil: instant({ zh: '失效时间', en: 'Until' }),
    freeMinutes: optional(integer({ zh: '免费分钟', en: 'Free minutes' })),
    repeats: choice({ zh: '可入场', en: 'May come' }, VisitRepeats),
    state: choice({ zh: '状态', en: 'State' }, VisitState),
    isHost: choice(
      { zh: '身份', en: 'Seen as' },
      { 1: { zh: '被访人', en: 'Host' }, 0: { zh: '访客', en: 'Visitor' } },
    ),
    timeZone: text({ zh: '时区', en: 'Time zone' }),
  },
  isRead: true,
});

/** The host approves or rejects a pending visit, authorised by the host's code. */
export const answerInvitation = operation('answer-invitation', {
  title: { zh: '答复访客邀请', en: 'Answer an invitation' },
  path: '/api/visit/answer',
  access: 'public',
  perMinute: 20,
  input: {
    code,
    act: choice(
      { zh: '操作', en: 'Act' },
      { approve: { zh: '同意', en: 'Agree' }, reject: { zh: '拒绝', en: 'Refuse' } },
    ),
  },
  output: {},
  audit: 'visit-list.answered',
});

/** The visitor enters the plate, authorised by the invitation code; can be changed until the visit is decided. */
export const registerVisit = operation('register-visit', {
  title: { zh: '填写访客车牌', en: 'Enter the plate of a visit' },
  path: '/api/visit/register',
  access: 'public',
  perMinute: 20,
  input: {
    code,
    plate: plate(),
    visitorName: optional(text({ zh: '访客', en: 'Visitor' }, { max: 32 })),
    visitorPhone: optional({ ...listField.phone, label: { zh: '访客电话', en: "Visitor's phone" } }),
  },
  output: {},
  audit: 'visit-list.registered',
});
