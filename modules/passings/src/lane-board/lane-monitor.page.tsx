import type { Output } from '@boyun/kernel/contract';
import {
  can,
  Empty,
  ErrorState,
  NoPermission,
  refreshLists,
  Skeleton,
  useAddressWord,
  useKeys,
  useText,
} from '@boyun/kernel/web';
import { OrderDrawer } from '@boyun/orders/web';
import { type CSSProperties, useRef, useState } from 'react';
import { callList } from '../lane-call/lane-call.contract.ts';
import { LaneCalls } from '../lane-call/lane-call.view.tsx';
import { ActDialogs, isPossible } from './act-dialog.view.tsx';
import { useBoard } from './board-data.view.ts';
import { BoardHead } from './board-head.view.tsx';
import { useLook } from './board-look.view.ts';
import { getLaneBoard } from './lane-board.contract.ts';
import { LaneCard } from './lane-card.view.tsx';
import { type Act, byNeed, type Lane, VIEWS, type View } from './lane-fact.view.tsx';
import { LotHead } from './lot-head.view.tsx';
import { PassingStream } from './passing-stream.view.tsx';
import { WaitingCars } from './waiting-car.view.tsx';
import './lane-monitor.css';
import './lane-lots.css';

/** The live board of lanes for the cloud attendant. */
export default function LaneMonitorPage() {
  return can(getLaneBoard.access) ? <Board /> : <NoPermission />;
}

function Board() {
  const t = useText();
  const [lotId, setLot] = useAddressWord('lotId');
  const [viewWord, setView] = useAddressWord('view');
  const view = (viewWord as View | null) ?? 'all';
  const [act, setAct] = useState<{ kind: Act; lane: Lane } | null>(null);
  const [orderId, setOrderId] = useState<string | null>(null);
  const { asked, calls, live } = useBoard(lotId);
  const lanes = (asked.data?.lanes ?? []) as readonly Lane[];
  const parts = partsOf(asked.data?.lots ?? [], lanes.filter(VIEWS[view].holds));
  const shown = parts.flatMap(({ own }) => own);
  const look = useLook();
  const waiting = lanes.filter((lane) => lane.isWaiting);
  const { grid, chosen, setChosen, choose, step, nextWaiting } = useChosenLane(shown, waiting);
  const start = (kind: Act, lane = lanes.find((one) => one.laneId === chosen)) => {
    if (lane && isPossible(kind, lane)) setAct({ kind, lane });
  };
  useBoardKeys(step, waiting.length > 0 ? nextWaiting : undefined, start);
  if (!asked.data)
    return asked.error ? (
      <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
    ) : (
      <Skeleton lines={12} />
    );
  return (
    <div className={['by-page lanes', live.isLive ? '' : 'is-stale', ...look.classes].filter(Boolean).join(' ')}>
      <h1 className="by-sr">{t(getLaneBoard.title)}</h1>
      <BoardHead lanes={lanes} view={view} lotId={lotId} live={live} look={look} onView={setView} onLot={setLot} />
      {calls.length > 0 && <LaneCalls calls={calls} onChoose={choose} onDone={() => refreshLists(callList.name)} />}
      {waiting.length > 0 && view !== 'waiting' && <WaitingCars lanes={waiting} onChoose={choose} />}
      <PassingStream lotId={lotId} lanes={lanes} onOpen={setOrderId} />
      <div className="lanes-lots" ref={grid}>
        <div className="lanes-packed">
          {parts.map(({ lot, own }) => (
            <section key={lot.lotId} className="lanes-lot-part" style={{ '--lanes': own.length } as CSSProperties}>
              <LotHead lot={lot} />
              <div className="lanes-grid">
                {own.map((lane) => (
                  <LaneCard
                    key={lane.laneId}
                    lane={lane}
                    isChosen={lane.laneId === chosen}
                    onChoose={() => setChosen(lane.laneId)}
                    onAct={(kind) => start(kind, lane)}
                    onOrder={setOrderId}
                  />
                ))}
              </div>
            </section>
          ))}
        </div>
        {shown.length === 0 && <NoLanes isFiltered={lanes.length > 0} />}
      </div>
      <ActDialogs act={act} onClose={() => setAct(null)} onDone={async () => void (await asked.refetch())} />
      <OrderDrawer orderId={orderId} onClose={() => setOrderId(null)} />
    </div>
  );
}

type Lot = Output<typeof getLaneBoard>['lots'][number];

/** The lots with their lanes: lots where a car waits come first, and in a lot the lanes in the order of their need. */
function partsOf(lots: readonly Lot[], lanes: readonly Lane[]): { lot: Lot; own: readonly Lane[] }[] {
  const waits = (own: readonly Lane[]) => Number(own.some((lane) => lane.isWaiting));
  return lots
    .map((lot) => ({ lot, own: byNeed(lanes.filter((lane) => lane.lotId === lot.lotId)) }))
    .filter(({ own }) => own.length > 0)
    .toSorted((a, b) => waits(b.own) - waits(a.own));
}

/** The lane that the keys act on; `choose` also scrolls to it. */
function useChosenLane(shown: readonly Lane[], waiting: readonly Lane[]) {
  const [chosen, setChosen] = useState<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const choose = (laneId: string | null) => {
    setChosen(laneId);
    const card = laneId && grid.current?.querySelector<HTMLElement>(`[data-lane="${laneId}"]`);
    if (!card) return;
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: 'nearest' });
  };
  const step = (by: number) => {
    const at = shown.findIndex((lane) => lane.laneId === chosen);
    choose(shown[at < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, at + by))]?.laneId ?? null);
  };
  const nextWaiting = () => {
    const at = waiting.findIndex((lane) => lane.laneId === chosen);
    choose(waiting[(at + 1) % waiting.length]?.laneId ?? null);
  };
  return { grid, chosen, setChosen, choose, step, nextWaiting };
}

function useBoardKeys(
  step: (by: number) => void,
  nextWaiting: (() => void) | undefined,
  start: (kind: Act) => void,
): void {
  useKeys({
    // biome-ignore lint/correctness/noComponentHookFactories: the name of a key is no component
    ArrowRight: () => step(1),
    // biome-ignore lint/correctness/noComponentHookFactories: the name of a key is no component
    ArrowLeft: () => step(-1),
    j: () => step(1),
    k: () => step(-1),
    w: nextWaiting,
    a: () => start('admit'),
    t: () => start('turn-back'),
    p: () => start('match'),
    c: () => start('collect'),
    o: () => start('open'),
  });
}

function NoLanes({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty
      title={{ zh: '没有符合条件的车道', en: 'No lanes match' }}
      hint={{ zh: '切换上方的筛选查看其他车道', en: 'Choose another view above' }}
    />
  ) : (
    <Empty
      title={{ zh: '还没有车道', en: 'There are no lanes yet' }}
      hint={{ zh: '在“车场设备 / 车道”中添加车道和相机', en: 'Add lanes and their cameras under Lots and devices' }}
    />
  );
}
