import { noteRelayed } from '@boyun/devices/server';
import type { Kernel, Who } from '@boyun/kernel/server';
import { takeDetector, takeSighting } from '@boyun/passings/server';
import { DeviceFault } from '../message/device-fault.service.ts';
import { readSighting, readSpotMessage } from './box-message.service.ts';

/** The path at which boxes report the detectors of their spots. */
export const SPOT_PATH = '/api/box/spot';

interface Place {
  readonly lotId: string;
  readonly zone: string;
}

/** Applies a detector's report. Throws DeviceFault. */
export async function takeSpot(kernel: Kernel, who: Who, { lotId, zone }: Place, body: Uint8Array): Promise<void> {
  const message = readSpotMessage(body, zone);
  const isKnown = await kernel.database.inTenant(who, async (tx) => {
    const isTaken = await takeDetector(tx, lotId, message);
    if (isTaken) await noteRelayed(tx, { ...message, lotId, serialNo: message.detectorNo });
    return isTaken;
  });
  if (!isKnown) throw new DeviceFault('malformed', `DetectorNo: the lot has no detector ${message.detectorNo}`);
}

/** Applies what a camera saw on a spot. Throws DeviceFault. */
export async function takeSpotSighting(
  kernel: Kernel,
  who: Who,
  { lotId, zone }: Place,
  body: Uint8Array,
): Promise<void> {
  const sighting = readSighting(body, zone);
  const isKnown = await kernel.database.inTenant(who, (tx) => takeSighting(tx, lotId, sighting));
  if (!isKnown) throw new DeviceFault('malformed', `SpotNumber: the lot has no roadside spot ${sighting.spotNumber}`);
}
