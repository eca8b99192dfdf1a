import { pages as alarmPages } from '@boyun/alarms/web';
import { pages as bookingPages } from '@boyun/bookings/web';
import { pages as chargingPages } from '@boyun/charging/web';
import { pages as devicePages, slots as deviceSlots } from '@boyun/devices/web';
import { pages as dutyPages } from '@boyun/duty/web';
import { pages as facilityPages } from '@boyun/facilities/web';
import { pages as gatewayPages } from '@boyun/gateway/web';
import { pages as insightPages } from '@boyun/insight/web';
import { Slots } from '@boyun/kernel/contract';
import type { WebPages } from '@boyun/kernel/web';
import { pages as listPages, slots as listSlots } from '@boyun/lists/web';
import { pages as lotDeskPages, slots as lotDeskSlots } from '@boyun/lot-desk/web';
import { pages as moneyPages } from '@boyun/money/web';
import { pages as openApiPages } from '@boyun/open-api/web';
import { pages as orderPages } from '@boyun/orders/web';
import { pages as passPages } from '@boyun/passes/web';
import { pages as passingPages, slots as passingSlots } from '@boyun/passings/web';
import { pages as paymentPages, slots as paymentSlots } from '@boyun/payments/web';
import { pages as peoplePages } from '@boyun/people/web';
import { pages as pushPages } from '@boyun/push/web';
import { pages as reviewPages } from '@boyun/reviews/web';
import { pages as systemPages, slots as systemSlots } from '@boyun/system/web';
import { contractDoors } from './contract-doors.ts';

/** Kinds of requests and protocols of cameras are declared by other modules, so their contracts load before the page. */
function withAllContracts(load: WebPages[string]): WebPages[string] {
  return async () => {
    await Promise.all(Object.values(contractDoors).map((open) => open()));
    return load();
  };
}

/** Custom pages of all modules by component key. */
export const bespokePages: WebPages = {
  ...alarmPages,
  ...chargingPages,
  ...Object.fromEntries(Object.entries(devicePages).map(([key, load]) => [key, withAllContracts(load)])),
  ...facilityPages,
  ...gatewayPages,
  ...insightPages,
  ...moneyPages,
  ...openApiPages,
  ...orderPages,
  ...passingPages,
  ...paymentPages,
  ...peoplePages,
  ...Object.fromEntries(Object.entries(reviewPages).map(([key, load]) => [key, withAllContracts(load)])),
  ...lotDeskPages,
  ...dutyPages,
  ...pushPages,
  ...systemPages,
  ...listPages,
  ...bookingPages,
  ...passPages,
};

/** What the modules put into each other's slots, in display order. */
export const slots = new Slots([
  { name: 'devices', slots: deviceSlots },
  { name: 'lot-desk', slots: lotDeskSlots },
  { name: 'payments', slots: paymentSlots },
  { name: 'passings', slots: passingSlots },
  { name: 'lists', slots: listSlots },
  { name: 'system', slots: systemSlots },
]);
