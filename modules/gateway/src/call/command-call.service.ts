import { commandChanged } from '@boyun/devices/contract';
import {
  acceptCommand,
  type CameraAccess,
  deviceWho,
  findCameraAccess,
  findCameraById,
  noteCall,
  takeQueued,
} from '@boyun/devices/server';
import type { Label } from '@boyun/kernel/contract';
import type { EventRow, Kernel } from '@boyun/kernel/server';
import type { Driver } from '../driver/driver.service.ts';
import { CameraCaller } from './camera-call.service.ts';

/** Calls a camera without moving its barrier; returns what is wrong, null where it answered well. */
export function testCamera(drivers: readonly Driver[], kernel: Kernel, access: CameraAccess): Promise<Label | null> {
  const { calls } = drivers.find((one) => one.protocol === access.protocol)!;
  return new CameraCaller(kernel).call(access, calls!, calls!.ask);
}

/**
 * Carries queued commands to the cameras whose protocols are called. Whichever server process takes a command first carries it; it is
 * never carried twice. What a camera did not answer to remains `sent` and becomes uncertain.
 */
export class CommandCalls {
  readonly #kernel: Kernel;
  readonly #drivers: ReadonlyMap<string, Driver>;
  readonly #caller: CameraCaller;
  readonly #stopListening: () => void;
  readonly #underWay = new Set<Promise<void>>();

  constructor(kernel: Kernel, drivers: readonly Driver[]) {
    this.#kernel = kernel;
    this.#drivers = new Map(drivers.filter((one) => one.calls).map((one) => [one.protocol, one]));
    this.#caller = new CameraCaller(kernel);
    this.#stopListening = kernel.live.onEvent((event) => this.#follow(event));
  }

  /** Stops listening and waits for calls under way. */
  async stop(): Promise<void> {
    this.#stopListening();
    await this.idle();
  }

  /** Settles once no call is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #follow({ kind, tenantId, data }: EventRow): void {
    const { state, cameraId } = data;
    if (kind !== commandChanged.kind || state !== 'queued' || typeof cameraId !== 'string') return;
    const work = this.#carry(tenantId, cameraId)
      .catch((error: Error) => this.#kernel.log.warn({ camera: cameraId, err: error }, 'a command was not carried'))
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  async #carry(tenantId: number, cameraId: string): Promise<void> {
    const access = await findCameraAccess(this.#kernel, tenantId, cameraId);
    const device = access && (await findCameraById(this.#kernel.database, tenantId, cameraId));
    const calls = access && this.#drivers.get(access.protocol)?.calls;
    if (!access || !device || !calls) return;
    const who = deviceWho(device);
    const commands = await this.#kernel.database.inTenant(who, (tx) => takeQueued(tx, cameraId, 'message'));
    const newest = commands.at(-1);
    if (!newest) return;
    const wrong = await this.#caller.call(access, calls, calls.move(newest.kind));
    await this.#kernel.database.inTenant(who, async (tx) => {
      if (!wrong) for (const { id } of commands) await acceptCommand(tx, cameraId, id);
      await noteCall(tx, cameraId, wrong?.zh ?? null);
    });
  }
}
