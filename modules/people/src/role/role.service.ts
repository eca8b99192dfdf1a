import { kernelRefusal, type ModuleContract, permissionsOf, Refusal } from '@boyun/kernel/contract';
import { type Kernel, systemWho, type TenantTx } from '@boyun/kernel/server';
import type { Writer } from '../tenant/writer.service.ts';
import { STANDARD_ROLES } from './standard-role.service.ts';

/** A new role; `code` belongs to the standard roles alone. */
export interface NewRole {
  readonly name: string;
  readonly code?: string;
  readonly isAdmin?: boolean;
  /** Names of permissions. */
  readonly permissions: readonly string[];
}

/** Writes a role; throws `duplicate`. */
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

/** Adds a role and says so to the audit log and the event log; throws `duplicate`. */
export async function addRole(tx: TenantTx, input: NewRole): Promise<string> {
  const id = await insertRole(tx, input);
  const after = { name: input.name, isAdmin: input.isAdmin ?? false, permissions: input.permissions };
  tx.audit({ action: 'role.created', subjectKind: 'role', subjectId: id, subject: input.name, after });
  tx.emit({ kind: 'role.created', subjectId: id, data: after });
  return id;
}

/** Makes a role of a tenant in a transaction of its own, as the product itself; throws `duplicate`. */
export async function createRole(kernel: Pick<Kernel, 'database'>, tenantId: number, input: NewRole): Promise<string> {
  return kernel.database.inTenant(systemWho(tenantId), (tx) => addRole(tx, input));
}

/** Writes the standard roles of a new tenant, with those of the modules' permissions that their patterns name. */
export async function insertStandardRoles(tx: Writer, contracts: readonly ModuleContract[]): Promise<void> {
  const known = permissionsOf(contracts).map((one) => one.name);
  for (const [code, role] of Object.entries(STANDARD_ROLES))
    await insertRole(tx, {
      code,
      name: role.label.zh,
      isAdmin: role.isAdmin ?? false,
      permissions: known.filter((name) => isNamed(name, role.patterns)),
    });
}

/** Whether one of the patterns names a permission; `*` stands for any one part: `lot.*`, `*.list`. */
export function isNamed(permission: string, patterns: readonly string[]): boolean {
  const [thing, act] = permission.split('.');
  return patterns.some((pattern) => {
    const [ofThing, ofAct] = pattern.split('.');
    return (ofThing === '*' || ofThing === thing) && (ofAct === '*' || ofAct === act);
  });
}
