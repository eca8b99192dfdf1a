import './structure.css';
import { box, CommandState, camera } from '@boyun/devices/contract';
import { Barrier } from '@boyun/devices/web';
import { createSpots, garage, gate, lane, lot } from '@boyun/facilities/contract';
import { SpotBatch } from '@boyun/facilities/web';
import type { Label, Output, Resource } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  ErrorState,
  getRow,
  notify,
  refreshLists,
  Skeleton,
  StateDot,
  TimeText,
  Tree,
  type TreeMove,
  updateRow,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import {
  Box,
  Cctv,
  ChevronsUpDown,
  DoorOpen,
  Pencil,
  Plus,
  Rows3,
  SquareParking,
  Warehouse,
  Waypoints,
} from 'lucide-react';
import { type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { type PartAsk, PartForm, type PartRow } from './part-form.form.tsx';
import { getStructure, NodeKind, NodeState } from './structure.contract.ts';

type StructureNode = Output<typeof getStructure>['nodes'][number];

const ICONS = { lot: SquareParking, garage: Warehouse, gate: DoorOpen, lane: Waypoints, camera: Cctv, box: Box };
const RESOURCES: Readonly<Record<NodeKind, Resource>> = { lot, garage, gate, lane, camera, box };
/** Which node kinds can be moved below which, and the field that stores it; everything else follows from the position. */
const MOVES: Readonly<Record<NodeKind, { readonly below: NodeKind; readonly by: string }>> = {
  lot: { below: 'lot', by: 'outerLotId' },
  garage: { below: 'lot', by: 'lotId' },
  gate: { below: 'lot', by: 'lotId' },
  box: { below: 'lot', by: 'lotId' },
  lane: { below: 'gate', by: 'gateId' },
  camera: { below: 'lane', by: 'laneId' },
};
/** Which node kinds can be added below which. */
const ADDED: Readonly<Partial<Record<NodeKind, readonly NodeKind[]>>> = {
  lot: ['garage', 'gate', 'box'],
  gate: ['lane'],
  lane: ['camera'],
};
const REFRESH_MS = 15_000;

/** A lot as a tree with device states: parts can be dragged, added and edited in place. */
export function Structure({ lotId }: { lotId: string }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const [ask, setAsk] = useState<(PartAsk & { readonly lotId: string }) | null>(null);
  const [spotsIn, setSpotsIn] = useState<{ readonly lotId: string; readonly garageId?: string } | null>(null);
  const asked = useQuery({
    queryKey: ['list', lot.name, 'structure', lotId],
    queryFn: async ({ signal }) => (await call(getStructure, { lotId }, { signal, isQuiet: true })).nodes,
    refetchInterval: REFRESH_MS,
  });
  const nodes = asked.data;
  if (asked.error && !nodes) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!nodes) return <Skeleton lines={8} />;
  const byId = new Map(nodes.map((one) => [one.id, one]));
  const lotOf = (node: StructureNode): string => {
    const above = node.parentId === null ? undefined : byId.get(node.parentId);
    return node.kind === 'lot' || !above ? node.id : lotOf(above);
  };
  const canMove = (node: StructureNode, { parentId }: TreeMove) => {
    const target = parentId === null ? undefined : byId.get(parentId);
    return (
      node.id !== lotId &&
      node.parentId !== parentId &&
      MOVES[node.kind].below === target?.kind &&
      can(RESOURCES[node.kind].can.update)
    );
  };
  const move = async (node: StructureNode, { parentId }: TreeMove) => {
    const of = RESOURCES[node.kind];
    await updateRow(of, await getRow(of, node.id), { [MOVES[node.kind].by]: parentId });
    notify('good', { zh: `已移动“${node.name}”`, en: `Moved "${node.name}"` });
    await Promise.all([refreshLists(of.name), refreshLists(lot.name)]);
  };
  const hasMoves = Object.values(RESOURCES).some((of) => can(of.can.update));
  return (
    <div className="structure">
      <Input.Search
        className="structure-search"
        allowClear
        aria-label={t({ zh: '在结构中查找', en: 'Find in the structure' })}
        placeholder={t({ zh: '名称、编码或序列号', en: 'Name, code or serial number' })}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Tree
        label={t(getStructure.title)}
        nodes={nodes}
        search={search}
        textOf={(one) => `${one.name} ${one.detail}`}
        face={(one) => <Face node={one} />}
        onMove={hasMoves ? move : undefined}
        canMove={canMove}
        acts={(node) => (
          <NodeActs
            node={node}
            onAsk={(next) => setAsk({ ...next, lotId: lotOf(node) })}
            lotId={lotOf(node)}
            lotName={byId.get(lotOf(node))?.name}
            onSpots={() => setSpotsIn({ lotId: lotOf(node), ...(node.kind === 'garage' ? { garageId: node.id } : {}) })}
          />
        )}
      />
      {hasMoves && (
        <p className="by-small by-faint">
          {t({
            zh: '车道可拖到其他出入口，相机可拖到其他车道，车库、出入口、盒子和内层车场可拖到其他车场；也可用 Alt 加方向键移动。',
            en: 'Drag a lane to another gate, a camera to another lane, and garages, gates, boxes and inner lots to another lot; Alt with the arrow keys also moves a part.',
          })}
        </p>
      )}
      <PartForm lotId={ask?.lotId ?? lotId} ask={ask} onClose={() => setAsk(null)} />
      {spotsIn && (
        <Suspense fallback={null}>
          <SpotBatch
            isOpen
            {...spotsIn}
            onClose={() => {
              setSpotsIn(null);
              void refreshLists(lot.name);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Buttons to add children of a node and to edit the node itself. */
function NodeActs({
  node,
  lotId,
  lotName,
  onAsk,
  onSpots,
}: {
  node: StructureNode;
  /** The lot that contains the node. */
  lotId: string;
  lotName: string | undefined;
  onAsk: (ask: PartAsk) => void;
  onSpots: () => void;
}): ReactNode {
  const t = useText();
  const of = RESOURCES[node.kind];
  const button = (icon: ReactNode, label: Label, onAct: () => unknown) => (
    <ActButton
      key={label.en}
      type="text"
      size="small"
      icon={icon}
      title={t(label)}
      aria-label={`${t(label)} ${node.name}`}
      onAct={onAct}
    />
  );
  const added = (ADDED[node.kind] ?? []).filter((kind) => can(RESOURCES[kind].can.create));
  return (
    <>
      {node.kind === 'lane' && (
        <Suspense fallback={null}>
          <Barrier lane={{ id: node.id, name: node.name, lotId, lotName }} icon={<ChevronsUpDown />} />
        </Suspense>
      )}
      {added.map((kind) => {
        const Icon = ICONS[kind];
        const label = { zh: `新增${NodeKind[kind].zh}`, en: `Add: ${NodeKind[kind].en}` };
        const startWith = { [MOVES[kind].by]: node.id };
        return button(
          <span className="structure-add">
            <Icon />
            <Plus />
          </span>,
          label,
          () => onAsk({ of: RESOURCES[kind], startWith }),
        );
      })}
      {['lot', 'garage'].includes(node.kind) &&
        can(createSpots.access) &&
        button(<Rows3 />, createSpots.title, onSpots)}
      {node.kind !== 'lot' &&
        can(of.can.update) &&
        button(<Pencil />, { zh: '编辑', en: 'Edit' }, async () =>
          onAsk({ of, row: (await getRow(of, node.id)) as unknown as PartRow }),
        )}
    </>
  );
}

function Face({ node }: { node: StructureNode }) {
  const t = useText();
  const Icon = ICONS[node.kind];
  return (
    <span className="structure-node" title={t(NodeKind[node.kind])}>
      <Icon aria-label={t(NodeKind[node.kind])} />
      <span className={node.kind === 'lot' ? 'by-strong' : undefined}>{node.name}</span>
      {node.state && <StateDot tone={NodeState[node.state].tone} label={NodeState[node.state]} />}
      {node.barrier && (
        <span className="structure-barrier by-small">
          {t({ zh: '最近指令', en: 'Last command' })} <StateDot {...barrierOf(node.barrier)} />{' '}
          <span className="by-faint">
            <TimeText at={node.barrierAt} style="minute" />
          </span>
        </span>
      )}
      <span className="by-small by-faint structure-detail">{node.detail}</span>
    </span>
  );
}

function barrierOf(state: NonNullable<StructureNode['barrier']>) {
  const label = CommandState[state];
  return { tone: label.tone, label };
}
