import { isHeldByOthers } from '@boyun/access/server';
import { differenceInWords } from '@boyun/domain/fee';
import { notFound, sql, type TenantTx } from '@boyun/kernel/server';
import type { Change, InboxSource } from '@boyun/reviews/server';
import { canApprove, chargeRule } from '../charge-rule/charge-rule.contract.ts';
import { approveVersion, rejectVersion } from './tariff-version.contract.ts';
import { findVersions, type Version } from './tariff-version.queries.ts';
import { approveOpen, inForceOf, returnOpen } from './tariff-version.service.ts';
import { versionApproved, versionReturned } from './tariff-version-event.contract.ts';
import { recordVersion } from './version-record.service.ts';
import { versionReview } from './version-review.contract.ts';

const MAX_CHANGES = 50;

/** Returns the rule of a version and all its versions, newest first. */
async function findRuleOf(tx: TenantTx, versionId: string): Promise<{ ruleId: string; versions: Version[] }> {
  const [row] = await tx.query<{ ruleId: string }>(
    'select charge_rule_id as "ruleId" from charge_rule_version where tenant_id = $1 and id = $2',
    [tx.tenantId, versionId],
  );
  if (!row) throw notFound(tx.who, chargeRule.title);
  return { ruleId: row.ruleId, versions: await findVersions(tx, [row.ruleId]) };
}

/** Returns what a version changes of the one in force; its reading where none is. */
function changesOf(versions: readonly Version[], version: Version): Change[] {
  const nothing = { zh: '—', en: '—' };
  const before = inForceOf(versions);
  if (!before)
    return [
      {
        label: { zh: '收费说明', en: 'Reading' },
        before: nothing,
        after: { zh: version.readingZh.slice(0, 512), en: version.readingEn.slice(0, 512) },
      },
    ];
  return differenceInWords(before.tariff, version.tariff)
    .slice(0, MAX_CHANGES)
    .map(({ zh, en }, at) => ({
      label: { zh: `变化${at + 1}`, en: `Change ${at + 1}` },
      before: nothing,
      after: { zh: zh.slice(0, 512), en: en.slice(0, 512) },
    }));
}

/** Tariff versions in review. The submitter decides only where no other account could, as on the page of tariffs. */
export const versionInbox: InboxSource = {
  kind: versionReview.name,
  subjectKind: chargeRule.name,
  seen: chargeRule.can.list,
  decide: canApprove,
  async rows(tx) {
    const isOthers = await isHeldByOthers(tx, canApprove.name);
    const name = sql`r.name || ' v' || v.number`;
    return {
      from: sql`charge_rule_version v join charge_rule r on r.tenant_id = v.tenant_id and r.id = v.charge_rule_id
        where v.tenant_id = ${tx.tenantId} and v.state = 'in-review'`,
      columns: {
        id: sql`v.id`,
        reviewNo: name,
        lotIds: sql`'{}'`,
        subjectId: sql`r.id`,
        subject: name,
        summaryZh: sql`'审核收费规则“' || r.name || '”第' || v.number || '版'`,
        summaryEn: sql`'Approve version ' || v.number || ' of charge rule "' || r.name || '"'`,
        reason: sql`coalesce(nullif(v.note, ''), '—')`,
        requestedByName: sql`v.submitted_by`,
        requestedAt: sql`v.submitted_at`,
        obstacle: isOthers ? sql`case when v.submitted_account = ${tx.who.account} then 'own-request' end` : sql`null`,
      },
    };
  },
  async changes(tx, id) {
    const { versions } = await findRuleOf(tx, id);
    return changesOf(versions, versions.find((one) => one.id === id)!);
  },
  async carryOut(tx, id, outcome, note) {
    const { ruleId } = await findRuleOf(tx, id);
    const input = { id: ruleId, note };
    if (outcome === 'approve') {
      const done = await approveOpen(tx, input);
      const { isOwnWork } = done;
      recordVersion(
        tx,
        (entry) => tx.audit({ action: approveVersion.audit!, ...entry }),
        versionApproved,
        ruleId,
        done,
        { isOwnWork },
      );
    } else
      recordVersion(
        tx,
        (entry) => tx.audit({ action: rejectVersion.audit!, ...entry }),
        versionReturned,
        ruleId,
        await returnOpen(tx, input),
      );
  },
};
