import { HandleAlarm, takeAlarm } from '@boyun/alarms/web';
import type { Output } from '@boyun/kernel/contract';
import {
  call,
  can,
  countText,
  Empty,
  ErrorState,
  LiveMark,
  type LiveState,
  Money,
  NoPermission,
  Skeleton,
  toggleAlarmSound,
  useAddressWord,
  useAlarmSound,
  useKeys,
  useText,
} from '@boyun/kernel/web';
import { Button } from 'antd';
import { Volume2, VolumeX } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ActDialogs } from '../lane-board/act-dialog.view.tsx';
import type { Act, ActLane, Lane } from '../lane-board/lane-fact.view.tsx';
import { answerCall } from '../lane-call/lane-call.contract.ts';
import { EndCall } from '../lane-call/lane-call.view.tsx';
import { actsOf, type DeskActKind, DeskDetail, laneOf } from './desk-card.view.tsx';
import { useClaim } from './desk-claim.view.ts';
import { type DeskCard, useDesk } from './desk-data.view.ts';
import { colleagueOf, DeskQueue } from './desk-queue.view.tsx';
import { DeskWall } from './desk-wall.view.tsx';
import { getDesk } from './duty-desk.contract.ts';
import './duty-desk.css';
import { LotFilter } from '../lane-board/lot-filter.view.tsx';

/** One screen for an attendant of many lots: lanes on the left, the queue and the car to deal with on the right. */
export default function DutyDeskPage() {
  return can(getDesk.access) ? <Desk /> : <NoPermission />;
}

