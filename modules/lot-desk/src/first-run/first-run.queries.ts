import type { TenantTx } from '@boyun/kernel/server';

/** Which first steps a tenant has done, within the caller's lots. */
export interface FirstSteps {
  readonly hasLot: boolean;
  readonly hasTariff: boolean;
  readonly hasCamera: boolean;
  readonly hasStaff: boolean;
  readonly hasOpenLot: boolean;
  readonly lotId: string | null;
}

/** Reads the steps from the data. Each question ends at the first row found, and staff is somebody besides the caller. */
export async function findFirstSteps(tx: TenantTx): Promise<FirstSteps> {
  const [row] = await tx.query<FirstSteps>(
    `select exists (select from lot_fact where tenant_id = $1 and ($2::uuid[] is null or id = any($2::uuid[]))) as "hasLot",
       exists (select from charge_binding_fact b
         join charge_rule_version_fact v on v.tenant_id = b.tenant_id and v.charge_rule_id = b.charge_rule_id
         where b.tenant_id = $1 and v.state = 'published' and v.effective_from <= $3
           and ($2::uuid[] is null or b.lot_id is null or b.lot_id = any($2::uuid[]))) as "hasTariff",
       exists (select from camera_fact where tenant_id = $1 and last_seen_at is not null
         and ($2::uuid[] is null or lot_id = any($2::uuid[]))) as "hasCamera",
       exists (select from account_fact where tenant_id = $1 and id is distinct from $4 and not is_support) as "hasStaff",
       exists (select from lot_fact where tenant_id = $1 and state = 'open' and ($2::uuid[] is null or id = any($2::uuid[])))
         as "hasOpenLot",
       (select id from lot_fact where tenant_id = $1 and state = 'preparing' and ($2::uuid[] is null or id = any($2::uuid[]))
        order by created_at, id limit 1) as "lotId"`,
    [tx.tenantId, tx.who.lotIds, tx.now, tx.who.userId],
  );
  return row!;
}
