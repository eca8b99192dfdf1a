import { type Kernel, systemWho } from '@boyun/kernel/server';
import { type FoundTitle, InvoicePlatformRefused, InvoicePlatformSilent } from '../provider/provider.service.ts';
import { invoiceDesk, invoiceProviderOf } from '../provider-choice/provider-choice.service.ts';

/** Most enterprises that a search offers. */
const MOST_FOUND = 8;

/**
 * Searches the directory of the platform of a setting. Returns nothing where the platform has none, refuses or does not answer: a title can be
 * typed all the same.
 */
export async function searchTitles(
  kernel: Kernel,
  tenantId: number,
  setId: string,
  word: string,
): Promise<FoundTitle[]> {
  const who = systemWho(tenantId, 'invoice');
  const desk = await kernel.database.inTenant(who, (tx) => invoiceDesk(tx, kernel, setId));
  const provider = desk && invoiceProviderOf(desk.issuer.provider);
  if (!desk || !provider?.findTitles) return [];
  try {
    return (await provider.findTitles(desk, word.trim())).slice(0, MOST_FOUND);
  } catch (error) {
    if (!(error instanceof InvoicePlatformRefused) && !(error instanceof InvoicePlatformSilent)) throw error;
    kernel.log.warn({ tenantId, err: error }, 'the directory of enterprises does not answer');
    return [];
  }
}
