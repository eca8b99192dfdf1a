import { randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

/** Starts at random in the lower part of the 32-bit range, so that it does not overflow for years. */
let sequence = randomInt(2 ** 30);

/**
 * Returns a UUIDv7 for a moment. Ids that one process makes for the same moment keep their order even when others are made in between,
 * because concurrent transactions have different moments.
 */
export function nextId(moment: Date): string {
  sequence = (sequence + 1) % 2 ** 32;
  return uuidv7({ msecs: moment.getTime(), seq: sequence });
}
