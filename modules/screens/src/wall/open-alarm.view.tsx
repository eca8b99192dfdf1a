import { AlarmKind } from '@boyun/alarms/contract';
import { timeText, useText } from '@boyun/kernel/web';
import type { WallData } from './wall-data.view.ts';

/** The alarms that nobody has taken yet, the newest first. */
export function OpenAlarms({
  alarms,
  most,
  zone,
  hasLot,
}: {
  alarms: WallData['alarms'];
  most: number;
  zone: string;
  hasLot: boolean;
}) {
  const t = useText();
  if (alarms.length === 0) return <p className="wall-quiet">{t({ zh: '没有未处理的报警', en: 'No open alarms' })}</p>;
  return (
    <ul className="wall-alarms">
      {alarms.slice(0, most).map((one) => (
        <li key={one.id}>
          <b>{t(AlarmKind[one.kind])}</b>
          <span>{hasLot ? one.lotName : (one.laneName ?? one.lotName)}</span>
          <time className="by-figure">{timeText(one.at, 'minute', zone).slice(5)}</time>
        </li>
      ))}
    </ul>
  );
}
