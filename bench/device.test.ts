import { takeMachineClock } from '@boyun/launch/suite-clock';
import { expect, test } from 'vitest';
import { runDevices } from './device.ts';
import { openGround } from './ground.ts';

takeMachineClock();

/** A fiftieth in the suite; `BENCH_SCALE=1` for the two thousand devices. */
const scale = Number(process.env.BENCH_SCALE ?? '0.02');

test('devices with heartbeats and passings are all served, also while strangers flood the server', async () => {
  const ground = await openGround(scale);
  try {
    const { rows, sent, taken, recorded } = await runDevices(ground);
    expect(sent).toBeGreaterThan(100);
    expect([taken, recorded]).toEqual([sent, sent]);
    // Of strangers every message was refused, and at least some had come.
    expect(rows.find((row) => row.metric.includes('strangers'))!.reference).toMatch(/, [1-9]\d* refused$/);
  } finally {
    await ground.close();
  }
}, 300_000);
