import {
  choice,
  instant,
  integer,
  money,
  operation,
  optional,
  permission,
  readOnly,
  reference,
  refusals,
  resource,
  type Transitions,
  text,
} from '@boyun/kernel/contract';

/** What a text is for; advertising needs the consent of its receivers. */
export const SmsPurpose = {
  notice: { zh: '通知', en: 'Notice' },
  advertising: { zh: '推广', en: 'Advertising' },
} as const;

/** How far the approval of a text is. */
export const TemplateState = {
  draft: { zh: '未提交', en: 'Draft', tone: 'neutral' },
  submitted: { zh: '审核中', en: 'Submitted', tone: 'warn' },
  approved: { zh: '已通过', en: 'Approved', tone: 'good' },
  refused: { zh: '未通过', en: 'Refused', tone: 'bad' },
} as const;
export type TemplateState = keyof typeof TemplateState;

/** What can be done with a text in each state. */
export const templateTransitions = {
  submit: {
    from: ['draft', 'refused'],
    to: 'submitted',
    otherwise: { zh: '已提交服务商', en: 'The provider has it already' },
  },
  ask: { from: ['submitted'], to: null, otherwise: { zh: '不在审核中', en: 'It is not being checked' } },
  edit: {
    from: ['draft', 'refused'],
    to: null,
    otherwise: { zh: '提交后不能修改，请新建模板', en: 'A submitted text is not changed. Make a new one' },
  },
} as const satisfies Transitions<TemplateState, 'submit' | 'ask' | 'edit'>;

/** Texts of SMS that the provider approves. */
export const smsTemplate = resource('sms-template', {
  title: { zh: '短信模板', en: 'SMS templates' },
  path: '/api/push/smsTemplate',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 30 }),
    purpose: choice({ zh: '用途', en: 'For' }, SmsPurpose, { byDefault: 'notice' }),
    content: text(
      { zh: '内容', en: 'Text' },
      {
        min: 5,
        max: 400,
        isLong: true,
        hint: {
          zh: '可用变量 {name}、{stop}；推广短信须含退订链接 {stop}。签名由服务商加上，不要填写',
          en: 'Takes {name} and {stop}; advertising needs {stop}, the link to unsubscribe. The provider adds the signature',
        },
      },
    ),
    state: readOnly(choice({ zh: '审核状态', en: 'State' }, TemplateState, { byDefault: 'draft' })),
    provider: readOnly(optional(text({ zh: '服务商', en: 'Provider' }, { max: 16 }))),
    providerCode: readOnly(optional(text({ zh: '模板编号', en: 'Number' }, { max: 64 }))),
    reason: readOnly(optional(text({ zh: '未通过原因', en: 'Why refused' }, { max: 500, isLong: true }))),
    submittedAt: readOnly(optional(instant({ zh: '提交时间', en: 'Submitted' }))),
    decidedAt: readOnly(optional(instant({ zh: '审核时间', en: 'Decided' }))),
  },
  columns: ['name', 'purpose', 'content', 'state', 'reason', 'providerCode', 'submittedAt', 'decidedAt'],
  search: { name: 'contains', purpose: 'equals', state: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete'],
  subject: (row) => row.name,
  nameField: 'name',
});

const smsTemplateId = reference({ zh: '短信模板', en: 'SMS template' }, 'sms-template');
const access = permission('sms-template.submit', { zh: '提交短信模板审核', en: 'Submit SMS templates' });

/** Submits a text to the provider. */
export const submitSmsTemplate = operation('submit-sms-template', {
  title: { zh: '提交审核', en: 'Submit' },
  path: '/api/push/smsTemplate/submit',
  access,
  input: { smsTemplateId },
  output: {},
  audit: 'sms-template.submitted',
});

/** Asks the provider whether it has decided on a text; it is asked every few minutes without that. */
export const askSmsTemplate = operation('ask-sms-template', {
  title: { zh: '查询审核结果', en: 'Ask for the result' },
  path: '/api/push/smsTemplate/ask',
  access,
  input: { smsTemplateId },
  output: {},
  audit: 'sms-template.asked',
});

/** What is left at the provider. */
export const getSmsBalance = operation('get-sms-balance', {
  title: { zh: '短信余额', en: 'SMS left' },
  path: '/api/push/smsBalance',
  access: smsTemplate.can.list,
  input: {},
  output: {
    provider: optional(text({ zh: '服务商', en: 'Provider' }, { max: 16 })),
    leftCount: optional(integer({ zh: '剩余条数', en: 'SMS left' }, { max: 2_000_000_000 })),
    leftFen: optional(money({ zh: '账户余额', en: 'Money left' }, { min: -100_000_000_00 })),
    fault: optional(text({ zh: '错误', en: 'Fault' }, { max: 500 })),
  },
  isRead: true,
});

export const smsRefusal = refusals('sms', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'no-provider': { status: 409, zh: '未配置短信服务商', en: 'No provider of SMS is configured' },
  provider: { status: 503, zh: '服务商答复：{answer}', en: 'The provider answered: {answer}' },
  'needs-stop': {
    status: 422,
    zh: '推广短信须含退订链接（变量 stop）',
    en: 'Advertising needs the link to unsubscribe, the value stop',
  },
  'unknown-place': { status: 422, zh: '不能使用变量“{name}”', en: '"{name}" is no value of an SMS' },
});
