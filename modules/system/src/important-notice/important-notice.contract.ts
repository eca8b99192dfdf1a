import {
  flag,
  group,
  instant,
  integer,
  inUse,
  list,
  operation,
  optional,
  readOnly,
  reference,
  refusals,
  report,
  resource,
  text,
} from '@boyun/kernel/contract';

const title = { zh: '重要通知', en: 'Important notice' };
const name = text({ zh: '标题', en: 'Title' }, { max: 120 });
const body = text({ zh: '内容', en: 'Text' }, { max: 4000, isLong: true });
/** Incremented when the text changes: a confirmation applies to one edition. */
const edition = integer({ zh: '文稿版本', en: 'Edition' }, { min: 1 });
const writer = text({ zh: '发布人', en: 'Written by' });

/** A notice that every addressee must confirm having read; shown on entry until then. */
export const importantNotice = resource('important-notice', {
  title,
  path: '/api/importantNotice',
  fields: {
    name,
    body,
    roleIds: {
      ...list({ zh: '通知对象', en: 'For' }, reference({ zh: '角色', en: 'Role' }, 'role'), { max: 50 }),
      hint: { zh: '按角色选择，不选表示全体员工', en: 'Roles; if empty, all staff' },
    },
    validFrom: instant({ zh: '开始时间', en: 'From' }),
    validUntil: optional(instant({ zh: '结束时间', en: 'Until' })),
    isActive: inUse,
    edition: readOnly({ ...edition, byDefault: 1 }),
    writer: readOnly(writer),
    roleNames: readOnly(optional(text({ zh: '通知对象', en: 'For' }, { max: 4000 }))),
    confirmedCount: readOnly(integer({ zh: '已确认', en: 'Confirmed' })),
    audienceCount: readOnly(integer({ zh: '应确认', en: 'To confirm' })),
  },
  computed: ['roleNames', 'confirmedCount', 'audienceCount'],
  columns: ['name', 'roleNames', 'validFrom', 'validUntil', 'isActive', 'confirmedCount', 'audienceCount', 'writer'],
  search: { name: 'contains', isActive: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
  // The confirmations are records, so a confirmed notice is ended instead of deleted.
  retire: { isActive: false },
});

/** The notices the caller must confirm now, oldest first. */
export const getPendingNotices = operation('get-pending-notices', {
  title: { zh: '待确认的重要通知', en: 'Notices to confirm' },
  path: '/api/importantNotice/getPending',
  access: 'signed-in',
  input: {},
  output: {
    notices: list(
      title,
      group(title, {
        noticeId: text({ zh: '编号', en: 'Id' }),
        edition,
        name,
        body,
        writer,
        validFrom: instant({ zh: '开始时间', en: 'From' }),
      }),
    ),
  },
  isRead: true,
});

/** Confirms a notice for the caller. */
export const confirmNotice = operation('confirm-notice', {
  title: { zh: '确认重要通知', en: 'Confirm a notice' },
  path: '/api/importantNotice/confirm',
  access: 'signed-in',
  input: { noticeId: reference(title, 'important-notice'), edition },
  output: {},
  audit: 'important-notice.confirmed',
});

/** Every addressee of a notice with the time of confirmation; unconfirmed ones first. */
export const noticeConfirmationList = report('notice-confirmation', {
  title: { zh: '确认情况', en: 'Confirmations' },
  path: '/api/importantNotice/getConfirmations',
  access: importantNotice.can.list,
  filters: {
    /** Required: without it there are no rows. */
    noticeId: optional(reference(title, 'important-notice')),
    isConfirmed: optional(flag({ zh: '已确认', en: 'Confirmed' })),
    text: optional(text({ zh: '姓名或账号', en: 'Name or account' }, { max: 64 })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    name: text({ zh: '姓名', en: 'Name' }),
    account: text({ zh: '账号', en: 'Account' }),
    isConfirmed: flag({ zh: '已确认', en: 'Confirmed' }),
    confirmedAt: optional(instant({ zh: '确认时间', en: 'Confirmed at' })),
  },
  totals: {
    confirmedCount: integer({ zh: '已确认', en: 'Confirmed' }),
    pendingCount: integer({ zh: '未确认', en: 'Not confirmed' }),
  },
});

export const noticeRefusal = refusals('important-notice', {
  'wrong-time': { status: 422, zh: '结束时间须晚于开始时间', en: 'The end must be after the start' },
  changed: {
    status: 409,
    zh: '通知内容已更新，请重新阅读后确认',
    en: 'The notice has changed. Please read it again',
  },
});
