import { Refusal, say } from '@boyun/kernel/contract';
import { type HeldWrite, type Kernel, type ResourceHooks, type Sweep, systemWho } from '@boyun/kernel/server';
import { hasOtherAdmin } from '@boyun/people/server';
import { setApplier, submit } from '../review/ask-review.service.ts';
import { giveUp, takeEffect } from '../review/decide-review.service.ts';
import { changesOf, SUMMARY } from '../review/reviewed-table.service.ts';
import { ADMINS, FLOW_CHANGE, reviewFlow } from './review-flow.contract.ts';

/** A change that no other administrator can approve waits for this long. */
const WAIT_MS = 24 * 3_600_000;
const ALARM = 'approval-flow-change';

setApplier<HeldWrite>(FLOW_CHANGE, (tx, held, { reason: why, requestedBy, reviewers }, kernel) =>
  kernel.writeHeld(tx, reviewFlow.name, held, { why, requestedBy, reviewers }),
);

/**
 * Keeps a change of a flow until another administrator approves it. Where there is no other, it takes effect after a day;
 * until then everyone who decides requests may refuse it, and is told of it.
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
    FLOW_CHANGE,
    [{ role: isAlone ? null : ADMINS }],
    {
      lotId: null,
      subjectKind: reviewFlow.name,
      subjectId: held.id,
      subject,
      summary: isAlone
        ? {
            zh: `${summary.zh}（没有其他管理员，24小时后生效，期间可驳回）`,
            en: `${summary.en} (no other administrator: takes effect in 24 hours unless rejected)`,
          }
        : summary,
      changes: changesOf(reviewFlow as never, before, after, tx.who.zone),
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

/** Carries out changes whose day is over, and shows the platform those that wait. */
export const waitingFlowChanges: Sweep = {
  name: 'waiting-flow-changes',
  everySeconds: 60,
  async run(kernel) {
    const rows = await kernel.database.system<Waiting>(
      `select r.tenant_id as "tenantId", r.id, r.summary_zh as zh, r.summary_en as en, t.code as tenant,
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
    // The flow was changed meanwhile: what was asked for cannot be done as it was asked.
    if (!(error instanceof Refusal)) throw error;
    const note = say(error.rule, 'zh', error.params);
    await kernel.database.inTenant(systemWho(tenantId), (tx) => giveUp(tx, id, note));
  }
}
