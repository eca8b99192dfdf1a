import { type DeviceContext, noteSign, pinSerial } from '@boyun/devices/server';
import type { Kernel } from '@boyun/kernel/server';
import type { GateAnswer, PassingMessage, recordPassing } from '@boyun/passings/server';
import { DeviceFault } from './device-fault.service.ts';

/** What takes a passing and decides; given to the gateway so that each protocol is independent of it. */
export type RecordPassing = typeof recordPassing;

/** What every protocol of the gateway works with. */
export interface Intake {
  readonly kernel: Kernel;
  readonly record: RecordPassing;
}

/**
 * Checks the serial number a message names against the camera's: the first one is pinned, any other is refused. Answers
 * the camera with its serial number.
 */
export async function checkSerial(kernel: Kernel, device: DeviceContext, serialNo: string): Promise<DeviceContext> {
  if (device.serialNo === serialNo) return device;
  const pinned = device.serialNo === null ? await pinSerial(kernel, device, serialNo) : device.serialNo;
  if (pinned !== serialNo) throw new DeviceFault('wrong-serial', `${serialNo} ≠ ${pinned ?? '?'}`);
  return { ...device, serialNo };
}

/** Takes a passing: the decision, its time in the metrics, and the camera's sign of life. */
export async function takePassing(
  { kernel, record }: Intake,
  device: DeviceContext,
  message: PassingMessage,
): Promise<GateAnswer> {
  const startedMs = performance.now();
  const answer = await record(kernel, device, message);
  kernel.metrics.decisions.observe(
    { direction: device.direction, decision: answer.decision },
    (performance.now() - startedMs) / 1000,
  );
  heard({ kernel }, device, true);
  return answer;
}

/** Notes the camera's sign of life without making its message wait. */
export function heard({ kernel }: Pick<Intake, 'kernel'>, device: DeviceContext, isPassing = false): void {
  noteSign(kernel, device, isPassing).catch((error: Error) =>
    kernel.log.warn({ camera: device.cameraId, err: error }, 'sign of life was not written'),
  );
}
