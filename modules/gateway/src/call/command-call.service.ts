import type { CameraOrder } from '@boyun/devices/contract';
import {
  acceptCommand,
  type CameraAccess,
  type DeviceContext,
  deviceWho,
  endCommand,
  findCameraAccess,
  findCameraById,
  type GateCommand,
  isOfBarrier,
  keepSnapshot,
  noteCall,
  takeQueued,
} from '@boyun/devices/server';
import type { Label } from '@boyun/kernel/contract';
import type { EventRow, Kernel } from '@boyun/kernel/server';
import type { CameraCalls, Driver } from '../driver/driver.service.ts';
import { isCommandQueued } from '../intake/queued-command.service.ts';
import { CameraCaller } from './camera-call.service.ts';

/** Calls a camera without moving its barrier; returns what is wrong, null where it answered well. */
export async function testCamera(
  drivers: readonly Driver[],
  kernel: Kernel,
  access: CameraAccess,
): Promise<Label | null> {
  const { calls } = drivers.find((one) => one.protocol === access.protocol)!;
  return (await new CameraCaller(kernel).call(access, calls!, calls!.ask)).wrong;
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

  #follow(event: EventRow): void {
    const { cameraId } = event.data;
    const { tenantId } = event;
    if (!isCommandQueued(event) || typeof cameraId !== 'string') return;
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
    const moves = commands.filter(isOfBarrier);
    const newest = moves.at(-1);
    if (newest) {
      const { wrong } = await this.#caller.call(access, calls, calls.move(newest.kind));
      await this.#kernel.database.inTenant(who, async (tx) => {
        if (!wrong) for (const { id } of moves) await acceptCommand(tx, cameraId, id);
        await noteCall(tx, cameraId, wrong?.zh ?? null);
      });
    }
    for (const order of commands) if (!isOfBarrier(order)) await this.#order(access, device, calls, order);
  }

  /** Gives a camera an order; unlike a barrier, it says in its answer what it has done. */
  async #order(access: CameraAccess, device: DeviceContext, calls: CameraCalls, order: GateCommand): Promise<void> {
    const { cameraId } = device;
    const to = { now: this.#kernel.clock.now(), zone: device.zone };
    const call = calls.orders?.[order.kind as CameraOrder]?.(order, to);
    if (!call) return;
    const { wrong, bytes } = await this.#caller.call(access, calls, call);
    if (!wrong && call.answers === 'picture') await keepSnapshot(this.#kernel, device, bytes, order.id);
    await this.#kernel.database.inTenant(deviceWho(device), async (tx) => {
      await noteCall(tx, cameraId, wrong?.zh ?? null);
      if (wrong) await endCommand(tx, cameraId, order.id, { state: 'failed', result: wrong.zh });
      // What begins after the answer is not done yet.
      else if (order.kind === 'reboot' || order.kind === 'recognise') await acceptCommand(tx, cameraId, order.id);
      else if (call.answers !== 'picture')
        await endCommand(tx, cameraId, order.id, {
          state: 'done',
          result: call.answers === 'text' ? readable(bytes) : null,
        });
    });
  }
}

/** The values of an answer in XML or in lines, as a person reads them. */
function readable(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('utf8');
  const values = [...text.matchAll(/<(\w+)>([^<>]+)<\/\1>/g)].map((one) => `${one[1]}=${one[2]!.trim()}`);
  return (values.length > 0 ? values : text.split(/\r?\n/).filter((line) => line.includes('='))).join('\n');
}
