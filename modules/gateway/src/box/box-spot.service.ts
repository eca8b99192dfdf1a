import type { Kernel, Who } from '@boyun/kernel/server';
import { takeDetector } from '@boyun/passings/server';
import { DeviceFault } from '../message/device-fault.service.ts';
import { readSpotMessage } from './box-message.service.ts';

/** The path at which boxes report the detectors of their spots. */
export const SPOT_PATH = '/api/box/spot';

/** Applies a detector's report. Throws DeviceFault. */
export async function takeSpot(
  kernel: Kernel,
  who: Who,
  { lotId, zone }: { readonly lotId: string; readonly zone: string },
  body: Uint8Array,
): Promise<void> {
  const message = readSpotMessage(body, zone);
  const isKnown = await kernel.database.inTenant(who, (tx) => takeDetector(tx, lotId, message));
  if (!isKnown) throw new DeviceFault('malformed', `DetectorNo: the lot has no detector ${message.detectorNo}`);
}
