import { dialects } from '@boyun/simulator/replay/dialect';
import { payAsDriver, paymentLink } from '@boyun/simulator/replay/driver';
import type { Fleet, FleetLane } from '@boyun/simulator/replay/fleet';
import type { Random } from '@boyun/simulator/replay/random';
import type { CarEvent } from '@boyun/simulator/replay/traffic';
import { type CameraCommand, offlineMessage, plateMessage, readReply } from '@boyun/simulator/replay/vzenith';
import type { Desk } from './desk.ts';

const PATIENCE_MS = 200_000;

/** A car in front of a camera, and when the camera tells of it. */
export interface Told {
  readonly event: CarEvent;
  readonly toldAtMs: number;
  readonly isOffline: boolean;
}

/** The lanes of the month: cameras that tell of cars until the server has taken them, and drivers who pay in all ways. */
export class Lanes {
  readonly #url: string;
  readonly #desk: Desk;
  readonly #random: Random;
  readonly #lanes = new Map<string, FleetLane>();
  #plateid = 1000;
  readonly counts = { passings: 0, repeats: 0, offline: 0, failed: 0, paid: 0, cash: 0, owing: 0, lost: 0 };

  constructor(url: string, fleet: Fleet, desk: Desk, random: Random) {
    this.#url = url;
    this.#desk = desk;
    this.#random = random;
    for (const lot of fleet.lots) for (const lane of lot.lanes) this.#lanes.set(`${lot.code}/${lane.code}`, lane);
  }

  /** Lets one car drive up; the driver at an exit pays, owes, or is let out. */
  async pass({ event, isOffline }: Told): Promise<void> {
    const lane = this.#lanes.get(`${event.lotCode}/${event.laneCode}`)!;
    const answer = await this.#tell(lane, event, isOffline);
    // The same car is read once more, or the same message arrives twice.
    if (!isOffline && this.#random.chance(0.05)) await this.#tell(lane, event, false);
    if (isOffline || answer?.opens || event.direction === 'entry') return;
    const link = answer && paymentLink(answer.screenText);
    const chance = this.#random.next();
    if (!link || chance < 0.1) return this.#letOut(event.seenPlate, chance < 0.03 ? 'free' : 'admit');
    if (chance < 0.25 && (await this.#payCash(event.seenPlate))) return;
    if (chance < 0.4) {
      this.counts.failed += 1;
      await this.#pay(link, 'fail');
      // Let out owing; the money comes later by the same link.
      if (chance < 0.32) await this.#letOut(event.seenPlate, 'admit');
    }
    await this.#pay(link, 'success');
  }

  async #pay(link: string, outcome: 'success' | 'fail'): Promise<void> {
    const { paid, status } = await payAsDriver(this.#url, link, { outcome });
    if (paid) this.counts.paid += 1;
    if (status === 0) this.counts.lost += 1;
  }

  async #waiting(plate: string) {
    const board = await this.#desk.call('/api/laneMonitor/getBoard');
    return board?.Lanes.find(
      (one: { IsWaiting: boolean; Direction: string; Plate: string | null }) =>
        one.IsWaiting && one.Direction === 'exit' && (!plate || one.Plate === plate),
    );
  }

  async #payCash(plate: string): Promise<boolean> {
    const car = await this.#waiting(plate);
    if (!car?.OrderId || Number(car.Due) === 0) return false;
    const taken = await this.#desk.call('/api/order/collectCash', { OrderId: car.OrderId, Amount: car.Due });
    if (taken) this.counts.cash += 1;
    return taken !== null;
  }

  async #letOut(plate: string, outcome: 'admit' | 'free'): Promise<void> {
    const car = await this.#waiting(plate);
    if (!car) return;
    const body = { PassingId: car.PassingId, Reason: '岗亭核实后放行' };
    if (outcome === 'free') await this.#desk.call('/api/passing/free', body);
    else if (await this.#desk.call('/api/passing/settle', { ...body, Outcome: outcome })) this.counts.owing += 1;
  }

  /** Sends a message until the server has answered it; a server that was killed comes back. */
  async #tell(lane: FleetLane, event: CarEvent, isOffline: boolean): Promise<CameraCommand | undefined> {
    this.#plateid += 1;
    const identity = {
      serial: lane.serial,
      deviceName: 'IVS',
      ipAddress: '192.168.1.2',
      password: 'admin',
      zone: 'Asia/Shanghai',
    };
    const { seenPlate: plate, seenColor: color, confidence, vehicleKind, atMs } = event;
    const write = isOffline ? offlineMessage : plateMessage;
    const body = write(identity, this.#plateid, { plate, color, confidence, vehicleKind, atMs });
    const isTwice = this.#random.chance(0.04);
    this.counts.passings += 1;
    if (isOffline) this.counts.offline += 1;
    const end = performance.now() + PATIENCE_MS;
    for (let sent = 0; ; ) {
      const reply = await this.#send(`${this.#url}${dialects['vzenith-http'].base(lane.token)}/plate`, body);
      if (reply && isTwice && sent === 0) this.counts.repeats += 1;
      if (reply) sent += 1;
      if (reply && (!isTwice || sent > 1)) return readReply(reply);
      if (!reply) this.counts.lost += 1;
      if (performance.now() > end) throw new Error(`no answer to ${body}`);
      if (!reply) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #send(url: string, body: string): Promise<string | null> {
    try {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(20_000) });
      const text = await response.text();
      if (response.status < 500 && response.status !== 200)
        throw new RangeError(`${response.status} ${text} to ${body}`);
      return response.status === 200 ? text : null;
    } catch (error) {
      if (error instanceof RangeError) throw error;
      return null;
    }
  }
}
