import { LaneDirection } from '@boyun/facilities/contract';
import type { Output } from '@boyun/kernel/contract';
import { can, durationText, Plate, timeText, useNow, useText } from '@boyun/kernel/web';
import { Button, Tooltip } from 'antd';
import { Camera, History, Maximize2, Minimize2, X } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { LivePicture, SIMULATED_LAG_MS, shownMs } from '../player/live-picture.view.tsx';
import { type FrameElement, saveFrame } from '../player/save-frame.view.ts';
import { useWatched, type WatchState } from '../player/use-watched.view.ts';
import { type getLiveCameras, playCamera, StillKind } from '../viewing/viewing.contract.ts';

/** A camera of the list. */
export type LiveCamera = Output<typeof getLiveCameras>['cameras'][number];

/** A car is named in the picture for so long. */
const CAR_SHOWN_MS = 12_000;
/** An older snapshot is marked. */
const OLD_MS = 60_000;

/** One live picture with what it shows and how old it is. */
export function LiveTile({
  camera,
  isLarge,
  onEnlarge,
  onRemove,
}: {
  camera: LiveCamera;
  isLarge: boolean;
  onEnlarge: () => void;
  onRemove: () => void;
}) {
  const t = useText();
  const state = useWatched(camera.id);
  const shown = useRef<FrameElement>(null);
  const words = isLarge ? { zh: '退出放大', en: 'Back to the grid' } : { zh: '放大', en: 'Enlarge' };
  const name = `${camera.lotName} · ${camera.name}`;
  return (
    <section className="video-tile" aria-label={name} onDoubleClick={onEnlarge}>
      <div className="video-picture">
        <LivePicture state={state} ref={shown} />
      </div>
      <header>
        <b title={name}>{camera.name}</b>
        <span className="video-place">
          {camera.lotName} · {t(LaneDirection[camera.direction])}
        </span>
        <Age state={state} />
      </header>
      <LastCar state={state} />
      <footer>
        <Act
          label={{ zh: '保存画面', en: 'Save the picture' }}
          icon={<Camera />}
          onAct={() => saveFrame(shown.current, camera.name, new Date(shownMs(state)))}
        />
        {can(playCamera.access) && (
          <Tooltip title={t({ zh: '回放', en: 'Play back' })}>
            <Link
              className="video-act"
              to={`/_cloud_video/record?cameraId=${camera.id}`}
              aria-label={t({ zh: '回放', en: 'Play back' })}
            >
              <History />
            </Link>
          </Tooltip>
        )}
        <Act label={words} icon={isLarge ? <Minimize2 /> : <Maximize2 />} onAct={onEnlarge} />
        <Act label={{ zh: '移除', en: 'Remove' }} icon={<X />} onAct={onRemove} />
      </footer>
    </section>
  );
}

function Act({ label, icon, onAct }: { label: { zh: string; en: string }; icon: React.ReactNode; onAct: () => void }) {
  const t = useText();
  return (
    <Tooltip title={t(label)}>
      <Button type="text" className="video-act" aria-label={t(label)} icon={icon} onClick={onAct} />
    </Tooltip>
  );
}

/** What the picture is and how old: never more than it is. */
function Age({ state }: { state: WatchState }) {
  const t = useText();
  const moment = useNow(1000);
  const { watched, aheadMs } = state;
  if (!watched) return null;
  const clock = timeText(new Date(shownMs(state)), 'clock', watched.zone);
  if (watched.source === 'media')
    return (
      <span className="video-age is-live">
        {t({ zh: '实时', en: 'LIVE' })} <time>{clock}</time>
      </span>
    );
  if (watched.source === 'sandbox')
    return (
      <span
        className="video-age"
        title={t(
          { zh: '由过车记录绘制，延迟 {n} 秒', en: 'Drawn from the passings, {n} seconds late' },
          { n: SIMULATED_LAG_MS / 1000 },
        )}
      >
        {t({ zh: '模拟', en: 'SIMULATED' })} <time>{clock}</time>
      </span>
    );
  if (!watched.stillAt) return null;
  const ageMs = Math.max(0, moment.getTime() + aheadMs - watched.stillAt.getTime());
  return (
    <span className={ageMs > OLD_MS ? 'video-age is-old' : 'video-age'}>
      {t(StillKind[watched.stillKind ?? 'snapshot'])} ·{' '}
      {ageMs < OLD_MS
        ? t({ zh: '{n} 秒前', en: '{n} s ago' }, { n: Math.round(ageMs / 1000) })
        : t({ zh: '{time}前', en: '{time} ago' }, { time: durationText(ageMs / 1000) })}
    </span>
  );
}

/** The plate of the car in the picture. */
function LastCar({ state }: { state: WatchState }) {
  useNow(1000);
  const { watched } = state;
  const atMs = shownMs(state);
  const car = watched?.passings.find((one) => {
    const sinceMs = atMs - one.at.getTime();
    return sinceMs >= 0 && sinceMs < CAR_SHOWN_MS;
  });
  if (!car || watched?.source === 'snapshot') return null;
  return (
    <p className="video-car">
      <Plate text={car.plate} color={car.plateColor} isPlain />
      <time className="by-figure">{timeText(car.at, 'clock', watched!.zone)}</time>
    </p>
  );
}
