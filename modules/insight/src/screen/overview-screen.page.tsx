import { alarmList } from '@boyun/alarms/contract';
import { can, countText, ErrorState, Skeleton, useText } from '@boyun/kernel/web';
import { passingList } from '@boyun/passings/contract';
import { getConsole } from '../console/console.contract.ts';
import { useConsole } from '../console/console-data.view.ts';
import { FlowCurve, RevenueCurve } from '../console/curve.view.tsx';
import { useLatest } from '../console/latest.view.tsx';
import { LOT_SCREEN, OVERVIEW_SCREEN } from '../console/screen.contract.ts';
import { NothingToSee } from './nothing-to-see.view.tsx';
import { DayFigures } from './screen-figure.view.tsx';
import { Figure, Panel, ScreenFrame, useScreenScale } from './screen-frame.view.tsx';
import { AlarmRows, OccupancyRanking, PassingRows, useOpenAlarms } from './screen-list.view.tsx';

/** All lots on a wall screen: today's figures, curves, occupancy, live passages and alarms. */
export default function OverviewScreen() {
  const t = useText();
  const scale = useScreenScale();
  const alarms = useOpenAlarms(null);
  const seesFigures = can(getConsole.access);
  const seesPassings = can(passingList.access);
  const seesAlarms = can(alarmList.access);
  const { found, live, heard } = useConsole(null, 'hour', () => void (seesAlarms && alarms.refetch()));
  const latest = useLatest(heard, null);
  const data = found.data;
  const open = alarms.data?.total ?? 0;
  return (
    <ScreenFrame title={OVERVIEW_SCREEN.title} live={live} at={data?.at ?? null} other={LOT_SCREEN}>
      {!seesFigures && !seesPassings && !seesAlarms && <NothingToSee />}
      {seesFigures && !data && (
        <div className="screen-wait">
          {found.error ? <ErrorState error={found.error} onRetry={() => found.refetch()} /> : <Skeleton lines={12} />}
        </div>
      )}
      {(data || !seesFigures) && (
        <div className={data ? 'screen-overview' : 'screen-overview is-lean'}>
          {data && (
            <>
              <div className="screen-figures">
                <DayFigures data={data} />
                {seesAlarms && (
                  <Figure
                    label={{ zh: '未处理报警', en: 'Open alarms' }}
                    text={countText(alarms.data?.total)}
                    isUrgent={open > 0}
                  >
                    <p>
                      <span>{t({ zh: '离线设备', en: 'Devices offline' })}</span>
                      <span className="by-figure">{countText(data.todo.offlineDevices + data.todo.offlineBoxes)}</span>
                    </p>
                  </Figure>
                )}
              </div>
              <Panel
                area="ranking"
                title={{ zh: '车场占用率排行', en: 'Lots by occupancy' }}
                note={t({ zh: '共{n}个车场', en: '{n} lots' }, { n: countText(data.ranking.length) })}
              >
                <OccupancyRanking ranking={data.ranking} />
              </Panel>
              <Panel area="flow" title={{ zh: '今日车流（辆）', en: 'Cars in and out today' }}>
                <FlowCurve data={data} span="hour" lotId={null} height="100%" scale={scale} />
              </Panel>
              <Panel area="revenue" title={{ zh: '今日实收（元）', en: 'Received by hour (¥)' }}>
                <RevenueCurve data={data} span="hour" lotId={null} height="100%" scale={scale} />
              </Panel>
            </>
          )}
          {seesPassings && (
            <Panel area="stream" title={{ zh: '实时过车', en: 'Cars passing' }}>
              <PassingRows latest={latest} />
            </Panel>
          )}
          {seesAlarms && (
            <Panel
              area="alarms"
              title={{ zh: '未处理报警', en: 'Open alarms' }}
              note={open > 0 ? countText(open) : undefined}
            >
              <AlarmRows alarms={alarms} lotId={null} />
            </Panel>
          )}
        </div>
      )}
    </ScreenFrame>
  );
}
