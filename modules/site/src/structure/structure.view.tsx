import './structure.css';
import { CommandState, camera } from '@boyun/devices/contract';
import { lane } from '@boyun/facilities/contract';
import type { Output } from '@boyun/kernel/contract';
import {
  call,
  ErrorState,
  getRow,
  may,
  refreshLists,
  Skeleton,
  StateDot,
  TimeText,
  Tree,
  tell,
  updateRow,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { Box, Cctv, LogIn, SquareParking, Warehouse, Waypoints } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { getStructure, NodeKind, NodeState } from './structure.contract.ts';

export type StructureNode = Output<typeof getStructure>['nodes'][number];

const ICONS = { lot: SquareParking, garage: Warehouse, gate: LogIn, lane: Waypoints, camera: Cctv, box: Box };
/** What may be moved below what; everything else follows from where it stands. */
const MOVES: Partial<Record<NodeKind, NodeKind>> = { lane: 'gate', camera: 'lane' };
const REFRESH_MS = 15_000;

/** A lot as a tree with the states of its devices; a lane is dragged to another gate, a camera to another lane. */
export function Structure({ lotId }: { lotId: string }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const asked = useQuery({
    queryKey: ['list', lane.name, 'structure', lotId],
    queryFn: async ({ signal }) => (await call(getStructure, { lotId }, { signal, isQuiet: true })).nodes,
    refetchInterval: REFRESH_MS,
  });
  const nodes = asked.data;
  const canMove = may(lane.can.update) || may(camera.can.update);
  if (asked.error && !nodes) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!nodes) return <Skeleton lines={8} />;
  const byId = new Map(nodes.map((one) => [one.id, one]));
  const move = async (node: StructureNode, parentId: string) => {
    if (node.kind === 'lane') await updateRow(lane, await getRow(lane, node.id), { gateId: parentId });
    else await updateRow(camera, await getRow(camera, node.id), { laneId: parentId });
    tell('good', { zh: `已移动“${node.name}”`, en: `Moved "${node.name}"` });
    await Promise.all([refreshLists(lane.name), refreshLists(camera.name)]);
  };
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
        onMove={canMove ? (node, to) => move(node, to.parentId!) : undefined}
        canMove={(node, to) => {
          const target = to.parentId === null ? undefined : byId.get(to.parentId);
          const right = node.kind === 'lane' ? lane.can.update : camera.can.update;
          return target !== undefined && MOVES[node.kind] === target.kind && node.parentId !== target.id && may(right);
        }}
      />
      {canMove && (
        <p className="by-small by-faint">
          {t({
            zh: '车道可拖到本车场的其他出入口，相机可拖到其他车道；也可用 Alt 加方向键移动。',
            en: 'Drag a lane to another gate of its lot, or a camera to another lane; Alt with the arrow keys moves too.',
          })}
        </p>
      )}
    </div>
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
          {t({ zh: '道闸', en: 'Barrier' })} <StateDot {...barrierOf(node.barrier)} />{' '}
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
