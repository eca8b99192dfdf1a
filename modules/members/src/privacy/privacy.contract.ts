import { pattern } from '@boyun/domain/pattern';
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
  text,
} from '@boyun/kernel/contract';
import { getPrivacyTexts } from '../consent/consent.contract.ts';
import { codeFields, sentCode } from '../sign-in/sign-in.contract.ts';

/** What a person may ask for. */
export const RequestKind = {
  access: { zh: '查阅、复制', en: 'A copy of the data' },
  deletion: { zh: '注销、删除', en: 'Deletion' },
} as const;

/** How far a request is. */
export const RequestState = {
  waiting: { zh: '处理中', en: 'Under way', tone: 'warn' },
  done: { zh: '已完成', en: 'Done', tone: 'good' },
} as const;

const kind = choice({ zh: '类型', en: 'Kind' }, RequestKind);
const state = choice({ zh: '状态', en: 'State' }, RequestState);
const askedAt = instant({ zh: '申请时间', en: 'Asked' });
const doneAt = optional(instant({ zh: '完成时间', en: 'Done' }));

/** What became of a kind of data. */
export const DataOutcome = {
  given: { zh: '已提供', en: 'Given', tone: 'info' },
  erased: { zh: '已删除', en: 'Erased', tone: 'good' },
  anonymous: { zh: '已匿名化', en: 'Made anonymous', tone: 'good' },
  kept: { zh: '依法留存', en: 'Kept by law', tone: 'warn' },
} as const;

const reportLines = list(
  { zh: '处理结果', en: 'What was done' },
  group(
    { zh: '结果', en: 'Result' },
    {
      titleZh: text({ zh: '数据', en: 'In Chinese' }),
      titleEn: text({ zh: '英文数据', en: 'Data' }),
      count: integer({ zh: '条数', en: 'Rows' }),
      outcome: choice({ zh: '处理', en: 'Outcome' }, DataOutcome),
      basisZh: optional(text({ zh: '留存依据', en: 'Reason in Chinese' }, { max: 200 })),
      basisEn: optional(text({ zh: '英文留存依据', en: 'Kept because' }, { max: 200 })),
      keptUntil: optional(text({ zh: '留存至', en: 'Kept until' }, { max: 10 })),
    },
  ),
);

/** Requests of persons about their data, with what was done. */
export const privacyRequests = report('privacy-request', {
  title: { zh: '个人信息请求', en: 'Requests about personal data' },
  path: '/api/member/privacy/list',
  access: getPrivacyTexts.access,
  filters: {
    kind: optional(kind),
    state: optional(state),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    askedAt,
    maskedMobile: phone({ zh: '手机号', en: 'Mobile' }),
    kind,
    state,
    enteredBy: optional(text({ zh: '登记人', en: 'Entered by' })),
    doneAt,
    erasedCount: integer({ zh: '已删除（条）', en: 'Rows erased' }),
    keptCount: integer({ zh: '依法留存（条）', en: 'Rows kept' }),
  },
});

const requestId = reference({ zh: '个人信息请求', en: 'Request about personal data' }, 'privacy-request');

/** A request with what was done. */
export const getPrivacyRequest = operation('get-privacy-request', {
  title: { zh: '个人信息请求详情', en: 'A request about personal data' },
  path: '/api/member/privacy/get',
  access: getPrivacyTexts.access,
  input: { requestId },
  output: {
    note: optional(text({ zh: '身份核实', en: 'How they proved who they are' }, { max: 255 })),
    hasFile: flag({ zh: '有文件', en: 'Has a file' }),
    report: reportLines,
  },
  isRead: true,
});

