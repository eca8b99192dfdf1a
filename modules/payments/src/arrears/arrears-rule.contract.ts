import { clock, flag, integer, operation, optional, permission, text } from '@boyun/kernel/contract';
import { arrearsList } from './arrears.contract.ts';

const quietClock = (zh: string, en: string, hint?: { zh: string; en: string }) => optional(clock({ zh, en }, { hint }));

/** The rule for automatic reminders of debts, and the address of their payment link. */
const rule = {
  isActive: flag({ zh: '自动催缴', en: 'Remind automatically' }, { byDefault: false }),
  afterDays: integer(
    { zh: '欠费几天后（天）', en: 'After (days)' },
    { min: 0, max: 365, byDefault: 3, hint: { zh: '最早一笔欠费超过此天数才催缴', en: 'Since the oldest debt' } },
  ),
  everyDays: integer(
    { zh: '间隔（天）', en: 'At most every (days)' },
    {
      min: 1,
      max: 365,
      byDefault: 7,
      hint: { zh: '同一车牌两次催缴至少间隔', en: 'Between two reminders of a plate' },
    },
  ),
  mostTimes: integer(
    { zh: '最多次数', en: 'At most (times)' },
    {
      min: 1,
      max: 20,
      byDefault: 3,
      hint: { zh: '同一笔欠费自动催缴的上限', en: 'Automatic reminders while the oldest debt is open' },
    },
  ),
  quietFrom: quietClock('免打扰开始', 'Quiet from', {
    zh: '按租户时区；免打扰时段内不自动发送',
    en: 'Time zone of the tenant; no automatic reminders within',
  }),
  quietTo: quietClock('免打扰结束', 'Quiet until'),
  siteUrl: optional(
    text(
      { zh: '支付链接地址', en: 'Address of the payment link' },
      {
        max: 120,
        pattern: /^https?:\/\/[^\s/?#@]+$/,
        hint: {
          zh: '车主手机能打开的本系统地址，例如 https://park.example.com',
          en: 'Where phones reach this product, such as https://park.example.com',
        },
      },
    ),
  ),
};
const version = integer({ zh: '版本', en: 'Version' });

/** The present rule. */
export const getArrearsRule = operation('get-arrears-rule', {
  title: { zh: '查看催缴规则', en: 'View the rule of reminders' },
  path: '/api/arrears/getRule',
  access: arrearsList.access,
  input: {},
  output: { ...rule, version },
  isRead: true,
});

/** Replaces the rule; refused when it changed since it was read. */
export const saveArrearsRule = operation('save-arrears-rule', {
  title: { zh: '催缴规则', en: 'Reminder rule' },
  path: '/api/arrears/saveRule',
  access: permission('arrears.rule', { zh: '设置催缴规则', en: 'Set the rule of reminders' }),
  input: { ...rule, version },
  output: {},
  audit: 'arrears.rule-saved',
});

/** The fields of the rule that a form shows. */
export const arrearsRuleFields = rule;
