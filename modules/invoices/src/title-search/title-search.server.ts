import { coversLot, handleFreely } from '@boyun/kernel/server';
import { findEnabledSets } from '../invoice-set/invoice-set.queries.ts';
import { findTitles } from './title-search.contract.ts';
import { searchTitles } from './title-search.service.ts';

/** Searches with the first issuer in use of the caller's lots. */
export const findTitlesServer = handleFreely(findTitles, async (kernel, { word }, { who }) => {
  const sets = await kernel.database.inTenant(who!, (tx) => findEnabledSets(tx));
  const set = sets.find((one) => one.lotId === null || coversLot(who!, one.lotId));
  return { titles: set ? await searchTitles(kernel, who!.tenantId, set.id, word) : [] };
});
