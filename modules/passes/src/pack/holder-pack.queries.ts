import { newCode, type TenantTx } from '@boyun/kernel/server';
import { findOpen, PURCHASE_PATH } from '@boyun/money/server';
import type { PackState } from './pack.contract.ts';
import { packPurpose } from './pack-purpose.contract.ts';

/** A pack as its owner sees it. */
export interface HeldPack {
  readonly id: string;
  readonly packNo: string;
  readonly ruleName: string;
  readonly lotName: string;
  readonly timeZone: string;
  readonly plates: string;
  readonly platesPerPack: number;
  readonly state: PackState;
  readonly validFrom: Date;
  readonly validUntil: Date;
  /** Whether it was sold to this mobile, which may change its plates. */
  readonly isOwner: boolean;
}

/** Returns the packs of a mobile and of plates, those that end last first. */
export function findPacksOf(
  tx: TenantTx,
  { mobile, plates }: { readonly mobile: string; readonly plates: readonly string[] },
): Promise<HeldPack[]> {
  return tx.query<HeldPack>(
    `select p.id, p.pack_no, r.name as "ruleName", l.name as "lotName", l.time_zone, p.plates, r.plates_per_pack, p.state,
       p.valid_from, p.valid_until, p.owner_phone is not distinct from $2 as "isOwner"
     from pack p join pack_rule r on r.tenant_id = p.tenant_id and r.id = p.pack_rule_id
     join lot_fact l on l.tenant_id = p.tenant_id and l.id = p.lot_id
     where p.tenant_id = $1 and p.state in ('unpaid', 'active', 'paused', 'expired', 'pending')
       and (p.owner_phone = $2 or (p.state <> 'unpaid' and string_to_array(p.plates, ' ') && $3::text[]))
     order by p.valid_until desc, p.id limit 50`,
    [tx.tenantId, mobile, plates],
  );
}

/** Returns the code by which the owner of a pack renews it. */
export async function renewalCodeOf(tx: TenantTx, packId: string): Promise<string> {
  const code = newCode(tx);
  const [row] = await tx.query<{ code: string }>(
    `update pack set renewal_code = coalesce(renewal_code, $3) where tenant_id = $1 and id = $2 returning renewal_code as code`,
    [tx.tenantId, packId, code],
  );
  return row!.code;
}

/** Returns the page on which a pack, or its renewal, is being paid; null where it is not. */
export async function packPayPath(tx: TenantTx, packId: string): Promise<string | null> {
  const [open] = (await findOpen(tx, packPurpose.kind, packId)).filter((one) => one.code && one.validUntil > tx.now);
  return open ? `${PURCHASE_PATH}/${open.code}` : null;
}
