import type { TenantTx } from '@boyun/kernel/server';
import { placeCodesOf, placePath } from '@boyun/payments/server';

/** Returns the path of the fixed code that an LCD display shows: of its lane, or of its lot where it hangs at none. */
export async function payPathOf(
  tx: TenantTx,
  { lotId, laneId }: { readonly lotId: string; readonly laneId: string | null },
): Promise<string> {
  const place = laneId ? ({ kind: 'lane', placeId: laneId } as const) : ({ kind: 'lot', placeId: lotId } as const);
  const { codes } = await placeCodesOf(tx, { lotId, ...place });
  return placePath(codes[0]!);
}
