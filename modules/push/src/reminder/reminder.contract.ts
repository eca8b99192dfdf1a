import { choice, flag, group, integer, list, operation, optional, text } from '@boyun/kernel/contract';
import { quietOutput, setReminders } from '../quiet/quiet.contract.ts';
import { pushRule } from '../rule/push-rule.contract.ts';

/** Whether days count before or after the occasion, or are set elsewhere. */
export const ReminderSide = {
  before: { zh: '之前', en: 'Before' },
  after: { zh: '之后', en: 'After' },
  own: { zh: '另有规定', en: 'Set elsewhere' },
} as const;

/** Whether the customer concerned gets an SMS. */
export const ReminderOwner = {
  always: { zh: '总是', en: 'Always' },
  optional: { zh: '可选', en: 'If wanted' },
  never: { zh: '不发', en: 'Never' },
} as const;

const kind = text({ zh: '提醒事项', en: 'Reminder' }, { max: 32 });
const version = integer({ zh: '版本', en: 'Version' });

/** The fields of a reminder that a tenant sets. */
export const reminderFields = {
  isActive: flag({ zh: '启用', en: 'Active' }),
  days: integer({ zh: '天数', en: 'Days' }, { min: 0, max: 365 }),
  everyDays: integer(
    { zh: '间隔（天）', en: 'At most every (days)' },
    { min: 1, max: 365, hint: { zh: '同一对象两次提醒至少间隔', en: 'Between two reminders of the same thing' } },
  ),
  mostTimes: integer(
    { zh: '最多次数', en: 'At most (times)' },
    { min: 1, max: 20, hint: { zh: '同一事由提醒的上限', en: 'While the same occasion lasts' } },
  ),
  isToOwner: flag({ zh: '短信发给车主', en: 'SMS to the owner' }),
  isToStaff: flag({ zh: '站内消息发给负责人', en: 'Message to those in charge' }),
};

/** The reminders with the settings of the tenant, and its quiet hours. */
export const getReminders = operation('get-reminders', {
  title: { zh: '提醒事项', en: 'Reminders' },
  path: '/api/push/reminder/getAll',
  access: pushRule.can.list,
  input: {},
  output: {
    quiet: group({ zh: '免打扰', en: 'Quiet hours' }, quietOutput),
    reminders: list(
      { zh: '提醒事项', en: 'Reminders' },
      group(
        { zh: '提醒事项', en: 'Reminder' },
        {
          kind,
          title: text({ zh: '名称', en: 'Name' }),
          hint: text({ zh: '说明', en: 'What it is' }),
          side: choice({ zh: '时间', en: 'When' }, ReminderSide),
          /** Where the moment comes from, for reminders with moments of their own. */
          lead: optional(text({ zh: '时间说明', en: 'When it is sent' })),
          isRepeated: flag({ zh: '重复', en: 'Repeated' }),
          owner: choice({ zh: '车主', en: 'Owner' }, ReminderOwner),
          hasStaff: flag({ zh: '有负责人', en: 'Has people in charge' }),
          obstacle: optional(text({ zh: '无法发送的原因', en: 'Why none can be sent' })),
          /** Subjects that were reminded of and are still due. */
          openCount: integer({ zh: '已提醒未了结', en: 'Reminded, still open' }),
          ...reminderFields,
          version,
        },
      ),
    ),
  },
  isRead: true,
});

/** Sets a reminder; refused when it changed since it was read. */
export const saveReminder = operation('save-reminder', {
  title: { zh: '设置提醒', en: 'Set a reminder' },
  path: '/api/push/reminder/save',
  access: setReminders,
  input: { kind, ...reminderFields, version },
  output: {},
  audit: 'reminder.saved',
});
