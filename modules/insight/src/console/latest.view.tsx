import { Plate, TimeText, useText } from '@boyun/kernel/web';
import { Decision } from '@boyun/passings/contract';

/** A car at a lane as the live channel told it. */
export interface LatestPassing {
  readonly passingId: string;
  readonly plate: string;
  readonly plateColor: number;
  readonly direction: string;
  readonly decision: string;
  readonly lotName: string;
  readonly laneName: string;
  readonly at: Date;
}

/** Passings kept in the strip. */
export const LATEST = 12;

/** The latest cars at the lanes, newest first. */
export function LatestCard({ latest }: { latest: readonly LatestPassing[] }) {
  const t = useText();
  return (
    <section className="by-card-box console-latest">
      <h2 className="by-card-title">{t({ zh: '最新过车', en: 'Latest cars' })}</h2>
      {latest.length === 0 ? (
        <p className="by-faint by-small">
          {t({ zh: '正在等待车辆，过车后立即显示在这里', en: 'Waiting for cars: the next one appears here at once' })}
        </p>
      ) : (
        <ul className="console-scroll">
          {latest.map((one) => (
            <li key={one.passingId}>
              <Plate text={one.plate} color={one.plateColor} />
              <span
                className={`console-way by-tone-${Decision[one.decision as keyof typeof Decision]?.tone ?? 'neutral'}`}
              >
                {one.direction === 'entry' ? t({ zh: '入', en: 'in' }) : t({ zh: '出', en: 'out' })}
              </span>
              <span className="console-where" title={`${one.lotName} ${one.laneName}`}>
                {one.lotName}
              </span>
              <span className="by-faint by-small">
                <TimeText at={one.at} style="clock" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
