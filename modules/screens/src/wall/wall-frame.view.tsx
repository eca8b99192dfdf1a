import './wall.css';
import './wall-part.css';
import './wall-row.css';
import './wall-chart.css';
import './wall-lane.css';
import './wall-narrow.css';
import { timeText, useFullScreen, useKeys, useNow, useText } from '@boyun/kernel/web';
import { Maximize, Minimize } from 'lucide-react';
import type { ReactNode } from 'react';
import { AlarmStage } from './alarm-stage.view.tsx';
import { ScreenBody } from './screen-body.view.tsx';
import type { WallState } from './wall-data.view.ts';

/** A big screen: who it belongs to, the time, whether it is up to date, and what its layout shows. */
export function WallFrame({
  state,
  tools,
  waiting,
  turn,
}: {
  state: WallState;
  /** Buttons beside the clock. */
  tools?: ReactNode;
  /** Shown while there is no data. */
  waiting: ReactNode;
  /** Counts the time for which the layout is shown, from when it is drawn. */
  turn?: ReactNode;
}) {
  const t = useText();
  const { data, slow, staleSince } = state;
  const [isFull, turnFull] = useFullScreen();
  useKeys({ f: turnFull, F: turnFull });
  const full = t(isFull ? { zh: '退出全屏', en: 'Leave full screen' } : { zh: '全屏', en: 'Full screen' });
  return (
    <div className={`wall wall-${data?.layout ?? 'none'}${staleSince ? ' is-stale' : ''}`}>
      <header className="wall-head">
        <h1>
          {data?.logo && <img src={data.logo} alt="" />}
          {data?.headline}
        </h1>
        <p className="wall-state" role="status">
          {staleSince ? (
            <b>
              {t(
                { zh: '连接中断 · 数据停在 {at}', en: 'Line lost · stale since {at}' },
                { at: timeText(staleSince, 'clock', data?.zone) },
              )}
            </b>
          ) : (
            data && (
              <>
                <i aria-hidden />
                {t({ zh: '实时', en: 'Live' })}
              </>
            )
          )}
        </p>
        <nav className="wall-tools">
          {tools}
          <button type="button" title={`${full} (F)`} aria-label={full} onClick={turnFull}>
            {isFull ? <Minimize /> : <Maximize />}
          </button>
        </nav>
        <Clock zone={data?.zone} />
      </header>
      <main className="wall-body">
        {data ? (
          <ScreenBody data={data} slow={slow} isStale={staleSince !== null}>
            {turn}
          </ScreenBody>
        ) : (
          waiting
        )}
      </main>
      {data?.cards.includes('alarms') && <AlarmStage alarms={data.alarms} zone={data.zone} />}
    </div>
  );
}

function Clock({ zone }: { zone: string | undefined }) {
  const moment = useNow(1000);
  return (
    <time className="wall-clock by-figure">
      <span>{timeText(moment, 'day', zone)}</span>
      {timeText(moment, 'clock', zone)}
    </time>
  );
}
