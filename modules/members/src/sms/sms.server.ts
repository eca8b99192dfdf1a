import { requireLot } from '@boyun/facilities/server';
import { disabledReason, maskPhone, Refusal } from '@boyun/kernel/contract';
import { asHolder, containing, handle, handleFreely, notFound, serveReport, type TenantTx } from '@boyun/kernel/server';
import { endOfQuiet, quietHoursOf } from '@boyun/push/server';
import { nameOfTenant } from '../consent/consent.service.ts';
import { customerOf } from '../session/driver-session.service.ts';
import { audienceWords, countAudience, enterReceivers } from './audience.queries.ts';
import { filledText, partsOf, requireApproved, sendCampaign, smsValues } from './campaign.service.ts';
import {
  type CampaignState,
  campaignRefusal,
  campaignTransitions,
  getSmsStop,
  previewCampaign,
  setOwnSms,
  smsCampaigns,
  smsReceivers,
  startCampaign,
  stopCampaign,
  stopSms,
} from './sms.contract.ts';
import { chooseSms, unsubscribe } from './sms-consent.service.ts';
import { campaignMade, campaignStopped } from './sms-event.contract.ts';

const OUTCOME = `case when r.state = 'queued' then coalesce(s.state, 'sent') else r.state end`;

/** Campaigns with what became of their SMS. */
export const campaignReport = serveReport(smsCampaigns, {
  from: 'sms_campaign',
  as: 'c',
  columnJoins: `left join lateral (
    select count(*) filter (where r.state <> 'waiting')::int as handled_count,
      count(*) filter (where ${OUTCOME} in ('sent', 'kept'))::int as sent_count, count(*) filter (where ${OUTCOME} = 'failed')::int as failed_count,
      count(*) filter (where r.state in ('withdrawn', 'gone'))::int as skipped_count
    from sms_receiver r left join push_send_fact s on s.tenant_id = r.tenant_id and s.id = r.send_id
    where r.tenant_id = c.tenant_id and r.campaign_id = c.id) n on true`,
  lot: null,
  own: 'c.created_by_id = ?',
  period: 'c.created_at',
  filters: { title: containing('c.title') },
  columns: {
    handledCount: 'n.handled_count',
    sentCount: 'n.sent_count',
    failedCount: 'n.failed_count',
    skippedCount: 'n.skipped_count',
  },
  order: 'c.created_at desc, c.id desc',
});

/** The receivers of campaigns. */
export const receiverReport = serveReport(smsReceivers, {
  from: 'sms_receiver',
  as: 'r',
  joins: 'left join push_send_fact s on s.tenant_id = r.tenant_id and s.id = r.send_id',
  lot: null,
  own: 'exists (select from sms_campaign c where c.tenant_id = r.tenant_id and c.id = r.campaign_id and c.created_by_id = ?)',
  filters: { campaignId: 'r.campaign_id = ?', outcome: `${OUTCOME} = ?` },
  columns: { outcome: OUTCOME, answer: 's.answer', at: 'coalesce(s.sent_at, r.at)' },
  order: 'r.id',
});

const STOP_SAMPLE = '1-AbCdEfGh12345678';

