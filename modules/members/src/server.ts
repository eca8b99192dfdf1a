import { fill } from '@boyun/kernel/contract';
import { serverModule } from '@boyun/kernel/server';
import { customerBook } from '@boyun/lists/server';
import { advertisingConsent, advertisingRefusal } from '@boyun/push/server';
import { applyReviews, inboxSources } from '@boyun/reviews/server';
import { appManifest } from './app/app-manifest.ingress.ts';
import { customerCar } from './car/car.contract.ts';
import { carServers, customerCarServer } from './car/car.server.ts';
import { askMove } from './car/car.service.ts';
import { carInbox } from './car/car-inbox.service.ts';
import { consentServers } from './consent/consent.server.ts';
import { members } from './contract.ts';
import { customerServer, customerServers } from './customer/customer.server.ts';
import { enterCustomers, memberBook } from './customer/customer.service.ts';
import { tellOfCars, tellOfStays } from './message/tell-customers.service.ts';
import { ownMatters } from './own/matter.service.ts';
import { ownServers } from './own/own.server.ts';
import { matterKinds } from './own/own-matter.service.ts';
import { ownData } from './privacy/own-data.service.ts';
import { personalData } from './privacy/personal-data.service.ts';
import { oldFiles, privacyReport, privacyServers } from './privacy/privacy.server.ts';
import { workRequests } from './privacy/privacy.service.ts';
import { oldSessions } from './session/driver-session.service.ts';
import { registrationsReport, shareOperations } from './share/share.server.ts';
import { signInServers } from './sign-in/sign-in.server.ts';
import { campaignsBegin, campaignsRefused, sendCampaign, workCampaigns } from './sms/campaign.service.ts';
import { smsCampaigns } from './sms/sms.contract.ts';
import { campaignReport, receiverReport, smsServers } from './sms/sms.server.ts';
import { hasAgreedToSms, unsubscribeMobile } from './sms/sms-consent.service.ts';

export { findBooker, type Holder, holderOf } from './own/holder.service.ts';
export { type Matter, type MatterKind, ownMatters } from './own/matter.service.ts';
export {
  ACCOUNTING_RECORDS,
  type PersonalData,
  personalData,
  TRADE_RECORDS,
} from './privacy/personal-data.service.ts';
export { carryOut } from './privacy/privacy.service.ts';
export { customerOf, driverAuthenticator, isDriverToken } from './session/driver-session.service.ts';

export { runCampaign } from './sms/campaign.service.ts';

/** The server side of customers. */
export const membersServer = serverModule(members, new URL('../migrations/', import.meta.url), {
  resources: [customerServer, customerCarServer],
  operations: [
    ...customerServers,
    ...carServers,
    ...signInServers,
    ...shareOperations,
    ...ownServers,
    ...consentServers,
    ...privacyServers,
    ...smsServers,
  ],
  reports: [registrationsReport, privacyReport, campaignReport, receiverReport],
  reactions: [enterCustomers, tellOfCars, tellOfStays, campaignsBegin, campaignsRefused],
  ingresses: [appManifest],
  sweeps: [oldSessions, oldFiles],
  async start(kernel) {
    await workRequests(kernel);
    await workCampaigns(kernel);
  },
  slots: [
    fill(advertisingConsent, hasAgreedToSms),
    fill(advertisingRefusal, unsubscribeMobile),
    applyReviews(smsCampaigns.access, sendCampaign),
    fill(customerBook, memberBook),
    fill(inboxSources, carInbox),
    fill(ownMatters, ...matterKinds),
    fill(personalData, ...ownData),
    applyReviews(customerCar.can.list, askMove),
  ],
});