/** Enters a request of a person who asks staff: by phone, by letter, at the desk. */
export const enterPrivacyRequest = operation('enter-privacy-request', {
  title: { zh: '登记请求', en: 'Enter a request' },
  path: '/api/member/privacy/enter',
  access: permission('privacy.enter', { zh: '登记个人信息请求', en: 'Enter requests about personal data' }),
  needsPassword: { zh: '删除后不能恢复，是否登记？', en: 'What is deleted cannot be restored. Enter the request?' },
  input: {
    mobile: text({ zh: '手机号', en: 'Mobile' }, { max: 11, rule: pattern.mobile }),
    kind,
    note: text(
      { zh: '身份核实方式', en: 'How they proved who they are' },
      {
        min: 2,
        max: 255,
        isLong: true,
        hint: {
          zh: '例如：回拨本人手机号并核对行驶证',
          en: 'Such as: called back on the number, compared the licence',
        },
      },
    ),
  },
  output: { requestId: text({ zh: '编号', en: 'Id' }) },
  audit: 'privacy.entered',
});

/** Opens the file of an access, to hand it to its person. */
export const openPrivacyFile = operation('open-privacy-file', {
  title: { zh: '导出个人信息', en: 'Export the data' },
  path: '/api/member/privacy/openFile',
  access: permission('privacy.export', { zh: '导出个人信息', en: 'Export personal data' }),
  needsPassword: { zh: '文件含完整个人信息，是否导出？', en: 'The file has the data unmasked. Export it?' },
  input: { requestId, reason: text({ zh: '用途', en: 'Reason' }, { min: 2, max: 255, isLong: true }) },
  output: { file: file({ zh: '文件', en: 'File' }) },
  audit: 'privacy.exported',
});

/** The caller's requests. */
export const getOwnRequests = operation('get-own-requests', {
  title: { zh: '我的个人信息请求', en: 'My requests' },
  path: '/api/app/privacy/list',
  access: 'driver',
  input: {},
  output: {
    isSmsAgreed: flag({ zh: '同意接收推广短信', en: 'Agrees to advertising by SMS' }),
    requests: list(
      { zh: '请求', en: 'Requests' },
      group(
        { zh: '请求', en: 'Request' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          kind,
          state,
          askedAt,
          file: optional(file({ zh: '文件', en: 'File' })),
          report: reportLines,
        },
      ),
    ),
  },
  isRead: true,
});

/** Asks for a file of everything that is known about the caller. */
export const askOwnData = operation('ask-own-data', {
  title: { zh: '下载我的信息', en: 'Ask for my data' },
  path: '/api/app/privacy/askData',
  access: 'driver',
  input: {},
  output: {},
  audit: 'privacy.data-asked',
  perMinute: 10,
});

/** Sends a code to the caller's own number, to confirm the deletion of the account. */
export const sendOwnCode = operation('send-own-code', {
  title: { zh: '发送注销验证码', en: 'Send a code to delete the account' },
  path: '/api/app/privacy/sendCode',
  access: 'driver',
  input: {},
  output: sentCode,
  audit: 'app.own-code-sent',
  perMinute: 10,
});

/** Deletes the caller's account, proven by a code: at once signed out, then carried out by a job. */
export const deleteOwnAccount = operation('delete-own-account', {
  title: { zh: '注销账号', en: 'Delete my account' },
  path: '/api/app/privacy/delete',
  access: 'driver',
  input: codeFields,
  output: {},
  audit: 'privacy.deletion-asked',
  perMinute: 10,
});

export const privacyRefusal = refusals('privacy', {
  'under-way': { status: 409, zh: '上一次请求正在处理', en: 'The last request is under way' },
  'no-customer': { status: 404, zh: '没有该手机号的客户', en: 'No customer has this number' },
  'no-file': { status: 404, zh: '文件已过期或不存在', en: 'There is no file, or it is over' },
  'car-inside': { status: 409, zh: '车辆还在场内，请离场后再注销', en: 'A car is still parked. It has to leave first' },
  owes: { status: 409, zh: '还有未缴费用，请补缴后再注销', en: 'Something is still to be paid. Pay it first' },
  'has-money': {
    status: 409,
    zh: '钱包还有余额，请先到服务台退款',
    en: 'The wallet still has money. Have it refunded first',
  },
});
