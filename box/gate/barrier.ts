import { type CameraCalls, edgeProtocols } from '@boyun/gateway/edge';
import { HttpClient } from 'urllib';
import type { CameraValue, LaneValue } from '../wire.ts';

/** What a barrier is told. */
export type Move = 'open' | 'close';

/** A command nobody fetches within this time is forgotten: a barrier must not move for a car that has gone. */
const WAITS_MS = 30_000;
const CALL_MS = 4000;

/** Calls a camera at its control address. */
export type CallCamera = (
  to: { readonly url: string; readonly user: string; readonly password: string },
  calls: CameraCalls,
  move: Move,
) => Promise<void>;

interface Waiting {
  readonly move: Move;
  readonly atMs: number;
}

/**
 * Moves barriers outside the reply to a passing: cameras that poll fetch the command with their next message, others are called at their
 * own address. A command is sent once.
 */
export class Barriers {
  readonly #passwordOf: (camera: CameraValue) => string | null;
  readonly #nowMs: () => number;
  readonly #call: CallCamera;
  readonly #log: (message: string) => void;
  readonly #waiting = new Map<string, Waiting>();
  readonly #polls = new Map<string, () => void>();

  constructor(parts: {
    readonly passwordOf: (camera: CameraValue) => string | null;
    readonly nowMs: () => number;
    readonly log: (message: string) => void;
    readonly call?: CallCamera;
  }) {
    this.#passwordOf = parts.passwordOf;
    this.#nowMs = parts.nowMs;
    this.#log = parts.log;
    this.#call = parts.call ?? callCamera;
  }

  /** Moves the barrier of a lane by the first of its cameras that can. Returns whether one could be told. */
  move(cameras: readonly CameraValue[], lane: LaneValue, move: Move): boolean {
    for (const camera of cameras.filter((one) => one.LaneId === lane.Id)) {
      const protocol = edgeProtocols.find((one) => one.format.protocol === camera.Protocol);
      if (protocol?.carriesCommands) {
        this.#waiting.set(camera.Id, { move, atMs: this.#nowMs() });
        this.#polls.get(camera.Id)?.();
        return true;
      }
      const { calls } = protocol?.format ?? {};
      if (!calls || !camera.CallUrl) continue;
      const access = { url: camera.CallUrl, user: camera.CallUser ?? '', password: this.#passwordOf(camera) ?? '' };
      this.#call(access, calls, move).catch((error: Error) =>
        this.#log(`The camera ${camera.Name} did not ${move}: ${error.message}`),
      );
      return true;
    }
    return false;
  }

  /** Fetches the command that waits for a camera, as the part of a reply; it is given once. */
  fetch(camera: CameraValue): object {
    const waiting = this.#waiting.get(camera.Id);
    this.#waiting.delete(camera.Id);
    if (!waiting || this.#nowMs() - waiting.atMs > WAITS_MS) return {};
    const protocol = edgeProtocols.find((one) => one.format.protocol === camera.Protocol);
    const to = { serialNo: camera.SerialNo, now: new Date(this.#nowMs()) };
    return protocol?.format.command({ id: '', kind: waiting.move }, to) ?? {};
  }

  /** Waits until there is a command for a camera, at most so long. */
  async wait(camera: CameraValue, mostMs: number): Promise<void> {
    if (this.#waiting.has(camera.Id)) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, mostMs);
      const polls = this.#polls;
      function done() {
        clearTimeout(timer);
        if (polls.get(camera.Id) === done) polls.delete(camera.Id);
        resolve();
      }
      polls.get(camera.Id)?.();
      polls.set(camera.Id, done);
    });
  }

  /** Ends the waits of polls. */
  close(): void {
    for (const done of [...this.#polls.values()]) done();
  }
}

const client = new HttpClient();

/** Calls a camera by HTTP digest; throws where it did not do what it was told. */
async function callCamera(
  { url, user, password }: { readonly url: string; readonly user: string; readonly password: string },
  calls: CameraCalls,
  move: Move,
): Promise<void> {
  const { method, path, body } = calls.move(move);
  const { status, data } = await client.request(`${url}${path}`, {
    method,
    ...(body ? { content: body, headers: { 'content-type': 'application/xml' } } : {}),
    digestAuth: `${user}:${password}`,
    timeout: CALL_MS,
    followRedirect: false,
    retry: 0,
    dataType: 'text',
  });
  if (status !== 200 || !calls.isDone(String(data))) throw new Error(`status ${status}`);
}
