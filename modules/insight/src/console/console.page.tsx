import './console.css';
import { lot } from '@boyun/facilities/contract';
import {
  Allowed,
  ErrorState,
  LiveMark,
  ReferenceInput,
  Skeleton,
  SlotParts,
  TimeText,
  usePhone,
  useText,
} from '@boyun/kernel/web';
import { ConsoleBanners } from '@boyun/system/web';
import { Button, Segmented } from 'antd';
import { MonitorUp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AreaTargets } from './area-target.view.tsx';
import { Board, BoardButton, useBoard } from './board.view.tsx';
import { type CurveSpan, getConsole } from './console.contract.ts';
import { useConsole } from './console-data.view.ts';
import { consoleHead } from './console-slot.view.ts';
import { type CurveProps, FlowCurve, RevenueCurve } from './curve.view.tsx';
import { KpiStrip } from './kpi.view.tsx';
import { LatestCard } from './latest.view.tsx';
import { Ranking } from './ranking.view.tsx';
import { LOT_SCREEN, OVERVIEW_SCREEN } from './screen.contract.ts';
import { Shares } from './share.view.tsx';
import { TodoCard } from './todo.view.tsx';

/** Today at a glance: figures compared with yesterday and last week, curves, shares, lots, and tasks to do. */
export default function ConsolePage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const lotId = query.get('lotId');
  const [span, setSpan] = useState<CurveSpan>('hour');
  const isPhone = usePhone();
  const board = useBoard();
  const { found, live, heard } = useConsole(lotId, span);
  const chooseLot = (id: string | null) => setQuery(id ? { lotId: id } : {}, { replace: true });

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
          {t({ zh: '，昨日与上周均截至同一时刻', en: ', compared up to the same time' })}
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
              onChange={(id) => chooseLot(id)}
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
            { value: 'month' as const, label: t({ zh: '近12个月', en: '12 months' }) },
          ]}
        />
        <BoardButton board={board} />
        {!isPhone && (
          <Button
            icon={<MonitorUp />}
            onClick={() => open(lotId ? `${LOT_SCREEN.path}?lotId=${lotId}` : OVERVIEW_SCREEN.path)}
          >
            {t({ zh: '大屏', en: 'Big screen' })}
          </Button>
        )}
      </header>
      <Suspense>
        <ConsoleBanners />
      </Suspense>
      <SlotParts of={consoleHead} props={{}} />
      <KpiStrip data={data} lotId={lotId} />
      <AreaTargets data={data} />
      <Board
        setting={board[0]}
        cards={{
          revenue: <CurveCard key="revenue" kind="revenue" data={data} span={span} lotId={lotId} />,
          flow: <CurveCard key="flow" kind="flow" data={data} span={span} lotId={lotId} />,
          todo: <TodoCard key="todo" data={data} lotId={lotId} />,
          ranking: <Ranking key="ranking" data={data} />,
          shares: <Shares key="shares" data={data} lotId={lotId} />,
          latest: <LatestCard key="latest" heard={heard} lotId={lotId} />,
        }}
      />
    </div>
  );
}

const CURVES = {
  revenue: { title: { zh: '实收曲线（元）', en: 'Received (¥)' }, Curve: RevenueCurve },
  flow: { title: { zh: '车流曲线（辆）', en: 'Cars in and out' }, Curve: FlowCurve },
} as const;

function CurveCard({ kind, ...props }: { kind: keyof typeof CURVES } & Pick<CurveProps, 'data' | 'span' | 'lotId'>) {
  const t = useText();
  const { title, Curve } = CURVES[kind];
  return (
    <section className={`by-card-box console-${kind}`}>
      <h2 className="by-card-title">{t(title)}</h2>
      <div className="console-curve">
        <Curve {...props} height="100%" />
      </div>
    </section>
  );
}