const campaignServers = [
  handle(previewCampaign, async (tx, { templateId, ...audience }, _act, { configuration }) => {
    if (audience.lotId) await requireLot(tx, audience.lotId);
    const { content, purpose } = await requireApproved(tx, templateId, configuration);
    const { examples, ...counts } = await countAudience(tx, audience, purpose === 'advertising');
    const sample = filledText(
      content,
      smsValues(content, { name: null, stopCode: STOP_SAMPLE }, configuration.publicUrl),
    );
    return {
      ...counts,
      withoutConsentCount: counts.matchCount - counts.receiverCount,
      sample,
      parts: partsOf(sample),
      startsAt: endOfQuiet(tx.now, await quietHoursOf(tx)) ?? tx.now,
      examples: examples.map(maskPhone),
    };
  }),
  handle(startCampaign, async (tx, { title, templateId, receiverCount, reason, ...audience }, act, kernel) => {
    if (audience.lotId) await requireLot(tx, audience.lotId);
    const template = await requireApproved(tx, templateId, kernel.configuration);
    const isAdvertising = template.purpose === 'advertising';
    const { receiverCount: count } = await countAudience(tx, audience, isAdvertising);
    if (count === 0) throw new Refusal(campaignRefusal.nobody);
    if (count !== receiverCount) throw new Refusal(campaignRefusal['count-changed'], { count });
    const campaignId = tx.newId();
    const words = await audienceWords(tx, audience);
    await tx.query(
      `insert into sms_campaign (tenant_id, id, created_at, created_by, title, template_id, content, provider_code, is_advertising,
         audience_zh, audience_en, state, total_count, created_by_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'pending', $12, $13)`,
      [
        tx.tenantId,
        campaignId,
        tx.now,
        tx.who.name,
        title,
        templateId,
        template.content,
        template.providerCode,
        isAdvertising,
        words.zh,
        words.en,
        count,
        tx.who.userId,
      ],
    );
    await enterReceivers(tx, campaignId, audience, isAdvertising);
    tx.emit(campaignMade, { lotId: null, subjectId: campaignId, data: { count } });
    const asked = await sendCampaign(tx, {
      lotIds: [],
      subjectKind: smsCampaigns.name,
      subjectId: campaignId,
      subject: title,
      summary: { zh: `群发短信 ${count}人`, en: `SMS to ${count} customers` },
      changes: [
        {
          label: { zh: '内容', en: 'Text' },
          before: { zh: '—', en: '—' },
          after: { zh: template.content, en: template.content },
        },
        { label: { zh: '发送对象', en: 'To whom' }, before: { zh: '—', en: '—' }, after: words },
      ],
      amountFen: null,
      counting: 'alone',
      reason,
      payload: { campaignId },
    });
    act.describe({
      subjectKind: smsCampaigns.name,
      subjectId: campaignId,
      subject: title,
      after: { count, audience: words.zh, reason, review: asked.effect },
    });
    return { campaignId, reviewId: asked.reviewId, isPending: asked.isPending };
  }),
  handle(stopCampaign, async (tx, { campaignId, note }, act) => {
    const [row] = await tx.query<{ title: string; state: CampaignState }>(
      'select title, state from sms_campaign where tenant_id = $1 and id = $2 for update',
      [tx.tenantId, campaignId],
    );
    if (!row) throw notFound(tx.who, smsCampaigns.title);
    const why = disabledReason(campaignTransitions, 'stop', row.state);
    if (why) throw new Refusal(campaignRefusal['not-possible'], { reason: why[tx.who.language] });
    await tx.query(
      `update sms_campaign set state = 'stopped', ended_at = $3, note = $4, next_at = null where tenant_id = $1 and id = $2`,
      [tx.tenantId, campaignId, tx.now, note],
    );
    tx.emit(campaignStopped, { lotId: null, subjectId: campaignId, data: {} });
    act.describe({ subjectKind: smsCampaigns.name, subjectId: campaignId, subject: row.title, after: { note } });
    return {};
  }),
];

async function requireStop(tx: TenantTx, code: string): Promise<{ id: string; mobile: string; isAgreed: boolean }> {
  const [row] = await tx.query<{ id: string; mobile: string; isAgreed: boolean }>(
    `select id, mobile, sms_agreed_at is not null as "isAgreed" from customer
     where tenant_id = $1 and stop_code = $2 and mobile is not null for update`,
    [tx.tenantId, code],
  );
  if (!row) throw new Refusal(campaignRefusal['unknown-code']);
  return row;
}

/** SMS to many, and what customers choose about them. */
export const smsServers = [
  ...campaignServers,
  handle(setOwnSms, async (tx, { isAgreed }, act) => {
    const customerId = customerOf(tx);
    await chooseSms(tx, customerId, isAgreed);
    act.describe({ subjectKind: 'customer', subjectId: customerId, after: { isAgreed } });
    return {};
  }),
  handleFreely(getSmsStop, (kernel, { code }, { language }) =>
    asHolder(kernel, code, { name: 'driver', unknown: campaignRefusal['unknown-code'], language }, async (tx) => {
      const { mobile, isAgreed } = await requireStop(tx, code);
      return { tenantName: await nameOfTenant(tx), maskedMobile: maskPhone(mobile), isAgreed };
    }),
  ),
  handleFreely(stopSms, (kernel, { code }, { language }) =>
    asHolder(kernel, code, { name: 'driver', unknown: campaignRefusal['unknown-code'], language }, async (tx) => {
      await unsubscribe(tx, await requireStop(tx, code));
      return {};
    }),
  ),
];
