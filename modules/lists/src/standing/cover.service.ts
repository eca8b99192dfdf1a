import type { TenantTx } from '@boyun/kernel/server';
import { type Cover, type ListedStay, listKindsOf } from './list-kind.service.ts';

/**
 * Returns the cover of stays by the list entries used at entry, in the order of the stays; runs at most one query per kind
 * of list.
 */
export async function coversOf(tx: TenantTx, stays: readonly ListedStay[]): Promise<Cover[]> {
  const { byName } = listKindsOf(tx);
  const covers: Cover[] = stays.map(() => ({ entries: [], spotKind: null }));
  const numbered = stays.map((stay, index) => ({ stay, index }));
  for (const [name, own] of Map.groupBy(numbered, ({ stay }) => stay.kind)) {
    const found = await byName.get(name)?.cover?.(
      tx,
      own.map(({ stay }) => stay),
    );
    for (const [place, { index }] of own.entries()) covers[index] = found?.[place] ?? covers[index]!;
  }
  return covers;
}
