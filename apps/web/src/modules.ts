import { pageHelps as accessHelps, pages as accessPages } from '@boyun/access/web';
import { pages as activityPages, slots as activitySlots } from '@boyun/activities/web';
import { pages as alarmPages, pageHelps as alarmsHelps } from '@boyun/alarms/web';
import { pages as bookingPages, slots as bookingSlots, pageHelps as bookingsHelps } from '@boyun/bookings/web';
import { pageHelps as chargingHelps, pages as chargingPages, slots as chargingSlots } from '@boyun/charging/web';
import { pages as couponPages, slots as couponSlots, pageHelps as couponsHelps } from '@boyun/coupons/web';
import { pages as devicePages, slots as deviceSlots, pageHelps as devicesHelps } from '@boyun/devices/web';
import { pageHelps as dutyHelps, pages as dutyPages, slots as dutySlots } from '@boyun/duty/web';
import { pageHelps as edgeHelps, pages as edgePages } from '@boyun/edge/web';
import { pageHelps as facilitiesHelps, pages as facilityPages } from '@boyun/facilities/web';
import { pages as feedbackPages } from '@boyun/feedback/web';
import { pages as gatewayPages, slots as gatewaySlots } from '@boyun/gateway/web';
import { pages as groupPages, slots as groupSlots, pageHelps as groupsHelps } from '@boyun/groups/web';
import { pageHelps as insightHelps, pages as insightPages } from '@boyun/insight/web';
import { pageHelps as invoiceHelps, pages as invoicePages, slots as invoiceSlots } from '@boyun/invoices/web';
import { bindSlots, Slots } from '@boyun/kernel/contract';
import type { LoadPageHelps, WebPages } from '@boyun/kernel/web';
import { pages as listPages, slots as listSlots, pageHelps as listsHelps } from '@boyun/lists/web';
import { pageHelps as lotDeskHelps, pages as lotDeskPages, slots as lotDeskSlots } from '@boyun/lot-desk/web';
import { pages as memberPages, slots as memberSlots, pageHelps as membersHelps } from '@boyun/members/web';
import { pages as merchantPages, slots as merchantSlots, pageHelps as merchantsHelps } from '@boyun/merchants/web';
import { pageHelps as moneyHelps, pages as moneyPages } from '@boyun/money/web';
import { pages as openApiPages } from '@boyun/open-api/web';
import { pages as orderPages, slots as orderSlots, pageHelps as ordersHelps } from '@boyun/orders/web';
import { pageHelps as organisationHelps, pages as organisationPages } from '@boyun/organisation/web';
import { pageHelps as passesHelps, pages as passPages, slots as passSlots } from '@boyun/passes/web';
import { pages as passingPages, slots as passingSlots, pageHelps as passingsHelps } from '@boyun/passings/web';
import { pages as patrolPages, slots as patrolSlots, pageHelps as patrolsHelps } from '@boyun/patrols/web';
import { pages as paymentPages, slots as paymentSlots, pageHelps as paymentsHelps } from '@boyun/payments/web';
import {
  pageHelps as publicToolHelps,
  pages as publicToolPages,
  slots as publicToolSlots,
} from '@boyun/public-tools/web';
import { pageHelps as pushHelps, pages as pushPages } from '@boyun/push/web';
import {
  pageHelps as reconciliationHelps,
  pages as reconciliationPages,
  slots as reconciliationSlots,
} from '@boyun/reconciliation/web';
import { pages as repairPages, slots as repairSlots, pageHelps as repairsHelps } from '@boyun/repairs/web';
import { slots as replaySlots } from '@boyun/replays/web';
import { pageHelps as reportHelps, pages as reportPages, slots as reportSlots } from '@boyun/reports/web';
import { pages as reviewPages, slots as reviewSlots, pageHelps as reviewsHelps } from '@boyun/reviews/web';
import { pages as screenPages, pageHelps as screensHelps } from '@boyun/screens/web';
import {
  pageHelps as settlementHelps,
  pages as settlementPages,
  slots as settlementSlots,
} from '@boyun/settlement/web';
import {
  pageHelps as sharedParkingHelps,
  pages as sharedParkingPages,
  slots as sharedParkingSlots,
} from '@boyun/shared-parking/web';
import { pageHelps as systemHelps, pages as systemPages, slots as systemSlots } from '@boyun/system/web';
import { pages as tenancyPages } from '@boyun/tenancy/web';
import { pageHelps as videoHelps, pages as videoPages, slots as videoSlots } from '@boyun/video/web';
import { pageHelps as vipHelps, pages as vipPages, slots as vipSlots } from '@boyun/vip/web';
import { pages as walletPages, slots as walletSlots, pageHelps as walletsHelps } from '@boyun/wallets/web';

