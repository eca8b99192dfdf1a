import { actEvent, event, flag, integer, money, plate, text } from '@boyun/kernel/contract';
import { saveArrearsRule } from './arrears-rule.contract.ts';

/** A plate was reminded by SMS of all it owes. */
export const arrearsReminded = event('arrears.reminded', {
  label: { zh: '短信催缴', en: 'A plate was reminded of its arrears' },
  fields: {
    plate: plate(),
    amountFen: money({ zh: '欠费金额', en: 'Due' }),
    count: integer({ zh: '欠费笔数', en: 'Orders' }),
    link: text({ zh: '支付链接', en: 'Payment link' }, { max: 255 }),
    isAutomatic: flag({ zh: '自动催缴', en: 'Sent by the rule' }),
  },
});

/** The rule of reminders was set. */
export const arrearsRuleSaved = actEvent(saveArrearsRule, { version: integer({ zh: '版本', en: 'Version' }) });
