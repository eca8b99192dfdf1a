import { pages as alarmPages, offerAlarmActs } from '@boyun/alarms/web';
import { pages as chargingPages } from '@boyun/charging/web';
import { Barrier, pages as devicePages } from '@boyun/devices/web';
import { pages as facilityPages, offerOnPlaces } from '@boyun/facilities/web';
import { pages as gatewayPages } from '@boyun/gateway/web';
import { pages as insightPages } from '@boyun/insight/web';
import { offerPlateStanding, type WebPages } from '@boyun/kernel/web';
import { pages as openApiPages } from '@boyun/open-api/web';
import { offerOrderActs, pages as orderPages } from '@boyun/orders/web';
import { CorrectPlate, MarkUnentered, pages as passingPages } from '@boyun/passings/web';
import { OrderPayActs, pages as paymentPages } from '@boyun/payments/web';
import { pages as peoplePages } from '@boyun/people/web';
import { pages as pushPages } from '@boyun/push/web';
import { pages as reviewPages } from '@boyun/reviews/web';
import { pages as sitePages, WorkbookImport } from '@boyun/site/web';
import { pages as systemPages } from '@boyun/system/web';
import { PlateStanding, pages as vehicleListPages } from '@boyun/vehicle-lists/web';
import { contractDoors } from './contract-doors.ts';

/** Requests are of kinds that other modules declare: their contracts are there before a page that names the kinds. */
function withAllContracts(load: WebPages[string]): WebPages[string] {
  return async () => {
    await Promise.all(Object.values(contractDoors).map((open) => open()));
    return load();
  };
}

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
  ...Object.fromEntries(Object.entries(reviewPages).map(([key, load]) => [key, withAllContracts(load)])),
  ...sitePages,
  ...pushPages,
  ...systemPages,
  ...vehicleListPages,
};

// Places may not know what stands at them: the barrier of a lane is moved from its line, whole lots come from a workbook.
offerOnPlaces({ laneActs: [Barrier], lotTools: [WorkbookImport] });
// Orders may not know what builds on them: taking money and matching plates are put into the order's detail here.
offerOrderActs(OrderPayActs, CorrectPlate);
// What an alarm is about belongs to those who raise it.
offerAlarmActs(MarkUnentered);
// Nor may the kernel know of lists: what they say of a car stands where its plate is typed.
offerPlateStanding(PlateStanding);
