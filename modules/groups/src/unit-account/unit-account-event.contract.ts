import { actEvent } from '@boyun/kernel/contract';
import { addUnitAccount, freezeUnitAccount, resetUnitAccount } from './unit-account.contract.ts';

const { unitId, account } = addUnitAccount.input;

/** An account of a unit was added. */
export const unitAccountAdded = actEvent(addUnitAccount, { unitId, account });
/** An account of a unit was frozen, or may sign in again. */
export const unitAccountFrozen = actEvent(freezeUnitAccount, { unitId, isFrozen: freezeUnitAccount.input.isFrozen });
/** An account of a unit got a new password. */
export const unitAccountReset = actEvent(resetUnitAccount, { unitId });
