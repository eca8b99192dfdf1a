import { Refusal, type Row } from '@boyun/kernel/contract';
import { handle, serveResource } from '@boyun/kernel/server';
import { fillRegions, getRegionTree, RegionLevel, region, regionRefusal } from './region.contract.ts';
import { enterRegions, readTree, startOfBelow } from './region.service.ts';
import { regionsFilled } from './region-event.contract.ts';

type Level = keyof typeof RegionLevel;
const LEVELS = Object.keys(RegionLevel) as Level[];

/** Regions: a child always has a lower level, which also rules out cycles. */
export const regionServer = serveResource(region, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof region>;
    const level = LEVELS.indexOf(row.level);
    const parents = row.parentId
      ? await tx.query<{ level: Level; code: string }>(
          'select level, code from region where tenant_id = $1 and id = $2',
          [tx.tenantId, row.parentId],
        )
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
    const start = parents[0] ? startOfBelow(parents[0].code) : '';
    if (!row.code.startsWith(start)) throw new Refusal(regionRefusal['wrong-code'], { start });
    return values;
  },
});

export const fillRegionsServer = handle(fillRegions, async (tx, { provinceCodes }, act) => {
  const filled = await enterRegions(tx, provinceCodes);
  tx.emit(regionsFilled, { data: { provinceCodes, ...filled } });
  act.describe({ subjectKind: region.name, subject: 'GB/T 2260', after: { provinceCodes, ...filled } });
  return filled;
});

export const getRegionTreeServer = handle(getRegionTree, async (tx) => ({ regions: await readTree(tx) }));
