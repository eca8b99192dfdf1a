import {
  choice,
  declaredEvents,
  group,
  instant,
  integer,
  type Label,
  list,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  slotChoices,
  text,
} from '@boyun/kernel/contract';
import { lotIds } from '../api-key/api-key.contract.ts';
import { PublicEventChoice, publicLabels } from './public-event.contract.ts';

/** State of a webhook. */
export const WebhookState = {
  active: { zh: '启用', en: 'Active', tone: 'good' },
  failing: { zh: '投递失败中', en: 'Failing', tone: 'warn' },
  paused: { zh: '已暂停', en: 'Paused', tone: 'neutral' },
  'given-up': { zh: '失败过久，自动暂停', en: 'Paused after failing too long', tone: 'bad' },
} as const;

/** State of a delivery. */
export const DeliveryState = {
  waiting: { zh: '待投递', en: 'Waiting', tone: 'info' },
  delivered: { zh: '已送达', en: 'Delivered', tone: 'good' },
  failed: { zh: '投递失败', en: 'Failed', tone: 'bad' },
} as const;

/** Why an attempt failed. */
export const DeliveryFailure = {
  answered: { zh: '对方未答复 2xx', en: 'Not answered with 2xx' },
  redirected: { zh: '对方要求跳转，不予跟随', en: 'Redirects are not followed' },
  timeout: { zh: '超时未答复', en: 'No answer in time' },
  unreachable: { zh: '无法连接', en: 'Cannot be reached' },
  certificate: { zh: '证书无效', en: 'The certificate is not valid' },
  'private-address': { zh: '指向内网地址，已拒绝', en: 'Private addresses are refused' },
} as const;
export type DeliveryFailure = keyof typeof DeliveryFailure;

/** The kind of a delivery that tests a webhook. */
const TEST = { 'webhook.test': { zh: '测试', en: 'Test' } };

/** Kinds of deliveries: published events, and tests. */
export const DeliveryKind = /* @__PURE__ */ slotChoices(
  declaredEvents,
  (all): Readonly<Record<string, Label>> => ({ ...publicLabels(all), ...TEST }),
);
const deliveryKind = choice({ zh: '事件', en: 'Event' }, DeliveryKind);

const id = text({ zh: '编号', en: 'Id' });
const name = text({ zh: '名称', en: 'Name' }, { max: 64 });
const url = text(
  { zh: '接收地址', en: 'Address' },
  {
    max: 1000,
    isLong: true,
    hint: { zh: 'https 地址；内网地址会被拒绝', en: 'An https address; private addresses are refused' },
  },
);
const kind = choice({ zh: '事件', en: 'Event' }, PublicEventChoice);
const kinds = list({ zh: '订阅事件', en: 'Events' }, kind, { min: 1, max: 50 });
const status = optional(integer({ zh: '状态码', en: 'Status' }));
const failure = optional(choice({ zh: '失败原因', en: 'Failure' }, DeliveryFailure));
const tookMs = optional(integer({ zh: '耗时（毫秒）', en: 'Took (ms)' }));
const answerText = optional(text({ zh: '对方答复', en: 'Answer' }, { max: 2000, isLong: true }));
const detail = optional(text({ zh: '详情', en: 'Detail' }, { max: 500 }));
const webhookId = reference({ zh: '推送', en: 'Webhook' }, 'webhook');
const deliveryId = reference({ zh: '投递', en: 'Delivery' }, 'webhook-delivery');
const secret = text({ zh: '签名密钥', en: 'Signing secret' });

const manage = permission('webhook.manage', { zh: '管理事件推送', en: 'Manage webhooks' });

/** The webhooks of the tenant. */
export const webhookList = report('webhook', {
  title: { zh: '事件推送', en: 'Webhooks' },
  path: '/api/openApi/webhook/list',
  access: permission('webhook.list', { zh: '查看事件推送', en: 'View: Webhooks' }),
  filters: {
    text: optional(text({ zh: '关键字', en: 'Keyword' }, { max: 64 })),
    state: optional(choice({ zh: '状态', en: 'State' }, WebhookState)),
  },
  columns: {
    id,
    name,
    url,
    kinds: list({ zh: '订阅事件', en: 'Events' }, kind),
    lotIds,
    lotNames: text({ zh: '车场', en: 'Parking lots' }, { max: 4000 }),
    state: choice({ zh: '状态', en: 'State' }, WebhookState),
    failingSince: optional(instant({ zh: '开始失败', en: 'Failing since' })),
    lastSuccessAt: optional(instant({ zh: '最近送达', en: 'Last delivered' })),
    waitingCount: integer({ zh: '待投递', en: 'Waiting' }),
    createdAt: instant({ zh: '创建时间', en: 'Created' }),
  },
});

