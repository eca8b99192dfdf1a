import '../look/patrol.css';
import { FindingKind } from '@boyun/domain/patrol';
import { placeOnTrack } from '@boyun/domain/track';
import type { Output, ReportRow } from '@boyun/kernel/contract';
import {
  call,
  Empty,
  ErrorState,
  Plate,
  Skeleton,
  StateDot,
  TimeText,
  useLanguage,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { TrackMap } from '@boyun/screens/web';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { FindingKinds } from '../finding/finding-kinds.view.tsx';
import type { tourList } from './patrol-tour.contract.ts';
import { getTrack } from './track.contract.ts';
import { PlayBar } from './track-play.view.tsx';

type Track = Output<typeof getTrack>;
type Sighting = Track['sightings'][number];

const REFRESH_MS = 10_000;

/** The track of a tour on the map: played back by time, with the plates read along it. */
export function TourTrack({ row }: { row: ReportRow<typeof tourList> }) {
  const language = useLanguage();
  const isDriving = row.state === 'driving';
  const found = useQuery({
    queryKey: [getTrack.name, row.id, language],
    queryFn: ({ signal }) => call(getTrack, { tourId: row.id }, { signal, isQuiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: isDriving ? REFRESH_MS : false,
  });
  const { data } = found;
  if (data && data.points.length === 0 && data.sightings.length === 0)
    return <Empty title={NOTHING} hint={NO_POINTS_HINT} />;
  if (data) return <Played track={data} isLive={isDriving} />;
  return found.error ? (
    <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  ) : (
    <Skeleton lines={10} />
  );
}

const NOTHING = { zh: '还没有位置', en: 'No positions yet' };
const NO_POINTS_HINT = { zh: '车载终端上报位置后显示轨迹', en: 'The track appears once its device reports positions' };

function Played({ track, isLive }: { track: Track; isLive: boolean }) {
  const points = useMemo(() => track.points.map((one) => ({ ...one, atMs: one.at.getTime() })), [track.points]);
  const [chosenAt, setAt] = useState<number | null>(null);
  const [chosenId, choose] = useState<string | null>(null);
  const [fromMs, toMs] = [points[0]?.atMs ?? 0, points.at(-1)?.atMs ?? 0];
  // Until somebody chooses a time it is the latest one, also while the car drives on.
  const atMs = chosenAt === null ? toMs : Math.min(toMs, Math.max(fromMs, chosenAt));
  const vehicle = useMemo(() => placeOnTrack(points, atMs), [points, atMs]);
  const driven = useMemo(
    () => [...points.filter((one) => one.atMs <= atMs), ...(vehicle ? [vehicle] : [])],
    [points, atMs, vehicle],
  );
  const shown = track.sightings.filter((one) => one.at.getTime() <= atMs + 1000);
  const pick = (id: string) => {
    choose(id);
    const one = track.sightings.find((each) => each.id === id);
    if (one) setAt(one.at.getTime());
  };
  const marks = useMarks(shown);
  const stops = useStops(track.stops, atMs);
  return (
    <div className="patrol-track">
      <div className="patrol-track-map">
        <Suspense fallback={<Skeleton lines={8} />}>
          <TrackMap
            way={points}
            driven={driven}
            vehicle={vehicle}
            marks={marks}
            stops={stops}
            chosenId={chosenId}
            onChoose={pick}
          />
        </Suspense>
      </div>
      <PlayBar fromMs={fromMs} toMs={toMs} atMs={atMs} isLive={isLive} isLatest={chosenAt === null} onTime={setAt} />
      <Side track={track} atMs={atMs} chosenId={chosenId} onChoose={pick} />
    </div>
  );
}

const worst = (kinds: readonly FindingKind[]) =>
  kinds.some((kind) => FindingKind[kind].tone === 'bad') ? 'bad' : kinds.length > 0 ? 'warn' : 'good';

function useMarks(sightings: readonly Sighting[]) {
  const key = sightings.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: sightings only become more as time goes on
  return useMemo(
    () =>
      sightings.flatMap(({ id, longitude, latitude, kinds }) =>
        longitude === null || latitude === null ? [] : [{ id, longitude, latitude, tone: worst(kinds) } as const],
      ),
    [key],
  );
}

function useStops(stops: Track['stops'], atMs: number) {
  const key = stops.map((one) => (one.visitedAt && one.visitedAt.getTime() <= atMs ? 1 : 0)).join('');
  return useMemo(
    () =>
      stops.flatMap(({ lotId, name, longitude, latitude }, place) =>
        longitude === null || latitude === null
          ? []
          : [{ id: lotId, name, longitude, latitude, isVisited: key[place] === '1' }],
      ),
    [stops, key],
  );
}

type Shown = 'found' | 'all';

function Side({
  track,
  atMs,
  chosenId,
  onChoose,
}: {
  track: Track;
  atMs: number;
  chosenId: string | null;
  onChoose: (id: string) => void;
}) {
  const t = useText();
  const [shown, setShown] = useState<Shown>('found');
  const found = track.sightings.filter((one) => one.kinds.length > 0);
  const listed = shown === 'found' ? found : track.sightings;
  const chosen = track.sightings.find((one) => one.id === chosenId);
  return (
    <section className="patrol-track-side">
      <Stops stops={track.stops} atMs={atMs} />
      {chosen && <Chosen sighting={chosen} />}
      <Segmented<Shown>
        block
        value={shown}
        onChange={setShown}
        options={[
          { value: 'found', label: `${t({ zh: '有问题', en: 'Findings' })} ${found.length}` },
          { value: 'all', label: `${t({ zh: '全部', en: 'All' })} ${track.sightings.length}` },
        ]}
      />
      <ol className="patrol-track-list">
        {listed.map((one) => (
          <li key={one.id}>
            <button type="button" aria-current={one.id === chosenId} onClick={() => onChoose(one.id)}>
              <Plate text={one.plate} color={one.plateColor} isPlain />
              <TimeText at={one.at} style="clock" />
              <span className="by-small by-faint">
                {[one.lotName, one.spotNumber].filter(Boolean).join(' · ') ||
                  t({ zh: '车场外', en: 'Outside of lots' })}
              </span>
              {one.kinds.length > 0 && <FindingKinds kinds={one.kinds} />}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Stops({ stops, atMs }: { stops: Track['stops']; atMs: number }) {
  const t = useText();
  return (
    <ol className="patrol-track-stops">
      {stops.map((one) => {
        const isVisited = one.visitedAt !== null && one.visitedAt.getTime() <= atMs;
        return (
          <li key={one.lotId} title={one.visitedAt ? undefined : t({ zh: '未到', en: 'Not visited' })}>
            <StateDot tone={isVisited ? 'good' : 'neutral'} label={{ zh: one.name, en: one.name }} />
          </li>
        );
      })}
    </ol>
  );
}

function Chosen({ sighting }: { sighting: Sighting }) {
  const t = useText();
  return (
    <div className="patrol-track-chosen">
      {sighting.picture && (
        <ZoomPicture address={sighting.picture} label={{ zh: '识别图片', en: 'Picture' }} size="fill" />
      )}
      <p>
        <Plate text={sighting.plate} /> <TimeText at={sighting.at} />
      </p>
      <FindingKinds kinds={sighting.kinds} />
      {sighting.orderId && (
        <Link to={`/_cloud_operation/order?orderId=${sighting.orderId}`}>
          {t({ zh: '查看订单', en: 'See the order' })}
        </Link>
      )}
    </div>
  );
}
