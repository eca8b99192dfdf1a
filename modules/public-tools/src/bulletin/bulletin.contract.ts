import {
  choice,
  flag,
  instant,
  integer,
  list,
  operation,
  optional,
  permission,
  readOnly,
  reference,
  refusals,
  report,
  resource,
  type Transitions,
  text,
} from '@boyun/kernel/contract';

/** States of an announcement. */
export const BulletinState = {
  draft: { zh: '草稿', en: 'Draft', tone: 'neutral' },
  published: { zh: '已发布', en: 'Published', tone: 'good' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn', tone: 'warn' },
} as const;
export type BulletinState = keyof typeof BulletinState;

/** State transitions of an announcement. */
export const bulletinTransitions = {
  publish: {
    from: ['draft', 'withdrawn'],
    to: 'published',
    otherwise: { zh: '公告已发布', en: 'It is published already' },
  },
  withdraw: {
    from: ['published'],
    to: 'withdrawn',
    otherwise: { zh: '只有已发布的公告可以撤回', en: 'Only a published announcement can be withdrawn' },
  },
} as const satisfies Transitions<BulletinState, 'publish' | 'withdraw'>;

const title = { zh: '公告', en: 'Announcements' };
const one = { zh: '公告', en: 'Announcement' };
const name = text({ zh: '标题', en: 'Title' }, { max: 120 });
const body = text({ zh: '内容', en: 'Text' }, { max: 40_000, isLong: true });
const excerpt = text({ zh: '摘要', en: 'Excerpt' }, { max: 200 });
const edition = integer({ zh: '文稿版本', en: 'Edition' }, { min: 1 });
const writer = text({ zh: '发布人', en: 'Written by' });
const validFrom = instant({ zh: '开始时间', en: 'From' });
const validUntil = optional(instant({ zh: '结束时间', en: 'Until' }));
const isPinned = flag({ zh: '置顶', en: 'Pinned' }, { byDefault: false });

/** An announcement in rich text to staff, by roles and lots. */
export const bulletin = resource('bulletin', {
  title,
  path: '/api/bulletin',
  fields: {
    name,
    body,
    roleIds: {
      ...list({ zh: '角色', en: 'Roles' }, reference({ zh: '角色', en: 'Role' }, 'role'), { max: 50 }),
      hint: { zh: '不选表示全体员工', en: 'If empty, all staff' },
    },
    lotIds: {
      ...list({ zh: '车场', en: 'Parking lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'), { max: 200 }),
      hint: { zh: '不选表示全部车场', en: 'If empty, all lots' },
    },
    validFrom,
    validUntil,
    isPinned,
    state: readOnly(choice({ zh: '状态', en: 'State' }, BulletinState, { byDefault: 'draft' })),
    publishedAt: readOnly(optional(instant({ zh: '发布时间', en: 'Published' }))),
    edition: readOnly({ ...edition, byDefault: 1 }),
    writer: readOnly(writer),
    excerpt: readOnly(excerpt),
    roleNames: readOnly(optional(text({ zh: '角色', en: 'Roles' }, { max: 4000 }))),
    readCount: readOnly(integer({ zh: '已读', en: 'Read' })),
    audienceCount: readOnly(integer({ zh: '应读', en: 'Addressed' })),
  },
  computed: ['roleNames', 'readCount', 'audienceCount'],
  columns: ['name', 'state', 'roleNames', 'lotIds', 'validFrom', 'validUntil', 'readCount', 'audienceCount', 'writer'],
  search: { name: 'contains', state: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
  lotField: 'lotIds',
  // Receipts are records, so an announcement that was read is withdrawn instead of deleted.
  retire: { state: 'withdrawn' },
});

const bulletinId = reference(one, 'bulletin');

/** Shows an announcement to its readers. */
export const publishBulletin = operation('publish-bulletin', {
  title: { zh: '发布', en: 'Publish' },
  path: '/api/bulletin/publish',
  access: permission('bulletin.publish', { zh: '发布公告', en: 'Publish announcements' }),
  input: { bulletinId },
  output: {},
  audit: 'bulletin.published',
});

/** Hides an announcement from its readers; what was read stays recorded. */
export const withdrawBulletin = operation('withdraw-bulletin', {
  title: { zh: '撤回', en: 'Withdraw' },
  path: '/api/bulletin/withdraw',
  access: permission('bulletin.withdraw', { zh: '撤回公告', en: 'Withdraw announcements' }),
  input: { bulletinId },
  output: {},
  audit: 'bulletin.withdrawn',
});

/** The current announcements to the caller: pinned ones first, then the newest. */
export const bulletinReading = report('bulletin-reading', {
  title,
  path: '/api/bulletin/getMine',
  access: 'signed-in',
  filters: {
    text: optional(text({ zh: '关键字', en: 'Keyword' }, { max: 64 })),
    isRead: optional(flag({ zh: '已读', en: 'Read' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    name,
    excerpt,
    isPinned,
    validFrom,
    validUntil,
    writer,
    isRead: flag({ zh: '已读', en: 'Read' }),
    readAt: optional(instant({ zh: '阅读时间', en: 'Read at' })),
  },
  totals: { unreadCount: integer({ zh: '未读', en: 'Unread' }) },
});

/** A current announcement to the caller. */
export const getBulletin = operation('get-bulletin', {
  title: one,
  path: '/api/bulletin/getOne',
  access: 'signed-in',
  input: { bulletinId },
  output: {
    name,
    body,
    edition,
    writer,
    validFrom,
    validUntil,
    isRead: flag({ zh: '已读', en: 'Read' }),
  },
  isRead: true,
});

/** Records that the caller has read an edition. */
export const readBulletin = operation('read-bulletin', {
  title: { zh: '阅读公告', en: 'Read an announcement' },
  path: '/api/bulletin/read',
  access: 'signed-in',
  input: { bulletinId, edition },
  output: {},
  audit: 'bulletin.read',
});

/** Every addressee of an announcement with the time of reading; unread ones first. */
export const bulletinReceiptList = report('bulletin-receipt', {
  title: { zh: '阅读情况', en: 'Read receipts' },
  path: '/api/bulletin/getReceipts',
  access: bulletin.can.list,
  filters: {
    /** Required: without it there are no rows. */
    bulletinId: optional(bulletinId),
    isRead: optional(flag({ zh: '已读', en: 'Read' })),
    text: optional(text({ zh: '姓名或账号', en: 'Name or account' }, { max: 64 })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    name: text({ zh: '姓名', en: 'Name' }),
    account: text({ zh: '账号', en: 'Account' }),
    isRead: flag({ zh: '已读', en: 'Read' }),
    readAt: optional(instant({ zh: '阅读时间', en: 'Read at' })),
  },
  totals: {
    readCount: integer({ zh: '已读', en: 'Read' }),
    unreadCount: integer({ zh: '未读', en: 'Unread' }),
  },
});

export const bulletinRefusal = refusals('bulletin', {
  'wrong-time': { status: 422, zh: '结束时间须晚于开始时间', en: 'The end must be after the start' },
  empty: { status: 422, zh: '请填写公告内容', en: 'Write the text of the announcement' },
  over: {
    status: 422,
    zh: '结束时间已过，请先修改结束时间',
    en: 'Its end has passed. Change the end first',
  },
  publish: { status: 409, ...bulletinTransitions.publish.otherwise },
  withdraw: { status: 409, ...bulletinTransitions.withdraw.otherwise },
  withdrawn: {
    status: 409,
    zh: '公告已撤回，重新发布后才能修改',
    en: 'It was withdrawn. Publish it again to change it',
  },
  changed: { status: 409, zh: '公告内容已更新，请重新打开', en: 'The text has changed. Please open it again' },
});
