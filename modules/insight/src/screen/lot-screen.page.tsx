import { alarmList } from '@boyun/alarms/contract';
import {
  call,
  can,
  countText,
  Empty,
  ErrorState,
  moneyText,
  Skeleton,
  useAddressWord,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { getLaneBoard } from '@boyun/passings/contract';
import { paymentList } from '@boyun/payments/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getConsole } from '../console/console.contract.ts';
import { useConsole } from '../console/console-data.view.ts';
import { FlowCurve } from '../console/curve.view.tsx';
import { LOT_SCREEN, OVERVIEW_SCREEN } from '../console/screen.contract.ts';
import { LaneTiles } from './lane-tile.view.tsx';
import { NothingToSee } from './nothing-to-see.view.tsx';
import { DayFigures } from './screen-figure.view.tsx';
import { Figure, Panel, ScreenFrame, useScreenScale } from './screen-frame.view.tsx';
import { AlarmRows, ChannelSums, PaymentRows, useLatestPayments, useOpenAlarms } from './screen-list.view.tsx';

interface LotName {
  readonly lotId: string;
  readonly lotName?: string;
}

const MINUTE_MS = 60_000;

/** The selectable lots, by revenue received today; null while loading. */
function useLots(): { lots: readonly LotName[] | null; error: Error | null; again: () => void } {
  const language = useLanguage();
  const seesFigures = can(getConsole.access);
  const asked = useQuery({
    queryKey: ['screen', 'lots', language],
    queryFn: async ({ signal }): Promise<readonly LotName[]> =>
      seesFigures
        ? (await call(getConsole, { span: 'hour' }, { signal, isQuiet: true })).ranking
        : (await call(getLaneBoard, {}, { signal, isQuiet: true })).lots,
    enabled: seesFigures || can(getLaneBoard.access),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { lots: asked.data ?? null, error: asked.error, again: () => void asked.refetch() };
}

/** One lot on a wall screen: each lane with its last car and barrier, traffic and revenue. */
export default function LotScreen() {
  const t = useText();
  const [asked, choose] = useAddressWord('lotId');
  const { lots, error, again } = useLots();
  // An inaccessible or deleted lot is replaced by the user's first one.
  const lotId = lots?.find((one) => one.lotId === asked)?.lotId ?? lots?.[0]?.lotId ?? null;
  if (lotId !== null)
    return (
      <OneLot key={lotId} lotId={lotId}>
        <select
          className="screen-choice"
          aria-label={t({ zh: '车场', en: 'Parking lot' })}
          value={lotId}
          onChange={(event) => choose(event.target.value)}
        >
          {lots!.map((one) => (
            <option key={one.lotId} value={one.lotId}>
              {one.lotName}
            </option>
          ))}
        </select>
      </OneLot>
    );
  const isAllowed = can(getConsole.access) || can(getLaneBoard.access);
  return (
    <ScreenFrame title={LOT_SCREEN.title} at={null} other={OVERVIEW_SCREEN}>
      {!isAllowed ? (
        <NothingToSee />
      ) : (
        <div className="screen-wait">
          {error ? (
            <ErrorState error={error} onRetry={again} />
          ) : lots ? (
            <Empty title={{ zh: '还没有车场', en: 'No parking lots yet' }} />
          ) : (
            <Skeleton lines={12} />
          )}
        </div>
      )}
    </ScreenFrame>
  );
}

function OneLot({ lotId, children }: { lotId: string; children: ReactNode }) {
  const t = useText();
  const language = useLanguage();
  const scale = useScreenScale();
  const seesFigures = can(getConsole.access);
  const seesLanes = can(getLaneBoard.access);
  const seesPayments = can(paymentList.access);
  const seesAlarms = can(alarmList.access);
  const alarms = useOpenAlarms(lotId);
  const payments = useLatestPayments(lotId);
  const board = useQuery({
    queryKey: ['screen', 'board', lotId, language],
    queryFn: ({ signal }) => call(getLaneBoard, { lotId }, { signal, isQuiet: true }),
    enabled: seesLanes,
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  });
  const { found, live } = useConsole(lotId, 'hour', () => {
    if (seesLanes) void board.refetch();
    if (seesPayments) void payments.refetch();
    if (seesAlarms) void alarms.refetch();
  });
  const data = found.data;
  const lanes = board.data?.lanes ?? [];
  const waiting = lanes.filter((one) => one.isWaiting);
  const open = alarms.data?.total ?? 0;
  const error = found.error ?? board.error;
  const isThere = (data || !seesFigures) && (board.data || !seesLanes);
  return (
    <ScreenFrame title={LOT_SCREEN.title} live={live} at={data?.at ?? null} other={OVERVIEW_SCREEN} tool={children}>
      {!isThere && <div className="screen-wait">{error ? <ErrorState error={error} /> : <Skeleton lines={12} />}</div>}
      {isThere && (
        <div className={seesLanes ? 'screen-lot' : 'screen-lot is-lean'}>
          <div className="screen-figures">
            {data && <DayFigures data={data} />}
            {seesLanes && (
              <Figure
                label={{ zh: '车道等待车辆', en: 'Cars waiting at lanes' }}
                text={countText(waiting.length)}
                isUrgent={waiting.length > 0}
              >
                <p>
                  <span>{t({ zh: '待收（元）', en: 'Due (¥)' })}</span>
                  <span className="by-figure">{moneyText(waiting.reduce((sum, one) => sum + one.dueFen, 0))}</span>
                </p>
              </Figure>
            )}
            {data && (
              <Figure label={{ zh: '欠费（元）', en: 'Arrears (¥)' }} text={moneyText(data.arrearsFen)}>
                <p>
                  <span>{t({ zh: '欠费订单', en: 'Orders' })}</span>
                  <span className="by-figure">{countText(data.arrearsCount)}</span>
                </p>
              </Figure>
            )}
          </div>
          {seesLanes && (
            <Panel
              area="lanes"
              title={{ zh: '车道实况', en: 'Lanes' }}
              note={t({ zh: '共{n}条', en: '{n} lanes' }, { n: countText(lanes.length) })}
            >
              <LaneTiles lanes={lanes} />
            </Panel>
          )}
          {data && (
            <Panel area="flow" title={{ zh: '今日车流（辆）', en: 'Cars in and out today' }}>
              <FlowCurve data={data} span="hour" lotId={lotId} height="100%" scale={scale} />
            </Panel>
          )}
          {seesPayments && (
            <Panel area="money" title={{ zh: '最新收款', en: 'Latest payments' }}>
              {data && <ChannelSums channels={data.channels} />}
              <PaymentRows payments={payments} />
            </Panel>
          )}
          {seesAlarms && (
            <Panel
              area="alarms"
              title={{ zh: '未处理报警', en: 'Open alarms' }}
              note={open > 0 ? countText(open) : undefined}
            >
              <AlarmRows alarms={alarms} lotId={lotId} />
            </Panel>
          )}
        </div>
      )}
    </ScreenFrame>
  );
}
