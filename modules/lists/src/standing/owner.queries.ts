import type { TenantTx } from '@boyun/kernel/server';
import { listKindsOf } from './list-kind.service.ts';

/** Owner of a plate according to the lists. */
export interface PlateOwner {
  readonly name: string | null;
  readonly phone: string;
}

/**
 * Finds a contact person per plate: first the keeper, from packs and fixed spots, then visitors and bookers; among these
 * the newest with a valid phone number.
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
