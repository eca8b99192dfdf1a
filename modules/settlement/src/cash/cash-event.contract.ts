import { actEvent } from '@boyun/kernel/contract';
import { depositCash, handInCash, withdrawCash } from './cash.contract.ts';

const { moveNo } = handInCash.output;
const { amountFen } = handInCash.input;

/** A person handed cash in. */
export const cashHandedIn = actEvent(handInCash, { moveNo, amountFen });

/** Cash was paid into the bank. */
export const cashDeposited = actEvent(depositCash, { moveNo, amountFen });

/** Cash was drawn from the bank. */
export const cashWithdrawn = actEvent(withdrawCash, { moveNo, amountFen });
