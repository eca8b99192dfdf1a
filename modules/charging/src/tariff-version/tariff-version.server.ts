import { differenceInWords } from '@boyun/domain/fee';
import { type Act, handle, type TenantTx } from '@boyun/kernel/server';
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
  type Done,
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

async function versionsOf(tx: TenantTx, ruleId: string) {
  await requireRule(tx, ruleId);
  return findVersions(tx, [ruleId]);
}

type VersionEvent = typeof draftSaved | typeof versionSubmitted | typeof versionApproved | typeof versionReturned;

/** Emits the event of an operation and audits the resulting state of the version. */
function record(tx: TenantTx, act: Act, type: VersionEvent, ruleId: string, done: Done, more: object = {}): void {
  const { name, before, after } = done;
  const seen = (version: Done['after'] | null) =>
    version && {
      number: version.number,
      state: version.state,
      effectiveFrom: version.effectiveFrom,
      note: version.note,
      ...(before?.readingZh === after.readingZh ? {} : { readingZh: version.readingZh }),
    };
  tx.emit<(typeof draftSaved)['fields']>(type, {
    subjectId: ruleId,
    data: { id: ruleId, number: after.number, state: after.state, name },
  });
  act.describe({
    subjectKind: chargeRule.name,
    subjectId: ruleId,
    subject: `${name} v${after.number}`,
    before: seen(before) ?? undefined,
    after: { ...seen(after), ...more },
  });
}

/** The life cycle of a version: drafted, submitted, approved or returned, published, withdrawn. */
export const tariffVersionServers = [
  handle(getVersions, async (tx, { id }) => ({ versions: await versionsOf(tx, id) })),
  handle(getVersion, async (tx, { id, number }) => chosenOf(tx, await versionsOf(tx, id), number)),
  handle(saveDraft, async (tx, input, act) => {
    const done = await writeDraft(tx, input);
    record(tx, act, draftSaved, input.id, done);
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
  handle(submitVersion, async (tx, input, act) => {
    const done = await submitDraft(tx, input);
    record(tx, act, versionSubmitted, input.id, done);
    return done.after;
  }),
  handle(approveVersion, async (tx, input, act) => {
    const done = await approveOpen(tx, input);
    const { isOwnWork } = done;
    record(tx, act, versionApproved, input.id, done, { isOwnWork });
    return { ...done.after, isOwnWork };
  }),
  handle(rejectVersion, async (tx, input, act) => {
    const done = await returnOpen(tx, input);
    record(tx, act, versionReturned, input.id, done);
    return done.after;
  }),
  handle(publishVersion, async (tx, input, act) => {
    const done = await publishOpen(tx, input);
    record(tx, act, versionPublished, input.id, done);
    return { ...done.after, effectiveFrom: done.after.effectiveFrom! };
  }),
  handle(withdrawVersion, async (tx, input, act) => {
    const done = await withdrawScheduled(tx, input);
    record(tx, act, versionWithdrawn, input.id, done);
    return done.after;
  }),
  handle(compareVersions, async (tx, { id, a, b }) => {
    const versions = await versionsOf(tx, id);
    const differences = differenceInWords(chosenOf(tx, versions, a).tariff, chosenOf(tx, versions, b).tariff);
    return { differences: differences.map((one) => ({ path: '', ...one })) };
  }),
];
