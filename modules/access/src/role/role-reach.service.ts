import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { placeRefusal } from '../place/place-fields.contract.ts';
import { roleRefusal } from './role.contract.ts';

/** The places of a data scope. */
interface Places {
  readonly regionIds: readonly string[];
  readonly areaIds: readonly string[];
  readonly lotIds: readonly string[];
}

/** Throws `beyond-own-lots` unless the places lie within the caller's own lots: an account can grant only what it sees. */
export async function requirePlacesWithin(tx: TenantTx, places: Places): Promise<void> {
  if (tx.who.lotIds === null) return;
  const [row] = await tx.query<{ isWithin: boolean }>(
    'select lots_within($1, $2, $3, $4) <@ $5::uuid[] as "isWithin"',
    [tx.tenantId, places.regionIds, places.areaIds, places.lotIds, tx.who.lotIds],
  );
  // A region or an area may gain lots later, so a caller with a limited scope must name lots.
  const isOpen = places.regionIds.length + places.areaIds.length > 0;
  if (!row?.isWithin || isOpen) throw new Refusal(placeRefusal['beyond-own-lots']);
}

/** The part of a role that decides what its holders may do and see. */
interface RoleReach extends Places {
  readonly isAdmin: boolean;
  readonly scope: 'tenant' | 'department' | 'places' | 'own';
  readonly permissions: readonly string[];
}

/**
 * Throws `beyond-own-scope` when a caller with a limited data scope handles a role with more permissions or rows than
 * their own. A role with chosen lots covers those lots; a role limited to own records counts as all lots; a department
 * role covers the departments of all its holders. Callers who see all rows pass: their permissions alone limit what they
 * may grant.
 */
export async function requireRoleWithin(tx: TenantTx, role: RoleReach): Promise<void> {
  const { lotIds, isOwnOnly } = tx.who;
  if (lotIds === null && !isOwnOnly) return;
  const isWithin = role.scope === 'places' ? !isOwnOnly : role.scope === 'own' && lotIds === null;
  if (role.isAdmin || !isWithin || permissionsBeyond(tx, role.permissions).length > 0)
    throw new Refusal(roleRefusal['beyond-own-scope']);
  if (role.scope === 'places') await requirePlacesWithin(tx, role);
}

/** Returns the names of the permissions the caller does not hold. */
export function permissionsBeyond(tx: TenantTx, permissions: readonly string[]): string[] {
  return tx.who.isAdmin ? [] : permissions.filter((one) => !tx.who.permissions.has(one));
}
