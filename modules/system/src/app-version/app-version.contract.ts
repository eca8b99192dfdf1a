import { pattern } from '@boyun/domain/pattern';
import {
  choice,
  file,
  flag,
  instant,
  operation,
  optional,
  permission,
  refusals,
  report,
  rowId,
  text,
} from '@boyun/kernel/contract';

/** The apps that accompany this product. */
export const App = {
  manager: { zh: '管理端', en: 'Manager' },
  collector: { zh: '收费员POS', en: "Collector's POS" },
  attendant: { zh: '岗亭端', en: "Attendant's booth" },
  driver: { zh: '车主端', en: 'Driver' },
} as const;

const app = choice({ zh: '应用', en: 'App' }, App);
const number = text(
  { zh: '版本号', en: 'Version' },
  { max: 32, pattern: /^\d{1,9}(\.\d{1,9}){0,3}$/, hint: { zh: '例如 2.4.1', en: 'For example 2.4.1' } },
);
const isForced = flag(
  { zh: '强制更新', en: 'Forced' },
  { byDefault: false, hint: { zh: '旧版本须更新后才能使用', en: 'Older versions must be updated before use' } },
);
const notesZh = text({ zh: '更新说明（中文）', en: 'Notes (Chinese)' }, { max: 4000, isLong: true });
const notesEn = text({ zh: '更新说明（英文）', en: 'Notes (English)' }, { max: 4000, isLong: true });

/** Versions of the apps, newest first. */
export const appVersionList = report('app-version', {
  title: { zh: 'APP版本', en: 'App versions' },
  path: '/api/appVersion/list',
  access: permission('app-version.list', { zh: '查看APP版本', en: 'View: App versions' }),
  sortable: ['app', 'number', 'isForced', 'at', 'isAnnounced', 'writer'],
  filters: { app: optional(app), isForced: optional(flag(isForced.label)) },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    app,
    number,
    isForced,
    at: instant({ zh: '发布时间', en: 'Published' }),
    downloadUrl: optional(text({ zh: '下载地址', en: 'Download' }, { max: 2000 })),
    notesZh,
    notesEn,
    isAnnounced: flag({ zh: '已公告', en: 'Announced' }),
    writer: text({ zh: '发布人', en: 'Published by' }),
  },
});

/** Publishes an app version; for platform staff. An announced version sets the review dot of every account. */
export const publishAppVersion = operation('publish-app-version', {
  title: { zh: '发布APP版本', en: 'Publish a version' },
  path: '/api/appVersion/publish',
  access: 'platform',
  input: {
    app,
    number,
    package: optional(
      file({ zh: '安装包', en: 'Package' }, { hint: { zh: 'apk，小于 20 MB', en: 'An APK under 20 MB' } }),
    ),
    packageUrl: optional(
      text(
        { zh: '或下载网址', en: 'Or its address' },
        { max: 1000, rule: pattern.url, hint: { zh: '应用商店或下载页', en: 'A store or a page' } },
      ),
    ),
    isForced,
    isAnnounced: flag(
      { zh: '公告所有租户', en: 'Announce it' },
      { byDefault: true, hint: { zh: '亮起版本更新红点', en: 'Sets the dot of the version history' } },
    ),
    notesZh,
    notesEn,
  },
  output: { id: text({ zh: '编号', en: 'Id' }) },
  audit: 'app-version.published',
});

/** Withdraws an app version with its announcement; for platform staff. */
export const withdrawAppVersion = operation('withdraw-app-version', {
  title: { zh: '撤回APP版本', en: 'Withdraw a version' },
  path: '/api/appVersion/withdraw',
  access: 'platform',
  input: {
    appVersionId: rowId({ zh: '编号', en: 'Id' }),
  },
  output: {},
  audit: 'app-version.withdrawn',
});

/** Called by an app at start: whether a newer version exists, and whether the update is mandatory. */
export const checkAppVersion = operation('check-app-version', {
  title: { zh: '检查APP版本', en: 'Check the version of an app' },
  path: '/api/appVersion/check',
  access: 'signed-in',
  input: { app, number },
  output: {
    hasUpdate: flag({ zh: '有新版本', en: 'There is a newer one' }),
    isForced,
    number: optional(number),
    downloadUrl: optional(text({ zh: '下载地址', en: 'Download' }, { max: 2000 })),
    notesZh: optional(notesZh),
    notesEn: optional(notesEn),
  },
  isRead: true,
});

export const appVersionRefusal = refusals('app-version', {
  'not-found': { status: 404, zh: '版本不存在或已撤回', en: 'The version does not exist or was withdrawn' },
  'not-newer': {
    status: 409,
    zh: '版本号须大于已发布的 {number}',
    en: 'The number must be greater than {number}, which is already published',
  },
});
