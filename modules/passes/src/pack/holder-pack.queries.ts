import { newCode, type TenantTx } from '@boyun/kernel/server';
import type { PackState } from './pack.contract.ts';

/** A pack as its owner sees it. */
export interface HeldPack {
  readonly id: string;
  readonly packNo: string;
  readonly ruleName: string;
  readonly lotName: string;
  readonly plates: string;
  readonly state: PackState;
  readonly validUntil: Date;
  readonly renewalCode: string;
}

/** Returns the packs of a mobile and of plates, each with the code by which its owner renews it. */
export async function findPacksOf(
  tx: TenantTx,
  { mobile, plates }: { readonly mobile: string; readonly plates: readonly string[] },
): Promise<HeldPack[]> {
  const rows = await tx.query<Omit<HeldPack, 'renewalCode'> & { renewalCode: string | null }>(
    `select p.id, p.pack_no, r.name as "ruleName", l.name as "lotName", p.plates, p.state, p.valid_until, p.renewal_code
     from pack p join pack_rule r on r.tenant_id = p.tenant_id and r.id = p.pack_rule_id
     join lot_fact l on l.tenant_id = p.tenant_id and l.id = p.lot_id
     where p.tenant_id = $1 and p.state in ('active', 'paused', 'expired', 'pending')
       and (p.owner_phone = $2 or string_to_array(p.plates, ' ') && $3::text[])
     order by p.valid_until desc, p.id limit 50`,
    [tx.tenantId, mobile, plates],
  );
  const packs: HeldPack[] = [];
  for (const row of rows) packs.push({ ...row, renewalCode: row.renewalCode ?? (await giveCode(tx, row.id)) });
  return packs;
}

async function giveCode(tx: TenantTx, packId: string): Promise<string> {
  const code = newCode(tx);
  await tx.query('update pack set renewal_code = $3 where tenant_id = $1 and id = $2', [tx.tenantId, packId, code]);
  return code;
}
