import './screen-list.css';
import './lane-tile.css';
import { CommandState, DeviceState } from '@boyun/devices/contract';
import { LaneDirection } from '@boyun/facilities/contract';
import type { Output } from '@boyun/kernel/contract';
import { moneyText, Plate, timeText, useLanguage, useText } from '@boyun/kernel/web';
import { badgeOf } from '@boyun/lists/contract';
import { Decision, type getLaneBoard } from '@boyun/passings/contract';
import type { CSSProperties } from 'react';

type Lane = Output<typeof getLaneBoard>['lanes'][number];

/** Number of tiles that are legible from some metres away. */
const MOST = 16;

/** Lanes as tiles; those with a waiting car first, then the most recently active ones. */
export function LaneTiles({ lanes }: { lanes: readonly Lane[] }) {
  const t = useText();
  const shown = [...lanes]
    .sort((a, b) => Number(b.isWaiting) - Number(a.isWaiting) || timeOf(b) - timeOf(a))
    .slice(0, MOST)
    // A shown lane keeps its place, because moving tiles cannot be followed.
    .sort((a, b) => lanes.indexOf(a) - lanes.indexOf(b));
  if (shown.length === 0)
    return <p className="screen-quiet">{t({ zh: '该车场还没有车道', en: 'This lot has no lanes yet' })}</p>;
  const columns = shown.length <= 2 ? 1 : shown.length <= 6 ? 2 : shown.length <= 12 ? 3 : 4;
  return (
    <div className="screen-tiles" style={{ '--columns': columns } as CSSProperties}>
      {shown.map((lane) => (
        <Tile key={lane.laneId} lane={lane} />
      ))}
    </div>
  );
}

function timeOf(lane: Lane): number {
  return lane.happenedAt?.getTime() ?? 0;
}

function Tile({ lane }: { lane: Lane }) {
  const t = useText();
  const isZh = useLanguage() === 'zh';
  const { cameraState, commandState, decision } = lane;
  const isSilent = cameraState !== null && cameraState !== 'online';
  return (
    <article className={lane.isWaiting ? 'screen-tile is-waiting' : 'screen-tile'}>
      {lane.picture && <img src={lane.picture} alt="" />}
      <header>
        <span className={`screen-way is-${lane.direction}`}>{t(LaneDirection[lane.direction])}</span>
        <b>{(lane as { laneName?: string }).laneName}</b>
        {isSilent && <span className="screen-flag">{t(DeviceState[cameraState])}</span>}
      </header>
      {lane.passingId ? (
        <div className="screen-tile-car">
          <Plate text={lane.plate} color={lane.plateColor} badge={badgeOf(lane.standing)} size="large" />
          <p>
            {decision && <span className={`by-tone-${Decision[decision].tone}`}>{t(Decision[decision])}</span>}
            <time className="by-figure">{timeText(lane.happenedAt, 'clock')}</time>
            {commandState && (
              <span className={`by-tone-${CommandState[commandState].tone}`}>
                <span className="by-dot" aria-hidden />
                {t(CommandState[commandState])}
              </span>
            )}
          </p>
          {lane.isWaiting && (
            <p className="screen-tile-due">
              {lane.dueFen > 0 && <b className="by-figure">¥ {moneyText(lane.dueFen)}</b>}
              <span>{isZh ? lane.reasonZh : lane.reasonEn}</span>
            </p>
          )}
        </div>
      ) : (
        <p className="screen-quiet">{t({ zh: '还没有车经过', en: 'No car has passed yet' })}</p>
      )}
    </article>
  );
}
