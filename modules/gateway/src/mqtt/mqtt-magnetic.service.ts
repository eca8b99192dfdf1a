import type { MagneticContext } from '@boyun/devices/server';
import type { Kernel } from '@boyun/kernel/server';
import { takeMagnetic } from '../magnetic/magnetic-message.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { parseJson } from '../message/payload.service.ts';
import { keepRefused } from '../quarantine/quarantine.service.ts';
import type { DeviceTopic } from './mqtt-intake.service.ts';
import { bodyOf } from './mqtt-message.service.ts';

/** Topics of detectors: changes, and signs of life with battery and signal. */
const NAMES = ['spot_state', 'keep_alive'];

/**
 * Takes a message of a detector, in the envelope of cameras or bare. One that cannot be taken is quarantined and counts as delivered; only
 * an internal failure throws, so that it is delivered again.
 */
export async function takeMagneticTopic(
  kernel: Kernel,
  detector: MagneticContext,
  { name, isReply, serialNo }: DeviceTopic,
  bytes: Uint8Array,
): Promise<void> {
  if (isReply || !NAMES.includes(name)) return;
  try {
    const body = bodyOf(parseJson(bytes));
    await takeMagnetic(kernel, detector, name === 'keep_alive' ? { ...body, Kind: 'heartbeat' } : body, 'mqtt');
  } catch (error) {
    if (!(error instanceof DeviceFault)) throw error;
    await keepRefused(kernel, error, {
      protocol: 'magnetic-mqtt',
      path: `device/…/message/up/${name}`,
      address: null,
      body: bytes,
      size: bytes.length,
      isKeptWhole: false,
      device: detector,
      tenantId: detector.tenantId,
      serialNo,
    });
  }
}
