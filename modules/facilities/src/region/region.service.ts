import { readFileSync } from 'node:fs';
import { type Output, Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { type getRegionTree, type RegionLevel, regionRefusal } from './region.contract.ts';

interface Standard {
  readonly code: string;
  readonly name: string;
  readonly level: keyof typeof RegionLevel;
}

let standard: readonly Standard[] | null = null;

/** The provinces, cities and districts of GB/T 2260; read once. */
function standardRegions(): readonly Standard[] {
  standard ??= readFileSync(new URL('../../data/gb2260.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [code = '', name = ''] = line.split(',');
      return { code, name, level: code.endsWith('0000') ? 'province' : code.endsWith('00') ? 'city' : 'district' };
    });
  return standard;
}

/** Returns the prefix of the codes below a region. */
export function startOfBelow(code: string): string {
  return code.replace(/(00)+$/, '');
}

/** Adds the regions the tenant lacks; existing ones are kept unchanged. */
export async function enterRegions(
  tx: TenantTx,
  provinceCodes: readonly string[],
): Promise<{ addedCount: number; keptCount: number }> {
  const all = standardRegions();
  const missing = provinceCodes.find((code) => !all.some((one) => one.code === code && one.level === 'province'));
  if (missing) throw new Refusal(regionRefusal['unknown-province'], { code: missing });
  const wanted = provinceCodes.map((code) => code.slice(0, 2));
  const regions = wanted.length === 0 ? all : all.filter((one) => wanted.includes(one.code.slice(0, 2)));
  const added = await tx.query(
    `insert into region (tenant_id, id, created_at, updated_at, code, name, level)
     select $1, id, $2, $2, code, name, level from unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) as new(id, code, name, level)
     on conflict (tenant_id, code) do nothing returning code`,
    [
      tx.tenantId,
      tx.now,
      regions.map(() => tx.newId()),
      regions.map((one) => one.code),
      regions.map((one) => one.name),
      regions.map((one) => one.level),
    ],
  );
  // Districts of a municipality or of a directly administered county have no city above them.
  await tx.query(
    `update region set parent_id = coalesce(
       (select id from region up where up.tenant_id = $1 and up.code = left(region.code, 4) || '00' and region.level = 'district'),
       (select id from region up where up.tenant_id = $1 and up.code = left(region.code, 2) || '0000'))
     where tenant_id = $1 and level <> 'province' and parent_id is null and code = any($2::text[])`,
    [tx.tenantId, added.map((row) => (row as { code: string }).code)],
  );
  return { addedCount: added.length, keptCount: regions.length - added.length };
}

/** Returns every region of the tenant by code, with the number of its lots the caller may see. */
export function readTree(tx: TenantTx): Promise<Output<typeof getRegionTree>['regions']> {
  return tx.query(
    `select r.id, r.parent_id, r.code, r.name, r.level,
       (select count(*) from lot where lot.tenant_id = r.tenant_id and lot.region_id = r.id
          and ($2::uuid[] is null or lot.id = any($2::uuid[])))::int as "lotCount"
     from region r where r.tenant_id = $1 order by r.code`,
    [tx.tenantId, tx.who.lotIds],
  );
}
