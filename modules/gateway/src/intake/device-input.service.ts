import { barrierOpened, carPassed, type DeviceContext, deviceWho } from '@boyun/devices/server';
import type { Kernel, TenantTx } from '@boyun/kernel/server';
import { callFromLane } from '@boyun/passings/server';

/** An input of a device as its protocol reports it. */
export interface InputReport {
  /** `barrier`: the limit switch of the open barrier; `loop`: the loop behind it; `call`: the button for help. */
  readonly input: 'barrier' | 'loop' | 'call' | 'other';
  /** The contact is closed: the barrier is open, a car is on the loop. */
  readonly isClosed: boolean;
}

/** Applies an input in a transaction of its own. */
export function applyInput(kernel: Kernel, device: DeviceContext, input: InputReport): Promise<void> {
  return kernel.database.inTenant(deviceWho(device), (tx) => noteInput(tx, device, input));
}

/** Applies an input to the commands and calls of its lane; only a closing contact has a meaning. */
export async function noteInput(tx: TenantTx, device: DeviceContext, { input, isClosed }: InputReport): Promise<void> {
  if (!isClosed) return;
  if (input === 'barrier') await barrierOpened(tx, device.laneId);
  else if (input === 'loop') await carPassed(tx, device.laneId);
  else if (input === 'call') await callFromLane(tx, device);
}
