import { actEvent, event, integer, reference, text } from '@boyun/kernel/contract';
import { createFromTemplate } from '../charge-rule/charge-rule.contract.ts';
import {
  approveVersion,
  discardDraft,
  publishVersion,
  rejectVersion,
  saveDraft,
  submitVersion,
  withdrawVersion,
} from './tariff-version.contract.ts';

const fields = {
  id: reference({ zh: '收费规则', en: 'Charge rule' }, 'charge-rule'),
  number: integer({ zh: '版本', en: 'Version' }),
  state: text({ zh: '状态', en: 'State' }, { max: 16 }),
};

/** A rule was made from a template. */
export const ruleStarted = actEvent(createFromTemplate, { id: fields.id, number: fields.number });

/** A draft of a version was saved. */
export const draftSaved = actEvent(saveDraft, fields);

/** A draft of a version was discarded. */
export const draftDiscarded = actEvent(discardDraft, { id: fields.id, number: fields.number });

/** A version waits for its review. */
export const versionSubmitted = event('charge-rule.submitted', { label: submitVersion.title, fields });

/** A version was approved. */
export const versionApproved = event('charge-rule.approved', { label: approveVersion.title, fields });

/** A version was returned to its author. */
export const versionReturned = event('charge-rule.returned', { label: rejectVersion.title, fields });

/** A version was published. */
export const versionPublished = actEvent(publishVersion, fields);

/** A published version that had not begun was withdrawn. */
export const versionWithdrawn = actEvent(withdrawVersion, fields);
