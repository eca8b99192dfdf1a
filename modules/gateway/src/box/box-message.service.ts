import type { BoxStatus } from '@boyun/devices/server';
import { decode, type Fields, type Values } from '@boyun/kernel/contract';
import type { PassingMessage, SpotMessage } from '@boyun/passings/server';
import { DeviceFault } from '../message/device-fault.service.ts';
import { parseJson, pictureOf } from '../message/payload.service.ts';
import { inputFields, laneFields, passingFields, spotFields, statusFields, swipeFields } from './box.contract.ts';

/** Reads the body of a box's heartbeat. Throws DeviceFault. */
export function readBoxStatus(body: Uint8Array): BoxStatus {
  return read(statusFields, body, 'UTC');
}

/** Reads a detector's report from its box. Throws DeviceFault. */
export function readSpotMessage(body: Uint8Array, zone: string): SpotMessage {
  const { eventId, ...values } = read(spotFields, body, zone);
  return { ...values, eventKey: eventId };
}

/** Reads the code of the lane a box reports about. Throws DeviceFault. */
export function readLaneCode(body: Uint8Array): string {
  return read(laneFields, body, 'UTC').laneCode;
}

/** Reads the body of a signed passing; a time without a zone is in the lot's. Throws DeviceFault. */
export function readBoxPassing(body: Uint8Array, zone: string): PassingMessage {
  const { eventId, picture, ...values } = read(passingFields, body, zone);
  return { ...values, eventKey: eventId, picture: pictureOf(picture) };
}

/** The path at which boxes report cards held to the readers of their lanes. */
export const SWIPE_PATH = '/api/box/swipe';

/** Reads the body of a signed swipe: a passing known by its card. Throws DeviceFault. */
export function readBoxSwipe(body: Uint8Array, zone: string): PassingMessage {
  const { eventId, ...values } = read(swipeFields, body, zone);
  // A box numbers its swipes and its passings separately.
  return { ...values, eventKey: `card ${eventId}`, confidence: 100, vehicleKind: null, picture: null };
}

/** Reads the body of a signed report of an input. Throws DeviceFault. */
export function readBoxInput(body: Uint8Array, zone: string): 'barrier' | 'loop' | 'call' {
  return read(inputFields, body, zone).input as 'barrier' | 'loop' | 'call';
}

function read<F extends Fields>(fields: F, body: Uint8Array, zone: string): Values<F> {
  const decoded = decode(fields, parseJson(body), { zone });
  if (!decoded.ok)
    throw new DeviceFault('malformed', decoded.issues.map((issue) => `${issue.path}: ${issue.en}`).join('; '));
  return decoded.values;
}
