import { actEvent, event, integer, reference, text, timePlaceholder } from '@boyun/kernel/contract';
import { createFromTemplate } from '../charge-rule/charge-rule.contract.ts';
import {
  approveVersion,
  discardDraft,
  publishVersion,
  rejectVersion,
  saveDraft,
  withdrawVersion,
} from './tariff-version.contract.ts';

const fields = {
  id: reference({ zh: '收费规则', en: 'Charge rule' }, 'charge-rule'),
  number: integer({ zh: '版本', en: 'Version' }),
  state: text({ zh: '状态', en: 'State' }, { max: 16 }),
  name: text({ zh: '收费规则名称', en: 'Name of the rule' }, { max: 255 }),
};

/** A rule was made from a template. */
export const ruleStarted = actEvent(createFromTemplate, { id: fields.id, number: fields.number });

/** A draft of a version was saved. */
export const draftSaved = actEvent(saveDraft, fields);

/** A draft of a version was discarded. */
export const draftDiscarded = actEvent(discardDraft, { id: fields.id, number: fields.number });

/** A version waits for its review. */
export const versionSubmitted = event('charge-rule.submitted', {
  label: { zh: '收费规则待审核', en: 'A tariff waits for review' },
  fields,
  push: {
    placeholders: {
      rule: { label: { zh: '收费规则', en: 'Charge rule' }, value: (data) => data.name },
      number: { label: { zh: '版本', en: 'Version' }, value: (data) => data.number },
      time: timePlaceholder,
    },
    title: { zh: '待审核：收费规则“{rule}”', en: 'To be reviewed: charge rule "{rule}"' },
    body: {
      zh: '收费规则“{rule}”第{number}版于{time}提交，请审核。',
      en: 'Version {number} of charge rule "{rule}" was submitted at {time}. Please review it.',
    },
    path: '/_cloud_operation/chargeRule',
    message: 'review',
  },
});

/** A version was approved. */
export const versionApproved = event('charge-rule.approved', { label: approveVersion.title, fields });

/** A version was returned to its author. */
export const versionReturned = event('charge-rule.returned', { label: rejectVersion.title, fields });

/** A version was published. */
export const versionPublished = actEvent(publishVersion, fields);

/** A published version that had not begun was withdrawn. */
export const versionWithdrawn = actEvent(withdrawVersion, fields);
