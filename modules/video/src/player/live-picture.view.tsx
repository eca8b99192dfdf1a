import { now, useText } from '@boyun/kernel/web';
import { lazy, type Ref, Suspense } from 'react';
import type { FrameElement } from './save-frame.view.ts';
import { StillPicture } from './still-picture.view.tsx';
import type { WatchState } from './use-watched.view.ts';

const MediaPlayer = lazy(() => import('./media-player.view.tsx'));
const SceneCanvas = lazy(() => import('../scene/scene-canvas.view.tsx'));

/** A simulated picture lags, so that cars are known before they come into sight. */
export const SIMULATED_LAG_MS = 9000;

/** The moment a live picture shows, in milliseconds. */
export function shownMs({ watched, aheadMs }: WatchState): number {
  if (watched?.source === 'snapshot') return watched.stillAt?.getTime() ?? 0;
  return now().getTime() + aheadMs - (watched?.source === 'sandbox' ? SIMULATED_LAG_MS : 0);
}

/** The live picture of a camera, whatever it comes from. */
export function LivePicture({ state, ref }: { state: WatchState; ref?: Ref<FrameElement> }) {
  const t = useText();
  const { watched, fault } = state;
  if (!watched)
    return (
      <p className="video-hint" role="status">
        {fault ?? t({ zh: '正在打开…', en: 'Opening…' })}
      </p>
    );
  if (watched.source === 'snapshot')
    return (
      <>
        <StillPicture address={watched.still} ref={ref as Ref<HTMLImageElement>} />
        {!watched.still && (
          <p className="video-hint">
            {t({
              zh: '一天内没有图片；相机在线并支持抓拍，或有车经过时显示',
              en: 'No picture within a day. One comes when the camera takes a snapshot, or a car passes',
            })}
          </p>
        )}
      </>
    );
  return (
    <Suspense fallback={null}>
      {watched.source === 'media' ? (
        <MediaPlayer key={watched.viewingId} watched={watched} ref={ref as Ref<HTMLVideoElement>} />
      ) : (
        <SceneCanvas
          cameraId={watched.cameraId}
          isExit={watched.direction === 'exit'}
          zone={watched.zone}
          cars={watched.passings}
          clock={() => shownMs(state)}
          ref={ref as Ref<HTMLCanvasElement>}
        />
      )}
    </Suspense>
  );
}
