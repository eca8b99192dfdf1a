import type { PageHelps } from '@boyun/kernel/web';

/** Help of the pages of this module. */
const helps: PageHelps = {
  messageCenter: {
    purpose: {
      zh: '发给您的消息：紧急报警、待审核事项、规则到期和同事的通知。打开本页后红点消失。',
      en: 'Messages to you: urgent alarms, requests, expiring tariffs and notes of colleagues. Opening the page clears the dot.',
    },
    steps: [{ zh: '点一行阅读并前往处理页。', en: 'Press a row to read it and go to its page.' }],
  },
  jobs: {
    purpose: {
      zh: '后台任务：导出、导入和收费回放的进度、结果和下载。',
      en: 'Exports, imports and replays of charge rules with progress, outcome and download.',
    },
    steps: [
      {
        zh: '离开页面不影响任务；文件在有效期内可重复下载。',
        en: 'A task goes on when you leave; its file can be downloaded until it expires.',
      },
      {
        zh: '导入失败的行可以在线改正后只提交这些行。',
        en: 'Failed rows of an import can be corrected and sent again alone.',
      },
    ],
  },
  auditLog: {
    purpose: {
      zh: '谁在什么时候改了什么，改前改后各是什么。',
      en: 'Who changed what and when, with the values before and after.',
    },
    steps: [{ zh: '记录不能修改或删除。', en: 'Entries can be neither changed nor deleted.' }],
  },
};
export default helps;
