import { containing, type Sweep, serveReport } from '@boyun/kernel/server';
import { spotDayList } from './spot-day.contract.ts';
import { judgeDetectors, sumSpotDays } from './spot-day.service.ts';

const SEEN = 'd.agreed_count + d.missed_count + d.stuck_count';

/** The days of spots, newest first. */
export const spotDayListServer = serveReport(spotDayList, {
  from: 'spot_day',
  as: 'd',
  lot: 'd.lot_id',
  own: null,
  filters: { from: 'd.day >= ?::date', to: 'd.day <= ?::date', detectorNo: containing('d.detector_no') },
  columns: {
    id: `d.spot_id || ' ' || d.day`,
    day: 'd.day::text',
    falsePercent: 'round(100.0 * d.flap_count / nullif(d.change_count + d.flap_count, 0))::int',
    sightingCount: SEEN,
    agreedPercent: `round(100.0 * d.agreed_count / nullif(${SEEN}, 0))::int`,
  },
  order: 'd.day desc, d.spot_id',
  totals: {
    changeCount: 'd.change_count',
    flapCount: 'd.flap_count',
    sightingCount: SEEN,
    agreedCount: 'd.agreed_count',
    missedCount: 'd.missed_count',
    stuckCount: 'd.stuck_count',
  },
});

const TWO_DAYS_MS = 48 * 3_600_000;

/** Sums the days of spots, and notes how often their detectors are wrong. */
export const spotDaySweep: Sweep = {
  name: 'spot-days',
  everySeconds: 3600,
  async run(kernel) {
    await sumSpotDays(kernel, new Date(kernel.clock.now().getTime() - TWO_DAYS_MS));
    await judgeDetectors(kernel);
  },
};
