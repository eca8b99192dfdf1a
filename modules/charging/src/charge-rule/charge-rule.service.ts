import { type Tariff, tariffTemplate } from '@boyun/domain/fee';
import { notFound, type TenantTx } from '@boyun/kernel/server';
import { chargeRule } from './charge-rule.contract.ts';

/** Returns the tariff of a ready-made template with the defaults of a new rule. */
export function tariffOfTemplate(id: string): Tariff {
  const { tariff } = tariffTemplate.find((one) => one.id === id)!;
  // Time to leave after paying inside; most cities prescribe 15 minutes.
  return { ...tariff, grace: tariff.grace ?? { minutes: 15, beyond: 'difference' } };
}

/** Returns the name of a rule the caller may read; throws `not-found` otherwise. */
export async function requireRule(tx: TenantTx, id: string): Promise<{ name: string }> {
  const [row] = await tx.query<{ name: string }>('select name from charge_rule where tenant_id = $1 and id = $2', [
    tx.tenantId,
    id,
  ]);
  if (!row) throw notFound(tx.who, chargeRule.title);
  return row;
}

/**
 * Like `requireRule`, but for a change: locks the rule, so that operations on its versions are serialized. Refuses a rule
 * that applies to lots beyond the caller's scope.
 */
export async function lockRule(tx: TenantTx, id: string): Promise<{ name: string }> {
  const [row] = await tx.query<{ name: string; isElsewhere: boolean }>(
    `select r.name, $3::uuid[] is not null and exists (
       select from charge_binding b join lot_fact lot on lot.tenant_id = b.tenant_id
         and (b.lot_id = lot.id or b.area_id = lot.area_id or (b.lot_id is null and b.area_id is null))
       where b.tenant_id = r.tenant_id and b.charge_rule_id = r.id and lot.id <> all($3::uuid[])
     ) as "isElsewhere"
     from charge_rule r where r.tenant_id = $1 and r.id = $2 for update of r`,
    [tx.tenantId, id, tx.who.lotIds],
  );
  if (!row || row.isElsewhere) throw notFound(tx.who, chargeRule.title);
  return row;
}
