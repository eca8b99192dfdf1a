import { tidalDirection } from '@boyun/domain/tidal';
import { GateDirection, PassPolicy } from '@boyun/facilities/contract';
import { requireLot } from '@boyun/facilities/server';
import type { Output } from '@boyun/kernel/contract';
import { handle } from '@boyun/kernel/server';
import { getStructure } from './structure.contract.ts';
import { findBoxes, findCameras, findGarages, findGates, findLanes, findLotsFrom } from './structure.queries.ts';

type Node = Output<typeof getStructure>['nodes'][number];

/** Everything below a lot, read in one transaction, with siblings in display order. */
export const getStructureServer = handle(getStructure, async (tx, { lotId }) => {
  await requireLot(tx, lotId);
  const { language } = tx.who;
  const lots = await findLotsFrom(tx, lotId);
  const lotIds = lots.map((one) => one.id);
  const [garages, gates, lanes, cameras, boxes] = await Promise.all([
    findGarages(tx, lotIds),
    findGates(tx, lotIds),
    findLanes(tx, lotIds),
    findCameras(tx, lotIds),
    findBoxes(tx, lotIds),
  ]);
  const zoneOf = new Map(lots.map((one) => [one.id, one.zone]));
  const node = (one: Pick<Node, 'id' | 'parentId' | 'kind' | 'name'> & Partial<Node>): Node => ({
    state: null,
    detail: '',
    barrier: null,
    barrierAt: null,
    ...one,
  });
  const nodes = [
    ...gates.map((one) =>
      node({
        id: one.id,
        parentId: one.lotId,
        kind: 'gate',
        name: one.name,
        detail: joined(GateDirection[one.direction as keyof typeof GateDirection][language], one.position),
      }),
    ),
    ...lanes.map((one) =>
      node({
        id: one.id,
        parentId: one.gateId,
        kind: 'lane',
        name: one.name,
        state: tidalDirection(one.tidalPlan, one.direction, tx.now.getTime(), zoneOf.get(one.lotId)!),
        detail: joined(
          one.code,
          `${language === 'zh' ? '临时车' : 'Temporary cars: '}${PassPolicy[one.temporary as keyof typeof PassPolicy][language]}`,
          one.tidalPlan.length > 0 ? (language === 'zh' ? '潮汐车道' : 'tidal') : null,
        ),
        barrier: one.barrier as Node['barrier'],
        barrierAt: one.barrierAt,
      }),
    ),
    ...cameras.map((one) =>
      node({
        id: one.id,
        parentId: one.laneId,
        kind: 'camera',
        name: one.name,
        state: one.state as Node['state'],
        detail: one.serialNo ?? '',
      }),
    ),
    ...garages.map((one) =>
      node({
        id: one.id,
        parentId: one.lotId,
        kind: 'garage',
        name: one.name,
        detail:
          language === 'zh'
            ? `空闲 ${one.free} · 已登记车位 ${one.spots} / ${one.capacity}`
            : `${one.free} free · ${one.spots} of ${one.capacity} spots entered`,
      }),
    ),
    ...boxes.map((one) =>
      node({
        id: one.id,
        parentId: one.lotId,
        kind: 'box',
        name: one.name,
        state: one.state as Node['state'],
        detail: one.serialNo,
      }),
    ),
    ...lots.map((one) =>
      node({
        id: one.id,
        parentId: one.outerLotId,
        kind: 'lot',
        name: one.name,
        state: one.state as Node['state'],
        detail: language === 'zh' ? `在场 ${one.spots}` : `${one.spots} inside`,
      }),
    ),
  ];
  return { nodes };
});

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(' · ');
}
