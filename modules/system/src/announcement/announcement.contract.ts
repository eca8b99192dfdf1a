import {
  flag,
  instant,
  integer,
  list,
  operation,
  optional,
  refusals,
  report,
  rowId,
  text,
} from '@boyun/kernel/contract';

const product = integer({ zh: '产品', en: 'Product' }, { min: 1, max: 100, byDefault: 1 });
const project = integer({ zh: '项目', en: 'Project' }, { min: 1, max: 100 });
const number = text({ zh: '版本号', en: 'Version' }, { max: 32, pattern: /^[0-9A-Za-z.-]+$/ });
const titleZh = text({ zh: '标题（中文）', en: 'Title (Chinese)' }, { max: 120 });
const titleEn = text({ zh: '标题（英文）', en: 'Title (English)' }, { max: 120 });
const bodyZh = text({ zh: '内容（中文）', en: 'Text (Chinese)' }, { max: 8000, isLong: true });
const bodyEn = text({ zh: '内容（英文）', en: 'Text (English)' }, { max: 8000, isLong: true });

/** Whether an announcement or a request awaits the caller: the review dot (spec §7). */
export const checkVersion = operation('check-version', {
  title: { zh: '检查版本', en: 'Check the version' },
  path: '/api/announcement/checkVersion',
  access: 'signed-in',
  input: {
    tenantId: { ...optional(text({ zh: '租户编号', en: 'Tenant id' }, { max: 32 })), wireName: 'tenantId' },
    product: { ...product, wireName: 'product' },
    project: {
      ...integer({ zh: '项目', en: 'Project' }, { min: 1, max: 100, byDefault: 2 }),
      wireName: 'project',
    },
  },
  output: {
    /** Whether an announcement is unread or a request awaits the caller's decision. */
    isReviewNeeded: { ...flag({ zh: '待查看', en: 'Needs a look' }), wireName: 'NeedReview' },
    hasAnnouncement: flag({ zh: '有新公告', en: 'News' }),
    openReviews: integer({ zh: '待我审核', en: 'For me to decide' }),
    version: text({ zh: '产品版本', en: 'Product version' }),
  },
  answersAs: 'beside',
  isRead: true,
});

/** Version announcements, newest first. */
export const announcementList = report('announcement', {
  title: { zh: '版本更新历史', en: 'Version history' },
  path: '/api/announcement/list',
  access: 'signed-in',
  filters: { text: optional(text({ zh: '关键字', en: 'Keyword' }, { max: 64 })), project: optional(project) },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '发布时间', en: 'Published' }),
    number,
    titleZh,
    titleEn,
    bodyZh,
    bodyEn,
    projects: list({ zh: '适用项目', en: 'Projects' }, project),
    isSeen: flag({ zh: '已查看', en: 'Looked at' }),
    writer: text({ zh: '发布人', en: 'Written by' }),
  },
});

/** Marks all announcements as seen by the caller, which clears the review dot. */
export const seeAnnouncements = operation('see-announcements', {
  title: { zh: '查看版本更新', en: 'Look at the version history' },
  path: '/api/announcement/see',
  access: 'signed-in',
  input: {},
  output: { seenCount: integer({ zh: '新查看', en: 'Newly seen' }) },
  audit: 'announcement.seen',
});

/** Publishes a version announcement to all tenants; for platform staff. */
export const publishAnnouncement = operation('publish-announcement', {
  title: { zh: '发布版本公告', en: 'Publish an announcement' },
  path: '/api/announcement/publish',
  access: 'platform',
  input: {
    number,
    titleZh,
    titleEn,
    bodyZh,
    bodyEn,
    product,
    projects: list({ zh: '适用项目', en: 'Projects' }, project, { max: 20 }),
    hasToBeReviewed: flag({ zh: '亮起待查看红点', en: 'Lights the review dot' }, { byDefault: true }),
  },
  output: { id: text({ zh: '编号', en: 'Id' }) },
  audit: 'announcement.published',
});

/** Withdraws an announcement; for platform staff. */
export const withdrawAnnouncement = operation('withdraw-announcement', {
  title: { zh: '撤回版本公告', en: 'Withdraw an announcement' },
  path: '/api/announcement/withdraw',
  access: 'platform',
  input: {
    announcementId: rowId({ zh: '编号', en: 'Id' }),
  },
  output: {},
  audit: 'announcement.withdrawn',
});

export const announcementRefusal = refusals('announcement', {
  'not-found': { status: 404, zh: '公告不存在或已撤回', en: 'The announcement does not exist or was withdrawn' },
});
