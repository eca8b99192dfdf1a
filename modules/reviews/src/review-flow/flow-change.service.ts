import { hasOtherAdmin } from '@boyun/access/server';
import { Refusal, say } from '@boyun/kernel/contract';
import { type Kernel, type ResourceHooks, type Sweep, systemWho } from '@boyun/kernel/server';
import { submit } from '../review/ask-review.service.ts';
import { takeEffect, withdrawReview } from '../review/decide-review.service.ts';
import { flowChangeReview } from '../review/flow-review.contract.ts';
import { ADMINS } from '../review/review.contract.ts';
import { changesOf, reviewedWrites, SUMMARY } from '../review/reviewed-table.service.ts';
import { reviewFlow } from './review-flow.contract.ts';

/** Waiting time of a change that no other administrator can approve. */
const WAIT_MS = 24 * 3_600_000;
const ALARM = 'approval-flow-change';

/** Carries out an approved change of a flow. */
export const flowChange = reviewedWrites(reviewFlow, flowChangeReview.name);

/**
 * Defers a change of a flow until another administrator approves it. Where there is no other, it takes effect after a
 * day; until then everyone who may decide requests is notified and may reject it.
 */
export const holdFlowChange: NonNullable<ResourceHooks<typeof reviewFlow>['hold']> = async (
  tx,
  { held, before, after },
) => {
  const isAlone = !(await hasOtherAdmin(tx));
  const row = (after ?? before)!;
  const subject = reviewFlow.subject(row);
  const summary = SUMMARY[held.act](subject, reviewFlow.title);
  await submit(
    tx,
    flowChangeReview.name,
    [{ role: isAlone ? null : ADMINS }],
    {
      lotIds: [],
      subjectKind: reviewFlow.name,
      subjectId: held.id,
      subject,
      summary: isAlone
        ? {
            zh: `${summary.zh}（没有其他管理员，24小时后生效，期间可驳回）`,
            en: `${summary.en} (no other administrator: takes effect in 24 hours unless rejected)`,
          }
        : summary,
      changes: changesOf(reviewFlow, before, after, tx.who.zone),
      amountFen: null,
      counting: 'alone',
      reason: row.remark || subject,
      payload: held,
    },
    isAlone ? new Date(tx.now.getTime() + WAIT_MS) : null,
  );
  return true;
};

interface Waiting {
  readonly tenantId: number;
  readonly id: string;
  readonly zh: string;
  readonly en: string;
  readonly tenant: string;
  readonly isDue: boolean;
  readonly isOpen: boolean;
}

/** Carries out changes whose waiting time has passed, and alerts the platform to pending ones. */
export const waitingFlowChanges: Sweep = {
  name: 'waiting-flow-changes',
  everySeconds: 60,
  async run(kernel) {
    const rows = await kernel.database.system<Waiting>(
      `select r.tenant_id, r.id, r.summary_zh as zh, r.summary_en as en, t.code as tenant,
         r.takes_effect_at <= $1 as "isDue", r.state = 'pending' as "isOpen"
       from review r join tenant t on t.id = r.tenant_id
       where r.takes_effect_at is not null and (r.state = 'pending' or r.decided_at > $1 - interval '1 hour') limit 500`,
      [kernel.clock.now()],
    );
    for (const row of rows) {
      if (row.isOpen && !row.isDue) {
        const { id: subject, tenantId, tenant, zh, en } = row;
        await kernel.systemAlarms.raise({
          name: ALARM,
          subject,
          zh: `${tenant}：${zh}`,
          en: `${tenant}: ${en}`,
          tenantId,
        });
        continue;
      }
      if (row.isOpen) await carryOut(kernel, row);
      await kernel.systemAlarms.clear(ALARM, row.id);
    }
  },
};

async function carryOut(kernel: Kernel, { tenantId, id }: Waiting): Promise<void> {
  try {
    await kernel.database.inTenant(systemWho(tenantId), (tx) => takeEffect(tx, id, kernel));
  } catch (error) {
    // The flow was changed in the meantime, so the request can no longer be carried out.
    if (!(error instanceof Refusal)) throw error;
    const note = say(error.rule, 'zh', error.params);
    await kernel.database.inTenant(systemWho(tenantId), (tx) => withdrawReview(tx, id, note));
  }
}
