import {
  type EventData,
  event,
  flag,
  type Label,
  list,
  lotPlaceholder,
  optional,
  reference,
  text,
  timePlaceholder,
} from '@boyun/kernel/contract';

const fields = {
  reviewId: reference({ zh: '申请', en: 'Request' }, 'review'),
  reviewNo: text({ zh: '申请号', en: 'Request number' }, { max: 32 }),
  kind: text({ zh: '类型', en: 'Kind' }, { max: 64 }),
  subject: text({ zh: '对象', en: 'Subject' }),
  summaryZh: text({ zh: '内容（中文）', en: 'Request (Chinese)' }, { max: 512 }),
  summaryEn: text({ zh: '内容（英文）', en: 'Request' }, { max: 512 }),
  reason: text({ zh: '原因', en: 'Reason' }, { max: 512 }),
  note: optional(text({ zh: '意见', en: 'Note' }, { max: 512 })),
  requestedBy: optional(reference({ zh: '申请人', en: 'Requested by' }, 'account')),
  byName: text({ zh: '操作人', en: 'Done by' }),
};
type Data = EventData<typeof fields>;

/** Every reader learns that requests come and go: the number of those to decide is shown on every page. */
const live = { access: [] };

const decided = (data: Data, what: { zh: string; en: string }) => {
  const note = data.note ? { zh: `，${data.note}`, en: `; ${data.note}` } : { zh: '', en: '' };
  return {
    zh: `${what.zh}：${data.summaryZh}（${data.byName}${note.zh}）`,
    en: `${what.en}: ${data.summaryEn} (${data.byName}${note.en})`,
  };
};

/** A notification of a request; `body` may name its placeholders. */
const push = (title: Label, body: Label) =>
  ({
    placeholders: {
      summary: {
        label: { zh: '内容', en: 'Request' },
        value: (data: Data) => ({ zh: data.summaryZh, en: data.summaryEn }),
      },
      number: { label: fields.reviewNo.label, value: (data: Data) => data.reviewNo },
      reason: { label: fields.reason.label, value: (data: Data) => data.reason },
      who: { label: fields.byName.label, value: (data: Data) => data.byName },
      note: { label: fields.note.label, value: (data: Data) => data.note },
      lot: lotPlaceholder,
      time: timePlaceholder,
    },
    title,
    body,
    path: '/_cloud_operation/review',
    message: 'review',
  }) as const;

/** Someone asked for what another person has to agree to. */
export const reviewRequested = event('review.requested', {
  label: { zh: '提交审核', en: 'A request was filed' },
  fields,
  live,
  push: push(
    { zh: '待审核：{summary}', en: 'To review: {summary}' },
    {
      zh: '{time} {lot} {who}提交：{summary}，原因：{reason}（{number}）。',
      en: '{time} {lot}: {who} asks for "{summary}", reason: {reason} ({number}).',
    },
  ),
  timeline: (data) => ({
    zh: `提交审核：${data.summaryZh}（${data.reason}）`,
    en: `Sent for review: ${data.summaryEn} (${data.reason})`,
    tone: 'info',
  }),
});

/** One level agreed; the next one decides. */
export const reviewAdvanced = event('review.advanced', {
  label: { zh: '本级审核通过', en: 'One level agreed to a request' },
  fields,
  live,
  timeline: (data) => ({ ...decided(data, { zh: '本级审核通过', en: 'One level agreed' }), tone: 'info' }),
});

/** The last level agreed; the request took effect. */
export const reviewApproved = event('review.approved', {
  label: { zh: '审核通过', en: 'A request was approved' },
  fields,
  live,
  push: push(
    { zh: '审核通过：{summary}', en: 'Approved: {summary}' },
    {
      zh: '{time} {lot} {who}通过：{summary}（{number}）。{note}',
      en: '{time} {lot}: {who} approved "{summary}" ({number}). {note}',
    },
  ),
  timeline: (data) => ({ ...decided(data, { zh: '审核通过', en: 'Approved' }), tone: 'good' }),
});

/** A request was refused. */
export const reviewRejected = event('review.rejected', {
  label: { zh: '审核驳回', en: 'A request was rejected' },
  fields,
  live,
  push: push(
    { zh: '审核驳回：{summary}', en: 'Rejected: {summary}' },
    {
      zh: '{time} {lot} {who}驳回：{summary}（{number}）。{note}',
      en: '{time} {lot}: {who} rejected "{summary}" ({number}). {note}',
    },
  ),
  timeline: (data) => ({ ...decided(data, { zh: '审核驳回', en: 'Rejected' }), tone: 'bad' }),
});

/** Those who can decide a pending request were reminded of it. */
export const reviewReminded = event('review.reminded', {
  label: { zh: '催办申请', en: 'Approvers were reminded of a request' },
  fields: {
    ...fields,
    deciderIds: list({ zh: '可审核的人', en: 'Who can decide' }, reference({ zh: '账号', en: 'Account' }, 'account')),
    isAutomatic: optional(flag({ zh: '自动催办', en: 'By itself' })),
  },
  timeline: (data) => ({
    zh: `催办：${data.summaryZh}（${data.isAutomatic ? '自动' : data.byName}）`,
    en: `Reminded of: ${data.summaryEn} (${data.isAutomatic ? 'automatic' : data.byName})`,
    tone: 'info',
  }),
});

/** A request was handed over to another role or to a person, who are asked to decide it. */
export const reviewHandedOver = event('review.handed-over', {
  label: { zh: '转交申请', en: 'A request was handed over' },
  fields: { ...reviewReminded.fields, toName: text({ zh: '转交给', en: 'Handed over to' }) },
  live,
  timeline: (data) => ({
    zh: `转交给${data.toName}审核：${data.summaryZh}（${data.byName}，${data.note}）`,
    en: `Handed over to ${data.toName}: ${data.summaryEn} (${data.byName}; ${data.note})`,
    tone: 'info',
  }),
});

/** A request was taken back by the one who filed it, or because it can no longer be carried out. */
export const reviewWithdrawn = event('review.withdrawn', {
  label: { zh: '申请撤回', en: 'A request was withdrawn' },
  fields,
  live,
  timeline: (data) => ({ ...decided(data, { zh: '申请撤回', en: 'Request withdrawn' }), tone: 'neutral' }),
});
