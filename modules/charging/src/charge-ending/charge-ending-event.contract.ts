import { event, integer, optional, text, timePlaceholder } from '@boyun/kernel/contract';

/** A binding of a charge rule is about to end, or the rule is about to change to another version. */
export const ruleEnding = event('charge-rule.ending', {
  label: { zh: '收费规则即将到期', en: 'A charge rule is about to end' },
  fields: {
    name: text({ zh: '收费规则', en: 'Charge rule' }, { max: 255 }),
    day: text({ zh: '日期', en: 'Day' }, { max: 32 }),
    next: optional(integer({ zh: '下一版本', en: 'Next version' })),
  },
  push: {
    placeholders: {
      rule: { label: { zh: '收费规则', en: 'Charge rule' }, value: (data) => data.name },
      day: { label: { zh: '日期', en: 'Day' }, value: (data) => data.day },
      what: {
        label: { zh: '变化', en: 'What changes' },
        value: ({ next }) =>
          next === null
            ? { zh: '的绑定即将到期', en: 'has a binding that is about to end' }
            : { zh: `即将换用第${next}版`, en: `is about to change to version ${next}` },
      },
      after: {
        label: { zh: '之后', en: 'What applies then' },
        value: ({ next, day }) =>
          next === null
            ? {
                zh: `${day}之后该绑定不再生效，如需继续使用，请延长日期或绑定新的规则。`,
                en: `It applies until ${day}. Extend it or bind another rule to continue charging.`,
              }
            : {
                zh: `新版本自${day}起生效，现行版本同时停用。`,
                en: `The new version takes effect on ${day}, when the current one ends.`,
              },
      },
      time: timePlaceholder,
    },
    title: { zh: '收费规则“{rule}”{what}', en: 'Charge rule "{rule}" {what}' },
    body: { zh: '{after}', en: '{after}' },
    path: ({ next }) => (next === null ? '/_cloud_operation/chargeBinding' : '/_cloud_operation/chargeRule'),
    message: 'reminder',
  },
});
