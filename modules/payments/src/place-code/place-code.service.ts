import { newCode, notFound, type TenantTx } from '@boyun/kernel/server';
import { MOST_CODES, type PlaceKind } from './place-code.contract.ts';
import { findPlaceCodes, findUncoded, insertPlaceCodes, type PlaceCode } from './place-code.queries.ts';

/** Returns the path of the page of a fixed code. */
export const placePath = ({ code }: Pick<PlaceCode, 'code'>) => `/place/${code}`;

/** Returns the fixed codes of a lot, or of one place in it, and how many of them were made now; refuses a place that is not there. */
export async function placeCodesOf(
  tx: TenantTx,
  at: { readonly lotId: string; readonly kind: PlaceKind | null; readonly placeId: string | null },
): Promise<{ codes: PlaceCode[]; createdCount: number }> {
  const missing = await findUncoded(tx, at, MOST_CODES);
  const fresh = missing.map((one) => ({ ...one, code: newCode(tx) }));
  if (fresh.length > 0) await insertPlaceCodes(tx, at.lotId, fresh);
  const codes = await findPlaceCodes(tx, at, MOST_CODES);
  if (at.placeId && codes.length === 0) throw notFound(tx.who, { zh: '位置', en: 'Place' });
  return { codes, createdCount: fresh.length };
}
