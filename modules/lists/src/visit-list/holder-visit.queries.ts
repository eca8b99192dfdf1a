import type { TenantTx } from '@boyun/kernel/server';
import type { VisitState } from './visit-list.contract.ts';

/** An invitation as the host or the visitor sees it. */
export interface HeldVisit {
  readonly id: string;
  /** The code of the holder's own side. */
  readonly code: string;
  readonly isHost: boolean;
  readonly plate: string | null;
  readonly visitorName: string | null;
  readonly hostName: string;
  readonly state: VisitState;
  readonly validFrom: Date;
}

/** Returns the invitations that a mobile gave or got, the latest first. */
export function findVisitsOf(tx: TenantTx, mobile: string): Promise<HeldVisit[]> {
  return tx.query<HeldVisit>(
    `select id, case when host_phone = $2 then host_code else code end as code, host_phone is not distinct from $2 as is_host, plate,
       visitor_name, host_name, state, valid_from
     from visit_list where tenant_id = $1 and (host_phone = $2 or visitor_phone = $2)
     order by valid_from desc, id limit 50`,
    [tx.tenantId, mobile],
  );
}

/** Takes the name and number of a visitor off the invitations; returns how many had them. */
export async function forgetVisitor(tx: TenantTx, mobile: string): Promise<number> {
  const rows = await tx.query(
    `update visit_list set visitor_name = null, visitor_phone = null, updated_at = $3
     where tenant_id = $1 and visitor_phone = $2 returning id`,
    [tx.tenantId, mobile, tx.now],
  );
  return rows.length;
}
