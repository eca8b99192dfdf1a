import { actEvent } from '@boyun/kernel/contract';
import { closeLot, openLot } from './opening.contract.ts';

/** A lot was opened for business. */
export const lotOpened = actEvent(openLot, { isFree: openLot.input.isFree });

/** A lot was closed. */
export const lotClosed = actEvent(closeLot, {});
