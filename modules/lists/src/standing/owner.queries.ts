import type { TenantTx } from '@boyun/kernel/server';
import { listKindsOf } from './list-kind.service.ts';

/** Somebody a plate belongs to, as far as lists tell. */
export interface PlateOwner {
  readonly name: string | null;
  readonly phone: string;
}

/**
 * Whom to call about plates: who keeps the car, by its packs and fixed spots, then who came or comes with it; of these the
 * youngest with a phone that will do.
 */
export async function findOwners(
  tx: TenantTx,
  plates: readonly string[],
  isFit: (phone: string) => boolean = () => true,
): Promise<Map<string, PlateOwner>> {
  const rows = await tx.query<PlateOwner & { plate: string }>(listKindsOf(tx).owners, [tx.tenantId, plates]);
  const owners = new Map<string, PlateOwner>();
  for (const { plate, ...owner } of rows) if (!owners.has(plate) && isFit(owner.phone)) owners.set(plate, owner);
  return owners;
}
