import { call, can, ErrorState, Skeleton, useAddressWord, useListing, useText } from '@boyun/kernel/web';
import { LayoutDashboard, Pause, Repeat2 } from 'lucide-react';
import { type CSSProperties, useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { getWallScreen } from '../screen-data/screen-data.contract.ts';
import { ScreenLayout, wallScreen } from '../wall-screen/wall-screen.contract.ts';
import { screenPath } from './screen-path.view.ts';
import { useWallData, useWallNews } from './wall-data.view.ts';
import { WallFrame } from './wall-frame.view.tsx';

const USUAL_SECONDS = 30;

/** A screen in the rotation. */
interface Stop {
  readonly path: string;
  readonly seconds: number;
}

/** The screens that rotate: those that are set up, else the four layouts. */
function useStops(): { stops: readonly (Stop & { id: string | null; layout: ScreenLayout })[] } {
  const listed = useListing(wallScreen, { page: 1, perPage: 100 }, { isOff: !can(wallScreen.can.list) });
  const set = (listed.data?.rows ?? []).filter((one) => one.isRotating);
  const stops =
    set.length > 1
      ? set.map((one) => ({
          id: one.id as string | null,
          layout: one.layout,
          seconds: one.seconds,
          path: screenPath(one.layout, one.id, true),
        }))
      : (Object.keys(ScreenLayout) as ScreenLayout[]).map((layout) => ({
          id: null,
          layout,
          seconds: USUAL_SECONDS,
          path: screenPath(layout, null, true),
        }));
  return { stops };
}

/** A big screen for those signed in. */
export function WallPage({ layout }: { layout: ScreenLayout }) {
  const t = useText();
  const [wallScreenId] = useAddressWord('wallScreenId');
  const [lotId] = useAddressWord('lotId');
  const [rotate, setRotate] = useAddressWord('rotate');
  const state = useWallData({
    key: [layout, wallScreenId, lotId].join(' '),
    ask: (isFull) => call(getWallScreen, { wallScreenId, layout, lotId, isFull }, { isQuiet: true }),
  });
  useWallNews(state.hurry);
  const { stops } = useStops();
  const isRotating = rotate === '1';
  const at = stops.findIndex((one) => one.layout === layout && one.id === wallScreenId);
  const seconds = stops[at]?.seconds ?? USUAL_SECONDS;
  const next = stops[(at + 1) % stops.length]!.path;
  const rotation = t(isRotating ? { zh: '停止轮播', en: 'Stop the rotation' } : { zh: '轮播', en: 'Rotate' });
  const back = t({ zh: '返回后台', en: 'Back office' });
  return (
    <WallFrame
      state={state}
      tools={
        <>
          <button
            type="button"
            title={rotation}
            aria-label={rotation}
            onClick={() => setRotate(isRotating ? null : '1')}
          >
            {isRotating ? <Pause /> : <Repeat2 />}
          </button>
          <Link to="/" title={back} aria-label={back}>
            <LayoutDashboard />
          </Link>
        </>
      }
      waiting={
        <div className="wall-wait">
          {state.error ? <ErrorState error={state.error} onRetry={state.hurry} /> : <Skeleton lines={10} />}
        </div>
      }
      turn={isRotating && <Turn key={`${layout} ${wallScreenId}`} seconds={seconds} next={next} />}
    />
  );
}

/** Opens the next screen when this one has been shown for its time, and draws how much of it has passed. */
function Turn({ seconds, next }: { seconds: number; next: string }) {
  const go = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => go(next, { replace: true }), seconds * 1000);
    return () => clearTimeout(timer);
  }, [next, seconds, go]);
  return <i className="wall-turn" style={{ '--seconds': `${seconds}s` } as CSSProperties} />;
}
