import { type Kernel, type Sweep, serveReport } from '@boyun/kernel/server';
import { cameraQuality } from './camera-quality.contract.ts';
import { judgeCameras, sumCameraDays } from './camera-quality.service.ts';

/** The days of cameras, newest first. */
export const cameraQualityServer = serveReport(cameraQuality, {
  from: 'camera_day',
  as: 'd',
  lot: 'd.lot_id',
  own: null,
  filters: { from: 'd.day >= ?::date', to: 'd.day <= ?::date' },
  columns: {
    id: `d.camera_id || ' ' || d.day`,
    day: 'd.day::text',
    readPercent: 'round(100.0 * d.read_count / nullif(d.car_count, 0))::int',
    meanConfidence: '(d.confidence_sum / nullif(d.car_count, 0))::int',
    picturePercent: 'round(100.0 * d.picture_count / nullif(d.car_count, 0))::int',
  },
  order: 'd.day desc, d.camera_id',
  totals: { carCount: 'd.car_count' },
});

/** Sums the days of cameras and tells what fell. */
export const cameraQualitySweep: Sweep = {
  name: 'camera-quality',
  everySeconds: 3600,
  async run(kernel: Kernel) {
    await sumCameraDays(kernel, new Date(kernel.clock.now().getTime() - TWO_DAYS_MS));
    await judgeCameras(kernel);
  },
};

const TWO_DAYS_MS = 48 * 3_600_000;
