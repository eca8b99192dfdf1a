import type { BoxStatus } from '@boyun/devices/server';
import { decode, type Fields, type Values } from '@boyun/kernel/contract';
import type { PassingMessage, SpotMessage, SpotSighting } from '@boyun/passings/server';
import { DeviceFault } from '../message/device-fault.service.ts';
import { parseJson, pictureOf } from '../message/payload.service.ts';
import {
  inputFields,
  laneFields,
  passingFields,
  sightingFields,
  spotFields,
  statusFields,
  swipeFields,
} from './box.contract.ts';

/** Reads the body of a box's heartbeat. Throws DeviceFault. */
export function readBoxStatus(body: Uint8Array): BoxReport {
  return read(statusFields, body, 'UTC');
}

/** A box's heartbeat: its state, how far it has read what changed, and how far an update is. */
export interface BoxReport extends BoxStatus {
  readonly cursor: string | null;
  readonly update: {
    readonly planId: string;
    readonly state: 'downloading' | 'waiting' | 'applied' | 'failed';
    readonly detail: string | null;
  } | null;
}

/** Reads a detector's report from its box. Throws DeviceFault. */
export function readSpotMessage(body: Uint8Array, zone: string): SpotMessage {
  const { eventId, ...values } = read(spotFields, body, zone);
  return { ...values, eventKey: eventId };
}

/** Reads what a camera saw on a spot. Throws DeviceFault. */
export function readSighting(body: Uint8Array, zone: string): SpotSighting {
  const { eventId, ...values } = read(sightingFields, body, zone);
  return { ...values, eventKey: eventId };
}

/** Reads the lane a box reports about, and its camera where the box names one. Throws DeviceFault. */
export function readLane(body: Uint8Array): { readonly laneCode: string; readonly cameraSerialNo: string | null } {
  return read(laneFields, body, 'UTC');
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

/** Reads a body by its fields; a time without a zone is in the given one. Throws DeviceFault. */
export function read<F extends Fields>(fields: F, body: Uint8Array, zone: string): Values<F> {
  const decoded = decode(fields, parseJson(body), { zone });
  if (!decoded.ok)
    throw new DeviceFault('malformed', decoded.issues.map((issue) => `${issue.path}: ${issue.en}`).join('; '));
  return decoded.values;
}
