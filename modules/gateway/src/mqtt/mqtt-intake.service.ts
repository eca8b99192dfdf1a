import {
  acceptCommand,
  type DeviceContext,
  deviceWho,
  endCommand,
  keepSnapshot,
  takeQueued,
} from '@boyun/devices/server';
import { UUID } from '@boyun/kernel/contract';
import type { Kernel } from '@boyun/kernel/server';
import { messageOf } from '../driver/carry.service.ts';
import type { Driver } from '../driver/driver.service.ts';
import { applyInput } from '../intake/device-input.service.ts';
import { checkSerial, markSeen, takeReport } from '../intake/intake.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { type DeviceRecord, isRecord, numberAt, parseJson, textAt } from '../message/payload.service.ts';
import { keepRefused } from '../quarantine/quarantine.service.ts';
import { readInput } from '../vzenith/vzenith-message.service.ts';
import { bodyOf, readSnapshotUp } from './mqtt-message.service.ts';

/** Sends a message down to a camera. */
export type SendDown = (device: DeviceContext, name: string, message: object) => Promise<void>;

/** A topic of a camera: `device/{sn}/message/up/{name}` or `device/{sn}/message/down/{name}/reply`. */
export interface DeviceTopic {
  readonly serialNo: string;
  readonly name: string;
  readonly isReply: boolean;
}

/** Reads a topic cameras publish to; null when it is none. */
export function readTopic(topic: string): DeviceTopic | null {
  const match = /^device\/([A-Za-z0-9-]{1,64})\/message\/(?:up\/(\w{1,64})|down\/(\w{1,64})\/reply)$/.exec(topic);
  if (!match) return null;
  return { serialNo: match[1]!, name: match[2] ?? match[3]!, isReply: match[3] !== undefined };
}

/**
 * Takes a message of a camera. A message that cannot be taken is quarantined and counts as delivered, or the camera would
 * send it for ever; only an internal failure throws, so that it is delivered again.
 */
export async function takeMqttMessage(
  kernel: Kernel,
  driver: Driver,
  device: DeviceContext,
  topic: DeviceTopic,
  bytes: Uint8Array,
  send: SendDown,
): Promise<void> {
  const path = `device/…/message/${topic.isReply ? 'down' : 'up'}/${topic.name}`;
  const raw = { body: bytes, path, contentType: '', receivedAt: kernel.clock.now(), zone: device.zone, origin: null };
  try {
    const message = parseJson(bytes);
    if (topic.isReply) return await takeReply(kernel, device, message);
    markSeen(kernel, device);
    if (topic.name === 'ivs_result') {
      const { reply, device: known } = await takeReport(kernel, driver, device, raw);
      return reply ? await send(known, 'gpio_out', reply) : undefined;
    }
    if (topic.name === 'keep_alive') {
      const serialNo = driver.health(raw);
      return void (serialNo && (await checkSerial(kernel, device, serialNo)));
    }
    if (topic.name === 'snapshot') {
      const picture = readSnapshotUp(message);
      return picture ? await keepSnapshot(kernel, device, picture) : undefined;
    }
    if (topic.name === 'gpio_in') return await applyInput(kernel, device, readInput(inputOf(bodyOf(message))));
    if (topic.name === 'barr_gate_status' && isGateOpen(bodyOf(message)))
      await applyInput(kernel, device, { input: 'barrier', isClosed: true });
  } catch (error) {
    if (!(error instanceof DeviceFault)) throw error;
    await keepRefused(kernel, error, {
      protocol: driver.protocol,
      path,
      address: null,
      body: bytes,
      size: bytes.length,
      isKeptWhole: topic.name === 'ivs_result' && !topic.isReply,
      device,
      tenantId: device.tenantId,
      serialNo: topic.serialNo,
    });
  }
}

/** Sends a camera its queued commands. */
export async function sendQueued(kernel: Kernel, driver: Driver, device: DeviceContext, send: SendDown): Promise<void> {
  const { serialNo } = device;
  if (!serialNo) return;
  const commands = await kernel.database.inTenant(deviceWho(device), (tx) =>
    takeQueued(tx, device.cameraId, 'message'),
  );
  for (const command of commands) {
    const message = messageOf(driver, command, {
      serialNo,
      zone: device.zone,
      laneScreen: device.laneScreen ?? null,
      now: kernel.clock.now(),
    });
    if (message) await send(device, (message as { name: string }).name, message);
  }
}

async function takeReply(kernel: Kernel, device: DeviceContext, message: DeviceRecord): Promise<void> {
  const id = textAt(message, 'id') ?? '';
  const code = numberAt(message, 'code');
  if (code === null || !UUID.test(id)) return;
  await kernel.database.inTenant(deviceWho(device), async (tx) => {
    if (code !== 200) return endCommand(tx, device.cameraId, id, { state: 'failed', result: `code ${code}` });
    // Only of its own clock a camera knows that it is set; what it shows on a screen it merely passes on.
    if (message.name === 'set_time') return endCommand(tx, device.cameraId, id, { state: 'done', result: null });
    return acceptCommand(tx, device.cameraId, id);
  });
}

/** Inputs come as over HTTP (`AlarmGioIn.result.TriggerResult`), in some firmware without one or more of these levels. */
function inputOf(body: DeviceRecord): DeviceRecord {
  let inner = body;
  for (const key of ['AlarmGioIn', 'result', 'TriggerResult']) {
    const next = inner[key];
    if (isRecord(next)) inner = next;
  }
  return inner;
}

function isGateOpen(body: DeviceRecord): boolean {
  return body.gate_status === 1 || body.gate_status === '1' || body.gate_status === 'open';
}
