import { setTimeout as sleep } from 'node:timers/promises';
import { type Acknowledgement, cameraPath, createDelivery, type DeliveryParts } from './delivery.ts';
import {
  type CameraCommand,
  type CameraIdentity,
  inputMessage,
  offlineMessage,
  plateMessage,
  type Reading,
} from './vzenith.ts';

/** The outcome of a passing; `acknowledged` settles when the server accepted it (undefined: rejected permanently). */
export type Passing = {
  /** `answered`: the reply decides; `by-hand`: the camera could not ask, the attendant lets the car through. */
  course: 'answered' | 'by-hand' | 'rejected';
  command?: CameraCommand;
  acknowledged: Promise<Acknowledgement | undefined>;
};

/** A virtual camera at a lane. */
export type Camera = {
  identity: CameraIdentity;
  /** True while the network is away. */
  isOffline(nowMs: number): boolean;
  /** Pushes a passing and waits for what the barrier does. */
  pass(reading: Reading): Promise<Passing>;
  /** Pushes an input; given up after some tries, as the protocol keeps no inputs. */
  pushInput(source: 0 | 1, value: 0 | 1): Promise<void>;
  /** Sends what was kept once the time without network is over. */
  catchUp(nowMs: number): void;
  /** Brings the network back and sends what was kept; settles when the server took everything. */
  flush(): Promise<void>;
  /** Obeys a reply of the long poll. */
  obey(command: CameraCommand): void;
  /** How often the long poll opened the barrier so far, and a wait for one more; false when none came in time. */
  openCount(): number;
  waitForOpen(seenCount: number, waitMs: number): Promise<boolean>;
  /** The last text shown on the screen. */
  screenText(): string;
};

/** Most records a camera keeps while offline; a longer time pushes out the oldest. */
export const OFFLINE_LIMIT = 9000;

/** What a camera is made of. */
export type CameraParts = DeliveryParts & {
  nowMs: () => number;
  /** The first plateid; must lie above every one this serial number ever used. */
  firstPlateid: number;
  /** How long (wall time) a late push stays behind at most. */
  lateMs: number;
};

type Kept = {
  send: () => Promise<Acknowledgement | undefined>;
  settle: (sent: Promise<Acknowledgement | undefined>) => void;
};

/** Makes a camera. Nothing it read is dropped until the server took it, except from a full offline memory. */
export function createCamera(parts: CameraParts): Camera {
  const { identity, random, tally, signal, misbehaviour } = parts;
  const { counts } = tally;
  const path = cameraPath(parts.token);
  const { deliver, duplicate } = createDelivery(parts);
  let plateid = parts.firstPlateid;
  let offlineUntilMs = 0;
  const kept: Kept[] = [];
  let draining: Promise<void> | undefined;
  let openCount = 0;
  let openWaits: (() => void)[] = [];
  let screenText = '';
  const late = new Set<() => void>();

  async function drain(): Promise<void> {
    while (kept.length > 0) {
      const next = kept[0]!;
      const sent = next.send();
      next.settle(sent);
      await sent;
      kept.shift();
    }
  }

  /** Waits until one to three later passings were answered, or the longest time a push stays behind is over. */
  function laterTurn(): Promise<void> {
    return new Promise((resolve) => {
      let passingsToGo = 1 + random.below(3);
      const finish = (): void => {
        clearTimeout(timer);
        late.delete(release);
        resolve();
      };
      const release = (): void => {
        passingsToGo -= 1;
        if (passingsToGo <= 0) finish();
      };
      const timer = setTimeout(finish, parts.lateMs);
      late.add(release);
    });
  }

  function releaseLate(): void {
    for (const release of [...late]) release();
  }

  const camera: Camera = {
    identity,
    isOffline: (nowMs) => nowMs < offlineUntilMs,
    async pass(reading) {
      plateid = (plateid + 1) % 0x7fffffff;
      const id = plateid;
      const nowMs = parts.nowMs();
      camera.catchUp(nowMs);
      if (offlineUntilMs === 0 && random.chance(misbehaviour.offline)) {
        offlineUntilMs = nowMs + random.between(300_000, 2_400_000);
      }
      if (camera.isOffline(nowMs)) {
        const body = offlineMessage(identity, id, reading);
        const acknowledged = new Promise<Acknowledgement | undefined>((settle) => {
          const send = async () => (await deliver(id, body, reading, true))?.acknowledgement;
          kept.push({ send, settle });
        });
        acknowledged.catch(ignoreAbort);
        if (kept.length > OFFLINE_LIMIT) {
          kept.splice(draining ? 1 : 0, 1)[0]?.settle(Promise.resolve(undefined));
          counts.overflowed += 1;
        }
        return { course: 'by-hand', acknowledged };
      }
      const body = plateMessage(identity, id, reading);
      if (random.chance(misbehaviour.late)) {
        counts.late += 1;
        const acknowledged = laterTurn().then(async () => (await deliver(id, body, reading, false))?.acknowledgement);
        acknowledged.catch(ignoreAbort);
        return { course: 'by-hand', acknowledged };
      }
      const delivered = await deliver(id, body, reading, false);
      releaseLate();
      if (!delivered) return { course: 'rejected', acknowledged: Promise.resolve(undefined) };
      const { command, acknowledgement } = delivered;
      if (command.screenText) screenText = command.screenText;
      if (random.chance(misbehaviour.duplicate)) void duplicate(body, command);
      return { course: 'answered', command, acknowledged: Promise.resolve(acknowledgement) };
    },
    async pushInput(source, value) {
      const body = inputMessage(identity, source, value);
      for (let attempt = 0; attempt < 4; attempt += 1) {
        try {
          const answer = await parts.poster.post(`${path}/io`, body, {
            contentType: 'application/json',
            timeoutMs: 5000,
            signal,
          });
          if (answer.status < 300) {
            counts.inputs += 1;
            return;
          }
        } catch {
          signal.throwIfAborted();
        }
        await sleep(200 * (attempt + 1), undefined, { signal });
      }
      counts.inputsLost += 1;
    },
    catchUp(nowMs) {
      if (offlineUntilMs > 0 && nowMs >= offlineUntilMs) void camera.flush().catch(ignoreAbort);
    },
    async flush() {
      offlineUntilMs = 0;
      while (late.size > 0) releaseLate();
      // What was kept while the last record was on its way is sent too.
      do {
        draining ??= drain().finally(() => {
          draining = undefined;
        });
        await draining;
      } while (kept.length > 0);
    },
    obey(command) {
      if (command.screenText) screenText = command.screenText;
      if (!command.opens) return;
      openCount += 1;
      for (const wake of openWaits) wake();
      openWaits = [];
    },
    openCount: () => openCount,
    async waitForOpen(seenCount, waitMs) {
      if (openCount > seenCount) return true;
      const timer = new AbortController();
      let wake = (): void => undefined;
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      openWaits.push(wake);
      const waited = sleep(waitMs, undefined, { signal: AbortSignal.any([signal, timer.signal]) }).catch(ignoreAbort);
      await Promise.race([woken, waited]);
      timer.abort();
      openWaits = openWaits.filter((one) => one !== wake);
      signal.throwIfAborted();
      return openCount > seenCount;
    },
    screenText: () => screenText,
  };
  return camera;
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}