/** Custom pages of all modules by component key. */
export const bespokePages: WebPages = {
  ...activityPages,
  ...alarmPages,
  ...repairPages,
  ...chargingPages,
  ...couponPages,
  ...merchantPages,
  ...devicePages,
  ...facilityPages,
  ...gatewayPages,
  ...insightPages,
  ...moneyPages,
  ...openApiPages,
  ...orderPages,
  ...feedbackPages,
  ...passingPages,
  ...paymentPages,
  ...organisationPages,
  ...tenancyPages,
  ...accessPages,
  ...reviewPages,
  ...lotDeskPages,
  ...dutyPages,
  ...screenPages,
  ...patrolPages,
  ...pushPages,
  ...publicToolPages,
  ...systemPages,
  ...listPages,
  ...bookingPages,
  ...passPages,
  ...walletPages,
  ...invoicePages,
  ...groupPages,
  ...vipPages,
  ...edgePages,
  ...videoPages,
  ...memberPages,
  ...sharedParkingPages,
  ...settlementPages,
  ...reconciliationPages,
  ...reportPages,
};

/** What the modules put into each other's slots, in display order. */
export const slots = new Slots([
  { name: 'reviews', slots: reviewSlots },
  { name: 'lists', slots: listSlots },
  { name: 'charging', slots: chargingSlots },
  { name: 'passes', slots: passSlots },
  { name: 'bookings', slots: bookingSlots },
  { name: 'devices', slots: deviceSlots },
  { name: 'activities', slots: activitySlots },
  { name: 'coupons', slots: couponSlots },
  { name: 'merchants', slots: merchantSlots },
  { name: 'groups', slots: groupSlots },
  { name: 'vip', slots: vipSlots },
  { name: 'orders', slots: orderSlots },
  { name: 'lot-desk', slots: lotDeskSlots },
  { name: 'duty', slots: dutySlots },
  { name: 'repairs', slots: repairSlots },
  { name: 'replays', slots: replaySlots },
  { name: 'payments', slots: paymentSlots },
  { name: 'wallets', slots: walletSlots },
  { name: 'invoices', slots: invoiceSlots },
  { name: 'members', slots: memberSlots },
  { name: 'shared-parking', slots: sharedParkingSlots },
  { name: 'settlement', slots: settlementSlots },
  { name: 'reconciliation', slots: reconciliationSlots },
  { name: 'passings', slots: passingSlots },
  { name: 'gateway', slots: gatewaySlots },
  { name: 'video', slots: videoSlots },
  { name: 'patrols', slots: patrolSlots },
  { name: 'system', slots: systemSlots },
  { name: 'public-tools', slots: publicToolSlots },
  { name: 'reports', slots: reportSlots },
]);
bindSlots(slots);

/** Help of the pages of each module, loaded when it is first asked for. */
export const helpDoors: Readonly<Record<string, LoadPageHelps>> = {
  access: accessHelps,
  alarms: alarmsHelps,
  repairs: repairsHelps,
  bookings: bookingsHelps,
  charging: chargingHelps,
  devices: devicesHelps,
  duty: dutyHelps,
  facilities: facilitiesHelps,
  insight: insightHelps,
  lists: listsHelps,
  'lot-desk': lotDeskHelps,
  coupons: couponsHelps,
  groups: groupsHelps,
  vip: vipHelps,
  members: membersHelps,
  merchants: merchantsHelps,
  money: moneyHelps,
  orders: ordersHelps,
  organisation: organisationHelps,
  passes: passesHelps,
  passings: passingsHelps,
  patrols: patrolsHelps,
  payments: paymentsHelps,
  push: pushHelps,
  'public-tools': publicToolHelps,
  reconciliation: reconciliationHelps,
  reports: reportHelps,
  reviews: reviewsHelps,
  screens: screensHelps,
  settlement: settlementHelps,
  'shared-parking': sharedParkingHelps,
  system: systemHelps,
  invoices: invoiceHelps,
  edge: edgeHelps,
  video: videoHelps,
  wallets: walletsHelps,
};
