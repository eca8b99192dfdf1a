import { Refusal } from '@boyun/kernel/contract';
import { type Jobs, type Kernel, notFound, reaction, systemWho, type TenantTx } from '@boyun/kernel/server';
import { smsTemplate } from '@boyun/push/contract';
import { addSend, endOfQuiet, findSmsTemplate, quietHoursOf, type SmsTemplateRow } from '@boyun/push/server';
import { reviewRejected, reviewWithdrawn } from '@boyun/reviews/contract';
import { reviewedAct } from '@boyun/reviews/server';
import { campaignRefusal, campaignReviews } from './sms.contract.ts';
import { campaignBegun, campaignDone } from './sms-event.contract.ts';

/** The job that sends a campaign. */
const CAMPAIGN_JOB = 'sms-campaign';
/** Receivers that are handled in one transaction. */
const BATCH = 50;
/** Signs of one SMS, and of each part of a longer one. */
const WHOLE_SIGNS = 70;
const PART_SIGNS = 67;

/** Returns how many SMS a text is charged as. */
export const partsOf = (text: string): number => (text.length <= WHOLE_SIGNS ? 1 : Math.ceil(text.length / PART_SIGNS));

/** Returns the approved text of a campaign; refuses one that is not, and a link to unsubscribe that leads nowhere. */
export async function requireApproved(
  tx: TenantTx,
  templateId: string,
  { publicUrl }: Pick<Kernel['configuration'], 'publicUrl'>,
): Promise<SmsTemplateRow & { readonly providerCode: string }> {
  const row = await findSmsTemplate(tx, templateId);
  if (!row) throw notFound(tx.who, smsTemplate.title);
  if (row.state !== 'approved' || !row.providerCode) throw new Refusal(campaignRefusal['not-approved']);
  if (row.content.includes('{stop}') && !publicUrl) throw new Refusal(campaignRefusal['no-address']);
  return { ...row, providerCode: row.providerCode };
}

/** The values of a text for one customer. */
export const smsValues = (
  content: string,
  { name, stopCode }: { readonly name: string | null; readonly stopCode: string | null },
  publicUrl: string | null,
): Record<string, string> => {
  const all: Record<string, string> = {
    name: name ?? '车主',
    stop: publicUrl && stopCode ? new URL(`/stop/${stopCode}`, publicUrl).href : '',
  };
  return Object.fromEntries([...content.matchAll(/\{(\w+)\}/g)].map(([, place]) => [place!, all[place!] ?? '']));
};

/** Returns a text with its values. */
export const filledText = (content: string, values: Readonly<Record<string, string>>): string =>
  content.replace(/\{(\w+)\}/g, (_, place: string) => values[place] ?? '');

/** Lets a campaign be sent when it is agreed. */
export const sendCampaign = reviewedAct(
  campaignReviews.send.name,
  async (tx: TenantTx, { campaignId }: { readonly campaignId: string }) => {
    const begun = await tx.query(
      `update sms_campaign set state = 'sending', started_at = $3 where tenant_id = $1 and id = $2 and state = 'pending' returning id`,
      [tx.tenantId, campaignId, tx.now],
    );
    if (begun.length > 0) tx.emit(campaignBegun, { lotId: null, subjectId: campaignId, data: {} });
  },
);

/** Sends a campaign that may be sent. */
export const campaignsBegin = reaction('sms-campaigns-begin', [campaignBegun], {
  async react(tx, { subjectId }, jobs) {
    await jobs.send(tx, CAMPAIGN_JOB, { tenantId: tx.tenantId, campaignId: subjectId });
  },
});

/** A campaign whose review was rejected or withdrawn is not sent. */
export const campaignsRefused = reaction('sms-campaigns-refused', [reviewRejected, reviewWithdrawn], {
  wants: ({ data }) => data.kind === campaignReviews.send.name,
  async react(tx, { subjectId, data }) {
    await tx.query(
      `update sms_campaign set state = 'rejected', ended_at = $3, note = $4 where tenant_id = $1 and id = $2 and state = 'pending'`,
      [tx.tenantId, subjectId, tx.now, data.note ?? ''],
    );
  },
});

