import { alarms } from '@boyun/alarms/contract';
import { pages as alarmPages } from '@boyun/alarms/web';
import { charging } from '@boyun/charging/contract';
import { pages as chargingPages } from '@boyun/charging/web';
import { devices } from '@boyun/devices/contract';
import { pages as devicePages } from '@boyun/devices/web';
import { facilities } from '@boyun/facilities/contract';
import { pages as facilityPages } from '@boyun/facilities/web';
import { gateway } from '@boyun/gateway/contract';
import { pages as gatewayPages } from '@boyun/gateway/web';
import { insight } from '@boyun/insight/contract';
import { pages as insightPages } from '@boyun/insight/web';
import type { ModuleContract } from '@boyun/kernel/contract';
import type { WebPages } from '@boyun/kernel/web';
import { openApi } from '@boyun/open-api/contract';
import { pages as openApiPages } from '@boyun/open-api/web';
import { orders } from '@boyun/orders/contract';
import { offerOrderActs, pages as orderPages } from '@boyun/orders/web';
import { passings } from '@boyun/passings/contract';
import { CorrectPlate, pages as passingPages } from '@boyun/passings/web';
import { payments } from '@boyun/payments/contract';
import { OrderPayActs, pages as paymentPages } from '@boyun/payments/web';
import { people } from '@boyun/people/contract';
import { pages as peoplePages } from '@boyun/people/web';
import { push } from '@boyun/push/contract';
import { pages as pushPages } from '@boyun/push/web';
import { reviews } from '@boyun/reviews/contract';
import { pages as reviewPages } from '@boyun/reviews/web';
import { site } from '@boyun/site/contract';
import { pages as sitePages } from '@boyun/site/web';
import { system } from '@boyun/system/contract';
import { pages as systemPages } from '@boyun/system/web';
import { vehicleLists } from '@boyun/vehicle-lists/contract';
import { pages as vehicleListPages } from '@boyun/vehicle-lists/web';

/** The one list of modules the web shows. */
export const contracts: readonly ModuleContract[] = [
  insight,
  facilities,
  site,
  orders,
  passings,
  alarms,
  charging,
  payments,
  reviews,
  vehicleLists,
  devices,
  gateway,
  people,
  system,
  openApi,
  push,
];

/** Bespoke pages of all modules by component key. */
export const bespokePages: WebPages = {
  ...alarmPages,
  ...chargingPages,
  ...devicePages,
  ...facilityPages,
  ...gatewayPages,
  ...insightPages,
  ...openApiPages,
  ...orderPages,
  ...passingPages,
  ...paymentPages,
  ...peoplePages,
  ...reviewPages,
  ...sitePages,
  ...pushPages,
  ...systemPages,
  ...vehicleListPages,
};

// Orders may not know what builds on them: taking money and matching plates are put into the order's detail here.
offerOrderActs(OrderPayActs, CorrectPlate);
