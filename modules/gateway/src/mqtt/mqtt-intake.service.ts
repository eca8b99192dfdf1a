import { acceptCommand, type DeviceContext, deviceWho, type GateCommand, takeQueued } from '@boyun/devices/server';
import type { Kernel } from '@boyun/kernel/server';
import { DeviceFault } from '../intake/device-fault.service.ts';
import { checkSerial, heard, type Intake, takePassing } from '../intake/intake.service.ts';
import { type DeviceRecord, isRecord, numberAt, parseJson, textAt } from '../intake/payload.service.ts';
import { keepRefused } from '../quarantine/quarantine.service.ts';
import { applyInput } from '../vzenith/vzenith.ingress.ts';
import { readInput } from '../vzenith/vzenith-message.service.ts';
import { relayPulse } from '../vzenith/vzenith-reply.service.ts';
import { bodyOf, readMqttPlate } from './mqtt-message.service.ts';

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
 * send it for ever; only a failure of ours throws, so that it comes again.
 */
export async function takeMqttMessage(
  intake: Intake,
  device: DeviceContext,
  topic: DeviceTopic,
  bytes: Uint8Array,
  send: SendDown,
): Promise<void> {
  const { kernel } = intake;
  try {
    const message = parseJson(bytes);
    if (topic.isReply) return await takeReply(kernel, device, message);
    heard({ kernel }, device);
    if (topic.name === 'ivs_result') return await takePlate(intake, device, message, send);
    if (topic.name === 'gpio_in') return await applyInput(kernel, device, readInput(inputOf(bodyOf(message))));
    if (topic.name === 'barr_gate_status' && isGateOpen(bodyOf(message)))
      await applyInput(kernel, device, { input: 'barrier', isClosed: true });
  } catch (error) {
    if (!(error instanceof DeviceFault)) throw error;
    await keepRefused(kernel, error, {
      protocol: 'vzenith-mqtt',
      path: `device/…/message/${topic.isReply ? 'down' : 'up'}/${topic.name}`,
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

async function takePlate(intake: Intake, device: DeviceContext, message: DeviceRecord, send: SendDown): Promise<void> {
  const push = readMqttPlate(message, intake.kernel.clock.now());
  const known = await checkSerial(intake.kernel, device, push.serialNo);
  const answer = await takePassing(intake, known, push.message);
  // A message that came twice opened the barrier the first time; nothing is sent again by itself.
  if (answer.decision !== 'open' || push.message.isOffline || answer.isRepeated) return;
  const id = answer.commandId ?? answer.passingId;
  await send(known, 'gpio_out', gpioOut(intake.kernel, push.serialNo, { id, kind: 'open' }));
}

/** Hands a camera the commands that wait for it. */
export async function sendQueued(kernel: Kernel, device: DeviceContext, send: SendDown): Promise<void> {
  const { serialNo } = device;
  if (!serialNo) return;
  const commands = await kernel.database.inTenant(deviceWho(device), (tx) =>
    takeQueued(tx, device.cameraId, 'message'),
  );
  for (const command of commands) await send(device, 'gpio_out', gpioOut(kernel, serialNo, command));
}

/** `gpio_out`: a pulse on the relay that opens or closes the barrier; the camera's reply names its id. */
export function gpioOut(kernel: Kernel, sn: string, command: Pick<GateCommand, 'id' | 'kind'>): object {
  return {
    id: command.id,
    sn,
    name: 'gpio_out',
    version: '1.0',
    timestamp: Math.floor(kernel.clock.now().getTime() / 1000),
    payload: { type: 'gpio_out', body: relayPulse(command.kind) },
  };
}

async function takeReply(kernel: Kernel, device: DeviceContext, message: DeviceRecord): Promise<void> {
  const id = textAt(message, 'id') ?? '';
  if (numberAt(message, 'code') !== 200 || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return;
  await kernel.database.inTenant(deviceWho(device), (tx) => acceptCommand(tx, device.cameraId, id));
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
