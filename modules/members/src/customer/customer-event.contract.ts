import { actEvent, reference, text } from '@boyun/kernel/contract';
import { freezeCustomer, mergeCustomers, releaseCustomer } from './customer.contract.ts';

const fields = { note: text({ zh: '原因', en: 'Reason' }) };

/** A customer may not use the app any more. */
export const customerFrozen = actEvent(freezeCustomer, fields);

/** A customer may use the app again. */
export const customerReleased = actEvent(releaseCustomer, fields);

/** Two customers became one. */
export const customersMerged = actEvent(mergeCustomers, {
  otherId: reference({ zh: '并入的客户', en: 'Other customer' }, 'customer'),
});
