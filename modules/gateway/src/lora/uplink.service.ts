import { findLoraDetector, type LoraContext, type MagneticReport, noteLoraMessage } from '@boyun/devices/server';
import { type LoraUplink, readDetector, readUplink } from '@boyun/domain/lora-uplink';
import type { Kernel } from '@boyun/kernel/server';
import { takeReport } from '../magnetic/magnetic-message.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { decodeText, parseJson } from '../message/payload.service.ts';

/** Takes what a network server passes on. Throws DeviceFault for what is no message of one, or of a detector that is not known. */
export async function takeLoraMessage(kernel: Kernel, network: LoraContext, body: Uint8Array): Promise<void> {
  const message = parseJson(body);
  const uplink = readUplink(message);
  if (!uplink) throw new DeviceFault('malformed', 'neither ChirpStack v4 nor The Things Stack v3');
  // Joins and receipts say nothing of a spot.
  if (uplink === 'other') return;
  await noteLoraMessage(kernel, network, decodeText(body));
  const detector = await findLoraDetector(kernel.database, network.tenantId, uplink.devEui);
  // Sent again it would not be known either.
  if (!detector) throw new DeviceFault('unknown', `no detector has the number ${uplink.devEui}`, true);
  await takeReport(kernel, detector, reportOf(network, uplink), 'lora');
}

function reportOf(network: LoraContext, uplink: LoraUplink): MagneticReport {
  const { counter: sequence, session, at: happenedAt, signalDbm } = uplink;
  return { kind: 'state', sequence, session, happenedAt, signalDbm, ...readDetector(network, uplink) };
}
