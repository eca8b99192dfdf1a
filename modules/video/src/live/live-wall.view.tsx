import { call, Empty, ErrorState, Skeleton, useKeys, usePhone, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented, Tooltip } from 'antd';
import { ChevronLeft, ChevronRight, Expand, ListVideo, Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getLiveCameras } from '../viewing/viewing.contract.ts';
import { CameraPicker } from './camera-picker.view.tsx';
import { LAYOUTS, type Layout, useGrid } from './kept-grid.view.ts';
import { type LiveCamera, LiveTile } from './live-tile.view.tsx';

const TOUR_MS = 15_000;

/** The grid of live pictures with its list of cameras. */
export function LiveWall() {
  const listed = useQuery({
    queryKey: [getLiveCameras.name],
    queryFn: ({ signal }) => call(getLiveCameras, {}, { signal, isQuiet: true }),
    refetchInterval: 60_000,
  });
  if (!listed.data)
    return listed.error ? (
      <ErrorState error={listed.error} onRetry={() => void listed.refetch()} />
    ) : (
      <Skeleton lines={12} />
    );
  const { cameras } = listed.data;
  if (cameras.length === 0)
    return (
      <Empty
        title={{ zh: '还没有相机', en: 'No cameras yet' }}
        hint={{ zh: '在“相机”页面登记后即可在这里查看', en: 'Cameras that are registered are shown here' }}
      />
    );
  return <Wall cameras={cameras} />;
}

/** Which of the picked cameras are shown. */
function usePages(shown: readonly LiveCamera[], layout: Layout) {
  const [page, setPage] = useState(0);
  const [isTour, setTour] = useState(false);
  const pages = Math.max(1, Math.ceil(shown.length / layout));
  const at = Math.min(page, pages - 1);
  const turn = (by: number) => setPage((at + by + pages) % pages);
  const onTour = useEffectEvent(() => turn(1));
  useEffect(() => {
    if (!isTour) return;
    const timer = setInterval(() => onTour(), TOUR_MS);
    return () => clearInterval(timer);
  }, [isTour]);
  return {
    at,
    count: pages,
    isTour: isTour && pages > 1,
    back: () => turn(-1),
    ahead: () => turn(1),
    toggleTour: () => setTour(!isTour),
  };
}

function Wall({ cameras }: { cameras: readonly LiveCamera[] }) {
  const t = useText();
  const isPhone = usePhone();
  const [grid, change] = useGrid();
  const [isPicking, setPicking] = useState(!isPhone);
  const [largeId, setLarge] = useState<string | null>(null);
  const wall = useRef<HTMLDivElement>(null);
  const picked = grid.picked ?? cameras.slice(0, grid.layout).map(({ id }) => id);
  const byId = new Map(cameras.map((one) => [one.id, one]));
  const shown = picked.flatMap((id) => byId.get(id) ?? []);
  const pages = usePages(shown, grid.layout);
  const large = largeId ? byId.get(largeId) : undefined;
  const cells = large ? [large] : shown.slice(pages.at * grid.layout, (pages.at + 1) * grid.layout);
  const layout = large ? 1 : grid.layout;
  const fill = () => void wall.current?.requestFullscreen?.().catch(() => null);
  useKeys({
    ...Object.fromEntries(LAYOUTS.map((one, index) => [String(index + 1), () => change({ layout: one })])),
    ArrowLeft: pages.back,
    ArrowRight: pages.ahead,
    t: pages.toggleTour,
    f: fill,
    l: () => setPicking(!isPicking),
    Escape: large ? () => setLarge(null) : undefined,
  });
  return (
    <div className={isPicking ? 'video-live is-picking' : 'video-live'}>
      {isPicking && <CameraPicker cameras={cameras} picked={picked} onPick={(next) => change({ picked: next })} />}
      <div className="video-main">
        <WallBar
          layout={grid.layout}
          pages={large ? null : pages}
          isPicking={isPicking}
          onPick={() => setPicking(!isPicking)}
          onLayout={(next) => {
            setLarge(null);
            change({ layout: next });
          }}
          onFill={fill}
        />
        <div className={`video-wall is-${layout}`} ref={wall}>
          {cells.map((one) => (
            <LiveTile
              key={one.id}
              camera={one}
              isLarge={large !== undefined}
              onEnlarge={() => setLarge(large ? null : one.id)}
              onRemove={() => {
                setLarge(null);
                change({ picked: picked.filter((id) => id !== one.id) });
              }}
            />
          ))}
          {Array.from({ length: isPhone ? 0 : layout - cells.length }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: empty places are alike
            <div key={`empty ${place}`} className="video-tile is-empty">
              {t({ zh: '未选择相机', en: 'No camera' })}
            </div>
          ))}
          {isPhone && cells.length === 0 && (
            <p className="by-faint">
              {t({ zh: '点“相机”选择要看的画面', en: 'Press "Cameras" to pick what to watch' })}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

/** The buttons above the grid; without pages where one picture is enlarged. */
function WallBar({
  layout,
  pages,
  isPicking,
  onPick,
  onLayout,
  onFill,
}: {
  layout: Layout;
  pages: ReturnType<typeof usePages> | null;
  isPicking: boolean;
  onPick: () => void;
  onLayout: (next: Layout) => void;
  onFill: () => void;
}) {
  const t = useText();
  return (
    <div className="video-bar">
      <Button
        icon={<ListVideo />}
        aria-pressed={isPicking}
        onClick={onPick}
        title={t({ zh: '相机列表（L）', en: 'List of cameras (L)' })}
      >
        {t({ zh: '相机', en: 'Cameras' })}
      </Button>
      <Segmented<Layout>
        value={layout}
        aria-label={t({ zh: '画面数', en: 'Pictures at once' })}
        options={LAYOUTS.map((one, index) => ({
          value: one,
          label: String(one),
          title: t({ zh: '{n} 画面（按 {key}）', en: '{n} at once ({key})' }, { n: one, key: index + 1 }),
        }))}
        onChange={onLayout}
      />
      <span className="by-grow" />
      {pages && pages.count > 1 && (
        <span className="video-pages">
          <Button icon={<ChevronLeft />} aria-label={t({ zh: '上一页', en: 'Previous page' })} onClick={pages.back} />
          <span className="by-figure">
            {pages.at + 1} / {pages.count}
          </span>
          <Button icon={<ChevronRight />} aria-label={t({ zh: '下一页', en: 'Next page' })} onClick={pages.ahead} />
          <Button
            icon={pages.isTour ? <Pause /> : <Play />}
            aria-pressed={pages.isTour}
            onClick={pages.toggleTour}
            title={t({ zh: '每 15 秒翻页（T）', en: 'Next page every 15 seconds (T)' })}
          >
            {t({ zh: '轮巡', en: 'Tour' })}
          </Button>
        </span>
      )}
      <Tooltip title={t({ zh: '全屏（F）', en: 'Full screen (F)' })}>
        <Button icon={<Expand />} aria-label={t({ zh: '全屏', en: 'Full screen' })} onClick={onFill} />
      </Tooltip>
    </div>
  );
}
