import { holdersOf } from '@boyun/access/server';
import { alarmPath, alarmRaised } from '@boyun/alarms/contract';
import { versionApproved, versionReturned, versionSubmitted } from '@boyun/charging/contract';
import { type EventOf, reaction, type TenantTx } from '@boyun/kernel/server';
import {
  decideReviews,
  reviewAdvanced,
  reviewApproved,
  reviewHandedOver,
  reviewRejected,
  reviewReminded,
  reviewRequested,
} from '@boyun/reviews/contract';
import { deliver } from './message.service.ts';

const RULES = '/_cloud_operation/chargeRule';

/** Sends messages about events: urgent alarms, and charge rules that need attention. */
export const messagesFromEvents = reaction(
  'messages-from-events',
  [
    alarmRaised,
    versionSubmitted,
    versionReturned,
    versionApproved,
    reviewRequested,
    reviewAdvanced,
    reviewApproved,
    reviewRejected,
    reviewReminded,
    reviewHandedOver,
  ],
  {
    wants: (event) => event.kind !== alarmRaised.kind || event.data.severity === 'high',
    async react(tx, event) {
      switch (event.kind) {
        case alarmRaised.kind:
          return notifyAlarm(tx, event);
        case reviewRequested.kind:
        case reviewAdvanced.kind:
        case reviewApproved.kind:
        case reviewRejected.kind:
          return notifyRequest(tx, event);
        case reviewReminded.kind:
        case reviewHandedOver.kind:
          await remindApprovers(tx, event);
          return;
        default:
          return notifyReview(tx, event);
      }
    },
  },
);

async function notifyAlarm(tx: TenantTx, { data, lotId, at }: EventOf<typeof alarmRaised>): Promise<void> {
  const plate = data.plate ? ` ${data.plate}` : '';
  await deliver(tx, {
    kind: 'alarm',
    title: { zh: `${data.titleZh}${plate}`, en: `${data.titleEn}${plate}` },
    body: { zh: data.descriptionZh, en: data.descriptionEn },
    path: alarmPath(data.kind),
    sender: 'system',
    audience: 'alarm.handle',
    accountIds: await holdersOf(tx, 'alarm.handle', lotId),
    at,
  });
}

const REQUESTS = '/_cloud_operation/review';
const DECISIONS = {
  [reviewRequested.kind]: { zh: '待审核', en: 'To review' },
  [reviewAdvanced.kind]: { zh: '待审核', en: 'To review' },
  [reviewApproved.kind]: { zh: '申请已通过', en: 'Your request was approved' },
  [reviewRejected.kind]: { zh: '申请已驳回', en: 'Your request was rejected' },
} as const;
type Decision = typeof reviewRequested | typeof reviewAdvanced | typeof reviewApproved | typeof reviewRejected;

/** Notifies approvers of a new request, and the requester of the decision. */
async function notifyRequest(tx: TenantTx, { kind, data, lotId }: EventOf<Decision>): Promise<void> {
  const words = DECISIONS[kind];
  const isOpen = kind === reviewRequested.kind || kind === reviewAdvanced.kind;
  const note = data.note ? { zh: `${data.byName}：${data.note}`, en: `${data.byName}: ${data.note}` } : null;
  const holders = isOpen ? await holdersOf(tx, decideReviews.name, lotId) : [];
  await deliver(tx, {
    kind: 'review',
    title: { zh: `${words.zh}：${data.summaryZh}`, en: `${words.en}: ${data.summaryEn}` },
    body: isOpen
      ? { zh: `原因：${data.reason}`, en: `Reason: ${data.reason}` }
      : (note ?? { zh: `审核人：${data.byName}`, en: `Decided by ${data.byName}` }),
    path: REQUESTS,
    sender: 'system',
    audience: decideReviews.name,
    accountIds: isOpen ? holders.filter((id) => id !== data.requestedBy) : data.requestedBy ? [data.requestedBy] : [],
  });
}

/** Delivers a reminder, or a request that was handed over, to those who could decide it then. */
function remindApprovers(
  tx: TenantTx,
  { kind, data }: EventOf<typeof reviewReminded | typeof reviewHandedOver>,
): Promise<string | null> {
  const isHandedOver = kind === reviewHandedOver.kind;
  const asks = data.isAutomatic
    ? { zh: '该申请已等待较久，请您尽快审核', en: 'This request has waited for long and needs a decision' }
    : { zh: `${data.byName}请您尽快审核`, en: `${data.byName} asks for a decision` };
  return deliver(tx, {
    kind: 'review',
    title: isHandedOver
      ? { zh: `转交您审核：${data.summaryZh}`, en: `Handed over to you: ${data.summaryEn}` }
      : { zh: `催办：${data.summaryZh}`, en: `Reminder: ${data.summaryEn}` },
    body: isHandedOver
      ? { zh: `${data.byName}转交：${data.note}`, en: `By ${data.byName}: ${data.note}` }
      : { zh: `${asks.zh}。原因：${data.reason}`, en: `${asks.en}. Reason: ${data.reason}` },
    path: `${REQUESTS}?mine=decide`,
    sender: data.byName,
    audience: decideReviews.name,
    accountIds: data.deciderIds,
  });
}

const OUTCOMES = {
  [versionSubmitted.kind]: { zh: '待审核', en: 'is waiting for review', who: 'charge-rule.approve' },
  [versionReturned.kind]: { zh: '被退回', en: 'was returned', who: 'charge-rule.update' },
  [versionApproved.kind]: {
    zh: '已通过审核，可以发布',
    en: 'was approved and can be published',
    who: 'charge-rule.publish',
  },
} as const;
type Outcome = typeof versionSubmitted | typeof versionReturned | typeof versionApproved;

async function notifyReview(tx: TenantTx, { kind, data }: EventOf<Outcome>): Promise<void> {
  const outcome = OUTCOMES[kind];
  const [row] = await tx.query<{ name: string; note: string | null; by: string | null }>(
    `select r.name, v.note, v.submitted_by as by from charge_rule_fact r
     join charge_rule_version_fact v on v.tenant_id = r.tenant_id and v.charge_rule_id = r.id and v.number = $3
     where r.tenant_id = $1 and r.id = $2`,
    [tx.tenantId, data.id, data.number],
  );
  if (!row) return;
  const { name, note, by } = row;
  await deliver(tx, {
    kind: 'review',
    title: {
      zh: `收费规则“${name}”第${data.number}版${outcome.zh}`,
      en: `Version ${data.number} of charge rule "${name}" ${outcome.en}`,
    },
    body: {
      zh: `${by ? `提交人：${by}。` : ''}${note ? `说明：${note}` : ''}` || '请前往收费规则查看',
      en: `${by ? `Submitted by ${by}. ` : ''}${note ? `Note: ${note}` : ''}` || 'See the page of charge rules',
    },
    path: RULES,
    sender: 'system',
    audience: outcome.who,
    accountIds: await holdersOf(tx, outcome.who, null),
  });
}
