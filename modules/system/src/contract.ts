import {
  cancelTask,
  canSeeAllTasks,
  getTask,
  moduleContract,
  page,
  resourcePage,
  taskCancelled,
  taskEnded,
  taskStarted,
} from '@boyun/kernel/contract';
import {
  announcementList,
  announcementRefusal,
  checkVersion,
  publishAnnouncement,
  seeAnnouncements,
  withdrawAnnouncement,
} from './announcement/announcement.contract.ts';
import {
  announcementPublished,
  announcementsSeen,
  announcementWithdrawn,
} from './announcement/announcement-event.contract.ts';
import {
  appVersionList,
  appVersionRefusal,
  checkAppVersion,
  publishAppVersion,
  withdrawAppVersion,
} from './app-version/app-version.contract.ts';
import { appVersionPublished, appVersionWithdrawn } from './app-version/app-version-event.contract.ts';
import { type AuditField, type AuditFields, auditLog, getAuditFields } from './audit-log/audit-log.contract.ts';
import { banner, bannerRefusal, getBanners, getPayBanners } from './banner/banner.contract.ts';
import { bannerOpened } from './banner/banner-event.contract.ts';
import { crashReportList, reportCrash } from './crash-report/crash-report.contract.ts';
import { crashReported } from './crash-report/crash-report-event.contract.ts';
import { dictionary, enumerationList, fillDictionary, getWords } from './dictionary/dictionary.contract.ts';
import { dictionaryFilled } from './dictionary/dictionary-event.contract.ts';
import {
  confirmNotice,
  getPendingNotices,
  importantNotice,
  noticeConfirmationList,
  noticeRefusal,
} from './important-notice/important-notice.contract.ts';
import { noticeConfirmed } from './important-notice/important-notice-event.contract.ts';
import {
  deleteListView,
  getListViews,
  getViewRoles,
  listViewRefusal,
  saveListView,
  shareListView,
} from './list-view/list-view.contract.ts';
import { listViewDeleted, listViewSaved, listViewShared } from './list-view/list-view-event.contract.ts';
import {
  getRecipients,
  MESSAGE_TYPE,
  messageList,
  messageRefusal,
  readMessages,
  seeMessages,
  sendMessage,
  warningChannel,
} from './message/message.contract.ts';
import { messageSent, messagesRead, messagesSeen } from './message/message-event.contract.ts';
import { getRetention, retentionRefusal, saveRetention } from './retention/retention.contract.ts';
import { retentionSaved } from './retention/retention-event.contract.ts';
import { getOpenSystemAlarms, SYSTEM_ALARM_PATH, systemAlarmList } from './system-alarm/system-alarm.contract.ts';
import { taskList } from './task/task.contract.ts';
import { queryUploadFile, renewFiles, uploadFile, uploadRefusal } from './upload/upload.contract.ts';
import { fileUploaded } from './upload/upload-event.contract.ts';

export {
  type AuditField,
  type AuditFields,
  announcementList,
  auditLog,
  checkVersion,
  getAuditFields,
  MESSAGE_TYPE,
  messageList,
  reportCrash,
  seeAnnouncements,
  seeMessages,
  uploadFile,
  warningChannel,
};

/** Messages and announcements, uploaded files, and records about the product's own use. */
export const system = moduleContract('system', {
  events: [
    taskStarted,
    taskEnded,
    taskCancelled,
    announcementPublished,
    announcementWithdrawn,
    announcementsSeen,
    appVersionPublished,
    appVersionWithdrawn,
    bannerOpened,
    crashReported,
    dictionaryFilled,
    noticeConfirmed,
    listViewSaved,
    listViewDeleted,
    listViewShared,
    messageSent,
    messagesSeen,
    messagesRead,
    retentionSaved,
    fileUploaded,
  ],
  resources: [dictionary, banner, importantNotice],
  operations: [
    getWords,
    fillDictionary,
    getBanners,
    getPayBanners,
    publishAppVersion,
    withdrawAppVersion,
    checkAppVersion,
    getAuditFields,
    checkVersion,
    seeAnnouncements,
    publishAnnouncement,
    withdrawAnnouncement,
    getPendingNotices,
    confirmNotice,
    seeMessages,
    readMessages,
    sendMessage,
    getRecipients,
    uploadFile,
    queryUploadFile,
    renewFiles,
    reportCrash,
    getListViews,
    saveListView,
    deleteListView,
    shareListView,
    getViewRoles,
    getTask,
    cancelTask,
    getRetention,
    saveRetention,
    getOpenSystemAlarms,
  ],
  reports: [
    auditLog,
    messageList,
    announcementList,
    crashReportList,
    taskList,
    enumerationList,
    appVersionList,
    noticeConfirmationList,
    systemAlarmList,
  ],
  permissions: [canSeeAllTasks],
  channels: [warningChannel],
  refusals: [
    announcementRefusal,
    appVersionRefusal,
    bannerRefusal,
    listViewRefusal,
    messageRefusal,
    noticeRefusal,
    retentionRefusal,
    uploadRefusal,
  ],
  pages: [
    page('messageCenter', {
      path: '/_cloud_system/messageCenter',
      title: messageList.title,
      icon: 'message',
      area: 'system',
      access: messageList.access,
    }),
    page('historyCenter', {
      path: '/_cloud_system/historyCenter',
      title: announcementList.title,
      icon: 'history',
      area: 'system',
      access: announcementList.access,
    }),
    resourcePage('importantNotice', importantNotice, {
      path: '/_cloud_Public/importantNotice',
      icon: 'push',
      area: 'tools',
    }),
    page('appVersion', {
      path: '/_cloud_system/app_version',
      title: appVersionList.title,
      icon: 'app',
      area: 'system',
      access: appVersionList.access,
    }),
    resourcePage('banner', banner, { path: '/_cloud_system/banner', icon: 'banner', area: 'system' }),
    resourcePage('dictionary', dictionary, { path: '/_cloud_system/dictionary', icon: 'dictionary', area: 'system' }),
    page('jobs', {
      path: '/_cloud_system/jobs',
      title: taskList.title,
      icon: 'task',
      area: 'system',
      access: taskList.access,
    }),
    page('systemAlarm', {
      path: SYSTEM_ALARM_PATH,
      title: systemAlarmList.title,
      icon: 'alarm',
      area: 'system',
      group: 'upkeep',
      access: systemAlarmList.access,
    }),
    page('retention', {
      path: '/_cloud_system/retention',
      title: getRetention.title,
      icon: 'history',
      area: 'system',
      group: 'upkeep',
      access: getRetention.access,
    }),
    page('auditLog', {
      path: '/_cloud_system/auditLog',
      title: auditLog.title,
      icon: 'log',
      area: 'system',
      group: 'log',
      access: auditLog.access,
    }),
    page('crashReport', {
      path: '/_cloud_system/crashReport',
      title: crashReportList.title,
      icon: 'alarm',
      area: 'system',
      group: 'log',
      access: crashReportList.access,
    }),
  ],
});
