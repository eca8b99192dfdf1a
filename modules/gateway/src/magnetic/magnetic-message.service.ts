import { type MagneticContext, type MagneticReport, magneticWho, noteMagnetic } from '@boyun/devices/server';
import { decode } from '@boyun/kernel/contract';
import type { Kernel } from '@boyun/kernel/server';
import { takeDetector } from '@boyun/passings/server';
import { DeviceFault } from '../message/device-fault.service.ts';
import type { DeviceRecord } from '../message/payload.service.ts';
import { magneticFields } from './magnetic.contract.ts';

type Route = Parameters<typeof noteMagnetic>[3];

/** Reads a message of a detector. Throws DeviceFault. */
export function readMagnetic(message: DeviceRecord, zone: string): MagneticReport {
  const decoded = decode(magneticFields, message, { zone });
  if (!decoded.ok)
    throw new DeviceFault('malformed', decoded.issues.map((issue) => `${issue.path}: ${issue.en}`).join('; '));
  const { battery, signal, ...values } = decoded.values;
  return { ...values, batteryPercent: battery, signalDbm: signal };
}

/** Takes a message of a detector. Throws DeviceFault. */
export async function takeMagnetic(
  kernel: Kernel,
  detector: MagneticContext,
  message: DeviceRecord,
  route: Route,
): Promise<void> {
  await takeReport(kernel, detector, readMagnetic(message, detector.zone), route);
}

/** Takes a report of a detector: battery, signal and sign of life, and what it says of its spot, in one transaction. */
export async function takeReport(
  kernel: Kernel,
  detector: MagneticContext,
  report: MagneticReport,
  route: Route,
): Promise<void> {
  await kernel.database.inTenant(magneticWho(detector), async (tx) => {
    const signal = await noteMagnetic(tx, detector, report, route);
    if (!signal) return;
    const { messageId, lotId, serialNo, isTaken, happenedAt } = signal;
    // One that is bound to no spot is written down only.
    await takeDetector(tx, lotId, { eventKey: `message ${messageId}`, detectorNo: serialNo, isTaken, happenedAt });
  });
}
