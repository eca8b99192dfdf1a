import { differenceInWords } from '@boyun/domain/fee';
import { handle, type TenantTx } from '@boyun/kernel/server';
import { chargeRule } from '../charge-rule/charge-rule.contract.ts';
import { requireRule } from '../charge-rule/charge-rule.service.ts';
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
} from './tariff-version.contract.ts';
import { findVersions } from './tariff-version.queries.ts';
import {
  approveOpen,
  chosenOf,
  dropDraft,
  publishOpen,
  returnOpen,
  submitDraft,
  withdrawScheduled,
  writeDraft,
} from './tariff-version.service.ts';
import {
  draftDiscarded,
  draftSaved,
  versionApproved,
  versionPublished,
  versionReturned,
  versionSubmitted,
  versionWithdrawn,
} from './tariff-version-event.contract.ts';
import { recordVersion } from './version-record.service.ts';

async function versionsOf(tx: TenantTx, ruleId: string) {
  await requireRule(tx, ruleId);
  return findVersions(tx, [ruleId]);
}

/** The life cycle of a version: drafted, submitted, approved or returned, published, withdrawn. */
export const tariffVersionServers = [
  handle(getVersions, async (tx, { id }) => ({ versions: await versionsOf(tx, id) })),
  handle(getVersion, async (tx, { id, number }) => chosenOf(tx, await versionsOf(tx, id), number)),
  handle(saveDraft, async (tx, input, act) => {
    const done = await writeDraft(tx, input);
    recordVersion(tx, (entry) => act.describe(entry), draftSaved, input.id, done);
    return done.after;
  }),
  handle(discardDraft, async (tx, { id }, act) => {
    const { name, before } = await dropDraft(tx, id);
    tx.emit(draftDiscarded, { subjectId: id, data: { id, number: before.number } });
    act.describe({
      subjectKind: chargeRule.name,
      subjectId: id,
      subject: `${name} v${before.number}`,
      before: { number: before.number, readingZh: before.readingZh },
      after: undefined,
    });
    return { number: before.number };
  }),
  handle(submitVersion, async (tx, input, act, kernel) => {
    const done = await submitDraft(tx, kernel, input);
    recordVersion(tx, (entry) => act.describe(entry), versionSubmitted, input.id, done);
    return done.after;
  }),
  handle(approveVersion, async (tx, input, act) => {
    const done = await approveOpen(tx, input);
    const { isOwnWork } = done;
    recordVersion(tx, (entry) => act.describe(entry), versionApproved, input.id, done, { isOwnWork });
    return { ...done.after, isOwnWork };
  }),
  handle(rejectVersion, async (tx, input, act) => {
    const done = await returnOpen(tx, input);
    recordVersion(tx, (entry) => act.describe(entry), versionReturned, input.id, done);
    return done.after;
  }),
  handle(publishVersion, async (tx, input, act, kernel) => {
    const done = await publishOpen(tx, kernel, input);
    recordVersion(tx, (entry) => act.describe(entry), versionPublished, input.id, done);
    return { ...done.after, effectiveFrom: done.after.effectiveFrom! };
  }),
  handle(withdrawVersion, async (tx, input, act) => {
    const done = await withdrawScheduled(tx, input);
    recordVersion(tx, (entry) => act.describe(entry), versionWithdrawn, input.id, done);
    return done.after;
  }),
  handle(compareVersions, async (tx, { id, a, b }) => {
    const versions = await versionsOf(tx, id);
    const differences = differenceInWords(chosenOf(tx, versions, a).tariff, chosenOf(tx, versions, b).tariff);
    return { differences: differences.map((one) => ({ path: '', ...one })) };
  }),
];
