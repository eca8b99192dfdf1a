import {
  choice,
  flag,
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
import { reviewAnswer, reviewKind } from '@boyun/reviews/contract';
import { CustomerChannel } from '../customer/customer.contract.ts';

/** How far a campaign is. */
export const CampaignState = {
  pending: { zh: '待审批', en: 'To be approved', tone: 'warn' },
  sending: { zh: '发送中', en: 'Sending', tone: 'info' },
  done: { zh: '已完成', en: 'Done', tone: 'good' },
  stopped: { zh: '已停止', en: 'Stopped', tone: 'neutral' },
  rejected: { zh: '未批准', en: 'Rejected', tone: 'bad' },
} as const;
export type CampaignState = keyof typeof CampaignState;

/** What became of the SMS to one receiver. */
export const ReceiverOutcome = {
  waiting: { zh: '待发送', en: 'Waiting', tone: 'info' },
  sent: { zh: '已发送', en: 'Sent', tone: 'good' },
  failed: { zh: '发送失败', en: 'Failed', tone: 'bad' },
  kept: { zh: '仅存档', en: 'Kept only', tone: 'neutral' },
  withdrawn: { zh: '已退订，未发送', en: 'Unsubscribed, not sent', tone: 'neutral' },
  gone: { zh: '已注销或冻结', en: 'Account closed', tone: 'neutral' },
} as const;

/** What can be done with a campaign in each state. */
export const campaignTransitions = {
  stop: { from: ['sending'], to: 'stopped', otherwise: { zh: '不在发送中', en: 'It is not being sent' } },
} as const satisfies Transitions<CampaignState, 'stop'>;

/** The review of a campaign. */
export const campaignReviews = {
  send: reviewKind(
    'sms-campaign.send',
    { zh: '群发短信', en: 'SMS to many' },
    (id: string) => `/_cloud_member/sms?open=${id}`,
  ),
};

/** SMS to many customers, with what became of them. */
export const smsCampaigns = report('sms-campaign', {
  title: { zh: '短信群发', en: 'SMS to many' },
  path: '/api/member/sms/list',
  access: permission('sms-campaign.list', { zh: '查看短信群发', en: 'View: SMS to many' }),
  filters: {
    title: optional(text({ zh: '名称', en: 'Name' }, { max: 60 })),
    state: optional(choice({ zh: '状态', en: 'State' }, CampaignState)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    createdAt: instant({ zh: '创建时间', en: 'Made' }),
    title: text({ zh: '名称', en: 'Name' }),
    content: text({ zh: '内容', en: 'Text' }, { max: 400, isLong: true }),
    audienceZh: text({ zh: '发送对象', en: 'To whom (Chinese)' }, { max: 400 }),
    audienceEn: text({ zh: '发送对象（英文）', en: 'To whom' }, { max: 400 }),
    state: choice({ zh: '状态', en: 'State' }, CampaignState),
    totalCount: integer({ zh: '人数', en: 'Receivers' }),
    handledCount: integer({ zh: '已处理', en: 'Handled' }),
    sentCount: integer({ zh: '已发送', en: 'Sent' }),
    failedCount: integer({ zh: '失败', en: 'Failed' }),
    skippedCount: integer({ zh: '跳过', en: 'Left out' }),
    createdBy: text({ zh: '创建人', en: 'By' }),
    nextAt: optional(instant({ zh: '免打扰后继续', en: 'Goes on at' })),
    endedAt: optional(instant({ zh: '结束时间', en: 'Ended' })),
    note: optional(text({ zh: '说明', en: 'Note' }, { max: 255 })),
  },
});

const campaignId = reference({ zh: '短信群发', en: 'Campaign' }, 'sms-campaign');

/** The receivers of campaigns, one by one. */
export const smsReceivers = report('sms-receiver', {
  title: { zh: '群发结果', en: 'Receivers' },
  path: '/api/member/sms/receiver/list',
  access: smsCampaigns.access,
  sortable: ['outcome', 'at'],
  filters: {
    campaignId: optional(campaignId),
    outcome: optional(choice({ zh: '结果', en: 'Outcome' }, ReceiverOutcome)),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    maskedMobile: phone({ zh: '手机号', en: 'Mobile' }),
    outcome: choice({ zh: '结果', en: 'Outcome' }, ReceiverOutcome),
    answer: optional(text({ zh: '服务商答复', en: 'Answer' }, { max: 500 })),
    at: optional(instant({ zh: '时间', en: 'Time' })),
  },
});

/** Which customers an SMS goes to. */
export const audience = {
  channel: optional(choice({ zh: '来源', en: 'Came by' }, CustomerChannel)),
  registeredFrom: optional(instant({ zh: '注册不早于', en: 'Registered from' })),
  seenBefore: optional(instant({ zh: '此后未使用车主端', en: 'Not seen since' })),
  hasCar: flag({ zh: '仅有认证车辆的客户', en: 'With a certified car only' }, { byDefault: false }),
  lotId: optional(reference({ zh: '停过的车场', en: 'Parked in' }, 'lot')),
  withinDays: optional(integer({ zh: '停车在最近几天内', en: 'Parked within days' }, { min: 1, max: 366 })),
};

const template = reference({ zh: '短信模板', en: 'Template' }, 'sms-template');
const send = permission('sms-campaign.send', { zh: '群发短信', en: 'Send SMS to many' });

/** Counts whom an SMS would go to, and shows it as it would be sent. */
export const previewCampaign = operation('preview-sms-campaign', {
  title: { zh: '预览群发', en: 'Preview' },
  path: '/api/member/sms/preview',
  access: send,
  input: { templateId: template, ...audience },
  output: {
    matchCount: integer({ zh: '符合条件', en: 'Customers' }),
    receiverCount: integer({ zh: '将发送', en: 'Will get it' }),
    withoutConsentCount: integer({ zh: '未同意，不发送', en: 'Did not agree' }),
    sample: text({ zh: '示例', en: 'Example' }, { max: 600, isLong: true }),
    parts: integer({ zh: '每条计费条数', en: 'SMS each' }),
    startsAt: instant({ zh: '开始发送', en: 'Begins' }),
    examples: list({ zh: '号码示例', en: 'Numbers' }, phone({ zh: '手机号', en: 'Mobile' })),
  },
  isRead: true,
});

/** Sends an SMS to many; refused where the number of receivers is not the one that was confirmed. */
export const startCampaign = operation('start-sms-campaign', {
  title: { zh: '群发短信', en: 'Send to many' },
  path: '/api/member/sms/start',
  access: send,
  needsPassword: { zh: '短信发出后不能撤回，是否群发？', en: 'SMS cannot be taken back. Send them?' },
  input: {
    title: text({ zh: '名称', en: 'Name' }, { max: 60 }),
    templateId: template,
    ...audience,
    receiverCount: integer({ zh: '确认人数', en: 'Confirmed number' }, { min: 1, max: 1_000_000 }),
    reason: text({ zh: '群发原因', en: 'Reason' }, { min: 2, max: 255, isLong: true }),
  },
  output: { campaignId: text({ zh: '编号', en: 'Id' }), ...reviewAnswer },
  audit: 'sms-campaign.started',
});

/** Sends no more of a campaign. */
export const stopCampaign = operation('stop-sms-campaign', {
  title: { zh: '停止发送', en: 'Stop' },
  path: '/api/member/sms/stop',
  access: send,
  input: { campaignId, note: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255 }) },
  output: {},
  audit: 'sms-campaign.stopped',
});

