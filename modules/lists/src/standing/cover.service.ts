import type { TenantTx } from '@boyun/kernel/server';
import { type Cover, type ListedStay, listKindsOf } from './list-kind.service.ts';

/**
 * What the entries that cars came in by cover of their stays up to a moment, in the order of the stays; at most one query
 * for each kind of list.
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
