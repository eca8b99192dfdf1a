import type { BoxContext } from '@boyun/devices/server';
import { slot } from '@boyun/kernel/contract';
import type { Kernel, TenantTx } from '@boyun/kernel/server';
import type { BoxReport } from './box-message.service.ts';

/** A signed call of boxes that a higher module serves under the common prefix. */
export interface BoxCall {
  readonly name: string;
  /** How a refused message is kept. */
  readonly keep: 'excerpt' | 'never';
  /** Returns the data of the answer, by the names on the wire. May run again for the same message. Throws DeviceFault. */
  take(kernel: Kernel, box: BoxContext, body: Uint8Array): Promise<object>;
}

/** Signed calls of boxes beside those of this module. */
export const boxCallSlot = slot<BoxCall>('gateway.box-calls');

/** What higher modules add to the answer to a box's heartbeat, by the names on the wire. */
export const boxStatusSlot =
  slot<(tx: TenantTx, kernel: Kernel, box: BoxContext, report: BoxReport) => Promise<object>>('gateway.box-status');
