import { actEvent, event, flag, integer } from '@boyun/kernel/contract';
import { startCampaign, stopCampaign, stopSms } from './sms.contract.ts';

/** A campaign was made. */
export const campaignMade = actEvent(startCampaign, { count: integer({ zh: '人数', en: 'Receivers' }) });

/** A campaign may be sent. */
export const campaignBegun = event('sms-campaign.begun', {
  label: { zh: '短信群发开始', en: 'SMS to many began' },
  fields: {},
});

/** A campaign has been sent. */
export const campaignDone = event('sms-campaign.done', {
  label: { zh: '短信群发完成', en: 'SMS to many were sent' },
  fields: {},
});

/** A campaign was stopped. */
export const campaignStopped = actEvent(stopCampaign, {});

/** A customer agreed to advertising by SMS, or took it back. */
export const smsChosen = event('customer.sms-chosen', {
  label: { zh: '设置推广短信', en: 'Advertising was agreed to or taken back' },
  fields: { isAgreed: flag({ zh: '同意', en: 'Agreed' }) },
});

/** A customer unsubscribed by the link of an SMS, or by answering it. */
export const smsStopped = actEvent(stopSms, {});
