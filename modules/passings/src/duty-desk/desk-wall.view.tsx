import './desk-wall.css';
import { CommandState, DeviceState } from '@boyun/devices/contract';
import { durationText, Plate, useNow, useText } from '@boyun/kernel/web';
import { memo } from 'react';
import { byNeed, type Lane, need } from '../lane-board/lane-fact.view.tsx';
import { LaneModeMark } from '../lane-board/lane-mode.view.tsx';

interface Lot {
  readonly lotId: string;
  readonly lotName?: string | null;
  readonly carsInside: number;
  readonly capacity: number;
}

/** The lanes of all lots, small: those where a car waits come first, in their lot and among the lots. */
export function DeskWall({
  lots,
  lanes,
  chosenLaneId,
  onChoose,
}: {
  lots: readonly Lot[];
  lanes: readonly Lane[];
  chosenLaneId: string | null;
  onChoose: (lane: Lane) => void;
}) {
  const t = useText();
  const parts = lots
    .map((lot) => ({ lot, own: byNeed(lanes.filter((lane) => lane.lotId === lot.lotId)) }))
    .filter(({ own }) => own.length > 0)
    .toSorted((a, b) => need(a.own[0]!) - need(b.own[0]!));
  return (
    <nav className="desk-wall" aria-label={t({ zh: '车道', en: 'Lanes' })}>
      {parts.map(({ lot, own }) => (
        <section key={lot.lotId} aria-label={lot.lotName ?? ''}>
          <h2>
            <span>{lot.lotName}</span>
            <small className="by-figure by-faint">
              {lot.carsInside}/{lot.capacity}
            </small>
          </h2>
          <div className="desk-tiles">
            {own.map((lane) => (
              <Tile key={lane.laneId} lane={lane} isChosen={lane.laneId === chosenLaneId} onChoose={onChoose} />
            ))}
          </div>
        </section>
      ))}
    </nav>
  );
}

const Tile = memo(
  DrawnTile,
  (before, after) => before.isChosen === after.isChosen && JSON.stringify(before.lane) === JSON.stringify(after.lane),
);

const WAY = { entry: { zh: '入', en: 'In' }, exit: { zh: '出', en: 'Out' } } as const;

/** One lane on two lines: its name with camera and barrier; its car with the time it waits. A third says if it is kept open or has peak traffic. */
function DrawnTile({ lane, isChosen, onChoose }: { lane: Lane; isChosen: boolean; onChoose: (lane: Lane) => void }) {
  const t = useText();
  const look = [
    'desk-tile',
    lane.mode === 'normal' ? '' : 'is-special',
    lane.isWaiting ? 'is-waiting' : '',
    isChosen ? 'is-chosen' : '',
  ];
  const camera = lane.cameraState && lane.cameraState !== 'online' ? DeviceState[lane.cameraState] : null;
  const barrier = lane.commandState ? CommandState[lane.commandState] : null;
  return (
    <button
      type="button"
      className={look.filter(Boolean).join(' ')}
      aria-pressed={isChosen}
      data-lane={lane.laneId}
      onClick={() => onChoose(lane)}
    >
      <span className="desk-tile-head">
        <i className={`desk-way is-${lane.direction}`}>{t(WAY[lane.direction])}</i>
        <b>{lane.laneName}</b>
        {camera ? (
          <span className={`by-small by-tone-${camera.tone}`}>
            <span className="by-dot" aria-hidden /> {t(camera)}
          </span>
        ) : (
          barrier && (
            <span className={`by-small by-tone-${barrier.tone}`}>
              <span className="by-dot" aria-hidden /> {t(barrier)}
            </span>
          )
        )}
      </span>
      <span className="desk-tile-car">
        {lane.passingId ? (
          <Plate text={lane.plate} color={lane.plateColor} isPlain />
        ) : (
          <span className="by-faint">—</span>
        )}
        {lane.happenedAt && <Since at={lane.happenedAt} isWaiting={lane.isWaiting} />}
      </span>
      <LaneModeMark lane={lane} />
    </button>
  );
}

/** Minutes since a car came, marked while it waits. */
function Since({ at, isWaiting }: { at: Date; isWaiting: boolean }) {
  const moment = useNow(1000);
  const seconds = Math.max(0, (moment.getTime() - at.getTime()) / 1000);
  return <span className={isWaiting ? 'by-figure desk-waits' : 'by-figure by-faint'}>{durationText(seconds)}</span>;
}
