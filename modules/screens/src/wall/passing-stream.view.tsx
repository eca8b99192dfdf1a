import { Plate, timeText, useText } from '@boyun/kernel/web';
import type { WallData } from './wall-data.view.ts';

/** The latest cars, the newest one large with its picture. */
export function PassingStream({
  passings,
  most,
  zone,
  hasLot,
}: {
  passings: WallData['passings'];
  most: number;
  zone: string;
  hasLot: boolean;
}) {
  const t = useText();
  if (passings.length === 0) return <p className="wall-quiet">{t({ zh: '等待车辆', en: 'Waiting for cars' })}</p>;
  return (
    <ul className="wall-stream">
      {passings.slice(0, most).map((one) => (
        <li key={one.id} className={`is-${one.direction}`}>
          {one.picture ? (
            <img src={one.picture} alt="" decoding="async" />
          ) : (
            <span className="wall-stream-way" aria-hidden />
          )}
          <div>
            <p>
              <Plate text={one.plate} color={one.plateColor} isPlain />
              <b>{one.direction === 'entry' ? t({ zh: '入', en: 'IN' }) : t({ zh: '出', en: 'OUT' })}</b>
            </p>
            <p>
              <span>{hasLot ? one.lotName : one.laneName}</span>
              <time className="by-figure">{timeText(one.at, 'clock', zone)}</time>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
