import type { Row } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { type LanePolicyField, type lane, lanePolicies, type PassPolicy } from './lane.contract.ts';

type Policy = keyof typeof PassPolicy;
type Lane = Pick<Row<typeof lane>, 'id'> & { -readonly [key in LanePolicyField]?: Policy };

const FIELDS = Object.entries(lanePolicies) as [LanePolicyField, readonly string[]][];

/** The fields of a lane's policies, from its policies by standing. */
export function policyFieldsOf(policies: Readonly<Record<string, Policy>>): Record<LanePolicyField, Policy> {
  const pairs = FIELDS.map(([field, [standing]]) => [field, policies[standing!] ?? 'open']);
  return Object.fromEntries(pairs) as Record<LanePolicyField, Policy>;
}

/** Fills the policies of lanes in, by one query. */
export async function showPolicies(tx: TenantTx, lanes: readonly Lane[]): Promise<void> {
  const rows = await tx.query<{ laneId: string; policies: Record<string, Policy> }>(
    `select lane_id, jsonb_object_agg(standing, policy) as policies
     from lane_policy where tenant_id = $1 and lane_id = any($2::uuid[]) group by 1`,
    [tx.tenantId, lanes.map((one) => one.id)],
  );
  const byLane = new Map(rows.map((row) => [row.laneId, row.policies]));
  for (const one of lanes) Object.assign(one, policyFieldsOf(byLane.get(one.id) ?? {}));
}

/** Writes the policies a lane was given. */
export async function writePolicies(tx: TenantTx, given: Lane): Promise<void> {
  const pairs = FIELDS.flatMap(([field, standings]) => {
    const policy = given[field];
    return policy === undefined ? [] : standings.map((standing) => ({ standing, policy }));
  });
  await tx.query(
    `insert into lane_policy (tenant_id, lane_id, standing, policy)
     select $1, $2, standing, policy from unnest($3::text[], $4::text[]) as given(standing, policy)
     on conflict (tenant_id, lane_id, standing) do update set policy = excluded.policy
     where lane_policy.policy <> excluded.policy`,
    [tx.tenantId, given.id, pairs.map((one) => one.standing), pairs.map((one) => one.policy)],
  );
}
