import { acceptCommands, type DeviceContext, deviceWho, type GateCommand, takeQueued } from '@boyun/devices/server';
import type { Kernel, TenantTx } from '@boyun/kernel/server';

/**
 * Hands a camera what waits for it on a route. Its call shows that it got what its last one carried; a second look within
 * the same call (`isSameCall`) shows nothing.
 */
export function exchangeCommands(
  kernel: Kernel,
  device: DeviceContext,
  route: 'poll' | 'heartbeat' | 'call',
  isSameCall = false,
): Promise<GateCommand[]> {
  return kernel.database.inTenant(deviceWho(device), (tx) =>
    isSameCall ? takeQueued(tx, device.cameraId, route) : acceptAndTake(tx, device.cameraId, route),
  );
}

/** Accepts the commands the last call on a route carried to a camera, and returns those that wait for it. */
export async function acceptAndTake(
  tx: TenantTx,
  cameraId: string,
  route: 'poll' | 'heartbeat' | 'call',
): Promise<GateCommand[]> {
  await acceptCommands(tx, cameraId, route);
  return takeQueued(tx, cameraId, route);
}

interface Wait {
  isOver: boolean;
  wake: () => void;
}

/** Long polls of cameras, woken by a command queued for them in any server process; a camera has one at a time. */
export class CommandWaits {
  readonly #waits = new Map<string, Wait>();
  readonly #stop: () => void;
  #isClosed = false;

  constructor(kernel: Kernel) {
    this.#stop = kernel.live.onEvent((event) => {
      if (event.kind === 'command.changed' && event.data.state === 'queued')
        this.#waits.get(String(event.data.cameraId))?.wake();
    });
  }

  /** Polls now waiting. */
  get size(): number {
    return this.#waits.size;
  }

  /** Waits for a command until the time is over, the camera hangs up or polls anew, or the server stops; empty then. */
  async wait(kernel: Kernel, device: DeviceContext, waitMs: number, signal: AbortSignal): Promise<GateCommand[]> {
    const { cameraId } = device;
    const own: Wait = { isOver: false, wake: () => undefined };
    const finish = () => {
      own.isOver = true;
      own.wake();
    };
    const older = this.#waits.get(cameraId);
    this.#waits.set(cameraId, own);
    // A camera that polls anew has given up its last poll, whatever its connection looks like from here.
    if (older) {
      older.isOver = true;
      older.wake();
    }
    const timer = setTimeout(finish, waitMs);
    signal.addEventListener('abort', finish);
    try {
      for (let isFirst = true; ; isFirst = false) {
        // Listening begins before looking, so that nothing queued in between is missed.
        const woken = new Promise<void>((resolve) => {
          own.wake = resolve;
        });
        if (own.isOver || signal.aborted || this.#isClosed) return [];
        const commands = await exchangeCommands(kernel, device, 'poll', !isFirst);
        if (commands.length > 0) return commands;
        await woken;
      }
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      if (this.#waits.get(cameraId) === own) this.#waits.delete(cameraId);
    }
  }

  /** Ends every wait. */
  close(): void {
    this.#isClosed = true;
    this.#stop();
    for (const one of this.#waits.values()) {
      one.isOver = true;
      one.wake();
    }
  }
}
