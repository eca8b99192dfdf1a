import { newCode, serveResource } from '@boyun/kernel/server';
import { spotOwner } from './spot-owner.contract.ts';

/** Owners; each has the code of a page with the own spots, bookings and money. */
export const spotOwnerServer = serveResource(spotOwner, {
  beforeWrite: async (tx, values, before) => (before ? values : { ...values, code: newCode(tx) }),
});