/** All deliveries, newest first. */
export const deliveryList = report('webhook-delivery', {
  title: { zh: '投递记录', en: 'Deliveries' },
  path: '/api/openApi/webhook/deliveries',
  access: webhookList.access,
  alwaysSortable: ['at'],
  filters: {
    webhookId: optional(webhookId),
    kind: optional(deliveryKind),
    state: optional(choice({ zh: '状态', en: 'State' }, DeliveryState)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id,
    at: instant({ zh: '事件时间', en: 'Time' }),
    webhookName: text({ zh: '推送', en: 'Webhook' }),
    kind: deliveryKind,
    state: choice({ zh: '状态', en: 'State' }, DeliveryState),
    attemptCount: integer({ zh: '尝试次数', en: 'Attempts' }),
    lastStatus: status,
    lastFailure: failure,
    lastTookMs: tookMs,
    nextAt: optional(instant({ zh: '下次尝试', en: 'Next try' })),
    deliveredAt: optional(instant({ zh: '送达时间', en: 'Delivered' })),
  },
});

/** One delivery with its body and every attempt. */
export const getDelivery = operation('get-webhook-delivery', {
  title: { zh: '投递详情', en: 'One delivery' },
  path: '/api/openApi/webhook/getDelivery',
  access: webhookList.access,
  input: { deliveryId },
  output: {
    body: text({ zh: '推送内容', en: 'What was sent' }, { max: 100_000 }),
    attempts: list(
      { zh: '尝试', en: 'Attempts' },
      group(
        { zh: '尝试', en: 'Attempt' },
        { at: instant({ zh: '时间', en: 'Time' }), status, failure, detail, answer: answerText, tookMs },
      ),
    ),
  },
  isRead: true,
});

const webhookInput = { name, url, kinds, lotIds };

/** Creates a webhook; its secret is returned only in this response. */
export const createWebhook = operation('create-webhook', {
  title: { zh: '新建事件推送', en: 'Add a webhook' },
  path: '/api/openApi/webhook/create',
  access: manage,
  input: webhookInput,
  output: { id, secret },
  audit: 'webhook.created',
});

/** Changes address and subscriptions of a webhook. */
export const updateWebhook = operation('update-webhook', {
  title: { zh: '修改事件推送', en: 'Change a webhook' },
  path: '/api/openApi/webhook/update',
  access: manage,
  input: { webhookId, ...webhookInput },
  output: {},
  audit: 'webhook.updated',
});

/** Replaces the signing secret; the old one is invalid immediately. */
export const renewWebhookSecret = operation('renew-webhook-secret', {
  title: { zh: '更换签名密钥', en: 'Renew the signing secret' },
  path: '/api/openApi/webhook/renewSecret',
  access: manage,
  needsPassword: {
    zh: '之后的推送都用新密钥签名，是否更换？',
    en: 'All further events are signed with the new secret. Renew it?',
  },
  input: { webhookId },
  output: { secret },
  audit: 'webhook.secret-renewed',
});

/** Pauses a webhook, or resumes it and sends the waiting deliveries. */
export const switchWebhook = operation('switch-webhook', {
  title: { zh: '启停事件推送', en: 'Pause or resume a webhook' },
  path: '/api/openApi/webhook/switch',
  access: manage,
  input: {
    webhookId,
    state: choice({ zh: '状态', en: 'State' }, { active: WebhookState.active, paused: WebhookState.paused }),
  },
  output: { waitingCount: integer({ zh: '恢复投递', en: 'Sent now' }) },
  audit: 'webhook.switched',
});

/** Deletes a webhook with its deliveries. */
export const deleteWebhook = operation('delete-webhook', {
  title: { zh: '删除事件推送', en: 'Remove a webhook' },
  path: '/api/openApi/webhook/delete',
  access: manage,
  needsPassword: { zh: '是否删除该推送及其投递记录？', en: 'Delete this webhook and its deliveries?' },
  input: { webhookId },
  output: {},
  audit: 'webhook.deleted',
});

/** Sends a test event immediately and returns the response. */
export const testWebhook = operation('test-webhook', {
  title: { zh: '测试推送', en: 'Test a webhook' },
  path: '/api/openApi/webhook/test',
  access: manage,
  input: { webhookId },
  output: { status, failure, detail, answer: answerText, tookMs },
  audit: 'webhook.tested',
  perMinute: 30,
});

/** Sends a delivery again immediately. */
export const resendDelivery = operation('resend-webhook-delivery', {
  title: { zh: '重新投递', en: 'Send again' },
  path: '/api/openApi/webhook/resend',
  access: manage,
  input: { deliveryId },
  output: {},
  audit: 'webhook-delivery.resent',
});

export const webhookRefusal = refusals('webhook', {
  'bad-address': {
    status: 400,
    zh: '请填写完整的 https 地址，例如 https://example.com/boyun',
    en: 'Enter a complete https address, e.g. https://example.com/boyun',
  },
  'private-address': {
    status: 422,
    zh: '该地址指向内网（{address}），请改用公网地址，或请管理员在 WEBHOOK_ALLOW 中放行',
    en: 'This address resolves to a private network ({address}). Use a public address, or permit it in WEBHOOK_ALLOW',
  },
  'not-active': { status: 409, zh: '该推送已暂停，请先恢复', en: 'This webhook is paused. Resume it first' },
});
