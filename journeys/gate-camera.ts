import { plateColor, plateColorOf } from '@boyun/domain/plate';
import { renderPassingWithPlate } from '@boyun/simulator/replay/picture';
import { renderPlateCrop } from '@boyun/simulator/replay/plate-drawing';
import {
  type CameraCommand,
  type CameraIdentity,
  heartbeatForm,
  inputMessage,
  offlineMessage,
  plateMessage,
  type Reading,
  readReply,
} from '@boyun/simulator/replay/vzenith';
import { nowMs } from '@boyun/test-server/time';

let lastPlateId = 1000;
/** Time-out for waiting: only a hang takes this long. */
const PATIENCE_MS = 240_000;

/** A camera that speaks the vendor's protocol to the server, and the barrier it controls. */
export class GateCamera {
  readonly laneName: string;
  readonly #path: string;
  readonly #identity: CameraIdentity;

  constructor(url: string, token: string, serial: string, laneName: string) {
    this.laneName = laneName;
    this.#path = `${url}/api/camera/vzenith/${encodeURIComponent(token)}`;
    this.#identity = { serial, deviceName: 'IVS', ipAddress: '192.168.1.20', password: 'admin', zone: 'Asia/Shanghai' };
  }

  /** A car arrives at the barrier: sends its picture and returns the command for the barrier. */
  see(plate: string): Promise<CameraCommand> {
    lastPlateId += 1;
    const reading = this.#read(plate, nowMs());
    const overlay = { label: this.laneName, atMs: reading.atMs, zone: this.#identity.zone };
    const { jpeg, plateRect } = renderPassingWithPlate(plate, reading.color, overlay);
    const picture = { jpeg, plateRect, crop: renderPlateCrop(plate, reading.color) };
    return this.#post('plate', plateMessage(this.#identity, lastPlateId, { ...reading, picture }));
  }

  /** Sends a stored record from an offline period: a car that passed the given number of minutes ago. */
  async handIn(plate: string, minutesAgo: number): Promise<void> {
    lastPlateId += 1;
    const reading = this.#read(plate, nowMs() - minutesAgo * 60_000);
    const reply = await this.#post('plate', offlineMessage(this.#identity, lastPlateId, reading));
    if (reply.continueAfter !== lastPlateId) throw new Error(`the record was not taken: ${reply.raw}`);
  }

  /** Waits on the long poll until the server opens the barrier. */
  async untilOpenCommand(): Promise<void> {
    const form = heartbeatForm(this.#identity);
    const signal = AbortSignal.timeout(PATIENCE_MS);
    for (;;) if ((await this.#post('comet', form.body, form.contentType, signal)).opens) return;
  }

  /** Sends a heartbeat. */
  async beat(): Promise<void> {
    const form = heartbeatForm(this.#identity);
    await this.#post('heartbeat', form.body, form.contentType);
  }

  /** The barrier reports that it is open. */
  async reportOpened(): Promise<void> {
    await this.#post('io', inputMessage(this.#identity, 0, 1));
  }

  /** The loop behind the barrier reports the car. */
  async reportPassed(): Promise<void> {
    await this.#post('io', inputMessage(this.#identity, 1, 1));
  }

  #read(plate: string, atMs: number): Reading {
    return { plate, color: plateColor[plateColorOf(plate)].code, confidence: 97, vehicleKind: 'small', atMs };
  }

  async #post(name: string, body: string, type = 'application/json', signal?: AbortSignal): Promise<CameraCommand> {
    const answer = await fetch(`${this.#path}/${name}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
      ...(signal ? { signal } : {}),
    });
    const text = await answer.text();
    const reply = answer.status === 200 ? readReply(text) : undefined;
    if (!reply) throw new Error(`${name} was answered ${answer.status}: ${text}`);
    return reply;
  }
}
