import { accessServer } from '@boyun/access/server';
import { activitiesServer } from '@boyun/activities/server';
import { alarmsServer } from '@boyun/alarms/server';
import { bookingsServer } from '@boyun/bookings/server';
import { chargingServer } from '@boyun/charging/server';
import { couponsServer } from '@boyun/coupons/server';
import { devicesServer } from '@boyun/devices/server';
import { dutyServer } from '@boyun/duty/server';
import { edgeServer } from '@boyun/edge/server';
import { facilitiesServer } from '@boyun/facilities/server';
import { feedbackServer } from '@boyun/feedback/server';
import { gatewayServer } from '@boyun/gateway/server';
import { groupsServer } from '@boyun/groups/server';
import { insightServer } from '@boyun/insight/server';
import { invoicesServer } from '@boyun/invoices/server';
import { bindSlots, declaredEvents, fill, Slots } from '@boyun/kernel/contract';
import type { ServerModule } from '@boyun/kernel/server';
import { listsServer } from '@boyun/lists/server';
import { lotDeskServer } from '@boyun/lot-desk/server';
import { membersServer } from '@boyun/members/server';
import { merchantsServer } from '@boyun/merchants/server';
import { moneyServer } from '@boyun/money/server';
import { openApiServer } from '@boyun/open-api/server';
import { ordersServer } from '@boyun/orders/server';
import { organisationServer } from '@boyun/organisation/server';
import { passesServer } from '@boyun/passes/server';
import { passingsServer } from '@boyun/passings/server';
import { patrolsServer } from '@boyun/patrols/server';
import { paymentsServer } from '@boyun/payments/server';
import { publicToolsServer } from '@boyun/public-tools/server';
import { pushServer } from '@boyun/push/server';
import { reconciliationServer } from '@boyun/reconciliation/server';
import { repairsServer } from '@boyun/repairs/server';
import { replaysServer } from '@boyun/replays/server';
import { reportsServer } from '@boyun/reports/server';
import { reviewsServer } from '@boyun/reviews/server';
import { screensServer } from '@boyun/screens/server';
import { settlementServer } from '@boyun/settlement/server';
import { sharedParkingServer } from '@boyun/shared-parking/server';
import { systemServer } from '@boyun/system/server';
import { tenancyServer } from '@boyun/tenancy/server';
import { videoServer } from '@boyun/video/server';
import { vipServer } from '@boyun/vip/server';
import { walletsServer } from '@boyun/wallets/server';

/** The one list of modules; migrations run in this order. */
export const modules: readonly ServerModule[] = [
  accessServer,
  organisationServer,
  tenancyServer,
  reviewsServer,
  facilitiesServer,
  moneyServer,
  listsServer,
  bookingsServer,
  passesServer,
  chargingServer,
  devicesServer,
  alarmsServer,
  repairsServer,
  ordersServer,
  activitiesServer,
  merchantsServer,
  couponsServer,
  groupsServer,
  vipServer,
  feedbackServer,
  replaysServer,
  paymentsServer,
  walletsServer,
  invoicesServer,
  membersServer,
  sharedParkingServer,
  settlementServer,
  reconciliationServer,
  passingsServer,
  gatewayServer,
  edgeServer,
  videoServer,
  insightServer,
  lotDeskServer,
  dutyServer,
  screensServer,
  patrolsServer,
  systemServer,
  openApiServer,
  pushServer,
  publicToolsServer,
  reportsServer,
];

/** What the modules put into each other's slots. */
export const slots = new Slots(
  modules.map(({ contract, slots: own }) => ({
    name: contract.name,
    slots: [fill(declaredEvents, ...contract.events), ...contract.slots, ...own],
  })),
);
bindSlots(slots);
