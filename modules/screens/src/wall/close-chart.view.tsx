import { countText, timeText, useText } from '@boyun/kernel/web';
import type { WallData, WallSlow } from './wall-data.view.ts';

const WIDTH = 1000;
const HEIGHT = 400;
const HOURS = 24;

/** Sums of hours from midnight on: a point at the end of each hour. */
function cumulated(hours: readonly number[]): number[] {
  const points = [0];
  for (const one of hours) points.push(points.at(-1)! + one);
  return points;
}

const yuan = (amountFen: number) => `¥${countText(Math.round(amountFen / 100))}`;

/** What today has received, hour by hour, beside yesterday; and where it will end, with the band. */
export function CloseChart({ data, close }: { data: WallData; close: WallSlow['close'] }) {
  const t = useText();
  const { hours } = data;
  const start = hours[0]?.at.getTime() ?? 0;
  const nowHour = Math.min(HOURS, Math.max(0, (data.at.getTime() - start) / 3_600_000));
  const past = cumulated(hours.slice(0, Math.floor(nowHour)).map((one) => one.receivedFen));
  const yesterday = cumulated(hours.map((one) => one.beforeFen));
  const soFar = data.today.receivedFen;
  const top = Math.max(1, soFar, yesterday.at(-1)!, close?.highFen ?? 0) * 1.08;
  const x = (hour: number) => (hour / HOURS) * WIDTH;
  const y = (amount: number) => HEIGHT - (amount / top) * HEIGHT;
  const line = (points: readonly (readonly [number, number])[]) =>
    points.map(([hour, amount]) => `${x(hour).toFixed(1)},${y(amount).toFixed(1)}`).join(' ');
  const today = [...past.map((amount, hour) => [hour, amount] as const), [nowHour, soFar] as const];
  const place = (amount: number) => ({ bottom: `${(amount / top) * 100}%` });
  return (
    <div className="wall-close">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <defs>
          <linearGradient id="wall-close-fill" x1="0" x2="0" y1="0" y2="1">
            <stop offset="0" stopColor="#31d0ff" stopOpacity="0.35" />
            <stop offset="1" stopColor="#31d0ff" stopOpacity="0" />
          </linearGradient>
        </defs>
        <polyline className="wall-close-before" points={line(yesterday.map((amount, hour) => [hour, amount]))} />
        {close && (
          <>
            <polygon
              className="wall-close-band"
              points={line([
                [nowHour, soFar],
                [HOURS, close.highFen],
                [HOURS, close.lowFen],
              ])}
            />
            <polyline
              className="wall-close-next"
              points={line([
                [nowHour, soFar],
                [HOURS, close.valueFen],
              ])}
            />
          </>
        )}
        <polygon fill="url(#wall-close-fill)" points={`${line(today)} ${x(nowHour)},${HEIGHT} 0,${HEIGHT}`} />
        <polyline className="wall-close-today" points={line(today)} />
      </svg>
      <span className="wall-close-now" style={{ ...place(soFar), left: `${(nowHour / HOURS) * 100}%` }} />
      {close && (
        <span className="wall-close-end" style={place(close.valueFen)}>
          <b className="by-figure">{yuan(close.valueFen)}</b>
          <small className="by-figure">
            {yuan(close.lowFen)} – {yuan(close.highFen)}
          </small>
        </span>
      )}
      <div className="wall-close-axis by-figure">
        {[0, 6, 12, 18].map((hour) => (
          <span key={hour} style={{ left: `${(hour / HOURS) * 100}%` }}>
            {hours[hour] ? timeText(hours[hour].at, 'minute', data.zone).slice(11) : ''}
          </span>
        ))}
      </div>
      {!close && (
        <p className="wall-close-none">
          {t({ zh: '历史不足两周，暂无预测', en: 'No forecast yet: fewer than two weeks of history' })}
        </p>
      )}
    </div>
  );
}
