import './area-target.css';
import { monthStart, wallTime } from '@boyun/domain/period';
import type { Output } from '@boyun/kernel/contract';
import { moneyText, shareText, useText } from '@boyun/kernel/web';
import { seeStatistics } from '../stat/see-statistics.contract.ts';
import type { getConsole } from './console.contract.ts';
import { Jump } from './jump.view.tsx';

type Console = Output<typeof getConsole>;

const STATISTICS = '/_cloud_operation/statistics';

/** The share of the month that has passed. */
function passedOf({ at, zone }: Console): number {
  const start = monthStart(at.getTime(), zone);
  const [year, month] = wallTime(start, zone).split('-').map(Number);
  const days = new Date(Date.UTC(year!, month!, 0)).getUTCDate();
  return Math.min(1, (at.getTime() - start) / (days * 86_400_000));
}

/** What the areas have received this month of their targets, beside how much of the month has passed; nothing where none has a target. */
export function AreaTargets({ data }: { data: Console }) {
  const t = useText();
  if (data.areas.length === 0) return null;
  const passed = passedOf(data);
  return (
    <section className="by-card-box console-areas">
      <h2 className="by-card-title">
        {t({ zh: '片区本月目标（元）', en: 'Targets of the month (¥)' })}
        <span className="by-faint by-small">
          {t({ zh: '本月已过{share}', en: '{share} of the month has passed' }, { share: shareText(passed) })}
        </span>
      </h2>
      <ul>
        {data.areas.map(({ name, lotIds, targetFen, receivedFen }) => {
          const share = receivedFen / targetFen;
          return (
            <li key={name}>
              <Jump to={`${STATISTICS}?lotIds=${lotIds.join(',')}&from=month&to=month`} access={seeStatistics}>
                <span className="console-area-name">{name}</span>
                <b className="by-figure">{shareText(share)}</b>
                <span className={`console-bar by-tone-${share >= passed ? 'good' : 'warn'}`} aria-hidden>
                  <span style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
                </span>
                <span className="by-faint by-small by-figure">
                  {moneyText(receivedFen)} / {moneyText(targetFen)}
                </span>
              </Jump>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
