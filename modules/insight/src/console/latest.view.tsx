import { can, list, Plate, TimeText, useLanguage, useText } from '@boyun/kernel/web';
import { Decision, passingList } from '@boyun/passings/contract';
import { useQuery } from '@tanstack/react-query';

/** A passage as received from the live channel. */
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

/** Maximum number of passages in the strip. */
export const LATEST = 12;

/** Passages before the page was opened, for users with the permission for passing records. */
function useEarlier(lotId: string | null): readonly LatestPassing[] {
  const language = useLanguage();
  const found = useQuery({
    queryKey: ['console', 'latest', lotId, language],
    queryFn: ({ signal }) =>
      list(passingList, { lotId, page: 1, perPage: 20, sort: '-happenedAt' }, { signal, isQuiet: true }),
    enabled: can(passingList.access),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (found.data?.rows ?? []).slice(0, LATEST).map((row) => ({
    passingId: row.id,
    plate: row.plate,
    plateColor: Number(row.plateColor),
    direction: String(row.direction),
    decision: String(row.decision),
    lotName: (row as { lotName?: string }).lotName ?? '',
    laneName: (row as { laneName?: string }).laneName ?? '',
    at: row.happenedAt,
  }));
}

/** The latest passages, newest first: those received live, then earlier ones. */
export function useLatest(heard: readonly LatestPassing[], lotId: string | null): readonly LatestPassing[] {
  const known = new Set(heard.map((one) => one.passingId));
  return [...heard, ...useEarlier(lotId).filter((one) => !known.has(one.passingId))].slice(0, LATEST);
}

/** The latest cars as the console shows them. */
export function LatestCard({ heard, lotId }: { heard: readonly LatestPassing[]; lotId: string | null }) {
  const t = useText();
  const latest = useLatest(heard, lotId);
  return (
    <section className="by-card-box console-latest">
      <h2 className="by-card-title">{t({ zh: '最新过车', en: 'Latest cars' })}</h2>
      {latest.length === 0 ? (
        <p className="by-faint by-small">
          {t({ zh: '正在等待车辆，过车后立即显示在这里', en: 'Waiting for cars: the next one appears here at once' })}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll the list
        <ul className="console-scroll" tabIndex={0}>
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
