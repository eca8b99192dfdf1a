/** The lane `hours`: tests of modules and the journeys of the main job, at instants where what counts days, months or years goes wrong. */

/** When the clock of the tests starts, with the time it then is in the lots (UTC+8). */
export const HOURS = [
  { start: '2026-03-04T15:55:00Z', name: 'five minutes before midnight' },
  { start: '2026-03-31T16:10:00Z', name: 'ten past midnight of the first day of a month' },
  { start: '2027-02-28T15:55:00Z', name: '28 February, five minutes before March' },
  { start: '2028-02-29T02:00:00Z', name: '29 February' },
  { start: '2028-12-31T15:55:00Z', name: 'five minutes before a year whose holidays are not entered' },
  { start: '2026-03-07T20:00:00Z', name: 'a Sunday at four' },
];

/** From a plate that is read to a day that is reconciled. */
const JOURNEYS = [
  'attendant-minute',
  'collect-arrears',
  'driver-phone-pay',
  'duty-desk',
  'live-line',
  'merchant-desk',
  'misread-plate',
  'plate-to-mobile',
  'reconcile-day',
  'refund-order',
  'scan-invoice',
  'unentered-car',
];

/** Which files run unless words say so. */
export const HOURS_WORDS = ['modules/', ...JOURNEYS.map((name) => `journeys/${name}.test`)];
