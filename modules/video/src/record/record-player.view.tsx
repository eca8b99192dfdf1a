import { timeText, useKeys, useText } from '@boyun/kernel/web';
import { Button, Segmented, Tooltip } from 'antd';
import { Camera, ChevronsLeft, ChevronsRight, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { lazy, type ReactNode, type Ref, Suspense, useRef } from 'react';
import { type FrameElement, saveFrame } from '../player/save-frame.view.ts';
import { StillPicture } from '../player/still-picture.view.tsx';
import { StillKind } from '../viewing/viewing.contract.ts';
import { type Playhead, RATES, type Rate } from './playhead.view.ts';
import { STEP_SECONDS, TimeLine } from './time-line.view.tsx';
import type { Played } from './use-played.view.ts';

const SceneCanvas = lazy(() => import('../scene/scene-canvas.view.tsx'));
const RecordedMedia = lazy(() => import('./recorded-media.view.tsx'));

/** A passing is shown from a little before its plate is read. */
const LEAD_MS = 4000;

/** The picture of a recording with its line and buttons. */
export function RecordPlayer({ played, playhead }: { played: Played; playhead: Playhead }) {
  const t = useText();
  const shown = useRef<FrameElement>(null);
  const next = (sign: 1 | -1) => {
    // Of a car that has just been jumped to, the one before it is meant.
    const from = playhead.atMs + LEAD_MS + sign * 500;
    const following = played.passings.filter(({ at }) => (at.getTime() - from) * sign > 0);
    const car = sign > 0 ? following[0] : following.at(-1);
    if (car) playhead.seek(car.at.getTime() - LEAD_MS);
  };
  const skip = (seconds: number) => playhead.seek(playhead.atMs + seconds * 1000);
  const back = () => skip(-STEP_SECONDS);
  const ahead = () => skip(STEP_SECONDS);
  useKeys({
    ' ': playhead.toggle,
    ArrowLeft: back,
    ArrowRight: ahead,
    p: () => next(-1),
    n: () => next(1),
  });
  const isEmpty = played.passings.length === 0;
  return (
    <section className="video-player by-card-box" aria-label={played.name}>
      <div className="video-picture">
        <Recorded played={played} playhead={playhead} ref={shown} />
        <header>
          <b>{played.name}</b>
          <span className="video-place">
            {played.lotName} · {played.laneName}
          </span>
          <span className="video-age">
            {played.source === 'sandbox' && t({ zh: '模拟 ', en: 'SIMULATED ' })}
            <time>{timeText(new Date(playhead.atMs), 'second', played.zone)}</time>
          </span>
        </header>
      </div>
      <TimeLine played={played} playhead={playhead} />
      <div className="video-controls">
        <Act
          label={{ zh: '上一辆（P）', en: 'Previous car (P)' }}
          icon={<SkipBack />}
          isOff={isEmpty}
          onAct={() => next(-1)}
        />
        <Act label={{ zh: '后退 10 秒（←）', en: 'Back 10 seconds (←)' }} icon={<ChevronsLeft />} onAct={back} />
        <Button
          type="primary"
          shape="circle"
          icon={playhead.isPlaying ? <Pause /> : <Play />}
          aria-label={t(playhead.isPlaying ? { zh: '暂停', en: 'Pause' } : { zh: '播放', en: 'Play' })}
          onClick={playhead.toggle}
        />
        <Act label={{ zh: '前进 10 秒（→）', en: 'Forward 10 seconds (→)' }} icon={<ChevronsRight />} onAct={ahead} />
        <Act
          label={{ zh: '下一辆（N）', en: 'Next car (N)' }}
          icon={<SkipForward />}
          isOff={isEmpty}
          onAct={() => next(1)}
        />
        <Segmented<Rate>
          value={playhead.rate}
          aria-label={t({ zh: '速度', en: 'Speed' })}
          options={RATES.map((one) => ({ value: one, label: `${one}×` }))}
          onChange={playhead.setRate}
        />
        <span className="by-grow" />
        <Act
          label={{ zh: '保存画面', en: 'Save the picture' }}
          icon={<Camera />}
          onAct={() => saveFrame(shown.current, played.name, new Date(playhead.atMs))}
        />
      </div>
    </section>
  );
}

function Act({
  label,
  icon,
  isOff = false,
  onAct,
}: {
  label: { zh: string; en: string };
  icon: ReactNode;
  isOff?: boolean;
  onAct: () => void;
}) {
  const t = useText();
  return (
    <Tooltip title={t(label)}>
      <Button type="text" icon={icon} aria-label={t(label)} disabled={isOff} onClick={onAct} />
    </Tooltip>
  );
}

function Recorded({ played, playhead, ref }: { played: Played; playhead: Playhead; ref: Ref<FrameElement> }) {
  if (played.source === 'snapshot') return <RecordedStills played={played} playhead={playhead} ref={ref} />;
  return (
    <Suspense fallback={null}>
      {played.source === 'media' ? (
        <RecordedMedia played={played} playhead={playhead} ref={ref as Ref<HTMLVideoElement>} />
      ) : (
        <SceneCanvas
          cameraId={played.cameraId}
          isExit={played.direction === 'exit'}
          zone={played.zone}
          cars={played.passings}
          clock={playhead.clock}
          ref={ref as Ref<HTMLCanvasElement>}
        />
      )}
    </Suspense>
  );
}

/** The pictures of the period one after the other, each with its time. */
function RecordedStills({ played, playhead, ref }: { played: Played; playhead: Playhead; ref: Ref<FrameElement> }) {
  const t = useText();
  const still = played.stills.findLast(({ at }) => at.getTime() <= playhead.atMs) ?? played.stills[0];
  if (!still)
    return (
      <p className="video-hint">
        {t({
          zh: '这段时间没有图片。没有流媒体服务时，回放由抓拍和过车图片组成',
          en: 'No picture in this period. Without a media server, snapshots and pictures of passings are played back',
        })}
      </p>
    );
  return (
    <>
      <StillPicture address={still.picture} ref={ref as Ref<HTMLImageElement>} />
      <span className="video-route">
        {t(StillKind[still.kind])} {timeText(still.at, 'clock', played.zone)}
      </span>
    </>
  );
}
