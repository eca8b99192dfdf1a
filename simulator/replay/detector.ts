import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { vehicleOf } from './plate-mix.ts';
import { createRandom, hashText, type Random } from './random.ts';

/**
 * A detector below a spot: its number, the address with its token, and whether a car is there at the start. One of LoRaWAN has its DevEUI as
 * number and the address of its network.
 */
export type FleetDetector = { serial: string; path: string; spot: string; isTaken?: boolean; isLora?: boolean };

/** A box that reports what a camera sees on the spots of detectors, with the secret it signs with. */
export type SpotWatch = { serial: string; secret: string };

/** What to play. */
export type DetectorOptions = {
  /** Address of the server. */
  url: string;
  detectors: readonly FleetDetector[];
  watch?: SpotWatch | undefined;
  seed: number | string;
  signal: AbortSignal;
  /** Wall time in which each detector does something once, a minute by default; flaps and sightings take shares of it. */
  tickMs?: number;
  /** Called with the status of every answer; 0 where there was none. */
  onAnswer?: (status: number) => void;
};

/** Chances for each minute. */
const LEAVES = 1 / 35;
const ARRIVES = 1 / 12;
const FLAPS = 1 / 45;
const BEATS = 1 / 10;
/** Chances for each message. */
const DOUBLED = 0.05;
const LATE = 0.04;
/** Share of arriving cars whose plate a camera reads. */
const NAMED = 0.7;

/**
 * Plays the detectors of a street in the wall's time until aborted: cars come and go, some reports flap, come twice or late, and heartbeats
 * tell battery and signal.
 */
export async function playDetectors(options: DetectorOptions): Promise<void> {
  await Promise.all(options.detectors.map((one) => playOne(options, one)));
}

/** A message of a detector of its own, with battery and signal. */
export type DetectorMessage = {
  Kind: 'arrive' | 'leave' | 'heartbeat';
  Sequence: number;
  HappenedAt: string;
  Battery: number;
  Signal: number;
  IsTaken?: boolean;
};

/** The message as ChirpStack passes it on: the bytes of state and battery, on port 2. */
export function uplinkOf(serial: string, message: DetectorMessage): object {
  const { Kind, Sequence, HappenedAt, Battery, Signal, IsTaken = Kind === 'arrive' } = message;
  return {
    deduplicationId: `${serial}-${Sequence}`,
    time: HappenedAt,
    deviceInfo: { applicationName: 'parking', deviceName: serial, devEui: serial.toLowerCase() },
    devAddr: '00189440',
    adr: true,
    dr: 5,
    fCnt: Sequence,
    fPort: 2,
    data: Buffer.from([IsTaken ? 1 : 0, Battery]).toString('base64'),
    rxInfo: [{ gatewayId: '0016c001f153a14c', rssi: Signal, snr: 6 }],
  };
}

async function playOne(
  options: DetectorOptions,
  { serial, path, spot, isTaken: isTakenFirst, isLora }: FleetDetector,
): Promise<void> {
  const { signal, tickMs = 60_000 } = options;
  const random = createRandom(`${options.seed}/detector/${serial}`);
  const battery = 35 + (hashText(serial) % 64);
  const place = -106 + (hashText(`${serial} signal`) % 22);
  let isTaken = isTakenFirst ?? false;
  // Above the numbers of every earlier run.
  let sequence = Math.floor(Date.now() / 1000);
  let held: object | null = null;
  const say = async (Kind: DetectorMessage['Kind']): Promise<void> => {
    sequence += 1;
    const signs = { Battery: battery, Signal: Math.round(random.normal(place, 3)) };
    const state = Kind === 'heartbeat' ? { IsTaken: isTaken } : {};
    const own: DetectorMessage = { Kind, Sequence: sequence, HappenedAt: new Date().toISOString(), ...signs, ...state };
    const message = isLora ? uplinkOf(serial, own) : own;
    // A network server passes on in the order in which it hears.
    if (!isLora && !held && random.chance(LATE)) {
      held = message;
      return;
    }
    await post(options, path, message);
    if (random.chance(DOUBLED)) await post(options, path, message);
    if (!held) return;
    await post(options, path, held);
    held = null;
  };
  try {
    await sleep(random.between(0, tickMs), undefined, { signal });
    for (;;) {
      if (random.chance(FLAPS)) {
        await say(isTaken ? 'leave' : 'arrive');
        await sleep(random.between(0.03, 0.12) * tickMs, undefined, { signal });
        await say(isTaken ? 'arrive' : 'leave');
      } else if (random.chance(isTaken ? LEAVES : ARRIVES)) {
        isTaken = !isTaken;
        await say(isTaken ? 'arrive' : 'leave');
        if (isTaken && random.chance(NAMED)) await see(options, spot, random);
      } else if (random.chance(BEATS)) await say('heartbeat');
      await sleep(random.between(0.8, 1.2) * tickMs, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Reports the plate of a car that has just come, as the box of the street's camera does. */
async function see(options: DetectorOptions, SpotNumber: string, random: Random): Promise<void> {
  if (!options.watch) return;
  await sleep(random.between(0.6, 1.5) * (options.tickMs ?? 60_000), undefined, { signal: options.signal });
  const path = '/api/box/sighting';
  const HappenedAt = new Date().toISOString();
  const Plate = vehicleOf('street', random.below(100_000), '粤B').plate || null;
  const EventId = `${SpotNumber}-${Date.now()}`;
  const body = { EventId, SpotNumber, Plate, IsTaken: true, HappenedAt };
  await post(options, path, body, signed(options.watch, path, JSON.stringify(body)));
}

function signed({ serial, secret }: SpotWatch, path: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = createHash('sha256').update(body).digest('hex');
  const signature = createHmac('sha256', secret).update(`${timestamp}\nPOST\n${path}\n${digest}`).digest('hex');
  return { timestamp, signature, serialnumber: serial };
}

/** Sends a message; one that fails is lost, as over the air. */
async function post(
  { url, signal, onAnswer }: DetectorOptions,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<void> {
  const sent = { 'content-type': 'application/json', ...headers };
  const status = await fetch(url + path, { method: 'POST', headers: sent, body: JSON.stringify(body), signal })
    .then(async (response) => {
      await response.arrayBuffer();
      return response.status;
    })
    .catch(() => 0);
  if (!signal.aborted) onAnswer?.(status);
}
