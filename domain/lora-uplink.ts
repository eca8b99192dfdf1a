import { MESSAGE_PATH, valueAt } from './message-map.ts';

/** What a network server of LoRaWAN passes on of a device. */
export interface LoraUplink {
  /** 16 hexadecimal digits, in capitals. */
  readonly devEui: string;
  /** The counter of frames starts again with each session. */
  readonly session: string | null;
  readonly counter: number;
  readonly port: number | null;
  /** When the network received it. */
  readonly at: Date | null;
  readonly bytes: readonly number[];
  /** What the decoder of the network server made of the bytes. */
  readonly decoded: unknown;
  /** Of the gateway that heard it best. */
  readonly signalDbm: number | null;
  /** What the device answered when it was asked for its state. */
  readonly batteryPercent: number | null;
}

/** Where in an uplink of a detector the values are: a path in what was decoded, or `bytes[0]`, `bytes[1-2]` of the raw ones. */
export interface UplinkMap {
  readonly statePath: string;
  /** The values that say that a car is there, between commas. */
  readonly takenValues: string;
  /** Of a number, these bits alone say so. */
  readonly stateMask: number | null;
  /** On other ports nothing is said of the spot. */
  readonly statePort: number | null;
  readonly batteryPath: string | null;
  /** The values of an empty and of a full battery. */
  readonly batteryEmpty: number;
  readonly batteryFull: number;
}

/** What an uplink says of a spot and of its detector; null where it says nothing. */
export interface DetectorState {
  readonly isTaken: boolean | null;
  readonly batteryPercent: number | null;
}

type Json = Record<string, unknown>;

const BYTES = /^bytes\[(\d{1,3})(?:-(\d{1,3}))?\]$/;

/** What a path of an `UplinkMap` looks like. */
export const UPLINK_PATH = new RegExp(`^bytes\\[\\d{1,3}-\\d{1,3}\\]$|${MESSAGE_PATH.source}`);

/**
 * Reads a message of a network server: the events of ChirpStack v4 ("Event types" of its documentation), the uplink messages of The
 * Things Stack v3 ("Data formats"). `other` is any of their events that carries nothing of a detector; null is no message of either.
 */
export function readUplink(message: unknown): LoraUplink | 'other' | null {
  if (!isJson(message)) return null;
  const { deviceInfo, end_device_ids: ids } = message;
  if (isJson(deviceInfo)) return readChirpStack(message, euiOf(deviceInfo.devEui));
  if (isJson(ids)) return readThingsStack(message, euiOf(ids.dev_eui));
  return null;
}

function readChirpStack(event: Json, devEui: string | null): LoraUplink | 'other' | null {
  if (!devEui) return null;
  const at = timeOf(event.time);
  const common = { devEui, at, port: wholeOf(event.fPort), decoded: event.object ?? null };
  if (Array.isArray(event.rxInfo) || typeof event.data === 'string')
    return {
      ...common,
      session: textOf(event.devAddr),
      // A zero may be left out.
      counter: wholeOf(event.fCnt) ?? 0,
      bytes: bytesOf(event.data),
      signalDbm: bestOf(event.rxInfo),
      batteryPercent: null,
    };
  // The answer to a question for the state of the device.
  const battery = percentOf(event.batteryLevel);
  if (battery === null || !at || event.batteryLevelUnavailable === true || event.externalPowerSource === true)
    return 'other';
  const counter = Math.floor(at.getTime() / 1000);
  return { ...common, session: 'status', counter, bytes: [], signalDbm: null, batteryPercent: battery };
}

function readThingsStack(message: Json, devEui: string | null): LoraUplink | 'other' | null {
  if (!devEui) return null;
  const { uplink_message: up } = message;
  if (!isJson(up)) return 'other';
  const { last_battery_percentage: battery } = up;
  return {
    devEui,
    at: timeOf(up.received_at) ?? timeOf(message.received_at),
    session: textOf(up.session_key_id),
    counter: wholeOf(up.f_cnt) ?? 0,
    port: wholeOf(up.f_port),
    bytes: bytesOf(up.frm_payload),
    decoded: up.decoded_payload ?? null,
    signalDbm: bestOf(up.rx_metadata),
    batteryPercent: isJson(battery) ? percentOf(battery.value) : null,
  };
}

/** Reads what an uplink says by a map. */
export function readDetector(map: UplinkMap, uplink: LoraUplink): DetectorState {
  const isOther = map.statePort !== null && uplink.port !== map.statePort;
  const battery = isOther || map.batteryPath === null ? null : Number(at(uplink, map.batteryPath) ?? Number.NaN);
  const span = map.batteryFull - map.batteryEmpty;
  return {
    isTaken: isOther ? null : takenOf(map, at(uplink, map.statePath)),
    batteryPercent:
      battery === null || !Number.isFinite(battery) || span === 0
        ? uplink.batteryPercent
        : Math.round(Math.min(100, Math.max(0, ((battery - map.batteryEmpty) / span) * 100))),
  };
}

function takenOf({ takenValues, stateMask }: UplinkMap, value: unknown): boolean | null {
  if (value === undefined || value === null || typeof value === 'object') return null;
  if (stateMask !== null) return Number.isInteger(Number(value)) ? (Number(value) & stateMask) !== 0 : null;
  const words = takenValues.split(/[,，]/).map((word) => word.trim().toLowerCase());
  return words.includes(String(value).trim().toLowerCase());
}

function at({ bytes, decoded }: LoraUplink, path: string): unknown {
  const [, first, last] = BYTES.exec(path) ?? [];
  if (first === undefined) return valueAt(decoded, path);
  const [from, to] = [Number(first), Number(last ?? first)];
  if (Math.max(from, to) >= bytes.length || Math.abs(from - to) > 3) return undefined;
  // `bytes[2-1]` is a number whose low byte comes first.
  const taken = bytes.slice(Math.min(from, to), Math.max(from, to) + 1);
  return (from > to ? taken.toReversed() : taken).reduce((sum, byte) => sum * 256 + byte, 0);
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const euiOf = (value: unknown) =>
  typeof value === 'string' && /^[0-9a-f]{16}$/i.test(value) ? value.toUpperCase() : null;

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 64) : null);

const wholeOf = (value: unknown) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 0xffff_ffff ? Number(value) : null;

const percentOf = (value: unknown) =>
  typeof value === 'number' && value >= 0 && value <= 100 ? Math.round(value) : null;

/** Times have up to nine decimals. */
function timeOf(value: unknown): Date | null {
  const time = new Date(String(value).replace(/(\.\d{3})\d+/, '$1'));
  return typeof value === 'string' && !Number.isNaN(time.getTime()) ? time : null;
}

function bytesOf(value: unknown): number[] {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/]{0,400}={0,2}$/.test(value)) return [];
  return Array.from(atob(value), (letter) => letter.charCodeAt(0));
}

function bestOf(gateways: unknown): number | null {
  if (!Array.isArray(gateways)) return null;
  const heard = gateways.flatMap((one) => (isJson(one) && typeof one.rssi === 'number' ? [one.rssi] : []));
  return heard.length > 0 ? Math.max(-200, Math.min(0, Math.round(Math.max(...heard)))) : null;
}
