import { tidalDirection } from '@boyun/domain/tidal';
import { GateDirection, PassPolicy } from '@boyun/facilities/contract';
import { requireLot } from '@boyun/facilities/server';
import type { Language, Output } from '@boyun/kernel/contract';
import { handle } from '@boyun/kernel/server';
import { getStructure } from './structure.contract.ts';
import { findBoxes, findCameras, findGarages, findGates, findLanes, findLotsFrom } from './structure.queries.ts';

type Node = Output<typeof getStructure>['nodes'][number];
type Found<F extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<F>>[number];

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
  const nodes = [
    ...gates.map((one) => gateNode(one, language)),
    ...lanes.map((one) => laneNode(one, language, tx.now, zoneOf.get(one.lotId)!)),
    ...cameras.map(cameraNode),
    ...garages.map((one) => garageNode(one, language)),
    ...boxes.map(boxNode),
    ...lots.map((one) => lotNode(one, language)),
  ];
  return { nodes };
});

function gateNode(gate: Found<typeof findGates>, language: Language): Node {
  return {
    ...plainNode('gate', gate, gate.lotId),
    detail: joined(GateDirection[gate.direction as keyof typeof GateDirection][language], gate.position),
  };
}

function laneNode(lane: Found<typeof findLanes>, language: Language, now: Date, zone: string): Node {
  const policy = PassPolicy[lane.temporary as keyof typeof PassPolicy][language];
  return {
    ...plainNode('lane', lane, lane.gateId),
    state: tidalDirection(lane.tidalPlan, lane.direction, now.getTime(), zone),
    detail: joined(
      lane.code,
      `${language === 'zh' ? '临时车' : 'Temporary cars: '}${policy}`,
      lane.tidalPlan.length > 0 ? (language === 'zh' ? '潮汐车道' : 'tidal') : null,
    ),
    barrier: lane.barrier,
    barrierAt: lane.barrierAt,
  };
}

function cameraNode(camera: Found<typeof findCameras>): Node {
  return {
    ...plainNode('camera', camera, camera.laneId),
    state: camera.state,
    detail: camera.serialNo ?? '',
  };
}

function garageNode(garage: Found<typeof findGarages>, language: Language): Node {
  const { free, watched, spots, capacity } = garage;
  // Without detectors nobody knows which spots are free.
  const known = language === 'zh' ? `空闲 ${free}` : `${free} free`;
  const entered = language === 'zh' ? `已登记车位 ${spots} / ${capacity}` : `${spots} of ${capacity} spots entered`;
  return {
    ...plainNode('garage', garage, garage.lotId),
    detail: joined(watched > 0 ? known : null, entered),
  };
}

function boxNode(box: Found<typeof findBoxes>): Node {
  return { ...plainNode('box', box, box.lotId), state: box.state, detail: box.serialNo };
}

function lotNode(lot: Found<typeof findLotsFrom>, language: Language): Node {
  return {
    ...plainNode('lot', lot, lot.outerLotId),
    state: lot.state,
    detail: language === 'zh' ? `在场 ${lot.spots}` : `${lot.spots} inside`,
  };
}

/** A node without state, detail or barrier. */
function plainNode(
  kind: Node['kind'],
  { id, name }: { readonly id: string; readonly name: string },
  parentId: string | null,
): Node {
  return { id, parentId, kind, name, state: null, detail: '', barrier: null, barrierAt: null };
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(' · ');
}
