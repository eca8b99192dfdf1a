import './console.css';
import { lot } from '@boyun/facilities/contract';
import { liveChannel } from '@boyun/kernel/contract';
import {
  Allowed,
  call,
  ErrorState,
  LiveMark,
  ReferenceInput,
  Skeleton,
  TimeText,
  useLanguage,
  useLive,
  useMedia,
  useText,
} from '@boyun/kernel/web';
import { ConsoleBanners } from '@boyun/system/web';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { getConsole } from './console.contract.ts';
import { FlowCurve, RevenueCurve } from './curve.view.tsx';
import { KpiStrip } from './kpi.view.tsx';
import { LATEST, LatestCard, type LatestPassing } from './latest.view.tsx';
import { Ranking } from './ranking.view.tsx';
import { Shares } from './share.view.tsx';
import { TodoCard } from './todo.view.tsx';

/** What changes a figure of the console. */
const KINDS = [
  'stay.opened',
  'stay.left',
  'stay.closed',
  'stay.voided',
  'stay.restored',
  'review.requested',
  'review.advanced',
  'review.approved',
  'review.rejected',
  'review.withdrawn',
  'payment.succeeded',
  'payment.refunded',
  'passing.recorded',
  'passing.settled',
  'alarm.raised',
  'alarm.claimed',
  'alarm.closed',
  'command.changed',
  'device.online',
  'device.offline',
];
/** However much happens, the figures are asked for again at most this often; and at least once a minute. */
const ASK_EVERY_MS = 3000;
const MINUTE_MS = 60_000;

/** Today at a glance: figures beside yesterday's and last week's, curves, shares, lots, and what waits for a person. */
export default function ConsolePage() {
  const t = useText();
  const language = useLanguage();
  const [query, setQuery] = useSearchParams();
  const lotId = query.get('lotId');
  const [span, setSpan] = useState<'hour' | 'day'>('hour');
  const found = useQuery({
    queryKey: ['console', lotId, span, language],
    queryFn: ({ signal }) => call(getConsole, { lotId, span }, { signal, isQuiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  });
  const height = useMedia('(min-height: 940px)') ? 320 : 216;
  const [latest, setLatest] = useState<readonly LatestPassing[]>([]);
  const askSoon = useThrottled(() => void found.refetch());
  const live = useLive(liveChannel, KINDS, (message) => {
    askSoon();
    if (message.kind !== 'passing.recorded' || (lotId && message.lotId !== lotId)) return;
    const passing = { ...(message.data as unknown as LatestPassing), at: message.at };
    setLatest((last) => [passing, ...last.filter((one) => one.passingId !== passing.passingId)].slice(0, LATEST));
  });
  const chooseLot = (id: string | null) => {
    setLatest([]);
    setQuery(id ? { lotId: id } : {}, { replace: true });
  };

  if (!found.data)
    return found.error ? <ErrorState error={found.error} onRetry={() => found.refetch()} /> : <Skeleton lines={12} />;
  const data = found.data;
  return (
    <div className="by-page console-page">
      <header className="console-head">
        <h1>{t(getConsole.title)}</h1>
        <LiveMark state={live} />
        <span className="by-faint by-small console-when">
          {t({ zh: '数据截至', en: 'As of' })} <TimeText at={data.at} style="clock" />
          {t({ zh: '，昨日与上周均截至同一时刻', en: ', other days up to the same minute' })}
        </span>
        <span className="by-grow" />
        <Allowed to={lot.can.list}>
          <div className="console-lot-choice">
            <label className="by-sr" htmlFor="console-lot">
              {t({ zh: '车场', en: 'Parking lot' })}
            </label>
            <ReferenceInput
              id="console-lot"
              to="lot"
              value={lotId}
              onChange={(id) => chooseLot(id as string | null)}
              placeholder={t({ zh: '全部车场', en: 'All lots' })}
            />
          </div>
        </Allowed>
        <Segmented
          value={span}
          onChange={(next) => setSpan(next)}
          options={[
            { value: 'hour' as const, label: t({ zh: '今日', en: 'Today' }) },
            { value: 'day' as const, label: t({ zh: '近14天', en: '14 days' }) },
          ]}
        />
      </header>
      <Suspense>
        <ConsoleBanners />
      </Suspense>
      <KpiStrip data={data} lotId={lotId} />
      <div className="console-board">
        <section className="by-card-box console-revenue">
          <h2 className="by-card-title">{t({ zh: '实收曲线（元）', en: 'Received (¥)' })}</h2>
          <RevenueCurve data={data} span={span} lotId={lotId} height={height} />
        </section>
        <section className="by-card-box console-flow">
          <h2 className="by-card-title">{t({ zh: '车流曲线（辆）', en: 'Cars in and out' })}</h2>
          <FlowCurve data={data} span={span} lotId={lotId} height={height} />
        </section>
        <TodoCard todo={data.todo} at={data.at} lotId={lotId} />
        <Ranking data={data} />
        <Shares data={data} lotId={lotId} />
        <LatestCard heard={latest} lotId={lotId} />
      </div>
    </div>
  );
}

/** Gathers calls for a few seconds and then works once. */
function useThrottled(work: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return () => {
    if (timer.current) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      work();
    }, ASK_EVERY_MS);
  };
}
