import { kernelRefusal, type ModuleContract, permissionsOf, Refusal } from '@boyun/kernel/contract';
import { type Kernel, systemWho, type TenantTx } from '@boyun/kernel/server';
import { role } from './role.contract.ts';
import { STANDARD_ROLES } from './standard-role.service.ts';
import type { Writer } from './writer.service.ts';

/** A new role; only standard roles have a `code`. */
export interface NewRole {
  readonly name: string;
  readonly code?: string;
  readonly isAdmin?: boolean;
  /** Names of permissions. */
  readonly permissions: readonly string[];
}

/** Inserts a role and returns its id; throws `duplicate`. */
export async function insertRole(tx: Writer, input: NewRole): Promise<string> {
  const id = tx.newId();
  const written = await tx.query(
    `insert into role (tenant_id, id, created_at, updated_at, code, name, is_admin, permissions)
     values ($1, $2, $3, $3, $4, $5, $6, $7)
     on conflict do nothing
     returning id`,
    [tx.tenantId, id, tx.now, input.code ?? null, input.name, input.isAdmin ?? false, input.permissions],
  );
  if (written.length === 0) throw new Refusal(kernelRefusal.duplicate, { what: input.name });
  return id;
}

/** Inserts a role, audits it and emits an event; throws `duplicate`. */
export async function addRole(tx: TenantTx, input: NewRole): Promise<string> {
  const id = await insertRole(tx, input);
  const { created } = role.events;
  const after = { name: input.name, isAdmin: input.isAdmin ?? false, permissions: [...input.permissions] };
  tx.audit({ action: created.kind, subjectKind: role.name, subjectId: id, subject: input.name, after });
  tx.emit(created, { subjectId: id, data: { id } });
  return id;
}

/** Creates a role of a tenant in its own transaction, attributed to the product itself; throws `duplicate`. */
export async function createRole(kernel: Pick<Kernel, 'database'>, tenantId: number, input: NewRole): Promise<string> {
  return kernel.database.inTenant(systemWho(tenantId), (tx) => addRole(tx, input));
}

/** Inserts a standard role where the tenant has none: it was removed, or is newer than the tenant. */
export async function requireStandardRole(
  tx: TenantTx,
  code: keyof typeof STANDARD_ROLES & string,
  contracts: readonly ModuleContract[],
): Promise<void> {
  const known = await tx.query('select from role where tenant_id = $1 and code = $2', [tx.tenantId, code]);
  if (known.length > 0) return;
  const { label, patterns } = STANDARD_ROLES[code]!;
  const permissions = permissionsOf(contracts).map((one) => one.name);
  await addRole(tx, { code, name: label.zh, permissions: namedBy(patterns, permissions) });
}

/** Inserts the standard roles of a new tenant, with the permissions of the modules that match their patterns. */
export async function insertStandardRoles(tx: Writer, contracts: readonly ModuleContract[]): Promise<void> {
  const known = permissionsOf(contracts).map((one) => one.name);
  for (const [code, role] of Object.entries(STANDARD_ROLES))
    await insertRole(tx, {
      code,
      name: role.label.zh,
      isAdmin: role.isAdmin ?? false,
      permissions: namedBy(role.patterns, known),
    });
}

/** Returns those of some permissions that a pattern matches; `*` matches any one part: `lot.*`, `*.list`. */
export function namedBy(patterns: readonly string[], permissions: readonly string[]): string[] {
  const known = new Set(patterns);
  return permissions.filter((permission) => {
    const [thing, act] = permission.split('.');
    return known.has(`${thing}.${act}`) || known.has(`${thing}.*`) || known.has(`*.${act}`) || known.has('*.*');
  });
}
