import { actEvent } from '@boyun/kernel/contract';
import { addSubAccount, freezeSubAccount, resetSubAccount } from './sub-account.contract.ts';

const { subMerchantId } = addSubAccount.input;

/** An account of a sub-merchant was added. */
export const subAccountAdded = actEvent(addSubAccount, { subMerchantId, account: addSubAccount.input.account });

/** An account of a sub-merchant was frozen, or may sign in again. */
export const subAccountFrozen = actEvent(freezeSubAccount, {
  subMerchantId,
  isFrozen: freezeSubAccount.input.isFrozen,
});

/** An account of a sub-merchant got a new password. */
export const subAccountReset = actEvent(resetSubAccount, { subMerchantId });
