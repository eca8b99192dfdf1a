import type { PageHelps } from '@boyun/kernel/web';

/** Help of the pages of this module. */
const helps: PageHelps = {
  setPush: {
    purpose: {
      zh: '系统何时自动提醒谁，事件发生时通知谁，用哪些渠道和文字。',
      en: 'Whom the product reminds of what and when, who hears of events, through which channels and in which words.',
    },
    steps: [
      {
        zh: '“提醒”列出系统自动提醒的事项：天数、间隔、次数，是否短信发给车主；免打扰时段内不发。',
        en: 'Reminders lists what the product reminds of: days, intervals, how often, and whether the owner gets an SMS; none in quiet hours.',
      },
      {
        zh: '“推送规则”把其他事件通知给角色、账号、手机号或邮箱；紧急规则可不遵守免打扰。',
        en: 'Rules tell roles, accounts, mobiles or mail addresses of other events; an urgent rule may ignore the quiet hours.',
      },
      {
        zh: '“推送模板”修改每个事件的文字；“短信与邮件”查看是否送达并可重发。',
        en: 'Templates change the words of each event; SMS and mails shows what was delivered, and sends again.',
      },
    ],
  },
};
export default helps;
