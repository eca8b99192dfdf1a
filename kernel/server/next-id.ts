import { randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

/** Begins low in the 32 bits there are, at random, so that it goes on for years. */
let sequence = randomInt(2 ** 30);

/**
 * A UUIDv7 of a moment; those of one moment made by one process keep the order they were made in, also where others were
 * made in between: transactions that run beside each other have moments of their own.
 */
export function nextId(moment: Date): string {
  sequence = (sequence + 1) % 2 ** 32;
  return uuidv7({ msecs: moment.getTime(), seq: sequence });
}