const isAgreed = flag({ zh: '同意接收推广短信', en: 'Agrees to advertising by SMS' });

/** Agrees to advertising by SMS, or takes it back. */
export const setOwnSms = operation('set-own-sms', {
  title: { zh: '设置推广短信', en: 'Advertising by SMS' },
  path: '/api/app/privacy/setSms',
  access: 'driver',
  input: { isAgreed },
  output: {},
  audit: 'customer.sms-chosen',
  perMinute: 30,
});

const code = text({ zh: '退订码', en: 'Code' }, { max: 64 });

/** Whose advertising a link would end. */
export const getSmsStop = operation('get-sms-stop', {
  title: { zh: '退订推广短信', en: 'Unsubscribe' },
  path: '/api/sms/getStop',
  access: 'public',
  input: { code },
  output: {
    tenantName: text({ zh: '停车场管理方', en: 'Operator' }),
    maskedMobile: phone({ zh: '手机号', en: 'Mobile' }),
    isAgreed,
  },
  isRead: true,
  perMinute: 60,
});

/** Ends advertising to a number, by the link of an SMS. */
export const stopSms = operation('stop-sms', {
  title: { zh: '退订推广短信', en: 'Unsubscribe' },
  path: '/api/sms/stop',
  access: 'public',
  input: { code },
  output: {},
  audit: 'customer.sms-stopped',
  perMinute: 60,
});

export const campaignRefusal = refusals('sms-campaign', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'not-approved': { status: 422, zh: '短信模板还未通过审核', en: 'The provider has not approved this text' },
  'no-address': {
    status: 422,
    zh: '未设置系统的公网地址（PUBLIC_URL），无法生成退订链接',
    en: 'Without PUBLIC_URL there is no link to unsubscribe',
  },
  nobody: { status: 422, zh: '没有符合条件且同意接收的客户', en: 'No customer fits and agreed' },
  'count-changed': {
    status: 409,
    zh: '人数已变为{count}，请重新预览',
    en: 'There are now {count} receivers. Preview it again',
  },
  'unknown-code': { status: 404, zh: '退订链接无效', en: 'This link is not valid' },
});
