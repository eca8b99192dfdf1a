import { fill, moduleContract, resourcePage } from '@boyun/kernel/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { bindingConflicts, chargeBinding, resolveBinding } from './charge-binding/charge-binding.contract.ts';
import { ruleEnding } from './charge-ending/charge-ending-event.contract.ts';
import { chargeExample } from './charge-example/charge-example.contract.ts';
import { chargeRule, chargingRefusal, createFromTemplate } from './charge-rule/charge-rule.contract.ts';
import { fillYear, holiday } from './holiday/holiday.contract.ts';
import { yearFilled } from './holiday/holiday-event.contract.ts';
import { checkExamples, getTariffSchema, lintVersion, simulateStay } from './tariff-trial/tariff-trial.contract.ts';
import {
  approveVersion,
  compareVersions,
  discardDraft,
  getVersion,
  getVersions,
  publishVersion,
  rejectVersion,
  saveDraft,
  submitVersion,
  withdrawVersion,
} from './tariff-version/tariff-version.contract.ts';
import {
  draftDiscarded,
  draftSaved,
  ruleStarted,
  versionApproved,
  versionPublished,
  versionReturned,
  versionSubmitted,
  versionWithdrawn,
} from './tariff-version/tariff-version-event.contract.ts';

import { versionReview } from './tariff-version/version-review.contract.ts';

export { ruleId, versionNumber } from './tariff-version/tariff-version.contract.ts';
export { chargeBinding, chargeRule, chargingRefusal, versionApproved, versionReturned, versionSubmitted };

/** Tariffs with versions and examples, their bindings, and the holiday calendar. */
export const charging = moduleContract('charging', {
  events: [
    yearFilled,
    ruleStarted,
    draftSaved,
    draftDiscarded,
    versionSubmitted,
    versionApproved,
    versionReturned,
    versionPublished,
    versionWithdrawn,
    ruleEnding,
  ],
  resources: [chargeRule, chargeExample, chargeBinding, holiday],
  operations: [
    createFromTemplate,
    getVersions,
    getVersion,
    saveDraft,
    discardDraft,
    submitVersion,
    approveVersion,
    rejectVersion,
    publishVersion,
    withdrawVersion,
    compareVersions,
    simulateStay,
    lintVersion,
    checkExamples,
    getTariffSchema,
    bindingConflicts,
    resolveBinding,
    fillYear,
  ],
  refusals: [chargingRefusal],
  slots: [fill(reviewKinds, versionReview)],
  pages: [
    resourcePage('chargeRule', chargeRule, { path: '/_cloud_operation/chargeRule', icon: 'rule', area: 'tariff' }),
    resourcePage('chargeBinding', chargeBinding, {
      path: '/_cloud_operation/chargeBinding',
      icon: 'link',
      area: 'tariff',
    }),
    resourcePage('holiday', holiday, { path: '/_cloud_operation/holiday', icon: 'holiday', area: 'tariff' }),
  ],
});
