import { type GateCommand, isOfBarrier } from '@boyun/devices/server';
import type { Driver, Recipient } from './driver.service.ts';

/** The message of a command, or the part of a reply that carries it; null where the driver has none. */
export function messageOf(
  driver: Pick<Driver, 'command' | 'orders'>,
  command: GateCommand,
  to: Recipient,
): object | null {
  if (isOfBarrier(command)) return driver.command(command, to);
  return driver.orders?.[command.kind as keyof NonNullable<Driver['orders']>]?.(command, to) ?? null;
}

/**
 * The parts of one reply that carries commands: of those to the barrier the newest alone, because an older one has been overtaken, and
 * every order; a camera has at most one of each kind waiting.
 */
export function partsOf(
  driver: Pick<Driver, 'command' | 'orders'>,
  commands: readonly GateCommand[],
  to: Recipient,
): object {
  const newest = commands.findLast(isOfBarrier);
  const carried = commands.filter((one) => one === newest || !isOfBarrier(one));
  return Object.assign({}, ...carried.map((one) => messageOf(driver, one, to)));
}
