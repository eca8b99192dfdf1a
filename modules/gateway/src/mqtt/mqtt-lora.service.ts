import type { LoraContext } from '@boyun/devices/server';
import type { Kernel } from '@boyun/kernel/server';
import { takeLoraMessage } from '../lora/uplink.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { keepRefused } from '../quarantine/quarantine.service.ts';

/** Events of ChirpStack and uplinks of The Things Stack, by the topics in their documentation. */
const TOPIC = /^application\/[^/]+\/device\/[^/]+\/event\/\w+$|^v3\/[^/]+\/devices\/[^/]+\/up$/;

/**
 * Takes a message of a network server. One that cannot be taken is noted and counts as delivered; only an internal failure throws, so
 * that it is delivered again. On other topics a server, or the broker that passes its messages on, says nothing of detectors.
 */
export async function takeLoraTopic(
  kernel: Kernel,
  network: LoraContext,
  topic: string,
  bytes: Uint8Array,
): Promise<void> {
  if (!TOPIC.test(topic)) return;
  try {
    await takeLoraMessage(kernel, network, bytes);
  } catch (error) {
    if (!(error instanceof DeviceFault)) throw error;
    await keepRefused(kernel, error, {
      protocol: 'lora-mqtt',
      path: 'mqtt/lora',
      address: null,
      body: bytes,
      size: bytes.length,
      isKeptWhole: false,
      device: null,
      tenantId: network.tenantId,
    });
  }
}
