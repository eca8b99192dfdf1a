import type { TenantTx } from '@boyun/kernel/server';
import { chargeRule } from '../charge-rule/charge-rule.contract.ts';
import type { Done } from './tariff-version.service.ts';
import type {
  draftSaved,
  versionApproved,
  versionReturned,
  versionSubmitted,
} from './tariff-version-event.contract.ts';

/** What the audit log says about an operation on a version. */
type Description = Omit<Parameters<TenantTx['audit']>[0], 'action'>;
type VersionEvent = typeof draftSaved | typeof versionSubmitted | typeof versionApproved | typeof versionReturned;

/** Emits the event of an operation and audits the resulting state of the version. */
export function recordVersion(
  tx: TenantTx,
  describe: (entry: Description) => void,
  type: VersionEvent,
  ruleId: string,
  done: Done,
  more: object = {},
): void {
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
  describe({
    subjectKind: chargeRule.name,
    subjectId: ruleId,
    subject: `${name} v${after.number}`,
    before: seen(before) ?? undefined,
    after: { ...seen(after), ...more },
  });
}