interface Campaign {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly providerCode: string;
  readonly isAdvertising: boolean;
}

interface Receiver {
  readonly id: string;
  readonly mobile: string | null;
  readonly name: string | null;
  readonly stopCode: string | null;
  readonly state: 'normal' | 'frozen' | 'deleted';
  readonly isAgreed: boolean;
}

/** Queues the SMS to one receiver, unless the consent or the account has gone since. */
async function handle(
  tx: TenantTx,
  { jobs, configuration }: Pick<Kernel, 'jobs' | 'configuration'>,
  of: Campaign,
  to: Receiver,
) {
  const isGone = to.state !== 'normal' || !to.mobile;
  const state = isGone ? 'gone' : of.isAdvertising && !to.isAgreed ? 'withdrawn' : 'queued';
  const values = smsValues(of.content, to, configuration.publicUrl);
  const sendId =
    state === 'queued'
      ? await addSend(tx, jobs, {
          channel: 'sms',
          event: campaignBegun.kind,
          recipient: to.mobile!,
          title: of.title,
          body: filledText(of.content, values),
          smsCode: of.providerCode,
          smsValues: values,
          isAdvertising: of.isAdvertising,
        })
      : null;
  await tx.query('update sms_receiver set state = $3, send_id = $4, at = $5 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    to.id,
    state,
    sendId,
    tx.now,
  ]);
}

/** Waits for the end of the quiet hours; returns whether it has to. */
async function waitForDay(tx: TenantTx, jobs: Pick<Jobs, 'send'>, campaignId: string): Promise<boolean> {
  const until = endOfQuiet(tx.now, await quietHoursOf(tx));
  await tx.query('update sms_campaign set next_at = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    campaignId,
    until,
  ]);
  if (!until) return false;
  const afterSeconds = Math.ceil((until.getTime() - tx.now.getTime()) / 1000);
  await jobs.send(tx, CAMPAIGN_JOB, { tenantId: tx.tenantId, campaignId }, { afterSeconds });
  return true;
}

/** Handles the next receivers of a campaign; returns whether there may be more. */
async function handleNext(tx: TenantTx, kernel: Kernel, campaignId: string): Promise<boolean> {
  const [campaign] = await tx.query<Campaign>(
    `select id, title, content, provider_code, is_advertising from sms_campaign
     where tenant_id = $1 and id = $2 and state = 'sending' for update`,
    [tx.tenantId, campaignId],
  );
  if (!campaign || (await waitForDay(tx, kernel.jobs, campaignId))) return false;
  const receivers = await tx.query<Receiver>(
    `select r.id, c.mobile, c.name, c.stop_code, c.state, c.sms_agreed_at is not null as "isAgreed" from sms_receiver r
     join customer c on c.tenant_id = r.tenant_id and c.id = r.customer_id
     where r.tenant_id = $1 and r.campaign_id = $2 and r.state = 'waiting' order by r.id limit $3`,
    [tx.tenantId, campaignId, BATCH],
  );
  for (const one of receivers) await handle(tx, kernel, campaign, one);
  if (receivers.length === BATCH) return true;
  await tx.query(`update sms_campaign set state = 'done', ended_at = $3 where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    campaignId,
    tx.now,
  ]);
  tx.emit(campaignDone, { lotId: null, subjectId: campaignId, data: {} });
  return false;
}

/** Sends a campaign until its end, the quiet hours, or somebody stops it. */
export async function runCampaign(kernel: Kernel, given: Record<string, unknown>): Promise<void> {
  const [tenantId, campaignId] = [Number(given.tenantId), String(given.campaignId)];
  while (await kernel.database.inTenant(systemWho(tenantId), (tx) => handleNext(tx, kernel, campaignId)));
}

/** Works the campaigns off. */
export const workCampaigns = (kernel: Kernel): Promise<void> =>
  kernel.jobs.work(CAMPAIGN_JOB, (data) => runCampaign(kernel, data));
