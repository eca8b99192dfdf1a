import { clock, integer, operation, optional, permission } from '@boyun/kernel/contract';

/** The quiet hours of a tenant; neither of both for none. */
export const quietFields = {
  quietFrom: optional(
    clock(
      { zh: '免打扰开始', en: 'Quiet from' },
      {
        hint: {
          zh: '按租户时区；两项都留空则不设免打扰',
          en: 'In the time zone of the tenant; leave both empty for none',
        },
      },
    ),
  ),
  quietTo: optional(clock({ zh: '免打扰结束', en: 'Quiet until' })),
};

const version = integer({ zh: '版本', en: 'Version' });

/** The quiet hours and the version they were read in. */
export const quietOutput = { ...quietFields, version };

/** The right to change when and how people are reminded. */
export const setReminders = permission('reminder.set', { zh: '设置提醒与免打扰', en: 'Set reminders and quiet hours' });

/** Sets the quiet hours; refused when they changed since they were read. */
export const saveQuietHours = operation('save-quiet-hours', {
  title: { zh: '免打扰时段', en: 'Quiet hours' },
  path: '/api/push/saveQuietHours',
  access: setReminders,
  input: quietOutput,
  output: {},
  audit: 'quiet-hours.saved',
});