function Desk() {
  const t = useText();
  const [lotId, setLot] = useAddressWord('lotId');
  const { asked, lanes, live, refetch } = useDesk(lotId);
  const board = lanes.data;
  const cards: readonly DeskCard[] = asked.data?.cards ?? [];
  const { chosen, choose, chooseLane, step } = useChosen(cards, (board?.lanes ?? []) as readonly Lane[]);
  const { start, dialogs } = useActs(refetch);
  useClaim(chosen?.isWaiting && colleagueOf(chosen) === null ? (chosen.passingId ?? null) : null);
  useDeskKeys(step, (key) => {
    const found = chosen && actsOf(chosen).find((one) => one.key === key);
    if (found && found.why === null) start(found.kind, chosen);
  });
  if (!asked.data || !board)
    return (asked.error ?? lanes.error) ? (
      <ErrorState error={asked.error ?? lanes.error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton lines={12} />
    );
  if (board.lanes.length === 0) return <NoLanes />;
  return (
    <div className={live.isLive ? 'by-page desk' : 'by-page desk is-stale'} data-popups="bottom">
      <h1 className="by-sr">{t(getDesk.title)}</h1>
      <DeskHead lotId={lotId} onLot={setLot} mine={asked.data.mine} live={live} />
      <div className="desk-parts">
        <DeskWall
          lots={board.lots}
          lanes={board.lanes as readonly Lane[]}
          chosenLaneId={chosen?.laneId ?? null}
          onChoose={chooseLane}
        />
        <DeskQueue cards={cards} moreAlarms={asked.data.moreAlarms} chosenId={chosen?.id ?? null} onChoose={choose} />
        <DeskDetail
          key={chosen && `${chosen.laneId} ${chosen.plate}`}
          card={chosen}
          onAct={(kind) => chosen && start(kind, chosen)}
          onChanged={refetch}
        />
      </div>
      {dialogs}
    </div>
  );
}

/** Starts acts on a card; `dialogs` are those of the act in progress. */
function useActs(onDone: () => Promise<unknown>) {
  const [act, setAct] = useState<{ kind: DeskActKind; card: DeskCard } | null>(null);
  const start = (kind: DeskActKind, card: DeskCard) => {
    if (kind === 'answer') void call(answerCall, { callId: card.call!.id }).finally(onDone);
    else if (kind === 'handle')
      void takeAlarm(card.alarms[0]!)
        .then(() => setAct({ kind, card }))
        .finally(onDone);
    else setAct({ kind, card });
  };
  const close = () => setAct(null);
  const done = async () => void (await onDone());
  const [alarm] = act?.kind === 'handle' ? act.card.alarms : [];
  const dialogs = (
    <>
      <ActDialogs act={act && laneActOf(act)} onClose={close} onDone={done} />
      <EndCall
        call={act?.kind === 'end-call' ? { id: act.card.call!.id, laneName: act.card.laneName } : null}
        onClose={close}
        onDone={done}
      />
      <Suspense fallback={null}>
        <HandleAlarm row={alarm ? { ...act!.card, ...alarm } : null} onClose={close} onDone={done} />
      </Suspense>
    </>
  );
  return { start, dialogs };
}

/** The act of a lane, for its dialogs; null if it is one of a call or an alarm. */
function laneActOf({ kind, card }: { kind: DeskActKind; card: DeskCard }): { kind: Act; lane: ActLane } | null {
  return kind === 'answer' || kind === 'end-call' || kind === 'handle' ? null : { kind, lane: laneOf(card) };
}

/**
 * The card that is shown: the one chosen, until it leaves the queue; then the first one that no colleague deals with. A lane without a card
 * can be chosen on the wall.
 */
function useChosen(cards: readonly DeskCard[], lanes: readonly Lane[]) {
  const [last, setLast] = useState<Pick<DeskCard, 'id' | 'laneId' | 'plate'> | null>(null);
  const lane = last?.id.startsWith(LANE) ? lanes.find((one) => one.laneId === last.laneId) : null;
  const found =
    cards.find((one) => one.id === last?.id) ??
    // A waiting car that the camera reads again waits under a new passing.
    cards.find((one) => one.laneId === last?.laneId && (lane || (one.isWaiting && one.plate === last.plate))) ??
    (lane ? cardOfLane(lane) : null);
  const chosen = found ?? cards.find((one) => colleagueOf(one) === null) ?? null;
  if (chosen && (chosen.id !== last?.id || chosen.plate !== last.plate)) setLast(chosen);
  const step = (by: number) => {
    const at = cards.findIndex((one) => one.id === chosen?.id);
    const next = cards[at < 0 ? 0 : Math.min(cards.length - 1, Math.max(0, at + by))];
    if (next) setLast(next);
  };
  const chooseLane = (at: Lane) => setLast(cards.find((one) => one.laneId === at.laneId) ?? cardOfLane(at));
  return { chosen, choose: setLast, chooseLane, step };
}

const LANE = 'lane:';

/** A card of a lane about which nothing is in the queue: its last car. */
function cardOfLane(lane: Lane): DeskCard {
  return {
    ...lane,
    id: LANE + lane.laneId,
    since: lane.happenedAt ?? new Date(0),
    readPlate: null,
    confidence: null,
    dueFen: 0,
    claimedById: null,
    claimedByName: null,
    call: null,
    alarms: [],
  };
}

function useDeskKeys(step: (by: number) => void, start: (key: string) => void): void {
  useKeys({
    // biome-ignore lint/correctness/noComponentHookFactories: the name of a key is no component
    ArrowDown: () => step(1),
    // biome-ignore lint/correctness/noComponentHookFactories: the name of a key is no component
    ArrowUp: () => step(-1),
    j: () => step(1),
    k: () => step(-1),
    ...Object.fromEntries(['1', '2', '3', '4', '5'].map((key) => [key, () => start(key)])),
  });
}

function DeskHead({
  lotId,
  onLot,
  mine,
  live,
}: {
  lotId: string | null;
  onLot: (lotId: string | null) => void;
  mine: Output<typeof getDesk>['mine'];
  live: LiveState;
}) {
  const t = useText();
  const isLoud = useAlarmSound();
  return (
    <header className="desk-head">
      <LotFilter id="desk-lot" className="desk-lot" lotId={lotId} onLot={onLot} />
      <dl className="desk-mine" aria-label={t(getDesk.output.mine.label)}>
        <div>
          <dt>{t({ zh: '今日处理', en: 'Handled today' })}</dt>
          <dd className="by-figure">{countText(mine.handledCount)}</dd>
        </div>
        <div>
          <dt>{t({ zh: '开闸', en: 'Opened' })}</dt>
          <dd className="by-figure">{countText(mine.openedCount)}</dd>
        </div>
        <div>
          <dt>{t({ zh: '收现金', en: 'Cash' })}</dt>
          <dd>
            <Money fen={mine.cashFen} />
          </dd>
        </div>
      </dl>
      <span className="by-grow" />
      <LiveMark state={live} />
      <Button
        aria-pressed={isLoud}
        icon={isLoud ? <Volume2 size={14} aria-hidden /> : <VolumeX size={14} aria-hidden />}
        onClick={toggleAlarmSound}
      >
        {t(isLoud ? { zh: '声音开', en: 'Sound on' } : { zh: '声音关', en: 'Sound off' })}
      </Button>
    </header>
  );
}

function NoLanes() {
  return (
    <Empty
      title={{ zh: '还没有车道', en: 'There are no lanes yet' }}
      hint={{ zh: '在“车场设备 / 车道”中添加车道和相机', en: 'Add lanes and their cameras under Lots and devices' }}
    />
  );
}
