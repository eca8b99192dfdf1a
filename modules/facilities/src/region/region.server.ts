import { Refusal, type Row } from '@boyun/kernel/contract';
import { serve } from '@boyun/kernel/server';
import { RegionLevel, region, regionRefusal } from './region.contract.ts';

type Level = keyof typeof RegionLevel;
const LEVELS = Object.keys(RegionLevel) as Level[];

/** Regions: whatever lies below is of a lower level, which rules out circles too. */
export const regionServer = serve(region, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof region>;
    const level = LEVELS.indexOf(row.level);
    const parents = row.parentId
      ? await tx.query<{ level: Level }>('select level from region where tenant_id = $1 and id = $2', [
          tx.tenantId,
          row.parentId,
        ])
      : [];
    const children = before
      ? await tx.query<{ level: Level }>('select distinct level from region where tenant_id = $1 and parent_id = $2', [
          tx.tenantId,
          before.id,
        ])
      : [];
    const isOutOfOrder =
      parents.some((one) => LEVELS.indexOf(one.level) >= level) ||
      children.some((one) => LEVELS.indexOf(one.level) <= level);
    if (isOutOfOrder) throw new Refusal(regionRefusal['wrong-level']);
    return values;
  },
});
