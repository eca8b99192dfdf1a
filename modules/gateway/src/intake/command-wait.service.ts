import {
  acceptCommands,
  type DeviceContext,
  deviceWho,
  type GateCommand,
  hasCommands,
  takeQueued,
} from '@boyun/devices/server';
import type { Kernel, TenantTx } from '@boyun/kernel/server';
import { isCommandQueued } from './queued-command.service.ts';

/**
 * Sends a camera its queued commands on a route. Its call proves receipt of those in its previous response; a second look within
 * the same call (`isSameCall`) proves nothing.
 */
export async function exchangeCommands(
  kernel: Kernel,
  device: DeviceContext,
  route: 'poll' | 'heartbeat' | 'call',
  isSameCall = false,
): Promise<GateCommand[]> {
  if (!(await hasCommands(kernel.database, device, route))) return [];
  return kernel.database.inTenant(deviceWho(device), (tx) =>
    isSameCall ? takeQueued(tx, device.cameraId, route) : acceptAndTake(tx, device.cameraId, route),
  );
}

/** Marks the commands of a camera's previous response on a route accepted, and returns those queued for it. */
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
      if (isCommandQueued(event)) this.#waits.get(String(event.data.cameraId))?.wake();
    });
  }

  /** Polls now waiting. */
  get size(): number {
    return this.#waits.size;
  }

  /** Waits for commands; returns none on a timeout, when the camera disconnects or polls again, or when the server stops. */
  async wait(kernel: Kernel, device: DeviceContext, waitMs: number, signal: AbortSignal): Promise<GateCommand[]> {
    const { cameraId } = device;
    const own: Wait = { isOver: false, wake: () => undefined };
    const finish = () => {
      own.isOver = true;
      own.wake();
    };
    const older = this.#waits.get(cameraId);
    this.#waits.set(cameraId, own);
    // A camera that polls again has abandoned its previous poll, even if its connection still appears open.
    if (older) {
      older.isOver = true;
      older.wake();
    }
    const timer = setTimeout(finish, waitMs);
    signal.addEventListener('abort', finish);
    try {
      for (let isFirst = true; ; isFirst = false) {
        // Listening begins before the query, so that no command queued in between is missed.
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
